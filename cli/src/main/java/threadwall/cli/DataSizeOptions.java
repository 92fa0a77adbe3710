package threadwall.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import picocli.CommandLine;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;
import threadwall.loadgen.testbed.database.DataSizePlan;
import threadwall.process.PreconditionException;
import threadwall.record.StepPlan.DataSize;

/** Over how much data {@code /db2} is asked, and how much of it the database may keep in memory. */
final class DataSizeOptions {

    /** Half of it more, 6.9 million rows, loads in a quarter of a minute on two processors. */
    private static final long DEFAULT_MEMORY = 256L << 20;

    @Option(
            names = "--data-size",
            split = ",",
            paramLabel = "N%",
            converter = Percent.class,
            description =
                    "With --route /db2: size of the requested table and its index, in percent of the database's memory; each"
                            + " value is measured (50%%,90%%,110%%,150%%). The sweep starts a PostgreSQL for it in a cgroup, and"
                            + " loads it.")
    private List<Integer> percents;

    @Option(
            names = "--database-memory",
            paramLabel = "SIZE",
            converter = BytesConverter.class,
            description = "With --data-size: memory of PostgreSQL with its page cache, 256M or 1G (default: 256M).")
    private Long memory;

    @Option(
            names = "--shared-buffers",
            paramLabel = "SIZE",
            converter = BytesConverter.class,
            description =
                    "With --data-size: PostgreSQL's own cache, a part of --database-memory, 8M or 128M (default: 8M, which"
                            + " leaves caching to the kernel).")
    private Long sharedBuffers;

    @Option(
            names = "--disk-reads",
            paramLabel = "N",
            converter = CountConverter.Count.class,
            description = "With --data-size: limit PostgreSQL to N disk reads per second; a hard disk does about 200"
                    + " (default: no limit).")
    private Integer diskReads;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            description =
                    "With --data-size: folder where PostgreSQL keeps its data for later sweeps (default: a temporary"
                            + " folder, deleted after the sweep).")
    private Path folder;

    /**
     * @param route as asked
     * @param postgres as asked; {@code null} for none
     * @return {@code null} where no size is asked for
     * @throws PreconditionException (usage) for what does not go together
     */
    DataSizePlan sizes(String route, String postgres) throws PreconditionException {
        if (percents == null) {
            if (memory != null || sharedBuffers != null || diskReads != null || folder != null) {
                throw PreconditionException.usage(
                        "--database-memory, --shared-buffers, --disk-reads and --data apply only with --data-size: add it,"
                                + " or leave them out");
            }
            return null;
        }
        if (!route.equals("/db2")) {
            throw PreconditionException.usage("--data-size needs --route /db2; --route is %s", route);
        }
        if (postgres != null) {
            throw PreconditionException.usage(
                    "--data-size starts its own PostgreSQL, to limit its memory: leave --postgres out");
        }
        return new DataSizePlan(
                        percents,
                        Objects.requireNonNullElse(memory, DEFAULT_MEMORY),
                        Objects.requireNonNullElse(sharedBuffers, DataSize.USUAL_SHARED_BUFFERS),
                        diskReads)
                .checked();
    }

    /**
     * Takes the folder of a run that is gone on with, unless another is named now.
     *
     * @param command that started the run
     * @throws PreconditionException (usage) when it is not to be seen from here
     */
    void goOn(List<String> command) throws PreconditionException {
        if (folder != null) {
            return;
        }
        var asked = new DataSizeOptions();
        new CommandLine(asked).setUnmatchedArgumentsAllowed(true).parseArgs(command.toArray(String[]::new));
        if (asked.folder != null && !Files.isDirectory(asked.folder)) {
            throw PreconditionException.usage(
                    "the run kept its data in %s, which does not exist or is not a folder; name the data folder with"
                            + " --data",
                    asked.folder);
        }
        folder = asked.folder;
    }

    /** {@code null} for a temporary one. */
    Path folder() {
        return folder;
    }

    static final class Percent implements ITypeConverter<Integer> {
        @Override
        public Integer convert(String text) {
            if (text.matches("[1-9]\\d{0,3}%")) {
                return Integer.valueOf(text.substring(0, text.length() - 1));
            }
            throw new TypeConversionException("'" + text + "' is not a percentage of the memory such as 90% or 150%");
        }
    }
}
