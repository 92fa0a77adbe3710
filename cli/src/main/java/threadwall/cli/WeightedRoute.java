package threadwall.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;
import threadwall.loadgen.http.RequestRoute;

/**
 * A route of several.
 *
 * @param path with its query
 * @param weight how often it is requested in a turn of all
 */
record WeightedRoute(String path, int weight) {

    private static final int MOST = 100;

    @Override
    public String toString() {
        return path + "=" + weight;
    }

    /**
     * A turn of all routes: each as often as its weight says, as evenly as can be. That is the smooth weighted round-robin of
     * nginx ({@code ngx_http_upstream_get_peer}): in each step each route gains its weight, and the one with the most is taken
     * and loses the sum of all.
     */
    static List<String> turns(List<WeightedRoute> routes) {
        int sum = routes.stream().mapToInt(WeightedRoute::weight).sum();
        var gained = new int[routes.size()];
        var turns = new ArrayList<String>();
        for (int step = 0; step < sum; step++) {
            int most = 0;
            for (int i = 0; i < gained.length; i++) {
                gained[i] += routes.get(i).weight;
                most = gained[i] > gained[most] ? i : most;
            }
            gained[most] -= sum;
            turns.add(routes.get(most).path);
        }
        return turns;
    }

    /** Reads {@code /prices=3} or {@code /prices}. */
    static final class Converter implements ITypeConverter<WeightedRoute> {

        private static final Pattern WEIGHT = Pattern.compile("\\d{1,9}");

        @Override
        public WeightedRoute convert(String text) {
            int last = text.lastIndexOf('=');
            boolean weighted =
                    last > 0 && WEIGHT.matcher(text.substring(last + 1)).matches() && !isValueOfQuery(text, last);
            var path = weighted ? text.substring(0, last) : text;
            int weight = weighted ? Integer.parseInt(text.substring(last + 1)) : 1;
            if (RequestRoute.isPath(path) && weight >= 1 && weight <= MOST) {
                return new WeightedRoute(path, weight);
            }
            throw new TypeConversionException(
                    "'%s' is not a path such as /prices, or /prices=3 for three times in a turn (1 to %d)"
                            .formatted(text, MOST));
        }

        /** The last parameter of a query has a value before its weight: {@code ?time=100=3}. */
        private static boolean isValueOfQuery(String text, int equals) {
            int parameter = Math.max(text.indexOf('?'), text.lastIndexOf('&', equals));
            return text.indexOf('?') >= 0 && text.lastIndexOf('=', equals - 1) < parameter;
        }
    }
}
