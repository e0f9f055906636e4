package io.manta.config.tool;

import io.manta.config.resolve.RayInstallation;
import io.manta.config.schema.Providers;
import io.manta.config.tool.StarterConfigs.Preset;

/** Puts a starter file together: name, provider, login, node types, containers, commands. */
final class StarterText {
    private final String provider;
    private final Preset preset;
    private final String name;
    private final StringBuilder out = new StringBuilder();

    StarterText(String provider, Preset preset, String name) {
        this.name = name;
        this.provider = provider;
        this.preset = preset;
    }

    String text() {
        out.append("""
                # yaml-language-server: $schema=./cluster.schema.json
                # (editors complete and check this file with it: `manta schema >cluster.schema.json`)
                """);
        out.append("# ")
                .append(Character.toUpperCase(preset.summary().charAt(0)))
                .append(preset.summary().substring(1))
                .append(", provider ")
                .append(provider)
                .append(".\n");
        out.append(
                "# Check it with `manta validate`, see all of it with `manta config`, start it with `manta up` in this directory.\n");
        out.append("cluster_name: ").append(name).append("\n\n");
        out.append(providerBlock()).append('\n');
        if (!provider.equals(Providers.LOCAL)) {
            limits();
            types();
        }
        if (preset == Preset.DOCKER) {
            docker();
        }
        commands();
        return out.toString();
    }

    private String providerBlock() {
        return switch (provider) {
            case Providers.LOCALHOST -> """
                    provider:
                      type: localhost              # every node is a group of processes on this machine
                      # python: ~/venv             # a virtual environment with Ray; without it, one is made
                    """;
            case Providers.SIMULATED -> """
                    provider:
                      type: simulated              # machines in memory only: try `manta simulate`
                    """;
            case Providers.LOCAL -> """
                    provider:
                      type: local
                      head_ip: 192.168.1.10        # address or name of the head, as you reach it with ssh
                      worker_ips:                  # all workers
                        - 192.168.1.11
                        - 192.168.1.12

                    auth:
                      ssh_user: ubuntu
                      # ssh_private_key: ~/.ssh/id_ed25519
                    """;
            case Providers.AWS -> """
                    provider:
                      type: aws
                      region: us-west-2
                      availability_zone: us-west-2a,us-west-2b   # tried in this order
                      cache_stopped_nodes: false   # delete machines; true stops them, which still costs their disks

                    auth:
                      ssh_user: ubuntu             # a key pair is made for you
                    """;
            case Providers.GCP -> """
                    provider:
                      type: gcp
                      region: us-west1
                      availability_zone: us-west1-a
                      # project_id: my-project     # without it: the project that gcloud is set to

                    auth:
                      ssh_user: ubuntu             # a key is made for you
                    """;
            case Providers.KUBERNETES -> """
                    provider:
                      type: kubernetes             # uses the current kubectl context
                      namespace: ray               # made when it does not exist
                      use_internal_ips: true
                    """;
            default -> """
                    provider:
                      type: external
                      module: mypackage.provider.MyNodeProvider   # a class that can be imported here and on the head
                    """;
        };
    }

    private void limits() {
        boolean alone = preset == Preset.GPU_NODE;
        out.append("max_workers: ")
                .append(alone ? "0" : provider.equals(Providers.LOCALHOST) ? "2" : "10")
                .append(alone ? "                       # the head is the whole cluster\n" : "\n");
        out.append("idle_timeout_minutes: 5\n\n");
    }

    private void types() {
        boolean gpuHead = preset == Preset.GPU_NODE || preset == Preset.GPU_HEAD;
        out.append("head_node_type: head\navailable_node_types:\n  head:\n");
        out.append(StarterMachines.of(provider, gpuHead ? StarterMachines.Kind.GPU : StarterMachines.Kind.SMALL));
        if (preset == Preset.GPU_NODE) {
            out.append('\n');
            return;
        }
        out.append(
                "  worker:\n    min_workers: 0                     # nothing runs, and nothing costs, while there is no work\n");
        boolean gpu = preset == Preset.AUTOSCALING_GPU;
        out.append(StarterMachines.of(provider, gpu ? StarterMachines.Kind.GPU_WORKER : StarterMachines.Kind.WORKER));
        out.append('\n');
    }

    private void docker() {
        out.append("""
                docker:
                  image: rayproject/ray:%s
                  container_name: ray_container
                  run_options:
                    - --ulimit nofile=65536:65536

                """.formatted(RayInstallation.VERSION));
    }

    private void commands() {
        switch (provider) {
            case Providers.LOCAL, Providers.AWS, Providers.GCP -> {
                if (preset != Preset.DOCKER) {
                    out.append("""
                            install_ray: %s                  # in a Python environment of its own, or the image's
                            # setup_commands:                    # run after that, on every node; each must be able to run twice
                            #   - pip install numpy
                            """.formatted(RayInstallation.VERSION));
                } else {
                    out.append("setup_commands: []                   # the image has Ray\n");
                }
            }
            case Providers.EXTERNAL -> out.append("setup_commands: []\n");
            default ->
                out.append(
                        "# setup_commands:                    # run on every node before Ray starts\n#   - pip install numpy\n");
        }
    }
}
