package threadwall.limits;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The lines of {@code /etc/security/limits.conf}, then those of {@code limits.d/*.conf} sorted by file name.
 * pam_limits applies them at login (limits.conf(5), pam_limits(8)).
 *
 * <p>A line for the user takes precedence over one for a group, and that over {@code *}, wherever they stand; of equals the
 * later wins (pam_limits.c, {@code process_limit}). For root only a line with the literal name counts.
 *
 * @param lines all that set something, in order
 * @param active whether any file of {@code /etc/pam.d} calls pam_limits.so
 */
record PamLimits(List<Line> lines, boolean active) {

    /** One line. The values "unlimited", "infinity" and "-1" mean no limit. */
    record Line(String file, String domain, String type, String item, OptionalLong value) {

        private static final Pattern RANGE = Pattern.compile("(\\d*):(\\d*)");

        /** As it stands in the file, with the file: "/etc/security/limits.conf: * hard nofile 20000". */
        @Override
        public String toString() {
            String amount = value.isPresent() ? Long.toString(value.getAsLong()) : "unlimited";
            return "%s: %s %s %s %s".formatted(file, domain, type, item, amount);
        }

        private boolean sets(String requested, boolean hard) {
            return item.equals(requested) && (type.equals("-") || type.equals(hard ? "hard" : "soft"));
        }

        /** Precedence: 2 for the user, 1 for a group, 0 for everybody, less when the line applies to others only. */
        private int rank(UserAccount user) {
            if (domain.equals(user.name())) {
                return 2;
            }
            if (user.root()) {
                return -1;
            }
            if (domain.startsWith("@")) {
                String group = domain.substring(1);
                return user.groups().contains(group) || inRange(group, user.gid()) ? 1 : -1;
            }
            if (inRange(domain, user.uid())) {
                return 2;
            }
            return domain.equals("*") ? 0 : -1;
        }

        /** "1000:2000"; "1000:" has no upper end; ":1000" is that id alone. */
        private static boolean inRange(String text, long id) {
            Matcher range = RANGE.matcher(text);
            if (!range.matches() || text.equals(":")) {
                return false;
            }
            long high = range.group(2).isEmpty() ? Long.MAX_VALUE : Long.parseLong(range.group(2));
            long low = range.group(1).isEmpty() ? high : Long.parseLong(range.group(1));
            return low <= id && id <= high;
        }
    }

    static PamLimits read(Path root) {
        List<Line> lines = new ArrayList<>();
        List<String> files = new ArrayList<>();
        files.add("etc/security/limits.conf");
        files.addAll(ConfigFiles.in(root, "etc/security/limits.d", ".conf"));
        for (String file : files) {
            String text = new SystemFiles(root).text(file);
            if (text != null) {
                text.lines()
                        .map(line -> parse(file, line))
                        .flatMap(Optional::stream)
                        .forEach(lines::add);
            }
        }
        boolean active = ConfigFiles.in(root, "etc/pam.d", "").stream()
                .map(new SystemFiles(root)::text)
                .anyMatch(text -> text != null
                        && text.lines().anyMatch(line -> line.matches("\\s*-?session\\s.*pam_limits\\.so.*")));
        return new PamLimits(List.copyOf(lines), active);
    }

    private static Optional<Line> parse(String file, String line) {
        String[] words = line.replaceFirst("#.*", "").strip().split("\\s+");
        if (words.length != 4) {
            return Optional.empty();
        }
        boolean none = words[3].matches("unlimited|infinity|-1");
        if (!none && !words[3].matches("\\d{1,18}")) {
            return Optional.empty();
        }
        OptionalLong value = none ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(words[3]));
        return Optional.of(new Line("/" + file, words[0], words[1], words[2], value));
    }

    /** The line that sets a user's limit; empty when none does, or when no login calls pam_limits. */
    Optional<Line> deciding(UserAccount user, String item, boolean hard) {
        return !active
                ? Optional.empty()
                : lines.stream()
                        .filter(line -> line.sets(item, hard) && line.rank(user) >= 0)
                        .reduce((before, later) -> later.rank(user) >= before.rank(user) ? later : before);
    }

    /** The limit after a login: the value of the lines, or else the one before. */
    ResourceLimit applied(UserAccount user, String item, ResourceLimit before) {
        if (before == null) {
            return null;
        }
        OptionalLong hard = deciding(user, item, true).map(Line::value).orElse(before.hard());
        OptionalLong soft = deciding(user, item, false).map(Line::value).orElse(before.soft());
        return new ResourceLimit(
                hard.isPresent() && (soft.isEmpty() || soft.getAsLong() > hard.getAsLong()) ? hard : soft, hard);
    }
}
