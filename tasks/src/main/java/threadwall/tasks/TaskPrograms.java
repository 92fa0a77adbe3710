package threadwall.tasks;

import static threadwall.tasks.TaskProgram.Kind.OWN;
import static threadwall.tasks.TaskProgram.Kind.THREAD;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import threadwall.process.PreconditionException;
import threadwall.tasks.TaskProgram.Kind;
import threadwall.tasks.TaskProgram.Start;
import threadwall.tasks.TaskWorkload.Test;

/** All rows there are, in the order of the table. */
public final class TaskPrograms {

    private static final String RUST_SLEEP = "runtimes/sleep/rust/target/release/";
    private static final String RUST_HASHMAP = "runtimes/hashmap/rust/target/release/";
    private static final String GO_HASHMAP = "runtimes/hashmap/go/target/hashmap";
    private static final String JAVA_SLEEP = "runtimes/sleep/java/target/sleep-java.jar";
    private static final String JAVA_HASHMAP = "runtimes/hashmap/java/target/hashmap-java.jar";

    /** Processes of an Erlang VM that are there before ours: 60 to 70 of OTP 25. */
    private static final int PROCESSES_OF_ERLANG = 1_000;

    private static final List<TaskProgram> SLEEP = List.of(
            row("rust-threads", "rust", THREAD, RUST_SLEEP + "threads"),
            row("rust-tokio", "rust", OWN, RUST_SLEEP + "tokio"),
            row("rust-tokio-joined", "rust", OWN, RUST_SLEEP + "tokio-joined"),
            row("rust-async-std", "rust", OWN, RUST_SLEEP + "async-std"),
            row("go", "go", OWN, "runtimes/sleep/go/target/sleep"),
            java("java-threads", THREAD, JavaFlags::plain, JAVA_SLEEP, "threads"),
            java("java-threads-tuned", THREAD, JavaFlags::threadsTuned, JAVA_SLEEP, "threads"),
            java("java-virtual", OWN, JavaFlags::plain, JAVA_SLEEP, "virtual"),
            java("java-virtual-tuned", OWN, JavaFlags::virtualTuned, JAVA_SLEEP, "virtual"),
            java("kilim-sleep", OWN, JavaFlags::kilim, JAVA_SLEEP, "kilim-sleep"),
            java("kilim-sleep-tuned", OWN, JavaFlags::kilimSleepTuned, JAVA_SLEEP, "kilim-sleep"),
            java("kilim-timer", OWN, JavaFlags::kilim, JAVA_SLEEP, "kilim-timer"),
            java("kilim-timer-tuned", OWN, JavaFlags::kilimTimerTuned, JAVA_SLEEP, "kilim-timer"),
            row("csharp-mono", "csharp-mono", OWN, "mono", "runtimes/sleep/csharp/target/sleep.exe"),
            row("csharp-dotnet", "csharp-dotnet", OWN, "dotnet", "runtimes/sleep/csharp/target/dotnet/sleep.dll"),
            row("node", "node", OWN, "node", "runtimes/sleep/node/sleep.mjs"),
            row("python", "python", OWN, "python3", "runtimes/sleep/python/sleep.py"),
            row("elixir", "elixir", OWN, "elixir", "runtimes/sleep/elixir/sleep.exs"),
            // the VM refuses more processes than it was started for, 262,144 unless it is told
            started(
                    "elixir-raised",
                    "elixir",
                    OWN,
                    (work, files) -> List.of(
                            "elixir",
                            "--erl",
                            "+P " + Math.max(262_144L, (long) work.tasks() + PROCESSES_OF_ERLANG),
                            "runtimes/sleep/elixir/sleep.exs")));

    private static final List<TaskProgram> HASHMAP = List.of(
            row("go-unrestricted", "go", OWN, GO_HASHMAP, "unrestricted"),
            row("go-goroutines-workers", "go", OWN, GO_HASHMAP, "goroutines-workers"),
            row("go-workers", "go", OWN, GO_HASHMAP, "workers"),
            // the seed's own figure, for the cost of more workers than processors
            withWorkers(60, row("go-60-workers", "go", OWN, GO_HASHMAP, "workers")),
            row("go-pool", "go", OWN, GO_HASHMAP, "pool"),
            row("rust-tokio", "rust", OWN, RUST_HASHMAP + "tokio", "tokio"),
            row("rust-tokio-mimalloc", "rust", OWN, RUST_HASHMAP + "tokio-mimalloc", "tokio"),
            java("java-threads", THREAD, JavaFlags::hashmap, JAVA_HASHMAP, "threads"),
            java("java-virtual", OWN, JavaFlags::hashmap, JAVA_HASHMAP, "virtual"),
            java("java-virtual-workers", OWN, JavaFlags::hashmap, JAVA_HASHMAP, "virtual-workers"),
            java("java-pool", OWN, JavaFlags::hashmap, JAVA_HASHMAP, "pool"),
            java("kilim-workers", OWN, JavaFlags::kilimHashmap, JAVA_HASHMAP, "kilim-workers"));

    private TaskPrograms() {}

    public static List<TaskProgram> of(Test test) {
        return test == Test.SLEEP ? SLEEP : HASHMAP;
    }

    /**
     * Those of these names, in their order; of no names all.
     *
     * @throws PreconditionException (usage) for a name that is none, or is there twice
     */
    public static List<TaskProgram> named(Test test, List<String> names) throws PreconditionException {
        if (names.isEmpty()) {
            return of(test);
        }
        var chosen = new ArrayList<TaskProgram>();
        for (var name : names) {
            var program = of(test).stream()
                    .filter(any -> any.name().equals(name))
                    .findFirst()
                    .orElseThrow(() -> PreconditionException.usage(
                            "--runtimes: %s has no '%s'; it has %s",
                            test.label(),
                            name,
                            of(test).stream().map(TaskProgram::name).collect(Collectors.joining(", "))));
            if (chosen.contains(program)) {
                throw PreconditionException.usage(
                        "--runtimes names %s twice; more runs of it are made by --repeats", name);
            }
            chosen.add(program);
        }
        return List.copyOf(chosen);
    }

    private static TaskProgram row(String name, String family, Kind kind, String... words) {
        return started(name, family, kind, (work, files) -> List.of(words));
    }

    private static TaskProgram java(
            String name, Kind kind, BiFunction<TaskWorkload, String, List<String>> flags, String jar, String what) {
        return started(name, "java", kind, (work, files) -> JavaFlags.jar(flags.apply(work, files), jar, what));
    }

    private static TaskProgram started(String name, String family, Kind kind, Start start) {
        return new TaskProgram(name, family, kind, start, 0);
    }

    private static TaskProgram withWorkers(int workers, TaskProgram row) {
        return new TaskProgram(row.name(), row.family(), row.kind(), row.start(), workers);
    }
}
