package io.manta.provider.aws.prepare;

import io.manta.provider.aws.client.AwsProblems;
import io.manta.provider.aws.image.Images;
import io.manta.provider.aws.image.InstanceTypes;
import io.manta.provider.aws.offer.Foundation;
import io.manta.provider.aws.offer.Ways;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.NodeType;
import io.manta.spi.provider.ProviderException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/** Which image each way of each node type starts from. */
public final class ImageChoices {
    private static final Pattern OLD_GPUS = Pattern.compile("(p2|p3|p3dn|g3|g3s)\\..*");
    private static final List<String> EITHER = List.of("x86_64", "arm64");
    private static final Images.Facts NO_IMAGE = new Images.Facts("", "", "", "", 0, "");

    private final AwsParts parts;

    public ImageChoices(AwsParts parts) {
        this.parts = parts;
    }

    /**
     * @param key names the node type and the instance type
     * @param image its id; empty when the launch template brings one
     * @param source the parameter it comes from, or that the user named it
     * @param setup fingerprint of the set-up that the image holds; empty when none is known
     * @param problem why it will not do
     */
    public record Choice(
            String key,
            String nodeType,
            String instanceType,
            String image,
            String rootDevice,
            int rootGiB,
            String source,
            String setup,
            Optional<ProviderException> problem) {}

    public List<Choice> of(ClusterConfig config) throws ProviderException, InterruptedException {
        var open = new ArrayList<Wanted>();
        var types = new LinkedHashSet<String>();
        for (NodeType type : config.nodeTypes().values()) {
            for (Ways.Way way : parts.ways().of(type)) {
                open.add(new Wanted(type.name(), way));
                types.add(way.instanceType());
            }
        }
        types.remove("");
        Map<String, InstanceTypes.Facts> machines = parts.types().of(types);
        var parameters = new LinkedHashSet<String>();
        open.forEach(wanted -> wanted.parameter(machines).ifPresent(parameters::add));
        Map<String, String> resolved = parts.images().resolve(parameters);
        var ids = new LinkedHashSet<String>(resolved.values());
        open.forEach(wanted -> wanted.given()
                .filter(id -> wanted.parameter(machines).isEmpty())
                .ifPresent(ids::add));
        Map<String, Images.Facts> images = parts.images().describe(ids);
        return open.stream()
                .map(wanted -> choice(wanted, machines, resolved, images))
                .toList();
    }

    /** A way that needs an image. */
    private record Wanted(String nodeType, Ways.Way way) {
        Optional<String> given() {
            return Optional.ofNullable(way.nodeConfig().get("ImageId")).map(Object::toString);
        }

        boolean isTemplates() {
            return given().isEmpty() && way.nodeConfig().containsKey("LaunchTemplate");
        }

        Optional<String> parameter(Map<String, InstanceTypes.Facts> machines) {
            InstanceTypes.Facts facts = machines.get(way.instanceType());
            if (facts == null || isTemplates()) {
                return Optional.empty();
            }
            String architecture = facts.architectures().contains("x86_64") ? "x86_64" : "arm64";
            return Images.parameter(given(), architecture, facts.gpus() > 0);
        }
    }

    private Choice choice(
            Wanted wanted,
            Map<String, InstanceTypes.Facts> machines,
            Map<String, String> resolved,
            Map<String, Images.Facts> images) {
        String instanceType = wanted.way().instanceType();
        InstanceTypes.Facts machine = machines.get(instanceType);
        Optional<String> parameter = wanted.parameter(machines);
        if (wanted.isTemplates()) {
            return choice(wanted, NO_IMAGE, "the launch template", Optional.empty());
        }
        if (machine == null) {
            return choice(
                    wanted,
                    NO_IMAGE,
                    "",
                    Optional.of(AwsProblems.unknownType(
                            wanted.nodeType(), instanceType, parts.settings().region())));
        }
        if (parameter.orElse("").contains("/deeplearning/")
                && OLD_GPUS.matcher(instanceType).matches()) {
            return choice(
                    wanted,
                    NO_IMAGE,
                    "",
                    Optional.of(AwsProblems.invalid(
                            "AWS-GPU-IMAGE",
                            "node type " + wanted.nodeType() + ": the current Deep Learning images do not drive "
                                    + instanceType,
                            "their NVIDIA driver has no support for the GPUs of p2, p3 and g3",
                            "choose a g4dn, g5, g6 or p4d, or give an `ImageId` with an older, proprietary driver")));
        }
        String id = parameter
                .map(name -> resolved.getOrDefault(name, ""))
                .orElse(wanted.given().orElse(""));
        if (id.isEmpty()) {
            return choice(
                    wanted, NO_IMAGE, "", Optional.of(AwsProblems.noImage(wanted.nodeType(), parameter.orElse(""))));
        }
        Images.Facts image = images.get(id);
        if (image == null) {
            return choice(
                    wanted,
                    new Images.Facts(id, "", "", "", 0, ""),
                    "",
                    Optional.of(AwsProblems.invalid(
                            "AWS-NO-IMAGE",
                            "node type " + wanted.nodeType() + ": there is no image " + id + " in "
                                    + parts.settings().region(),
                            "images differ by region",
                            AwsProblems.remedy("InvalidAMIID.NotFound"))));
        }
        List<String> theirs = machine.architectures();
        boolean fits = theirs.contains(image.architecture()) || !EITHER.contains(image.architecture());
        return choice(
                wanted,
                image,
                parameter.orElse("ImageId"),
                fits
                        ? Optional.empty()
                        : Optional.of(AwsProblems.wrongArchitecture(
                                wanted.nodeType(), instanceType, theirs, id, image.architecture())));
    }

    private static Choice choice(
            Wanted wanted, Images.Facts image, String source, Optional<ProviderException> problem) {
        String instanceType = Objects.requireNonNull(wanted.way().instanceType());
        return new Choice(
                Foundation.factsKey(wanted.nodeType(), instanceType),
                wanted.nodeType(),
                instanceType,
                image.id(),
                image.rootDevice(),
                image.rootGiB(),
                source,
                image.setup(),
                problem);
    }
}
