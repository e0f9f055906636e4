package io.manta.provider.gcp.api;

import io.manta.spi.model.Problem;
import io.manta.spi.provider.ProviderException;
import io.manta.spi.provider.ProviderException.Kind;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What users are told. */
public final class GcpProblems {
    private static final Pattern PERMISSION =
            Pattern.compile("Permission '?([a-z][\\w.]+)'? denied|Required '([a-z][\\w.]+)' permission");

    private GcpProblems() {}

    static ProviderException noCredentials(String source, String why) {
        return new ProviderException(
                Kind.DENIED,
                Problem.error(
                        "GCP-NO-CREDENTIALS",
                        "no Google Cloud credentials: " + source + " cannot be used",
                        why,
                        "run `gcloud auth application-default login`, set GOOGLE_APPLICATION_CREDENTIALS, or give"
                                + " `provider.gcp_credentials`"));
    }

    /** Google does not know whom it hears: a token that has expired, say. */
    static Problem notAccepted(String source, String why) {
        return Problem.error(
                "GCP-NO-CREDENTIALS",
                "Google does not accept " + source,
                why,
                "it may have expired: get new credentials, such as with `gcloud auth application-default login`");
    }

    static Problem denied(String doing, String why) {
        Matcher permission = PERMISSION.matcher(why);
        if (permission.find()) {
            String name = permission.group(1) == null ? permission.group(2) : permission.group(1);
            return Problem.error(
                    "GCP-DENIED",
                    "not allowed to " + doing + ": the permission " + name + " is missing",
                    why,
                    "ask for a role with " + name + "; `manta doctor --policy` prints one that has all that is needed");
        }
        if (why.contains("may not exist")) {
            return Problem.error(
                    "GCP-DENIED",
                    "not allowed to " + doing,
                    why,
                    "check `provider.project_id`: `gcloud projects list` shows the projects that you can see");
        }
        return Problem.error(
                "GCP-DENIED",
                "not allowed to " + doing,
                why,
                "`manta doctor` lists the permissions that are missing; `manta doctor --policy` prints a role that has them");
    }

    /** A machine that Google will not end until somebody changes it. */
    public static ProviderException refused(String doing, String name, String zone, String why) {
        return invalid(
                "GCP-PROTECTED",
                "cannot " + doing + ": Google refuses",
                why,
                why.contains("protect")
                        ? "run `gcloud compute instances update " + name + " --no-deletion-protection --zone " + zone
                                + "`, then try again"
                        : "correct what Google names, then try again");
    }

    /** With the very command that helps. */
    public static Problem notEnabled(String service, String project, String why) {
        return Problem.error(
                "GCP-API-DISABLED",
                service + " is not enabled in project " + project,
                why,
                "run `gcloud services enable " + service + " --project " + project + "`");
    }

    public static ProviderException invalid(String code, String what, String why, String fix) {
        return new ProviderException(Kind.INVALID, Problem.error(code, what, why, fix));
    }

    public static ProviderException noProject() {
        return invalid(
                "GCP-NO-PROJECT",
                "no Google Cloud project is named",
                "`provider.project_id` is empty, and neither GOOGLE_CLOUD_PROJECT nor gcloud names one",
                "set `provider.project_id`");
    }

    static Problem noBilling(String project, String why) {
        return Problem.error(
                "GCP-BILLING",
                "billing is not enabled in project " + project,
                why,
                "link a billing account: `gcloud billing projects link " + project + " --billing-account ID`");
    }

    static Problem noSuchProject(String project, String why) {
        return Problem.error(
                "GCP-NO-SUCH-PROJECT",
                "there is no project " + project + " that you can see",
                why,
                "correct `provider.project_id`: `gcloud projects list` shows the projects that you can see");
    }

    public static ProviderException noSubnet(String region, String project) {
        return invalid(
                "GCP-NO-SUBNET",
                "project " + project + " has no subnet in " + region,
                "machines need a network to be in",
                "make one with `gcloud compute networks create default --subnet-mode auto --project " + project
                        + "`, or give `networkInterfaces` in node_config, also of a shared VPC");
    }

    public static ProviderException noImage(String type, String image, String why) {
        return invalid(
                "GCP-NO-IMAGE",
                "node type " + type + ": there is no image " + image,
                why,
                "remove `disks` to have a current image chosen, or correct `sourceImage`");
    }

    public static ProviderException architecture(String type, String image, String architecture, String machineType) {
        return invalid(
                "GCP-ARCHITECTURE",
                "node type " + type + ": image " + image + " does not run on " + machineType,
                "the image is for " + architecture,
                "remove `disks` to have a fitting image chosen, or choose another machine type");
    }

