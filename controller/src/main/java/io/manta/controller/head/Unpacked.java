package io.manta.controller.head;

/** What lies on heads by content and is shared by all clusters there. */
final class Unpacked {
    private Unpacked() {}

    /**
     * Shell text that unpacks its input as a directory of this name. It gets the name when it is complete: what was cut off
     * is never used, and whoever brings the same at the same time does no harm.
     *
     * @param unpack shell text that unpacks into the directory {@code $part}
     */
    static String as(String id, String unpack) {
        return """
                mkdir -p "$HOME/.manta/runtime" && cd "$HOME/.manta/runtime" || exit 1
                find . -maxdepth 1 -name '*.part.*' -mmin +60 -exec rm -rf {} + 2>/dev/null
                part=%1$s.part.$$
                trap 'rm -rf $part' EXIT
                mkdir $part && %2$s || exit 1
                [ -d %1$s ] || mv -T $part %1$s 2>/dev/null || [ -d %1$s ] || mv $part %1$s || exit 1
                """.formatted(id, unpack);
    }
}
