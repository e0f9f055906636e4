package io.manta.cli.simulate;

import io.manta.cli.simulate.SimulationResult.Sample;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** Simulations as curves over time, one colour each, as SVG. */
final class TimelinePicture {
    private static final int WIDTH = 900;
    private static final int HEIGHT = 150;
    private static final int GAP = 50;
    private static final int LEFT = 60;
    private static final int MOST_TICKS = 12;
    private static final long[] STEPS = {60, 300, 900, 1800, 3600, 2 * 3600, 4 * 3600, 6 * 3600, 12 * 3600, 86_400};
    private static final List<String> COLOURS = List.of("#1f77b4", "#d62728", "#2ca02c", "#9467bd");

    private final List<SimulationResult> results;
    private final StringBuilder out = new StringBuilder();
    private final double span;

    private TimelinePicture(List<SimulationResult> results) {
        this.results = results;
        this.span = Math.max(1, largest(Sample::seconds));
    }

    static String of(List<SimulationResult> results) {
        var picture = new TimelinePicture(results);
        picture.draw();
        return picture.out.toString();
    }

    private void draw() {
        add(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" font-family=\"sans-serif\""
                        + " font-size=\"12\">%n<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>%n",
                LEFT + WIDTH + GAP, 4 * (HEIGHT + GAP) + GAP);
        for (int i = 0; i < results.size(); i++) {
            add(
                    "<text x=\"%d\" y=\"20\" fill=\"%s\" font-weight=\"bold\">%s</text>%n",
                    LEFT + 200 * i, colour(i), escaped(results.get(i).name()));
        }
        chart(0, "nodes", Sample::nodes);
        chart(1, "tasks waiting", Sample::waiting);
        chart(2, "busy CPUs", Sample::busyCpus);
        chart(3, "cost so far, $", Sample::costSoFar);
        out.append("</svg>\n");
    }

    private void chart(int row, String title, ToDoubleFunction<Sample> value) {
        int top = GAP + row * (HEIGHT + GAP);
        double most = Math.max(1e-9, largest(value));
        add("<text x=\"%d\" y=\"%d\">%s</text>%n", LEFT, top - 6, title);
        add(
                "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"none\" stroke=\"#999\"/>%n",
                LEFT, top, WIDTH, HEIGHT);
        for (int quarter = 0; quarter <= 4; quarter += 2) {
            double y = top + HEIGHT * (1 - quarter / 4.0);
            label(LEFT - 6, y + 4, "end", amount(most * quarter / 4));
            line(LEFT, y, LEFT + WIDTH, y);
        }
        long step = step();
        for (long at = 0; at <= span; at += step) {
            double x = LEFT + WIDTH * at / span;
            line(x, top, x, top + HEIGHT);
            label(x, top + HEIGHT + 14, "middle", time(at));
        }
        for (int i = 0; i < results.size(); i++) {
            add("<polyline fill=\"none\" stroke-width=\"1.5\" stroke=\"%s\" points=\"", colour(i));
            for (Sample sample : results.get(i).samples()) {
                double x = LEFT + WIDTH * sample.seconds() / span;
                add("%.1f,%.1f ", x, top + HEIGHT * (1 - value.applyAsDouble(sample) / most));
            }
            out.append("\"/>\n");
        }
    }

    private long step() {
        for (long step : STEPS) {
            if (span / step <= MOST_TICKS) {
                return step;
            }
        }
        return (long) Math.ceil(span / MOST_TICKS);
    }

    private static String time(long seconds) {
        return seconds % 60 == 0
                ? String.format(Locale.ROOT, "%d:%02d", seconds / 3600, seconds / 60 % 60)
                : seconds + " s";
    }

    private static String amount(double value) {
        return String.format(Locale.ROOT, value >= 10 || value == 0 ? "%.0f" : "%.1f", value);
    }

    private void label(double x, double y, String anchor, String text) {
        add("<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" fill=\"#555\">%s</text>%n", x, y, anchor, text);
    }

    private void line(double x1, double y1, double x2, double y2) {
        add("<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"#eee\"/>%n", x1, y1, x2, y2);
    }

    @SuppressWarnings("AnnotateFormatMethod") // the annotation would be a dependency for one method
    private void add(String format, Object... values) {
        out.append(String.format(Locale.ROOT, format, values));
    }

    private double largest(ToDoubleFunction<Sample> value) {
        return results.stream()
                .flatMap(result -> result.samples().stream())
                .mapToDouble(value)
                .max()
                .orElse(1);
    }

    private static String colour(int index) {
        return COLOURS.get(index % COLOURS.size());
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
    }
}
