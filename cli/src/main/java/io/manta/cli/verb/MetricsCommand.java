package io.manta.cli.verb;

import io.manta.cli.Call;
import io.manta.cli.ExitCode;
import io.manta.cli.Syntax;
import io.manta.cli.Verb;
import io.manta.ui.metrics.Boards;
import java.io.IOException;

/** {@code manta metrics}: files for those who watch clusters with Prometheus and Grafana. */
public final class MetricsCommand implements Verb {
    @Override
    public Syntax syntax() {
        return Syntax.of("metrics", "print a Grafana dashboard or Prometheus alerts for Manta's metrics")
                .parameter("WHAT", "grafana: a dashboard to import; alerts: rules for Prometheus")
                .detail("""
                        The autoscaler serves http://127.0.0.1:44217/metrics on the head, with the names of Ray's autoscaler \
                        and Manta's own. Set AUTOSCALER_METRIC_PORT for another port, MANTA_METRICS_HOST for another \
                        address. When the port is taken it uses a free one; Ray's service discovery lists it either way.""")
                .example("manta metrics grafana > manta.json", "then import the file in Grafana")
                .example("manta metrics alerts > manta-rules.yaml", "then name the file in Prometheus' rule_files");
    }

    @Override
    public int run(Call call) throws IOException {
        String what = call.required("WHAT");
        switch (what) {
            case "grafana" -> call.console().data(Boards.grafana().stripTrailing());
            case "alerts" -> call.console().data(Boards.alerts().stripTrailing());
            default -> throw call.usage("unknown '" + what + "': choose grafana or alerts");
        }
        return ExitCode.OK;
    }
}
