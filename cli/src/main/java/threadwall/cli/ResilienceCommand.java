package threadwall.cli;

import java.nio.file.Path;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import threadwall.resilience.CrashTest;
import threadwall.resilience.DescriptorExhaustion;
import threadwall.resilience.HangupAttack;
import threadwall.resilience.SlowClientAttack;
import threadwall.resilience.SoakTest;

@Command(
        name = "resilience",
        customSynopsis = {"./threadwall resilience slow|hangup|descriptors|soak|crash [OPTION...]"},
        description = {
            "Stress a server with hostile clients, exhausted descriptors or crashes; check that it survives.",
            ""
        },
        footer = {
            "",
            "Each test starts the server itself, with its default flags, on a free port of 127.0.0.1.",
            "Each test has its own --help. What they do and how to read the results: docs/reference/resilience.md.",
            "Exit codes: 0 every server survives; 2 usage; 3 one does not; 4 the environment does not allow the test."
        })
final class ResilienceCommand extends AbstractCommand {

    private static final String COUNT = "N";

    @Override
    public Integer call() {
        throw usage("resilience needs a subcommand: slow, hangup, descriptors, soak or crash");
    }

    @Command(
            name = "slow",
            sortOptions = false,
            customSynopsis = {"./threadwall resilience slow [OPTION...]"},
            description = {
                "Four kinds of slow clients beside a healthy one.",
                "Slow headers, bodies and readers by slowhttptest, then half-open requests: the healthy client's p99"
                        + " must stay below ten times its p99 without an attack.",
                ""
            })
    int slow(
            @Mixin ResilienceOptions options,
            @Option(
                            names = "--connections",
                            paramLabel = COUNT,
                            converter = CountConverter.Count.class,
                            defaultValue = "2000",
                            description = "Connections per attack by slowhttptest (default: ${DEFAULT-VALUE}).")
                    int connections,
            @Option(
                            names = "--half-open",
                            paramLabel = COUNT,
                            converter = CountConverter.Count.class,
                            defaultValue = "10k",
                            description = "Requests that stop after half a head (default: ${DEFAULT-VALUE}).")
                    int halfOpen,
            @Option(
                            names = {"--duration", "--seconds"},
                            paramLabel = "TIME",
                            converter = TimeConverter.Seconds.class,
                            defaultValue = "20s",
                            description = "Time for each attack, and before the attacks (default: ${DEFAULT-VALUE}).")
                    int seconds)
            throws Exception {
        return options.run(new SlowClientAttack(connections, halfOpen, seconds));
    }

    @Command(
            name = "hangup",
            sortOptions = false,
            customSynopsis = {"./threadwall resilience hangup [OPTION...]"},
            description = {
                "Clients that hang up while their requests sleep in the server.",
                "They reset their connections: the server must free all their resources within a quarter of the sleep.",
                ""
            })
    int hangup(
            @Mixin ResilienceOptions options,
            @Option(
                            names = "--clients",
                            paramLabel = COUNT,
                            converter = CountConverter.Count.class,
                            defaultValue = "10k",
                            description = "Clients per round (default: ${DEFAULT-VALUE}).")
                    int clients,
            @Option(
                            names = "--rounds",
                            paramLabel = COUNT,
                            converter = CountConverter.Count.class,
                            defaultValue = "10",
                            description = "Number of rounds (default: ${DEFAULT-VALUE}).")
                    int rounds,
            @Option(
                            names = "--sleep",
                            paramLabel = "TIME",
                            converter = TimeConverter.Precise.class,
                            defaultValue = "60s",
                            description = "Sleep that the clients request (default: ${DEFAULT-VALUE}).")
                    Duration sleep)
            throws Exception {
        return options.run(new HangupAttack(clients, rounds, sleep));
    }

