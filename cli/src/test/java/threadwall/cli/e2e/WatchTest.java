package threadwall.cli.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import threadwall.record.RunFile;
import threadwall.record.WatchRecord;
import threadwall.record.WatchRecord.Role;
import threadwall.record.WatchRecord.Watched;

/** {@code ./threadwall watch} with real servers under real load. */
@Timeout(120)
class WatchTest {

    private static final int CONNECTIONS = 20;

    @TempDir
    private Path temporary;

    private final List<Process> started = new ArrayList<>();
    private int port;

    @BeforeEach
    void choose() throws IOException {
        port = Ports.free();
    }

    @AfterEach
    void end() {
        // each server's supervisor ends with its serve process
        started.forEach(process -> process.destroyForcibly().onExit().join());
    }

    private Process start(ProcessBuilder builder) throws IOException {
        var process = builder.redirectError(ProcessBuilder.Redirect.DISCARD).start();
        started.add(process);
        return process;
    }

    private Process serve(String server, int at) throws IOException {
        var serve = start(Cli.process(List.of("serve", server, "--port", String.valueOf(at))));
        assertThat(serve.inputReader().readLine()).startsWith("READY ");
        return serve;
    }

    /** Holds {@link #CONNECTIONS} connections open until it is ended. */
    private Process load() throws IOException {
        return start(new ProcessBuilder(
                        "ab",
                        "-k",
                        "-q",
                        "-c" + CONNECTIONS,
                        "-n100000000",
                        "http://127.0.0.1:" + port + "/json2?time=50")
                .redirectOutput(ProcessBuilder.Redirect.DISCARD));
    }

