package threadwall.limits;

import java.util.ArrayList;
import java.util.List;

/**
 * What to do about a limit. Commands are for bash, as root unless the advice says otherwise, each list in order; empty
 * where there is none.
 *
 * @param advice what no command says; null when the commands say it all
 * @param now raises it until the next boot (or login)
 * @param keep keeps it over a reboot
 * @param undo puts back what was there, after both
 */
public record Remedy(String advice, List<String> now, List<String> keep, List<String> undo) {

    /** Nothing is to be done. */
    public static final Remedy NONE = new Remedy(null, List.of(), List.of(), List.of());

    public Remedy {
        now = List.copyOf(now);
        keep = List.copyOf(keep);
        undo = List.copyOf(undo);
    }

    static Remedy advice(String sentence) {
        return new Remedy(sentence, List.of(), List.of(), List.of());
    }

    /**
     * Sets a sysctl, and puts it back.
     *
     * @param from the text in force
     */
    static Remedy sysctl(String name, String from, String to) {
        // the last of the same key wins, and Debian's own files go up to 99-sysctl.conf
        String file = "/etc/sysctl.d/99-threadwall-" + name + ".conf";
        return new Remedy(
                null,
                List.of("sysctl -w " + quoted(name + "=" + to)),
                List.of("echo '" + name + " = " + to + "' > " + file),
                List.of("rm -f " + file, "sysctl -w " + quoted(name + "=" + from)));
    }

    /** After this one that one; what was last is undone first. */
    Remedy and(Remedy then) {
        String both = advice == null ? then.advice : then.advice == null ? advice : advice + "; " + then.advice;
        return new Remedy(both, joined(now, then.now), joined(keep, then.keep), joined(then.undo, undo));
    }

    private static List<String> joined(List<String> first, List<String> second) {
        List<String> both = new ArrayList<>(first);
        both.addAll(second);
        return both;
    }

    /** A word as bash takes it for itself. */
    static String quoted(String word) {
        return word.matches("[\\w@%+=:,./-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