    @Command(
            name = "descriptors",
            sortOptions = false,
            customSynopsis = {"./threadwall resilience descriptors [OPTION...]"},
            description = {
                "More simultaneous clients than the server has descriptors.",
                "All of them must get an answer, and so must later clients.",
                ""
            })
    int descriptors(
            @Mixin ResilienceOptions options,
            @Option(
                            names = "--nofile",
                            paramLabel = COUNT,
                            converter = CountConverter.Count.class,
                            defaultValue = "300",
                            description = "Hard limit of the server's descriptors (default: ${DEFAULT-VALUE}).")
                    int nofile,
            @Option(
                            names = "--clients",
                            paramLabel = COUNT,
                            converter = CountConverter.Count.class,
                            defaultValue = "1000",
                            description = "Simultaneous clients (default: ${DEFAULT-VALUE}).")
                    int clients,
            @Option(
                            names = "--rounds",
                            paramLabel = COUNT,
                            converter = CountConverter.Count.class,
                            defaultValue = "20",
                            description = "Number of rounds (default: ${DEFAULT-VALUE}).")
                    int rounds)
            throws Exception {
        return options.run(new DescriptorExhaustion(nofile, clients, rounds));
    }

    @Command(
            name = "soak",
            sortOptions = false,
            customSynopsis = {"./threadwall resilience soak [OPTION...]"},
            description = {
                "Clients that connect, disconnect and misbehave for an hour.",
                "A random seed decides the mix. No answer may be wrong, and RSS must be flat in the second half.",
                ""
            })
    int soak(
            @Mixin ResilienceOptions options,
            @Option(
                            names = "--duration",
                            paramLabel = "TIME",
                            converter = TimeConverter.Long.class,
                            defaultValue = "1h",
                            description = "How long the soak lasts, 90s, 30m or 2h (default: ${DEFAULT-VALUE}).")
                    Duration duration,
            @Option(names = "--minutes", hidden = true, converter = Minutes.class) Duration minutes,
            @Option(
                            names = "--connections",
                            paramLabel = COUNT,
                            converter = CountConverter.Count.class,
                            defaultValue = "5000",
                            description = "Simultaneous clients (default: ${DEFAULT-VALUE}).")
                    int connections,
            @Option(
                            names = "--seed",
                            paramLabel = COUNT,
                            defaultValue = "1",
                            description = "Random seed for the mix (default: ${DEFAULT-VALUE}).")
                    long seed)
            throws Exception {
        return options.run(new SoakTest(minutes == null ? duration : minutes, connections, seed));
    }

    @Command(
            name = "crash",
            sortOptions = false,
            customSynopsis = {"./threadwall resilience crash [OPTION...]"},
            description = {
                "Kill -9 while clients store users.",
                "With PostgreSQL it kills all of PostgreSQL's processes, with another store the server; with --machine it"
                        + " cuts the power. Afterwards every acknowledged user must exist, and no id twice.",
                ""
            })
    int crash(
            @Mixin ResilienceOptions options,
            @Option(
                            names = "--store",
                            paramLabel = "STORE",
                            description = "postgres, embedded or db4j (default: the server's own).")
                    String store,
            @Option(
                            names = "--rounds",
                            paramLabel = COUNT,
                            converter = CountConverter.Count.class,
                            defaultValue = "100",
                            description = "Number of rounds (default: ${DEFAULT-VALUE}).")
                    int rounds,
            @Option(
                            names = "--clients",
                            paramLabel = COUNT,
                            converter = CountConverter.Count.class,
                            defaultValue = "16",
                            description = "Clients that store users simultaneously (default: ${DEFAULT-VALUE}).")
                    int clients,
            @Option(
                            names = "--seed",
                            paramLabel = COUNT,
                            defaultValue = "1",
                            description = "Random seed for the kill times (default: ${DEFAULT-VALUE}).")
                    long seed,
            @Option(
                            names = "--machine",
                            paramLabel = "DIR",
                            description =
                                    "Run the server and its store in the virtual machine whose disks are in DIR, and"
                                            + " cut its power; ./threadwall vm-test power makes the machine and does this.")
                    Path machine,
            @Option(
                            names = "--power-cuts",
                            description =
                                    "Kill between a write and its sync; read the users back, then take away what was"
                                            + " never synced, as a power cut does, and read them again (embedded store; needs a C"
                                            + " compiler).")
                    boolean powerCuts)
            throws Exception {
        return options.run(new CrashTest(store, rounds, clients, seed, machine, powerCuts));
    }

    /** Reads the former option {@code --minutes}, whose number was not of seconds. */
    static final class Minutes implements ITypeConverter<Duration> {
        @Override
        public Duration convert(String text) {
            return new TimeConverter.Long().convert(text + "m");
        }
    }
}
