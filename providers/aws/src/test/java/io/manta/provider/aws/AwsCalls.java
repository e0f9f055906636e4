package io.manta.provider.aws;

import io.manta.testkit.FaultyWire;
import io.manta.testkit.FaultyWire.Act;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What AWS calls its calls, and how it words its errors. */
final class AwsCalls {
    private static final Pattern ACTION = Pattern.compile("(?:^|&)Action=([A-Za-z]+)");

    private AwsCalls() {}

    /** Its action, where the protocol has one; else the verb and path. */
    static String name(FaultyWire.Asked asked) {
        Matcher found = ACTION.matcher(asked.body());
        if (found.find()) {
            return found.group(1);
        }
        String target = asked.headers().getFirst("X-Amz-Target");
        return target == null ? asked.verb() + " " + asked.path() : target.substring(target.indexOf('.') + 1);
    }

    /** As EC2 and IAM word it, so that either client understands. */
    static Act error(int status, String code) {
        String error = "<Error><Code>" + code + "</Code><Message>injected</Message></Error>";
        return new Act.Answer(
                status, "<Response><Errors>" + error + "</Errors>" + error + "<RequestID>r</RequestID></Response>");
    }
}
