package io.manta.ui;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The page and what it shows in one file that needs nothing else. The modules become functions that return what they export;
 * scripts are named by their hashes, so that nothing else in the file can run.
 */
public final class ReplayFile {
    private static final Pattern IMPORT = Pattern.compile("(?m)^import \\{ ([^}]+) } from '\\./([\\w.]+)';$");
    private static final Pattern EXPORT = Pattern.compile("(?m)^export (?=(?:async )?(?:function|class|const) (\\w+))");

    private ReplayFile() {}

    /** @param lines of one cluster or several, see {@link ClusterLines} */
    public static String html(String title, String lines) throws IOException {
        String charts = WebFiles.text("vendor/uplot.js").strip();
        String program = program();
        String style = WebFiles.text("vendor/uplot.css") + WebFiles.text("style.css");
        String policy = "default-src 'none'; img-src data:; base-uri 'none'; form-action 'none'; script-src "
                + hash(charts) + " " + hash(program) + "; style-src " + hash(style);
        return """
                <!doctype html>
                <html lang="en">
                <head>
                <meta charset="utf-8">
                <meta http-equiv="Content-Security-Policy" content="%s">
                <meta name="viewport" content="width=device-width, initial-scale=1">
                <meta name="color-scheme" content="light dark">
                <title>%s</title>
                <link rel="icon" href="data:,">
                <style>%s</style>
                </head>
                <body>
                <a class="skip" href="#main">Skip to the cluster</a>
                <div id="root"></div>
                <script type="text/plain" id="recording">%s</script>
                <script>%s</script>
                <script>%s</script>
                </body>
                </html>
                """.formatted(policy, escape(title), style, inert(lines), charts, program);
    }

    static String program() throws IOException {
        var out = new StringBuilder("(() => {\n'use strict';\nconst modules = {};\n");
        for (String name : WebFiles.MODULES) {
            String text = WebFiles.text(name);
            text = IMPORT.matcher(text).replaceAll("const { $1 } = modules['$2'];");
            var exported = new ArrayList<String>();
            Matcher matcher = EXPORT.matcher(text);
            while (matcher.find()) {
                exported.add(matcher.group(1));
            }
            out.append("modules['").append(name).append("'] = (() => {\n");
            out.append(matcher.reset().replaceAll(""));
            out.append("return { ").append(String.join(", ", exported)).append(" };\n})();\n");
        }
        return out.append("})();").toString();
    }

    /** Inside of JSON strings, where alone it can occur, this is the same letter. */
    private static String inert(String lines) {
        return lines.replace("<", "\\u003c");
    }

    private static String escape(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
    }

    private static String hash(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return "'sha256-" + Base64.getEncoder().encodeToString(digest) + "'";
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
