package io.manta.spi.provider;

/**
 * What a provider is, as far as others act on it.
 *
 * @param costsMoney whether machines cost money, so that {@code up} asks first
 * @param hostsRemain whether what lies on a machine outlives it, because its host goes on without us, and has to be tidied
 * @param reachedByLaunch whether a machine that was launched has answered already, so that nobody need wait for it to start
 * @param elsewhere whether heads are other machines than the user's, so that the daemon has to be brought there
 * @param needsLittleJava whether its code needs no more of Java than the rest of Manta, so that heads elsewhere can do with a
 *     small runtime
 */
public record Traits(
        boolean costsMoney, boolean hostsRemain, boolean reachedByLaunch, boolean elsewhere, boolean needsLittleJava) {
    /** A cloud: machines elsewhere that cost money and are gone with all that lay on them. */
    public static final Traits CLOUD = new Traits(true, false, false, true, false);

    /** Hosts that are there anyway and cost nothing more. */
    public static final Traits OWN_HOSTS = new Traits(false, true, false, true, false);

    public Traits withCostsMoney(boolean value) {
        return new Traits(value, hostsRemain, reachedByLaunch, elsewhere, needsLittleJava);
    }

    public Traits withHostsRemain(boolean value) {
        return new Traits(costsMoney, value, reachedByLaunch, elsewhere, needsLittleJava);
    }

    public Traits withReachedByLaunch(boolean value) {
        return new Traits(costsMoney, hostsRemain, value, elsewhere, needsLittleJava);
    }

    public Traits withElsewhere(boolean value) {
        return new Traits(costsMoney, hostsRemain, reachedByLaunch, value, needsLittleJava);
    }

    public Traits withNeedsLittleJava(boolean value) {
        return new Traits(costsMoney, hostsRemain, reachedByLaunch, elsewhere, value);
    }
}
