package threadwall.cli;

import java.util.List;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;
import threadwall.loadgen.sweep.plan.SweepConfig.Workers;
import threadwall.process.PreconditionException;
import threadwall.tasks.TaskWorkload;
import threadwall.tasks.TaskWorkload.Keys;
import threadwall.tasks.TaskWorkload.Test;

@Command(
        name = "hashmap",
        sortOptions = false,
        customSynopsis = {"./threadwall tasks hashmap [OPTION...]"},
        description = {
            "Measures what N computing tasks cost: each fills a hash map and reads it back.",
            "It compares unbounded tasks, one worker per CPU, 60 workers, and a pool. All must compute the same sum.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  ./threadwall tasks hashmap",
            "  ./threadwall tasks hashmap --runtimes go-pool,java-pool --arrival burst --repeats 3",
            "  ./threadwall tasks hashmap --full --keys strings --time-limit 30m",
            "",
            TasksOptions.EXIT_CODES
        })
final class TasksHashmapCommand extends AbstractCommand {

    private static final int FULL_TASKS = 100_000;
    private static final List<String> FULL_ARRIVALS = List.of("burst", "10/1", "10/3");

    @Option(
            names = "--tasks",
            paramLabel = "N",
            converter = CountConverter.Count.class,
            description = "Tasks (default: 10k).")
    private Integer tasks;

    @Option(
            names = "--entries",
            paramLabel = "N",
            converter = CountConverter.Count.class,
            defaultValue = "10000",
            description = "Entries of each task's map (default: ${DEFAULT-VALUE}).")
    private int entries;

    @Option(
            names = "--keys",
            paramLabel = "numbers|strings",
            defaultValue = "numbers",
            description =
                    "Keys of the maps: whole numbers, or strings as in the published benchmark, whose maps are read back"
                            + " entry by entry (default: ${DEFAULT-VALUE}).")
    private Keys keys;

    @Option(
            names = "--arrival",
            split = ",",
            paramLabel = "burst|K/MS",
            converter = Arrival.class,
            description = "Arrival of the tasks: all at once, or K every MS milliseconds (default: burst,10/1).")
    private List<String> arrivals;

    @Option(
            names = "--full",
            description = "The size of the published benchmark: 100,000 tasks, arrivals burst, 10/1 and 10/3. Add"
                    + " --keys strings for its keys.")
    private boolean full;

    @Option(
            names = "--workers",
            split = ",",
            paramLabel = "N|default",
            converter = CountConverter.WorkersOfServer.class,
            defaultValue = "default",
            description =
                    "Tasks that a program with workers or a pool computes at once; each value is a row (default: one"
                            + " per CPU).")
    private List<Workers> workers;

    @Mixin
    private TasksOptions run;

    @Override
    public Integer call() throws Exception {
        if (full && (tasks != null || arrivals != null)) {
            throw PreconditionException.usage(
                    "--full sets the tasks and their arrival: leave --tasks and --arrival out");
        }
        int count = full ? FULL_TASKS : tasks == null ? 10_000 : tasks;
        var schedules = full ? FULL_ARRIVALS : arrivals == null ? FULL_ARRIVALS.subList(0, 2) : arrivals;
        var workloads = schedules.stream()
                .distinct()
                .map(arrival -> TaskWorkload.hashmap(count, entries, arrival, keys))
                .toList();
        for (var workload : workloads) {
            if (run.limit().compareTo(workload.minimumTime()) <= 0) {
                throw PreconditionException.usage(
                        "--time-limit %,d s ends before the last of %,d tasks arrives: with --arrival %s, that takes %,.1f s;"
                                + " raise --time-limit, or lower --tasks",
                        run.limit().toSeconds(),
                        count,
                        workload.arrival(),
                        workload.minimumTime().toMillis() / 1e3);
            }
        }
        return run.run(
                commandLine(),
                Test.HASHMAP,
                workloads,
                workers.stream().map(Workers::number).toList());
    }

    /** Reads {@code burst} or {@code 10/1}. */
    static final class Arrival implements ITypeConverter<String> {

        private static final Pattern SCHEDULE = Pattern.compile("[1-9]\\d{0,8}/[1-9]\\d{0,8}");

        @Override
        public String convert(String text) {
            if (text.equals("burst") || SCHEDULE.matcher(text).matches()) {
                return text;
            }
            throw new TypeConversionException(
                    "'" + text + "' is neither burst nor K/MS; 10/3 means ten tasks every 3 milliseconds");
        }
    }
}