    public static ProviderException machineType(String type, String machineType, String where) {
        return invalid(
                "GCP-MACHINE-TYPE",
                "node type " + type + ": there is no " + machineType + " in " + where,
                "Compute Engine does not have this machine type there",
                "check its spelling, or choose another zone: `gcloud compute machine-types list --filter=name="
                        + machineType + "`");
    }

    public static ProviderException label(String key, String value) {
        return invalid(
                "GCP-LABEL",
                "the tag " + key + " cannot be written as a label",
                "labels have at most 63 characters; \"" + value + "\" needs more",
                "use a shorter name");
    }

    public static ProviderException account(String email, String why) {
        return invalid(
                "GCP-SERVICE-ACCOUNT",
                "the service account " + email + " cannot be used",
                why,
                "give the head `serviceAccounts` in its node_config, or rename the cluster");
    }

    public static ProviderException firewall(String name) {
        return invalid(
                "GCP-FIREWALL",
                "the firewall rule " + name + " exists and is not this cluster's",
                "its description does not carry the cluster's mark",
                "remove it, or rename the cluster");
    }

    public static Problem firewallFailed(Problem failed) {
        return Problem.error(
                "GCP-FIREWALL-FAILED",
                failed.what() + "; machines that were launched are there, but cannot be reached",
                failed.why(),
                "run `manta up` again: it makes the rule; `manta down` removes everything");
    }

    public static ProviderException files(String what, Throwable e) {
        return new ProviderException(
                Kind.UNKNOWN,
                Problem.error(
                        "GCP-FILES",
                        "cannot " + what + ": " + e.getMessage(),
                        "",
                        "check permissions and free space of the cluster's directory"));
    }

    public static ProviderException noKey(String why) {
        return invalid(
                "GCP-NO-KEY",
                "no SSH key for the cluster could be made",
                why,
                "install OpenSSH (ssh-keygen), or give `auth.ssh_private_key`");
    }

    public static ProviderException notPrepared(String directory) {
        return invalid(
                "GCP-NOT-PREPARED",
                "the head does not know what was prepared for the cluster",
                "gcp.json is missing in " + directory,
                "run `manta up` again");
    }

    public static ProviderException stillStopping(Duration patience) {
        return new ProviderException(
                Kind.UNKNOWN,
                Problem.error(
                        "GCP-STILL-STOPPING",
                        "machines have not stopped within " + patience.toMinutes() + " minutes",
                        "only a stopped machine can be started",
                        "run `manta start` again in a while"));
    }

    /** After all patience: nothing but a change of theirs will help. */
    public static ProviderException held(List<String> things) {
        return invalid(
                "GCP-LEFT-BEHIND", String.join("; ", things), "", "end what uses them, then run `manta down` again");
    }

    public static ProviderException leftBehind(List<String> things) {
        return new ProviderException(
                Kind.UNKNOWN,
                Problem.error(
                        "GCP-LEFT-BEHIND",
                        things.size() + " resource(s) of the cluster could not be deleted",
                        String.join("\n", things),
                        "run `manta down` again"));
    }

    public static Problem openToWorld(String why) {
        return Problem.warning(
                "GCP-SSH-OPEN",
                "SSH of the nodes is open to the whole world",
                why,
                "give your address: `provider.allowed_ssh_cidr: 203.0.113.7/32`");
    }

    public static Problem osLogin() {
        return Problem.warning(
                "GCP-OS-LOGIN",
                "OS Login is on for the project, and `os_login: false` turns it off for this cluster's machines",
                "an organisation may forbid that; then no machine can be launched",
                "remove `provider.os_login`: the cluster's key is then let in by OS Login");
    }

    public static ProviderException nameless(String source) {
        return invalid(
                "GCP-OS-LOGIN",
                "OS Login lets in accounts, and Google does not tell whose " + source + " is",
                "the token is for calls only, or the account has no POSIX name",
                "use `gcloud auth application-default login` or a service account; or give `auth.ssh_user` and"
                        + " `auth.ssh_private_key` of an account that OS Login knows");
    }

    /** A launch that gave fewer machines than asked for. */
    public static ProviderException fewer(int count, String type, String where) {
        return new ProviderException(
                Kind.NO_CAPACITY,
                Problem.error(
                        "GCP-NO-CAPACITY",
                        "Compute Engine gave " + count + " machine(s) of " + type + " fewer than asked for",
                        "there is no more capacity in " + where,
                        "other zones and the entries of `provider.fallback` are tried; add some"));
    }
}
