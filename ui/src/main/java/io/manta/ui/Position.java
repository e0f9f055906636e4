package io.manta.ui;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How far a page has read: events and the newest file of samples are only ever appended to.
 *
 * @param samples name of the file of samples read last; empty before the first
 */
record Position(long events, String samples, long samplesOffset) {
    private static final Pattern TEXT = Pattern.compile("(\\d{1,15})~([\\w.-]{0,40})~(\\d{1,15})");

    static final Position START = new Position(0, "", 0);

    Position withEvents(long offset) {
        return new Position(offset, samples, samplesOffset);
    }

    @Override
    public String toString() {
        return events + "~" + samples + "~" + samplesOffset;
    }

    /** Pages send back what they were given; anything else begins anew. */
    static Position parse(String text) {
        Matcher matcher = TEXT.matcher(text);
        return matcher.matches()
                ? new Position(Long.parseLong(matcher.group(1)), matcher.group(2), Long.parseLong(matcher.group(3)))
                : START;
    }
}
