package threadwall.loadgen.sweep.plan;

import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import threadwall.loadgen.engine.LoadEngine;
import threadwall.loadgen.http.RequestRoute;
import threadwall.loadgen.sweep.plan.SweepConfig.Target;
import threadwall.process.PreconditionException;
import threadwall.record.ClientLoad;
import threadwall.record.CommandLine;
import threadwall.record.StepPlan;

/**
 * A load by a user's own command line, in which {@code ab} makes it. It becomes the only step of a run, without a warm-up.
 *
 * @param url of the server, with the route
 * @param requests {@code null} for {@code -t}, which ends the load by time
 * @param source {@code -B}; {@code null} if the kernel chooses it
 * @param log {@code -g}; {@code null} for none
 */
public record UserLoad(
        URI url, int connections, Long requests, boolean keepAlive, int timeoutSeconds, String source, String log) {

    /** A word of a shell, or what ends a command. */
    private static final Pattern TOKEN = Pattern.compile("[;&|()]|(?:'[^']*'|\"[^\"]*\"|[^\\s;&|()'\"])+");

    private static final Set<String> ENDS = Set.of(";", "&", "|", "(", ")");

    private static final Pattern IPV4 = Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}");

    /** Options with a value, by {@code ab.c} of httpd 2.4. */
    private static final String WITH_VALUE = "nctsbTpuvxyzCHPAgXeBmZfE";

    /** Of other requests than a GET, by which the answers are checked. */
    private static final Set<Character> OTHER_REQUESTS = Set.of('p', 'u', 'm', 'i', 'T', 'H', 'C', 'A', 'P', 'X');

    private static final int DEFAULT_TIMEOUT = 30;

    /** The source that the kernel chooses for any address of 127.0.0.0/8. */
    private static final String LOOPBACK = "127.0.0.1";

    private static final int VERIFIERS = 4;

    /** @throws PreconditionException (usage) when these words have no ab, several, or one whose requests are no plain GETs */
    public static UserLoad parse(List<String> words) throws PreconditionException {
        var tokens = tokens(words);
        var places = IntStream.range(0, tokens.size())
                .filter(i -> tokens.get(i).equals("ab") || tokens.get(i).endsWith("/ab"))
                .toArray();
        if (places.length != 1) {
            throw PreconditionException.usage(
                    "record runs a load by one ab, such as: ab -c 100 -n 10000 'http://127.0.0.1:8080/json2?time=100'; the"
                            + " command has %s",
                    places.length == 0 ? "none" : places.length + " of them");
        }
        var options = new Options(tokens.subList(places[0] + 1, tokens.size()).stream()
                .takeWhile(token -> !ENDS.contains(token))
                .toList());
        options.read();
        return options.load();
    }

    /** A word with blanks is a line for a shell, such as that of {@code bash -c}. */
    private static List<String> tokens(List<String> words) {
        return words.stream()
                .flatMap(word -> word.chars().noneMatch(Character::isWhitespace)
                        ? Stream.of(word)
                        : TOKEN.matcher(word)
                                .results()
                                .map(token -> token.group().replaceAll("['\"]", "")))
                .toList();
    }

    /** Reads what follows the word {@code ab}. */
    private static final class Options {

        private final Deque<String> words;
        private URI url;
        private int connections = 1;
        private Long requests = 1L;
        private boolean keepAlive;
        private int timeoutSeconds = DEFAULT_TIMEOUT;
        private String source;
        private String log;

        Options(List<String> words) {
            this.words = new ArrayDeque<>(words);
        }

        void read() throws PreconditionException {
            while (!words.isEmpty()) {
                var word = words.remove();
                if (word.startsWith("-") && word.length() > 1) {
                    readOptions(word);
                } else {
                    readUrl(word);
                }
            }
        }

        UserLoad load() throws PreconditionException {
            if (url == null) {
                throw PreconditionException.usage("the ab of the command has no URL");
            }
            return new UserLoad(url, connections, requests, keepAlive, timeoutSeconds, source, log);
        }

        private void readUrl(String word) throws PreconditionException {
            if (word.startsWith("2>")) { // where its errors go
                if (word.equals("2>")) {
                    words.poll();
                }
                return;
            }
            if (word.startsWith(">") || word.startsWith("1>")) {
                throw PreconditionException.usage(
                        "the output of the command's ab goes to '%s', and record reads it: pipe it through tee instead",
                        word);
            }
            if (word.contains("$")) {
                throw PreconditionException.usage(
                        "the ab of the command has '%s', and record does not know its value: write it out", word);
            }
            try {
                url = URI.create(word);
                if (!"http".equals(url.getScheme())
                        || url.getHost() == null
                        || url.getRawPath().isEmpty()) {
                    throw new IllegalArgumentException(word);
                }
            } catch (IllegalArgumentException e) {
                throw PreconditionException.usage(
                        "the ab of the command has '%s' where it needs a URL such as http://127.0.0.1:8080/json (not https)",
                        word);
            }
        }

        /** @param word one or more of them, of which the last may have a value, here or in the next word */
        private void readOptions(String word) throws PreconditionException {
            for (int i = 1; i < word.length(); i++) {
                char option = word.charAt(i);
                if (OTHER_REQUESTS.contains(option)) {
                    throw PreconditionException.usage(
                            "record checks answers by a plain GET, and the ab of the command has -%s: use ./threadwall sweep"
                                    + " --target, with --method, --header and --body",
                            option);
                }
                if (WITH_VALUE.indexOf(option) >= 0) {
                    read(option, i + 1 < word.length() ? word.substring(i + 1) : words.isEmpty() ? "" : words.remove());
                    return;
                }
                keepAlive |= option == 'k';
            }
        }

        private void read(char option, String value) throws PreconditionException {
            try {
                switch (option) {
                    case 'c' -> connections = positive(value);
                    case 'n' -> {
                        int number = positive(value);
                        requests = requests == null ? null : Long.valueOf(number); // -t ends the load as well
                    }
                    case 't' -> requests = null;
                    case 's' -> timeoutSeconds = positive(value);
                    case 'B' -> source = address(value);
                    case 'g' -> log = value;
                    default -> {} // it changes nothing that is measured
                }
            } catch (NumberFormatException e) {
                throw PreconditionException.usage(
                        "the ab of the command has -%s %s, which is no number", option, value);
            }
        }
    }

    private static int positive(String text) {
        int number = Integer.parseInt(text);
        if (number < 1) {
            throw new NumberFormatException(text);
        }
        return number;
    }

    private static String address(String text) throws PreconditionException {
        if (!IPV4.matcher(text).matches()) {
            throw PreconditionException.usage("the ab of the command has -B %s, which is no IPv4 address", text);
        }
        return text;
    }

    /** {@code http://127.0.0.1:8080}; ab's default port is 80. */
    public String server() {
        return "http://%s:%d".formatted(url.getHost(), url.getPort() < 0 ? 80 : url.getPort());
    }

    /** {@code /json2?time=100}. */
    public String route() {
        return url.getRawQuery() == null ? url.getRawPath() : url.getRawPath() + "?" + url.getRawQuery();
    }

    /**
     * The step.
     *
     * @param words the command, which is run as it is
     * @param directory in which it is run
     */
    public StepPlan step(Target.Running target, List<String> words, Path directory) {
        var route = new RequestRoute(route());
        var sleep = route.sleepMillis();
        int patience = timeoutSeconds + (sleep == null ? 0 : Math.ceilDiv(sleep, 1_000));
        var file = log == null ? null : directory.resolve(log).toString();
        var load = new ClientLoad(
                url.toString(),
                connections,
                requests,
                null,
                null,
                null,
                source == null ? LOOPBACK : source,
                keepAlive,
                false,
                timeoutSeconds,
                file);
        return new StepPlan(
                1,
                target.name(),
                1,
                new StepPlan.LoadSettings(
                        route.text(),
                        sleep,
                        connections,
                        requests,
                        null,
                        null,
                        keepAlive,
                        LoadEngine.AB.name(),
                        VERIFIERS,
                        patience),
                new StepPlan.WarmUpSettings(0, null, null),
                new StepPlan.ServerSettings(null, null, null, null, target.settings(), null),
                List.of(new StepPlan.Shard(target.url().toString(), target.pids(), null, null, null)),
                List.of(new StepPlan.Client(
                        0, null, null, new StepPlan.PlannedLoad(load, new CommandLine(words), directory.toString()))),
                List.of(),
                new StepPlan.DataSettings(null, null, null),
                null);
    }
}
