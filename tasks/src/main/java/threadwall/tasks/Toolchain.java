package threadwall.tasks;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What {@code task-programs/build.sh} printed about a family of programs.
 *
 * @param text by state: versions of the toolchain; what is missing and how to get it; why the build failed
 */
record Toolchain(String family, State state, String text) {

    private static final Pattern LINE = Pattern.compile("([a-z0-9.-]+) (ready|missing|failed) (.+)");

    enum State {
        READY,
        MISSING,
        FAILED
    }

    /** Empty for any other line. */
    static Optional<Toolchain> parse(String line) {
        var match = LINE.matcher(line.strip());
        return match.matches()
                ? Optional.of(new Toolchain(
                        match.group(1), State.valueOf(match.group(2).toUpperCase(Locale.ROOT)), match.group(3)))
                : Optional.empty();
    }
}
