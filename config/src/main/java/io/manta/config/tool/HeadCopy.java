package io.manta.config.tool;

import io.manta.config.Loaded;
import io.manta.config.yaml.Fields;
import io.manta.config.yaml.Items;
import io.manta.config.yaml.Origin;
import io.manta.config.yaml.Scalar;
import java.util.List;

/**
 * The configuration as the head gets it: resolved, and without what only the user's machine needs. Keys and mounted files are named
 * by where they lie on the head; credentials stay behind, since a head has its cloud's own identity.
 */
public final class HeadCopy {
    /** Where the private key that opens workers lies on the head. */
    public static final String KEY = "~/ray_bootstrap_key.pem";

    private static final List<String> CREDENTIALS =
            List.of("aws_credentials", "gcp_credentials", "kubeconfig", "context");
    private static final Origin HERE = new Origin.Default("the head's copy");

    private HeadCopy() {}

    /** YAML that loads on the head with {@link io.manta.config.Overrides#withoutFileChecks()}. */
    public static String text(Loaded loaded) {
        Fields tree = loaded.tree();
        Fields auth = tree.table("auth")
                .orElse(Fields.empty(HERE))
                .without("ssh_proxy_command")
                .without("ssh_public_key");
        if (auth.has("ssh_private_key")) {
            auth = auth.with("ssh_private_key", Scalar.of(KEY, HERE));
        }
        Fields provider = tree.table("provider").orElse(Fields.empty(HERE));
        for (String key : CREDENTIALS) {
            provider = provider.without(key);
        }
        Fields mounts = Fields.empty(HERE);
        for (String remote : tree.table("file_mounts").orElse(mounts).keys()) {
            mounts = mounts.with(remote, Scalar.of(remote, HERE));
        }
        // The role's lists hold the common commands already; they must not be put in front a second time.
        Fields copy = tree.with("auth", auth)
                .with("provider", provider)
                .with("file_mounts", mounts)
                .without("metadata")
                .with("setup_commands", Items.empty(HERE));
        return YamlWriter.text(copy);
    }
}
