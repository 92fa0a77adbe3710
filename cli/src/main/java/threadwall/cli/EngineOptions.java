package threadwall.cli;

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
            description = "Load generator: ab (HTTP/1.0), wrk (kept connections only) or oha, which cargo builds when"
                    + " it is asked for (default: ${DEFAULT-VALUE}).")
    private LoadEngine engine;

    @Option(
            names = "--duration",
            paramLabel = "TIME",
            converter = TimeConverter.Seconds.class,
            description = "How long a load lasts, 10s or 2m: wrk and oha end then (default: " + EngineConfig.SECONDS
                    + "s); ab makes as many requests as take at least as long (default: 5s).")
    private Integer seconds;

    @Option(
            names = "--client-threads",
            paramLabel = "N",
            converter = CountConverter.Count.class,
            description =
                    "Threads of wrk and oha; ab has one (default: half as many as CPUs, or one for each CPU of --pin"
                            + " client=CPUS; wrk uses fewer if the connections do not divide evenly).")
    private Integer threads;

    @Option(
            names = "--pin",
            paramLabel = "server=CPUS,client=CPUS",
            description =
                    "Processors that servers and clients are kept on, such as server=0,client=1; one side may be left"
                            + " out (default: the kernel chooses).")
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
        return EngineConfig.validated(engine, seconds, threads);
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
                    "--requests and --duration %ds both say how long %s's load is: leave one of them out",
                    seconds, engine.name());
        }
        return requested;
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
                            "there is no engine '%s'; there are %s".formatted(name, LoadEngine.names())));
        }
    }
}
