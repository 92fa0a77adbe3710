package threadwall.cli;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;
import threadwall.process.PreconditionException;
import threadwall.record.StepPlan.ServerLimits;

/** What each server process may use, as in a container. */
final class ServerLimitsOptions {

    private static final long LEAST_MEMORY = 128L << 20;

    @Option(
            names = "--server-memory",
            paramLabel = "SIZE",
            converter = BytesConverter.class,
            description =
                    "Limit each server process to this memory by a cgroup, 512m or 1g, as a container does; the heap of our"
                            + " JVMs is then three quarters of it (default: no limit, a heap of 4 GB).")
    private Long memory;

    @Option(
            names = "--server-cpus",
            paramLabel = "N",
            converter = Cpus.class,
            description = "Limit each server process to this many CPUs by a cgroup, 0.5 or 2 (default: no limit).")
    private Double cpus;

    /**
     * {@code null} without a limit.
     *
     * @throws PreconditionException (usage) for too little memory to start a JVM
     */
    ServerLimits limits() throws PreconditionException {
        if (memory != null && memory < LEAST_MEMORY) {
            throw PreconditionException.usage(
                    "--server-memory %dM is too little for a server: give it 128M at least", memory >> 20);
        }
        return memory == null && cpus == null ? null : new ServerLimits(memory, cpus);
    }

    static final class Cpus implements ITypeConverter<Double> {
        @Override
        public Double convert(String text) {
            if (text.matches("\\d{1,4}(\\.\\d{1,2})?") && Double.parseDouble(text) >= 0.01) {
                return Double.valueOf(text);
            }
            throw new TypeConversionException("'" + text + "' is not a number of CPUs such as 0.5 or 2");
        }
    }
}
