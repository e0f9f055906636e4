package io.manta.cli.config;

import java.nio.file.Path;
import java.util.Locale;

/** What a new cluster is called: after the directory and its user, so that two people's do not meet in one account. */
final class StarterNames {
    private static final int LONGEST = 40;

    private StarterNames() {}

    /** Lower-case letters, digits and dashes, beginning with a letter, as all clouds take it. */
    static String of(Path directory, String user) {
        Path last = directory.getFileName();
        String place = words(last == null ? "" : last.toString());
        String name = place.isEmpty() ? "cluster" : place;
        String own = words(user);
        if (!own.isEmpty() && !own.equals("root") && !name.equals(own)) {
            name = name + "-" + own;
        }
        name = Character.isLetter(name.charAt(0)) ? name : "c-" + name;
        return name.length() <= LONGEST ? name : name.substring(0, LONGEST).replaceAll("-+$", "");
    }

    private static String words(String text) {
        return text.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-").replaceAll("^-+|-+$", "");
    }
}
