package threadwall.cli;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import threadwall.resilience.CrashTest;
import threadwall.resilience.DescriptorExhaustion;
import threadwall.resilience.HangupAttack;
import threadwall.resilience.SlowClients;
import threadwall.resilience.SoakTest;

@Command(
        name = "abuse",
        customSynopsis = {"./threadwall abuse slow|hangup|descriptors|soak|crash [OPTION...]"},
        description = {
            "Does to one server what clients should not, or what a machine may, and judges from outside whether it stands it.",
            ""
        },
        footer = {
            "",
            "The server is started for it, with the flags that it ships with, at a free port of 127.0.0.1.",
            "Each has its own --help. What they do and how to read them: docs/abuse.md.",
            "Exit codes: 0 it stands it; 2 usage; 3 it does not; 4 the environment does not allow the test."
        })
final class ResilienceCommand implements Callable<Integer> {

    private static final String COUNT = "N";

    @Spec
    private CommandSpec spec;

    @Mixin
    private HelpOption help;

    @Override
    public Integer call() {
        throw new ParameterException(
                spec.commandLine(), "abuse needs to be told which: slow, hangup, descriptors, soak or crash");
    }

    @Command(
            name = "slow",
            sortOptions = false,
            description = {
                "Slow clients of four kinds beside a healthy one.",
                "Slow heads, bodies and readers by slowhttptest, then half-open requests: the healthy client's p99 has to"
                        + " stay below ten times that in peace.",
                ""
            })
    int slow(
            @Mixin ResilienceOptions options,
            @Option(
                            names = "--connections",
                            paramLabel = COUNT,
                            converter = CountConverter.Count.class,
                            defaultValue = "2000",
                            description = "Of each attack by slowhttptest (default: ${DEFAULT-VALUE}).")
                    int connections,
            @Option(
                            names = "--half-open",
                            paramLabel = COUNT,
                            converter = CountConverter.Count.class,
                            defaultValue = "10k",
                            description = "Requests of which half a head comes (default: ${DEFAULT-VALUE}).")
                    int halfOpen,
            @Option(
                            names = "--seconds",
                            paramLabel = COUNT,
                            converter = CountConverter.Count.class,
                            defaultValue = "20",
                            description = "Of each attack, and of the peace (default: ${DEFAULT-VALUE}).")
                    int seconds)
            throws Exception {
        return options.run(new SlowClients(connections, halfOpen, seconds));
    }

    @Command(
            name = "hangup",
            sortOptions = false,
            description = {
                "Clients that hang up in mid-sleep.",
                "Half by FIN and half by RST: all that the server holds for them has to go within a quarter of the sleep.",
                ""
            })
    int hangup(
            @Mixin ResilienceOptions options,
            @Option(
                            names = "--clients",
                            paramLabel = COUNT,
                            converter = CountConverter.Count.class,
                            defaultValue = "10k",
                            description = "Of each round (default: ${DEFAULT-VALUE}).")
                    int clients,
            @Option(
                            names = "--rounds",
                            paramLabel = COUNT,
                            converter = CountConverter.Count.class,
                            defaultValue = "10",
                            description = "How often (default: ${DEFAULT-VALUE}).")
                    int rounds,
            @Option(
                            names = "--sleep",
                            paramLabel = "MS",
                            converter = CountConverter.Count.class,
                            defaultValue = "60000",
                            description = "What they ask for, in ms (default: ${DEFAULT-VALUE}).")
                    int sleep)
            throws Exception {
        return options.run(new HangupAttack(clients, rounds, sleep));
    }

    @Command(
            name = "descriptors",
            sortOptions = false,
            description = {
                "More clients at once than the server may have descriptors.",
                "All of them have to get their answer, and those after them too.",
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
                            description = "At once (default: ${DEFAULT-VALUE}).")
                    int clients,
            @Option(
                            names = "--rounds",
                            paramLabel = COUNT,
                            converter = CountConverter.Count.class,
                            defaultValue = "20",
                            description = "How often (default: ${DEFAULT-VALUE}).")
                    int rounds)
            throws Exception {
        return options.run(new DescriptorExhaustion(nofile, clients, rounds));
    }

    @Command(
            name = "soak",
            sortOptions = false,
            description = {
                "Clients that come, go and misbehave for an hour.",
                "A seed decides the mix. No answer may be wrong, and RSS has to be flat in the second half.",
                ""
            })
    int soak(
            @Mixin ResilienceOptions options,
            @Option(
                            names = "--minutes",
                            paramLabel = COUNT,
                            defaultValue = "60",
                            description = "How long; 0.5 is half a minute (default: ${DEFAULT-VALUE}).")
                    double minutes,
            @Option(
                            names = "--connections",
                            paramLabel = COUNT,
                            converter = CountConverter.Count.class,
                            defaultValue = "5000",
                            description = "Clients at once (default: ${DEFAULT-VALUE}).")
                    int connections,
            @Option(
                            names = "--seed",
                            paramLabel = COUNT,
                            defaultValue = "1",
                            description = "Of the mix (default: ${DEFAULT-VALUE}).")
                    long seed)
            throws Exception {
        if (!(minutes >= 0.1 && minutes <= 100_000)) {
            throw new ParameterException(spec.commandLine(), "--minutes must be from 0.1 to 100000, not " + minutes);
        }
        return options.run(new SoakTest(Duration.ofMillis(Math.round(minutes * 60_000)), connections, seed));
    }

    @Command(
            name = "crash",
            sortOptions = false,
            description = {
                "Kill -9 while users are stored.",
                "Of PostgreSQL all processes are killed, of another store the server; or the machine that they run"
                        + " in. Every user that was acknowledged has to be there afterwards, and no id twice.",
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
                            description = "How often (default: ${DEFAULT-VALUE}).")
                    int rounds,
            @Option(
                            names = "--clients",
                            paramLabel = COUNT,
                            converter = CountConverter.Count.class,
                            defaultValue = "16",
                            description = "That store users at the same time (default: ${DEFAULT-VALUE}).")
                    int clients,
            @Option(
                            names = "--seed",
                            paramLabel = COUNT,
                            defaultValue = "1",
                            description = "Of the moments (default: ${DEFAULT-VALUE}).")
                    long seed,
            @Option(
                            names = "--machine",
                            paramLabel = "DIR",
                            description = "Cut the power of a machine that has its disks there, and runs the server and"
                                    + " its store; ./threadwall vm-test power makes it and does so.")
                    Path machine)
            throws Exception {
        return options.run(new CrashTest(store, rounds, clients, seed, machine));
    }
}
