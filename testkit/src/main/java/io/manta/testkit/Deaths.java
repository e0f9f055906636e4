package io.manta.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.manta.spi.model.ClusterConfig;
import io.manta.spi.provider.NodeProvider;
import io.manta.spi.provider.ProviderException;

/** Dies in the middle of a cluster's life; the next process must complete it, and down must leave nothing. */
public final class Deaths {
    private Deaths() {}

    @FunctionalInterface
    private interface Work {
        void run(NodeProvider provider) throws Exception;
    }

    /** Says whether death came before the work was done. */
    public static boolean inUp(MortalWorld world, int at, boolean done) throws Exception {
        ClusterConfig config = world.config("up" + at);
        boolean died = die(world, config, at, done, provider -> Trio.up(provider, config));
        try (NodeProvider next = world.open(config)) {
            Trio.up(next, config);
            assertThat(Trio.live(next)).as(after(at, done)).containsExactlyInAnyOrderElementsOf(Trio.NODES);
            Trio.down(next);
        }
        assertThat(world.remains(config)).as(after(at, done)).isEmpty();
        return died;
    }

    /** Says whether death came before the work was done. */
    public static boolean inDown(MortalWorld world, int at, boolean done) throws Exception {
        ClusterConfig config = world.config("down" + at);
        try (NodeProvider provider = world.open(config)) {
            Trio.up(provider, config);
        }
        boolean died = die(world, config, at, done, Trio::down);
        try (NodeProvider next = world.open(config)) {
            Trio.down(next);
        }
        assertThat(world.remains(config)).as(after(at, done)).isEmpty();
        return died;
    }

    private static boolean die(MortalWorld world, ClusterConfig config, int at, boolean done, Work work)
            throws Exception {
        MortalWorld.Doomed doomed = world.doomed(config, at, done);
        try (NodeProvider provider = doomed.provider()) {
            work.run(provider);
        } catch (ProviderException e) {
            assertThat(doomed.isDead().getAsBoolean())
                    .as("at %s: %s", at, e.problem())
                    .isTrue();
        }
        return doomed.isDead().getAsBoolean();
    }

    private static String after(int at, boolean done) {
        return "after a death at call " + at + " (done: " + done + ")";
    }
}
