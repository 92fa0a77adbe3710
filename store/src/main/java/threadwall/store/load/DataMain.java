package threadwall.store.load;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import threadwall.store.StoreUnavailableException;

/** Loads, describes or deletes the data of one store, for {@code ./threadwall data}. */
@Command(
        name = "data",
        mixinStandardHelpOptions = true,
        description = "Loads, describes or deletes the tables world and users of one store.",
        footer = {
            "",
            "stdout: PLAN {json} before a load, AT {json} during it, DOING with other long tasks, and THERE {json} with"
                    + " what the store holds. Exit codes: 0 done, 2 usage, 3 the rows read back are not those written, 4 the"
                    + " store refuses."
        })
public final class DataMain {
    private static final int INVALID = 3;
    private static final int ENVIRONMENT = 4;

    private final ProgressMessages messages;

    @Spec
    private CommandSpec command;

    private DataMain(PrintStream stdout) {
        messages = new ProgressMessages(stdout);
    }

    /** Which store. */
    private static final class Where {
        @ArgGroup(multiplicity = "1")
        private Store store;

        private static final class Store {
            @Option(names = "--postgres", paramLabel = "URL", description = "A PostgreSQL, as jdbc:postgresql://…")
            private String postgres;

            @Option(names = "--data", paramLabel = "DIR", description = "The embedded store in that folder.")
            private Path data;
        }

        WorldTable open() {
            return store.postgres == null
                    ? EmbeddedWorldTable.open(store.data)
                    : PostgresWorldTable.open(store.postgres);
        }
    }

    public static void main(String[] arguments) {
        Locale.setDefault(Locale.ROOT);
        System.setProperty("slf4j.internal.verbosity", "ERROR"); // hides log messages of libraries
        var stdout = System.out;
        System.setOut(System.err);
        var line = new CommandLine(new DataMain(stdout));
        line.setParameterExceptionHandler((problem, args) -> {
            System.err.println("data: " + problem.getMessage() + " (see --help)");
            return CommandLine.ExitCode.USAGE;
        });
        line.setExecutionExceptionHandler((problem, executed, parsed) -> {
            if (!(problem instanceof StoreUnavailableException)) {
                throw problem;
            }
            System.err.println(problem.getMessage());
            return ENVIRONMENT;
        });
        System.exit(line.execute(arguments));
    }

    @Command(name = "load", mixinStandardHelpOptions = true, description = "Adds rows to world until it has N.")
    int load(
            @Mixin Where where,
            @Option(names = "--rows", required = true, paramLabel = "N", description = "Rows, with ids from 1 to N.")
                    int rows,
            @Option(names = "--dry-run", description = "Print the plan and change nothing.") boolean dryRun) {
        if (rows < 1) {
            throw new ParameterException(command.commandLine(), "--rows must be at least 1, not " + rows);
        }
        try (var table = where.open()) {
            var contents = new WorldLoader(table, messages).load(rows, dryRun);
            if (dryRun) {
                return 0;
            }
            say(table, contents);
            var wanted = TableContents.drawn(rows);
            if (!contents.equals(wanted)) {
                System.err.printf("read back %s, but wrote %s%n", contents, wanted);
                return INVALID;
            }
            return 0;
        }
    }

    @Command(name = "info", mixinStandardHelpOptions = true, description = "Describes the data.")
    int info(@Mixin Where where) {
        try (var table = where.open()) {
            say(table, table.read().orElse(null));
        }
        return 0;
    }

    @Command(name = "drop", mixinStandardHelpOptions = true, description = "Deletes world and users.")
    int drop(@Mixin Where where) {
        try (var table = where.open()) {
            table.drop();
        }
        return 0;
    }

    private void say(WorldTable table, TableContents contents) {
        var size = contents == null ? null : table.size();
        messages.there(table.engine(), contents, size, table.users());
    }
}
