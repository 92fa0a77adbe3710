package threadwall.cli;

import java.util.HashSet;
import java.util.regex.Pattern;
import threadwall.loadgen.http.TargetAnswer;
import threadwall.process.PreconditionException;
import threadwall.record.StepPlan.Program;
import threadwall.record.StepPlan.TargetSettings;

/**
 * What {@code --expect} says of each response.
 *
 * @param status {@code null} = not said, like the others
 * @param jsonPath as {@link TargetSettings} has it
 */
record ExpectedAnswer(Integer status, String contains, String jsonPath) {

    static final ExpectedAnswer ANY = new ExpectedAnswer(null, null, null);

    /** A comma is a part of a value unless a key follows it. */
    private static final Pattern BETWEEN = Pattern.compile(",(?=(?:status|contains|json-path)=)");

    /** The load generators count a response of any other status as a failed request. */
    private static final Pattern STATUS = Pattern.compile("2\\d\\d");

    /** @throws PreconditionException (usage) */
    static ExpectedAnswer parse(String text) throws PreconditionException {
        var answer = ANY;
        var keys = new HashSet<String>();
        for (var part : BETWEEN.split(text)) {
            int equals = part.indexOf('=');
            var key = equals < 0 ? part : part.substring(0, equals);
            var value = part.substring(equals + 1);
            if (equals < 0 || value.isEmpty() || !keys.add(key)) {
                throw malformed(text);
            }
            answer = switch (key) {
                case "status" -> new ExpectedAnswer(status(value), answer.contains, answer.jsonPath);
                case "contains" -> new ExpectedAnswer(answer.status, value, answer.jsonPath);
                case "json-path" -> new ExpectedAnswer(answer.status, answer.contains, value);
                default -> throw malformed(text);
            };
        }
        return answer;
    }

    /**
     * @param status {@code null} = not said, like the others
     * @throws PreconditionException (usage)
     */
    static ExpectedAnswer of(Integer status, String contains, String jsonPath) throws PreconditionException {
        return new ExpectedAnswer(status == null ? null : status(status.toString()), contains, jsonPath);
    }

    private static PreconditionException malformed(String text) {
        return PreconditionException.usage(
                "--expect '%s' is not status=201, contains=TEXT, json-path=$.items[0].id, or several of these with commas"
                        + " between them",
                text);
    }

    private static Integer status(String value) throws PreconditionException {
        if (!STATUS.matcher(value).matches()) {
            throw PreconditionException.usage(
                    "--expect status=%s: it must be from 200 to 299; load generators count any other status as a failed"
                            + " request",
                    value);
        }
        return Integer.valueOf(value);
    }

    /** @throws PreconditionException (usage) for a malformed path */
    TargetSettings settings(Program program, String ignore) throws PreconditionException {
        var settings = new TargetSettings(program, status, contains, jsonPath, ignore);
        try {
            TargetAnswer.of(settings);
        } catch (IllegalArgumentException e) {
            throw PreconditionException.usage("--expect json-path=%s: %s", jsonPath, e.getMessage());
        }
        return settings;
    }
}
