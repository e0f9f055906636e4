package io.manta.provider.aws.client;

import io.manta.spi.model.Problem;
import io.manta.spi.provider.ProviderException;
import io.manta.spi.provider.ProviderException.Kind;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.ec2.model.StateReason;

/** What users are told. */
public final class AwsProblems {
    private static final Pattern ACTION = Pattern.compile("not authorized to perform:? ([a-z0-9-]+:[A-Za-z]+)");

    private AwsProblems() {}

    public static Problem noCredentials(String why) {
        return Problem.error(
                "AWS-NO-CREDENTIALS",
                "no AWS credentials were found",
                searched(why),
                "run `aws configure`, name a profile with `provider.profile` or `--profile`, or set AWS_PROFILE");
    }

    // The SDK lists all that it tried, by the names of its classes.
    private static String searched(String why) {
        return why.contains("CredentialsProviderChain")
                ? "there are none in the environment, in ~/.aws, from a web identity, from a container's host or from an instance's role"
                : why;
    }

    public static Problem badProfile(String why) {
        return Problem.error(
                "AWS-PROFILE",
                "the AWS profile cannot be used",
                why,
                "`aws configure list-profiles` shows the profiles; for SSO run `aws sso login --profile NAME`");
    }

    /** Who asks is not known to AWS, or not any more; no policy helps. */
    public static Problem badCredentials(String doing, String why, boolean over) {
        return Problem.error(
                "AWS-CREDENTIALS",
                "cannot " + doing + ": AWS does not accept the credentials",
                why,
                over
                        ? "they are no longer valid: get new ones, for SSO with `aws sso login`"
                        : "check key and secret, for example with `aws sts get-caller-identity`; `manta doctor` says where"
                                + " they come from");
    }

    public static Problem unknownRegion(String region) {
        List<String> near = Region.regions().stream()
                .map(Region::id)
                .filter(id -> id.charAt(0) == region.charAt(0) && alike(id, region))
                .toList();
        return Problem.warning(
                "AWS-REGION",
                region + " is not a region that is known here",
                near.isEmpty() ? "it may be new" : "did you mean " + String.join(" or ", near) + "?",
                "check `provider.region`");
    }

    /** One letter too many, too few, or wrong. */
    private static boolean alike(String one, String other) {
        int shorter = Math.min(one.length(), other.length());
        int begin = 0;
        while (begin < shorter && one.charAt(begin) == other.charAt(begin)) {
            begin++;
        }
        int end = 0;
        while (end < shorter - begin && one.charAt(one.length() - 1 - end) == other.charAt(other.length() - 1 - end)) {
            end++;
        }
        return Math.max(one.length(), other.length()) - begin - end <= 1;
    }

    public static Problem denied(String doing, String why) {
        return Problem.error(
                "AWS-DENIED",
                "not allowed to " + doing + action(why),
                why,
                "attach the policy that `manta doctor --policy` prints to the user or role");
    }

    /** The action that IAM would have to allow, when AWS names it. */
    private static String action(String why) {
        Matcher named = ACTION.matcher(why);
        return named.find() ? ": " + named.group(1) + " is missing" : "";
    }

    public static String remedy(String code) {
        return switch (code) {
            case "InvalidAMIID.NotFound", "InvalidAMIID.Malformed", "InvalidAMIID.Unavailable" ->
                "images differ by region: remove `ImageId` to have a current one chosen, or name one of this region";
            case "InvalidKeyPair.NotFound" -> "remove `KeyName` to have a key pair made, or name one of this region";
            case "InvalidSubnetID.NotFound", "InvalidGroup.NotFound" ->
                "it may have been removed meanwhile: run `manta up` again";
            default -> "correct the node_config; `manta doctor` checks it without launching";
        };
    }

    public static ProviderException noSubnets(String region, List<String> refused, boolean internal) {
        String looked = refused.isEmpty() ? "there is no subnet in " + region : String.join("\n", refused);
        return invalid(
                "AWS-NO-SUBNETS",
                "no usable subnet in " + region,
                looked,
                "set `provider.vpc: make` to have a network made and removed with the cluster"
                        + (internal ? "" : ", or `use_internal_ips: true` when you reach private addresses"));
    }

    public static ProviderException invalid(String code, String what, String why, String fix) {
        return new ProviderException(Kind.INVALID, Problem.error(code, what, why, fix));
    }

