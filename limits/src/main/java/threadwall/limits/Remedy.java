package threadwall.limits;

import java.util.ArrayList;
import java.util.List;

/**
 * What to do about a limit. Commands are for bash, as root unless the advice says otherwise, each list in order; a list
 * is empty where no command helps.
 *
 * @param advice what no command says; null when the commands say it all
 * @param now raises the limit until the next boot or login
 * @param keep keeps it raised over a reboot
 * @param undo restores the old value, after both
 */
public record Remedy(String advice, List<String> now, List<String> keep, List<String> undo) {

    /** Nothing to do. */
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
     * Sets a sysctl, and restores it.
     *
     * @param from the text in force
     */
    static Remedy sysctl(String name, String from, String to) {
        // the last file with a key wins, and Debian's own files go up to 99-sysctl.conf
        String file = "/etc/sysctl.d/99-threadwall-" + name + ".conf";
        return new Remedy(
                null,
                List.of("sysctl -w " + quoted(name + "=" + to)),
                List.of("echo '" + name + " = " + to + "' > " + file),
                List.of("rm -f " + file, "sysctl -w " + quoted(name + "=" + from)));
    }

    /** This remedy of one sysctl without a file, which would only lower what the next boot sets. */
    Remedy untilBoot(String why) {
        return new Remedy(why, now, List.of(), undo.subList(1, undo.size()));
    }

    /** This remedy, then that one; undo runs in reverse order. */
    Remedy and(Remedy then) {
        String both = advice == null ? then.advice : then.advice == null ? advice : advice + "; " + then.advice;
        return new Remedy(both, joined(now, then.now), joined(keep, then.keep), joined(then.undo, undo));
    }

    private static List<String> joined(List<String> first, List<String> second) {
        List<String> both = new ArrayList<>(first);
        both.addAll(second);
        return both;
    }

    /** A word, quoted for bash where it needs that. */
    static String quoted(String word) {
        return word.matches("[\\w@%+=:,./-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
