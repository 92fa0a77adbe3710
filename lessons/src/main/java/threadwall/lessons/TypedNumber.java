package threadwall.lessons;

import java.util.OptionalDouble;
import java.util.regex.Pattern;

/** A number as a learner types it: {@code 1,200}, {@code 0.5}, {@code 40k}. */
public final class TypedNumber {

    private static final Pattern FORM = Pattern.compile("(\\d{1,3}(?:,\\d{3})+|\\d{1,18})(\\.\\d+)?([kM]?)");

    private TypedNumber() {}

    /** Empty for what is no number, such as one with a sign or a unit. */
    public static OptionalDouble parse(String typed) {
        var form = FORM.matcher(typed.strip());
        if (!form.matches()) {
            return OptionalDouble.empty();
        }
        var fraction = form.group(2) == null ? "" : form.group(2);
        double factor =
                switch (form.group(3)) {
                    case "k" -> 1e3;
                    case "M" -> 1e6;
                    default -> 1;
                };
        return OptionalDouble.of(factor * Double.parseDouble(form.group(1).replace(",", "") + fraction));
    }

    /** What to say of a text that is none. */
    public static String complaint(String typed) {
        return "'%s' is no number such as 1200, 0.5 or 40k".formatted(typed);
    }
}