    public static ProviderException wrongArchitecture(
            String type, String instanceType, List<String> theirs, String image, String architecture) {
        return invalid(
                "AWS-ARCHITECTURE",
                "node type " + type + ": image " + image + " does not run on " + instanceType,
                "the image is for " + architecture + ", the instance type has " + String.join(" or ", theirs),
                "remove `ImageId` to have a fitting one chosen, or choose an instance type with " + architecture);
    }

    public static ProviderException noImage(String type, String parameter) {
        return invalid(
                "AWS-NO-IMAGE",
                "no default image for node type " + type,
                "the public parameter " + parameter + " does not exist in this region",
                "give an `ImageId`, or an SSM parameter as `ImageId: resolve:ssm:/aws/service/...`");
    }

    public static ProviderException unknownType(String type, String instanceType, String region) {
        return invalid(
                "AWS-INSTANCE-TYPE",
                "node type " + type + ": there is no " + instanceType + " in " + region,
                "EC2 does not know this instance type here",
                "check its spelling, or choose another region");
    }

    public static ProviderException nodeConfig(String type, String why) {
        return invalid("AWS-NODE-CONFIG", "node type " + type + " cannot be launched", why, "correct its node_config");
    }

    public static ProviderException files(String what, Throwable e) {
        return new ProviderException(
                Kind.UNKNOWN,
                Problem.error(
                        "AWS-FILES",
                        "cannot " + what + ": " + e.getMessage(),
                        "",
                        "check permissions and free space of the cluster's directory"));
    }

    public static ProviderException noKey(String why) {
        return invalid(
                "AWS-NO-KEY",
                "no SSH key for the cluster could be made",
                why,
                "install OpenSSH (ssh-keygen), or give `auth.ssh_private_key` and `KeyName`");
    }

    public static ProviderException keyMismatch(String name) {
        return invalid(
                "AWS-KEY-PAIR",
                "the key pair " + name + " exists, but its private key is not here",
                "it was made by another machine or tool, and EC2 does not give private keys out",
                "remove the key pair, choose another name with `provider.key_pair.key_name`, or give"
                        + " `auth.ssh_private_key` and `KeyName`");
    }

    /** After all patience: nothing but a change of theirs will help. */
    public static ProviderException held(List<String> things) {
        return new ProviderException(
                Kind.INVALID,
                Problem.error(
                        "AWS-LEFT-BEHIND",
                        String.join("; ", things),
                        "",
                        "end what uses them, then run `manta down` again"));
    }

    public static ProviderException leftBehind(List<String> things) {
        return new ProviderException(
                Kind.UNKNOWN,
                Problem.error(
                        "AWS-LEFT-BEHIND",
                        things.size() + " resource(s) of the cluster could not be deleted",
                        String.join("\n", things),
                        "run `manta down` again"));
    }

    public static Problem openToWorld() {
        return Problem.warning(
                "AWS-SSH-OPEN",
                "SSH of the nodes is open to the whole world",
                "this machine's public address could not be told",
                "give it: `provider.allowed_ssh_cidr: 203.0.113.7/32`");
    }

    public static ProviderException stillStopping(Duration waited) {
        return new ProviderException(
                Kind.UNKNOWN,
                Problem.error(
                        "AWS-STILL-STOPPING",
                        "machines have not stopped in " + waited.toMinutes() + " minutes",
                        "EC2 starts a machine only after it has stopped",
                        "try again in a few minutes"));
    }

    public static ProviderException imageFailed(String image, @Nullable StateReason reason) {
        return new ProviderException(
                Kind.UNKNOWN,
                Problem.error(
                        "AWS-IMAGE-FAILED",
                        "EC2 could not make the image " + image,
                        reason == null ? "" : String.valueOf(reason.message()),
                        "run `manta down` for the cluster it was made in, then `manta bake` again"));
    }

    public static ProviderException noFileSystem(String id, String region) {
        return invalid(
                "AWS-EFS",
                "there is no file system " + id + " in " + region,
                "provider.efs names it",
                "correct `file_system_id`, or leave it away to have a file system made");
    }

    public static ProviderException cloudWatch(String what, String why, String fix) {
        return invalid("AWS-CLOUDWATCH", what, why, fix);
    }

    public static ProviderException slowFileSystem(Duration waited) {
        return new ProviderException(
                Kind.UNKNOWN,
                Problem.error(
                        "AWS-EFS",
                        "the cluster's file system is not ready after " + waited.toMinutes() + " minutes",
                        "",
                        "run the same again: it goes on waiting"));
    }
}
