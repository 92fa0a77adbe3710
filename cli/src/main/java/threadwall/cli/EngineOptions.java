package threadwall.cli;

import java.util.List;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;
import threadwall.loadgen.engine.LoadEngine;
import threadwall.loadgen.sweep.plan.SweepConfig.EngineConfig;
import threadwall.loadgen.sweep.plan.SweepConfig.Requests;
import threadwall.loadgen.testbed.CpuPinning;
import threadwall.process.PreconditionException;

/** By which program a load is driven, and on which processors. */
final class EngineOptions {

    @Option(
            names = "--engine",
            paramLabel = "NAME",
            converter = EngineName.class,
            defaultValue = "ab",
            description =
                    "Load generator: ab (HTTP/1.0), wrk (kept connections only), oha, built with cargo on first use;"
                            + " open-loop, ours, or vegeta, built with Go, which send at --rate (default:"
                            + " ${DEFAULT-VALUE}).")
    private LoadEngine engine;

    @Option(
            names = "--rate",
            paramLabel = "N",
            split = ",",
            converter = CountConverter.Count.class,
            description =
                    "Requests per second that open-loop or vegeta sends, whether or not earlier ones were answered; each"
                            + " rate is measured. --connections is then the most that it opens.")
    private List<Integer> rates = List.of();

    @Option(
            names = "--duration",
            paramLabel = "TIME",
            converter = TimeConverter.Seconds.class,
            description = "Length of each load, such as 10s or 2m. ab sends as many requests as take at least this long"
                    + " (default: 5s); the others stop after it (default: " + EngineConfig.SECONDS + "s).")
    private Integer seconds;

    @Option(
            names = "--client-threads",
            paramLabel = "N",
            converter = CountConverter.Count.class,
            description =
                    "Threads of wrk, oha and vegeta; ab and open-loop have one (default: half the number of CPUs, or one for each CPU of"
                            + " --pin client=CPUS; wrk uses fewer if the connections do not divide evenly).")
    private Integer threads;

    @Option(
            names = "--pin",
            paramLabel = "server=CPUS,client=CPUS",
            description = "Pin servers and clients to these CPUs, such as server=0,client=1, or pin one side only"
                    + " (default: the kernel chooses).")
    private String pin;

    /**
     * @param requests whether their number was asked for
     * @throws PreconditionException (usage) for what the engine has not
     */
    EngineConfig engineConfig(boolean requests) throws PreconditionException {
        if (requests && engine.byTime()) {
            throw PreconditionException.usage(
                    "--requests does not apply to %s; use --duration, or --engine ab", engine.name());
        }
        return EngineConfig.validated(engine, seconds, rates, threads);
    }

    /**
     * The requests of an engine that counts them.
     *
     * @param requested {@code null} for as many as {@code --duration} takes
     * @throws PreconditionException (usage) when both are given
     */
    Requests requests(Requests requested) throws PreconditionException {
        if (requested == null) {
            return seconds == null ? Requests.Lasting.DEFAULT : Requests.Lasting.DEFAULT.lasting(seconds);
        }
        if (seconds != null && !engine.byTime()) {
            throw PreconditionException.usage(
                    "--requests and --duration %ds both set the length of %s's load: leave one out",
                    seconds, engine.name());
        }
        return requested;
    }

    /** Whether requests are sent at a rate. */
    boolean byRate() {
        return !rates.isEmpty();
    }

    /** @throws PreconditionException (usage) for a text that names no processors */
    CpuPinning pin() throws PreconditionException {
        return pin == null ? CpuPinning.NONE : CpuPinning.parse(pin);
    }

    /** Reads the name of an {@link LoadEngine}. */
    static final class EngineName implements ITypeConverter<LoadEngine> {
        @Override
        public LoadEngine convert(String name) {
            return LoadEngine.named(name)
                    .orElseThrow(() -> new TypeConversionException(
                            "no engine '%s'; there are %s".formatted(name, LoadEngine.names())));
        }
    }
}
