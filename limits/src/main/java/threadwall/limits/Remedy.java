package threadwall.limits;

import java.util.List;

/**
 * What to do about a limit. Commands are for bash as root unless they say otherwise, each list in order; empty where
 * there is none.
 *
 * @param advice one sentence, for where no command helps or more is to be said; null when the commands say it all
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
}