    private WatchRecord record(String json) {
        try {
            Files.writeString(temporary.resolve(RunFile.NAME), json);
            return (WatchRecord) RunFile.in(temporary).read().lines().getFirst();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void onceWritesOneRecord() throws Exception {
        serve("kilim", port);
        int other = Ports.free();
        serve("spring-deferred", other);
        load();
        var watched = new ArrayList<Watched>();
        Await.until("the load of kilim", () -> {
            var once = Cli.run("watch", "--once", "--json", "--port", port + "," + other);
            assertThat(once.exitCode()).as(once.err()).isZero();
            assertThat(once.out()).hasLineCount(1);
            watched.clear();
            watched.addAll(record(once.out()).processes());
            return watched.size() == 3
                    && watched.getFirst().connections().getOrDefault("ESTABLISHED", 0L) >= CONNECTIONS;
        });
        assertThat(watched).extracting(Watched::name).containsExactly("kilim", "spring-deferred", "ab");
        assertThat(watched).extracting(Watched::role).containsExactly(Role.SERVER, Role.SERVER, Role.CLIENT);
        assertThat(watched).extracting(Watched::ports).containsExactly(List.of(port), List.of(other), List.of());
        assertThat(watched.getFirst().connections()).containsEntry("ESTABLISHED", (long) CONNECTIONS);
        assertThat(watched.getFirst().threads()).isBetween(5L, 60L);
        assertThat(watched.get(1).connections()).doesNotContainKey("ESTABLISHED");
        assertThat(watched.getLast().threads()).isEqualTo(1);

        var file = temporary.resolve("watch.json");
        var both = Cli.run("watch", "--once", "--json", file.toString(), "--port", String.valueOf(port));
        assertThat(both.out()).contains("kilim").doesNotContain("{");
        assertThat(record(Files.readString(file)).processes())
                .extracting(Watched::name)
                .contains("kilim");
        Cli.run("watch", "--once", "--json", "/nowhere/at/all.json").refused(2, "cannot write /nowhere/at/all.json");

        var all = record(Cli.run("watch", "--once", "--json").out());
        assertThat(all.processes())
                .as("found by themselves, among those of others")
                .extracting(Watched::pid)
                .containsAll(watched.stream().map(Watched::pid).toList());
    }

    @Test
    void plainLinesFollowServersThatComeAndGo() throws Exception {
        var watch = start(Cli.process(List.of("watch", "--interval", "100ms", "--port", String.valueOf(port))));
        var lines = watch.inputReader();
        var first = serve("kilim", port);
        var head = words(lines);
        assertThat(head).startsWith("time", "role", "name", "pid", "port", "threads");
        long before = pid(lines, "server", 0);
        load();
        assertThat(pid(lines, "client", 0)).isEqualTo(started.getLast().pid());
        first.toHandle().destroy();
        assertThat(first.waitFor()).isZero();
        serve("kilim", port);
        assertThat(pid(lines, "server", before)).isNotEqualTo(before);
        signal("TERM", watch.pid());
        assertThat(watch.waitFor()).isEqualTo(143);
    }

    /** PID in the next line with that role and with another PID than this one. */
    private static long pid(BufferedReader lines, String role, long but) throws IOException {
        while (true) {
            var words = words(lines);
            assertThat(words).hasSize(16);
            if (words.get(1).equals(role) && Long.parseLong(words.get(3)) != but) {
                return Long.parseLong(words.get(3));
            }
        }
    }

    private static List<String> words(BufferedReader lines) throws IOException {
        var line = lines.readLine();
        assertThat(line).as("watch has ended").isNotNull();
        return List.of(line.strip().split(" +"));
    }

    @Test
    void endsWithTheProcessesThatWereNamed() throws Exception {
        var sleep = start(new ProcessBuilder("sleep", "600"));
        var watch = start(Cli.process(List.of("watch", "--json", "--interval", "100ms", "--pid", "" + sleep.pid())));
        try (var lines = watch.inputReader()) {
            assertThat(record(lines.readLine()).processes().getFirst().name()).isEqualTo("sleep");
            assertThat(record(lines.readLine()).processes().getFirst().cpuShare())
                    .isNotNull();
            sleep.destroyForcibly().waitFor();
            assertThat(watch.waitFor()).isZero();
        }
    }

    /** On a pseudo-terminal, made by script(1). */
    @ParameterizedTest
    @CsvSource({"INT, 130, C.UTF-8, █", "TERM, 143, POSIX, #"})
    void redrawsInPlaceAndRestoresTheTerminal(String signal, int code, String locale, String level) throws Exception {
        var terminal = terminal(locale, "TERM=xterm");
        var output = terminal.getInputStream();
        var screen = new StringBuilder();
        while (!screen.toString().contains("sleep")) {
            screen.append(new String(readSome(output), StandardCharsets.UTF_8));
        }
        assertThat(screen.toString()).startsWith("\u001b[?1049h\u001b[?25l");
        signal(signal, watching(terminal));
        screen.append(new String(output.readAllBytes(), StandardCharsets.UTF_8));
        assertThat(terminal.waitFor()).isEqualTo(code);
        var parts = screen.toString().split("\u001b\\[\\?25h\u001b\\[\\?1049l");
        assertThat(parts).as("the terminal is left once").hasSize(2);
        assertThat(parts[1])
                .as("the last drawing, plain")
                .contains("sleep", level)
                .doesNotContain("\u001b");
        assertThat(parts[1].lines()).allSatisfy(line -> assertThat(line).hasSizeLessThan(100));
    }

    @Test
    void printsPlainLinesOnADumbTerminal() throws Exception {
        var terminal = terminal("C.UTF-8", "TERM=dumb");
        var lines = terminal.inputReader();
        assertThat(words(lines)).startsWith("time", "role");
        assertThat(words(lines)).contains("sleep").hasSize(16);
        signal("INT", watching(terminal));
        assertThat(terminal.waitFor()).isEqualTo(130);
    }

    private Process terminal(String locale, String type) throws IOException {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/script")), "no script(1) to give it a terminal");
        var sleep = start(new ProcessBuilder("sleep", "600"));
        var watch = Cli.process(List.of("watch", "--interval", "100ms", "--pid", "" + sleep.pid()))
                .command();
        var line = "stty cols 100 rows 30; exec env -u NO_COLOR LC_ALL=%s %s %s"
                .formatted(locale, type, String.join(" ", watch));
        var terminal = new ProcessBuilder("script", "-qec", line, "/dev/null");
        terminal.environment().put("SHELL", "/bin/sh");
        return start(Java.withoutToolOptions(terminal));
    }

    private static byte[] readSome(InputStream in) throws IOException {
        var some = new byte[8_192];
        int read = in.read(some);
        assertThat(read).as("watch has ended").isPositive();
        return Arrays.copyOf(some, read);
    }

    private static long watching(Process terminal) {
        return terminal.descendants()
                .filter(process -> process.info().command().orElse("").endsWith("/java"))
                .findFirst()
                .orElseThrow()
                .pid();
    }

    private static void signal(String name, long pid) throws Exception {
        var kill = new ProcessBuilder("kill", "-" + name, String.valueOf(pid)).start();
        assertThat(kill.waitFor(10, TimeUnit.SECONDS)).isTrue();
        assertThat(kill.exitValue()).isZero();
    }

    @Test
    void onceWithoutProcessesIsAFailure() {
        Cli.run("watch", "--once", "--port", String.valueOf(port))
                .refused(1, "nothing to watch yet: no server listens on port " + port);
        var json = Cli.run("watch", "--once", "--json", "--port", String.valueOf(port));
        assertThat(json.exitCode()).isEqualTo(1);
        assertThat(record(json.out()).processes()).isEmpty();
    }

    @Test
    void aMissingPidIsRefused() throws Exception {
        var gone = start(new ProcessBuilder("true"));
        gone.waitFor();
        Cli.run("watch", "--pid", "" + gone.pid()).refused(4, "--pid " + gone.pid() + ": there is no such process");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "--port     | 70000 | --port must be from 1 to 65535",
                "--pid      | 0     | --pid must be above 0",
                "--pid      | java  | 'java' is not a long",
                "--interval | 1ms   | '1ms' is not a time such as 500ms, 75, 75s or 2m",
                "--interval | soon  | 'soon' is not a time"
            })
    void reportsAnInvalidOption(String option, String value, String message) {
        Cli.run("watch", option, value).refused(2, message);
    }
}
