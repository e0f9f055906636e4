package io.manta.provider.gcp.setting;

import io.manta.provider.gcp.api.Doc;
import io.manta.provider.gcp.api.Identity;
import io.manta.spi.model.AuthSettings;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.ProviderSettings;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a configuration says under {@code provider:}.
 *
 * @param project empty when nobody names one
 * @param zones in order of preference; empty lets the region choose
 * @param fallback other ways to get a machine, each overriding keys of a node's settings
 * @param headRoles roles the head gets besides the one it needs
 * @param osLogin whether machines let in OS Login accounts only; by default as the project has it
 */
public record GcpSettings(
        String cluster,
        String project,
        String region,
        List<String> zones,
        Optional<URI> endpoint,
        Doc credentials,
        Optional<String> impersonated,
        boolean internalAddresses,
        boolean externalHead,
        boolean stopInsteadOfEnd,
        List<String> sshFrom,
        Map<String, String> labels,
        List<String> headRoles,
        Optional<Boolean> osLogin,
        List<Doc> fallback,
        AuthSettings auth,
        boolean docker) {
    public static GcpSettings of(ClusterConfig config) {
        ProviderSettings provider = config.provider();
        Doc all = Doc.of(provider.settings());
        return new GcpSettings(
                config.name(),
                provider.text("project_id").or(DefaultProject::find).orElse(""),
                provider.text("region").orElse("us-west1"),
                all.words("availability_zone"),
                provider.text("endpoint").map(URI::create),
                all.doc("gcp_credentials"),
                provider.text("impersonate_service_account"),
                provider.flag("use_internal_ips", false),
                provider.flag("use_external_head_ip", false),
                provider.flag("cache_stopped_nodes", false),
                all.words("allowed_ssh_cidr"),
                all.texts("labels"),
                all.words("head_roles"),
                all.has("os_login") ? Optional.of(all.flag("os_login")) : Optional.empty(),
                all.docs("fallback"),
                config.auth(),
                config.docker().isPresent());
    }

    /** On the head only its own account counts: what the user has is not there. */
    public Identity identity(boolean onHead) {
        String value = credentials.text("credentials");
        Identity.Origin origin = switch (credentials.text("type")) {
            case "credentials_token" -> new Identity.Origin.Token(value);
            case "service_account" -> new Identity.Origin.Key(value);
            default -> onHead ? new Identity.Origin.Machine() : new Identity.Origin.Default();
        };
        return new Identity(origin, onHead ? Optional.empty() : impersonated, endpoint);
    }

    /** Whether a node is reached from the user's machine by its inner address. */
    public boolean reachesInside(boolean head) {
        return internalAddresses && !(head && externalHead);
    }

    /** Whether a zone is one of this cluster's region. */
    public boolean isHere(String zone) {
        return zone.startsWith(region + "-");
    }

    /** For people. */
    public String place(String zone) {
        return zone.isEmpty() ? region : zone;
    }
}
