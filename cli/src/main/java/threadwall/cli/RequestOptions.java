package threadwall.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import picocli.CommandLine.Option;
import threadwall.loadgen.http.RequestRoute;
import threadwall.process.PreconditionException;
import threadwall.record.RequestMessage;
import threadwall.record.RequestMessage.RouteMix;

/** What each request is, besides its route, for servers that are none of threadwall's. */
final class RequestOptions {

    private static final String BODY = "body";
    private static final String ROUTES = "routes";

    /** The load engines keep each request of a turn in memory. */
    private static final int MOST_REQUESTS_OF_A_TURN = 1_000;

    private static final long LONGEST_BODY = 1 << 20;

    /** A HEAD has no body that could be checked. */
    private static final Set<String> METHODS = Set.of("GET", "POST", "PUT", "PATCH", "DELETE");

    /** RFC 9110 section 5: a token, and a value of visible characters. */
    private static final Pattern HEADER = Pattern.compile("[!#$%&'*+.^_`|~\\w-]+: *[ -~]*[!-~]");

    private static final Pattern OURS = Pattern.compile(
            "(?i)(?:host|connection|content-length|transfer-encoding|expect|upgrade|keep-alive|te|trailer):.*");

    @Option(
            names = "--method",
            paramLabel = "METHOD",
            description =
                    "Of each request to a --target: GET, POST, PUT, PATCH or DELETE (default: GET, with --body POST).")
    private String method;

    @Option(
            names = "--header",
            paramLabel = "NAME: VALUE",
            description = "Header of each request to a --target; may be repeated.")
    private List<String> headers = List.of();

    @Option(
            names = "--body",
            paramLabel = "TEXT|@FILE",
            description = "Body of each request to a --target, with its type by --header 'Content-Type: …'.")
    private String body;

    @Option(
            names = "--routes",
            split = ",",
            paramLabel = "PATH[=N]",
            converter = WeightedRoute.Converter.class,
            description =
                    "Routes of a --target, requested in turn in place of --route; =N requests one N times a turn. With --engine wrk,"
                            + " vegeta or open-loop.")
    private List<WeightedRoute> routes = List.of();

    /** The first of several, or {@code --route}. */
    String route(String single) {
        return routes.isEmpty() ? single : routes.getFirst().path();
    }

    boolean hasRoutes() {
        return !routes.isEmpty();
    }

    /**
     * @param folder of the run, as written in command lines: the body gets a file there
     * @return {@code null} for a GET without headers of its own
     * @throws PreconditionException (usage)
     */
    RequestMessage message(String folder) throws PreconditionException {
        if (method == null && headers.isEmpty() && body == null && routes.isEmpty()) {
            return null;
        }
        var chosen = method == null ? body == null ? "GET" : "POST" : method;
        if (!METHODS.contains(chosen)) {
            throw PreconditionException.usage("--method %s is none of GET, POST, PUT, PATCH and DELETE", method);
        }
        for (var header : headers) {
            if (!HEADER.matcher(header).matches()) {
                throw PreconditionException.usage("--header '%s' is not NAME: VALUE", header);
            }
            if (OURS.matcher(header).matches()) {
                throw PreconditionException.usage("--header '%s': load generators set this header themselves", header);
            }
        }
        if (body != null && (chosen.equals("GET") || chosen.equals("DELETE"))) {
            throw PreconditionException.usage("--body is for POST, PUT and PATCH, not for %s", chosen);
        }
        requireBody();
        if (headers.stream().map(RequestOptions::name).distinct().count() < headers.size()) {
            throw PreconditionException.usage("--header names one twice, which not all load generators send");
        }
        if (body == null && headers.stream().anyMatch(RequestMessage::isContentType)) {
            throw PreconditionException.usage("--header Content-Type is for a --body, and there is none");
        }
        if (body != null && headers.stream().noneMatch(RequestMessage::isContentType)) {
            throw PreconditionException.usage(
                    "--body has no type: add --header 'Content-Type: application/json', or what it is");
        }
        return new RequestMessage(
                chosen,
                headers.stream().map(header -> header.replaceFirst(": *", ": ")).toList(),
                body == null ? null : folder + "/" + BODY,
                routes.isEmpty() ? null : new RouteMix(words(), folder + "/" + ROUTES));
    }

    private String words() throws PreconditionException {
        if (routes.stream().anyMatch(route -> new RequestRoute(route.path()).sleepMillis() != null)) {
            throw PreconditionException.usage(
                    "--routes cannot have a /json2?time=…, whose answers must be late: request it alone");
        }
        if (routes.stream().mapToInt(WeightedRoute::weight).sum() > MOST_REQUESTS_OF_A_TURN) {
            throw PreconditionException.usage(
                    "the weights of --routes sum to more than %,d: divide them", MOST_REQUESTS_OF_A_TURN);
        }
        return routes.stream().map(WeightedRoute::toString).collect(Collectors.joining(","));
    }

    private static String name(String header) {
        return header.substring(0, header.indexOf(':')).toLowerCase(Locale.ROOT);
    }

    private void requireBody() throws PreconditionException {
        if (body != null && body.isEmpty()) {
            throw PreconditionException.usage("--body is empty: leave it out, or say what to send");
        }
        if (!isFile()) {
            return;
        }
        if (!Files.isRegularFile(file()) || !Files.isReadable(file())) {
            throw PreconditionException.usage("--body @%s is no file that can be read", file());
        }
        long bytes = file().toFile().length();
        if (bytes < 1 || bytes > LONGEST_BODY) {
            throw PreconditionException.usage(
                    "--body @%s has %,d bytes; it may have 1 to %,d", file(), bytes, LONGEST_BODY);
        }
    }

    private boolean isFile() {
        return body != null && body.startsWith("@");
    }

    private Path file() {
        return Path.of(body.substring(1));
    }

    /** Writes the body and the routes, if any, to the run's folder: a record has all that was sent. */
    void write(Path folder) throws IOException {
        if (isFile()) {
            Files.copy(file(), folder.resolve(BODY), StandardCopyOption.REPLACE_EXISTING);
        } else if (body != null) {
            Files.writeString(folder.resolve(BODY), body);
        }
        if (!routes.isEmpty()) {
            Files.write(folder.resolve(ROUTES), WeightedRoute.turns(routes));
        }
    }
}
