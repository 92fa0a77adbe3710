package threadwall.cli.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.net.URI;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import threadwall.loadgen.http.ServerIdentity;
import threadwall.loadgen.testbed.ServerCatalog;
import threadwall.loadgen.testbed.ServerProcess;

/** What cannot be done is said in one clear line, with an exit code of its own, before anything starts. */
class BadUsageTest {

    @TempDir
    private Path temporary;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "--connections 5x                  | '5x' is not a count such as 500, 5k or 1M",
                "--connections 0                   | '0' is not a count",
                "--connections ,                   | option '--connections': ',' is an empty list",
                "--servers tomcat                  | no server 'tomcat'; there are spring-blocking, spring-virtual",
                "--route json                      | --route 'json' is not a path",
                "--port 70000                      | --port must be from 1 to 65535, not 70000",
                "--postgres http://127.0.0.1:5432  | --postgres must be jdbc:postgresql://HOST:PORT/DATABASE",
                "--store disk                      | --store must be postgres or embedded, not disk",
                "--store embedded --postgres jdbc:postgresql://h/d | --postgres does not apply to the embedded store",
                "--route /fortunes --postgres jdbc:postgresql://h/d | no server of this sweep uses PostgreSQL; add --store postgres",
                "--dry-run --postgres jdbc:postgresql://h/d | no server of this sweep uses PostgreSQL; add --store postgres",
                "--db-connections 0                | '0' is not a count",
                "--requests 4y                     | '4y' is not a count",
                "--full-house --route /json        | --full-house sets the sleep",
                "--target mine                     | is neither NAME=http://127.0.0.1:PORT",
                "--target mine=https://127.0.0.1:1 | is neither NAME=http://127.0.0.1:PORT",
                "--target mine=true                | the command has to say where it listens: add {port}",
                "--target mine={port} --ready up   | --ready 'up' is not a path such as /actuator/health",
                "--target mine={port} --ignore (   | --ignore '(' is not a regular expression of Java: Unclosed group",
                "--target mine={port} --ignore x   | --ignore does not apply to --route /json2?time=100",
                "--target mine={port} --expect hello | --expect 'hello' is not status=201, contains=TEXT",
                "--target mine={port} --expect status=201,status=202 | is not status=201, contains=TEXT",
                "--target mine={port} --expect status=404 | --expect status=404: it must be from 200 to 299",
                "--target mine={port} --expect json-path=id | 'id' is not the place of one value in JSON",
                "--target mine={port} --expect status=201 | --expect status does not apply to --route /json2?time=100",
                "--routes /a,/b                    | --method, --header, --body and --routes are for a --target",
                "--target mine={port} --routes /a,/b | --routes: ab requests one route; use --engine wrk --keep-alive, or",
                "--target mine={port} --route /a --routes /b | --route and --routes contradict each other",
                "--target mine={port} --method HEAD | --method HEAD is none of GET, POST, PUT, PATCH and DELETE",
                "--target mine={port} --header Name | --header 'Name' is not NAME: VALUE",
                "--target mine={port} --header Host:a | load generators set this header themselves",
                "--target mine={port} --body x     | --body has no type: add --header 'Content-Type: application/json'",
                "--target mine={port} --method GET --body x | --body is for POST, PUT and PATCH, not for GET",
                "--target mine={port} --header Content-Type:a --body @nowhere | --body @nowhere is no file that can be read",
                "--targets nowhere.yaml            | nowhere.yaml: there is no such file",
                "--expect contains=hello           | --expect is about the server of a --target, and there is none",
                "--target mine=http://10.0.0.1:80  | load goes to 127.0.0.0/8 only",
                "--target mine=http://a.example:80 | load goes to 127.0.0.0/8 only",
                "--target kilim=http://127.0.0.1:1 | is the name of one of threadwall's servers",
                "--json - --csv -                  | only one of --json, --csv and --markdown",
                "--json /nowhere/at/all.json       | cannot write /nowhere/at/all.json",
                "--linger 75h                      | '75h' is not a time such as 75, 75s or 2m",
                "--engine hey                      | no engine 'hey'; there are ab, wrk, oha",
                "--engine wrk                      | wrk cannot open a connection for each request: add --keep-alive",
                "--engine vegeta                   | --engine vegeta sends requests at a rate: add --rate, such as --rate 5k,10k",
                "--rate 5k                         | --rate 5,000: ab sends a request after the response to the one before",
                "--engine open-loop                | --engine open-loop sends requests at a rate: add --rate",
                "--engine open-loop --rate 5k --client-threads 2 | --client-threads 2: open-loop has one thread",
                "--engine vegeta --rate 0          | '0' is not a count such as 500, 5k or 1M",
                "--engine vegeta --rate fast       | 'fast' is not a count such as 500, 5k or 1M",
                "--engine vegeta --rate 5k,5k      | --rate has 5000 twice",
                "--engine vegeta --rate 5k --requests 4x | --requests does not apply to vegeta; use --duration",
                "--requests 4x --duration 10s      | --requests and --duration 10s both set the length of ab's load",
                "--client-threads 2                | --client-threads 2: ab has one thread",
                "--engine oha --requests 4x        | --requests does not apply to oha; use --duration",
                "--engine oha --duration 75x       | '75x' is not a time such as 75, 75s or 2m",
                "--workers 2,3x                    | '3x' is not a count such as 500, 5k or 1M",
                "--workers 2,2                     | --workers has 2 twice",
                "--spinning on                     | 'on' is neither default nor off",
                "--spinning default,off            | --spinning off does not work with kilim;",
                "--pin 0                           | --pin '0' is not server=CPUS,client=CPUS",
                "--pin server=0,client=0           | --pin server=0,client=0 has CPU 0 on both sides",
                "--nope                            | Unknown option: '--nope'",
            })
    void badUsageIs2(String options, String words) {
        sweep(options.split(" ")).refused(2, words);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "--latency-limit p99=fast      | 'p99=fast' is not a limit such as p99=500ms or max=2s",
                "--connections 0               | '0' is not a count",
                "--duration 0s                 | '0s' is not a time such as 75, 75s or 2m",
                "--repeats 0                   | '0' is not a count",
                "--servers kilm                | no server 'kilm'; there are spring-blocking",
                "--servers kilim,kilim         | --servers has kilim twice",
                "--route json                  | --route 'json' is not a path",
                "--port 0                      | --port must be from 1 to 65535, not 0",
                "--target mine                 | is neither NAME=http://127.0.0.1:PORT",
                "--rate 5k                     | Unknown option",
                "--engine wrk                  | --engine wrk sends a request only after the previous response, ",
            })
    void badUsageOfCapacityIs2(String options, String words) {
        var arguments = new ArrayList<>(List.of("capacity"));
        arguments.addAll(List.of(options.split(" +")));
        Cli.run(arguments.toArray(String[]::new)).refused(2, words);
    }

    @Test
    void aProcessorThatThereIsNotIs4() {
        sweep("--pin", "server=99999").refused(4, "--pin asks for CPU 99999, but processes here may only use ");
    }

    @Test
    void aCommandThatIsMissingOrUnknownIs2() {
        Cli.run().refused(2, "--help");
        Cli.run("swep").refused(2, "swep");
        Cli.run("serve", "tomcat").refused(2, "no server 'tomcat'");
    }

    @Test
    void aFolderIsForOneRun() throws Exception {
        var used = Files.createDirectory(temporary.resolve("used"));
        Cli.run("sweep", "--servers", "kilim", "--out", temporary.toString())
                .refused(
                        2,
                        temporary
                                + " has files but no run.jsonl, so it is not a run's folder; choose another with --out");
        Cli.run("sweep", "--resume", used.toString()).refused(2, "--resume", "there is no run.jsonl in it");
        Files.writeString(used.resolve("run.jsonl"), "");
        Cli.run("sweep", "--resume", used.toString()).refused(2, "--resume", "holds no plan");
        Cli.run("sweep", "--servers", "kilim", "--out", used.toString()).refused(2, "already holds a run", "--resume");
    }

    @ParameterizedTest
    @ValueSource(strings = {"sweep", "capacity"})
    void aRunIsGoneOnWithAsItWasPlanned(String command) {
        var run = Home.path().resolve("docs/data/20261123-sweep").toString();
        Cli.run(command, "--resume", run, "--dry-run", "--port=9000", "--route", "/json")
                .refused(
                        2,
                        "--resume continues the run in " + run + " with its original plan; leave out --port, --route");
    }

    @ParameterizedTest
    @CsvSource({"127.0.0.1, false", "0.0.0.0, false", "0.0.0.0, true"})
    void aPortInUseIs4AndNamesItsHolder(String address, boolean shared) throws Exception {
        int port = Ports.free();
        try (var holder = ServerSocketChannel.open(StandardProtocolFamily.INET)) {
            holder.setOption(StandardSocketOptions.SO_REUSEPORT, shared);
            holder.bind(new InetSocketAddress(address, port));
            sweep("--port", String.valueOf(port))
                    .refused(
                            4,
                            "port %d on 127.0.0.1 is in use by pid %d (java); end that process or choose another port"
                                    .formatted(port, ProcessHandle.current().pid()));
        }
    }

    @Test
    void aStaleServerOfOursIs4AndWouldBeKnownByItsPid() throws Exception {
        var port = String.valueOf(Ports.free());
        var command = ServerCatalog.KILIM.command(null, List.of("--host", "0.0.0.0", "--port", port));
        try (var stale = ServerProcess.start("kilim", Home.path(), temporary.resolve("stale"), command)) {
            long pid = stale.awaitReady().path("pid").asLong();
            Cli.run("sweep", "--servers", "kilim", "--port", port, "--out", out())
                    .refused(4, "is in use by pid %d (java)".formatted(pid));
            assertThat(stale.isAlive()).isTrue();
            // and when it comes between that look and the start of ours
            var url = URI.create("http://127.0.0.1:" + port);
            assertThat(ServerIdentity.fault(url, "kilim", "epoll", pid)).isEmpty();
            assertThat(ServerIdentity.fault(url, "kilim", "uring", pid))
                    .contains("kilim runs on epoll, because uring does not work here: its standard error says why");
            assertThat(ServerIdentity.fault(url, "kilim", null, pid + 1))
                    .contains(
                            "%s is answered by kilim with pid %d, not by the kilim started as pid %d: end that process"
                                    .formatted(url, pid, pid + 1));
        }
    }

    @Test
    @Timeout(60)
    void aDatabaseThatDoesNotAnswerIs4() throws Exception {
        var port = String.valueOf(Ports.free());
        sweep("--port", port, "--store=postgres", "--postgres=jdbc:postgresql://127.0.0.1:1/x?user=me&password=secret")
                .refused(4, "the database at jdbc:postgresql://127.0.0.1:1/x does not answer", "check --postgres");
        try (var mute = new ServerSocket(0, 10, InetAddress.getByName("127.0.0.1"))) {
            var url = "jdbc:postgresql://127.0.0.1:%d/x".formatted(mute.getLocalPort());
            sweep("--port", port, "--store=postgres", "--postgres=" + url)
                    .refused(4, "the database at " + url + " does not answer");
        }
    }

    @Test
    void aTargetThatDoesNotAnswerIs4() throws Exception {
        var url = "http://127.0.0.1:" + Ports.free();
        Cli.run("sweep", "--target", "mine=" + url)
                .refused(4, "--target mine: nothing answers at " + url, "start it first");
    }

    @Test
    void aMachineWithoutAbIs4() throws Exception {
        var builder = Cli.process(List.of("sweep", "--servers", "kilim", "--out", out()));
        builder.command().set(0, "/usr/bin/env");
        builder.environment().put("PATH", temporary.toString());
        var process = Java.withoutToolOptions(builder).start();
        var err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).isEqualTo(4);
        new Cli.Result(4, "", err).refused(4, "ab is missing; install it: apt-get install apache2-utils");
        assertThat(temporary.resolve("run")).doesNotExist();
    }

    /** A refused sweep makes no folder either. */
    private Cli.Result sweep(String... options) {
        var all = new ArrayList<>(List.of("sweep", "--out", out()));
        var given = Arrays.asList(options);
        if (!given.contains("--servers") && !given.contains("--target")) {
            all.addAll(List.of("--servers", "kilim"));
        }
        if (!given.contains("--connections")) {
            all.addAll(List.of("--connections", "20"));
        }
        all.addAll(given);
        var result = Cli.run(all.toArray(String[]::new));
        assertThat(temporary.resolve("run")).doesNotExist();
        return result;
    }

    private String out() {
        return temporary.resolve("run").toString();
    }
}
