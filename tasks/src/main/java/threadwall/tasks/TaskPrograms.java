package threadwall.tasks;

import static threadwall.tasks.TaskProgram.Kind.THREAD;
import static threadwall.tasks.TaskProgram.Kind.USER_SPACE;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import threadwall.process.PreconditionException;
import threadwall.tasks.TaskProgram.Kind;
import threadwall.tasks.TaskProgram.Start;
import threadwall.tasks.TaskWorkload.Test;

/** All programs, in the order of the table. */
public final class TaskPrograms {

    private static final String RUST_SLEEP = "task-programs/sleep/rust/target/release/";
    private static final String RUST_HASHMAP = "task-programs/hashmap/rust/target/release/";
    private static final String GO_HASHMAP = "task-programs/hashmap/go/target/hashmap";
    private static final String JAVA_SLEEP = "task-programs/sleep/java/target/sleep-java.jar";
    private static final String JAVA_HASHMAP = "task-programs/hashmap/java/target/hashmap-java.jar";
    private static final String RUST_RING = "task-programs/ring/rust/target/release/";
    private static final String JAVA_RING = "task-programs/ring/java/target/ring-java.jar";

    /** Room for the processes that an Erlang VM starts itself: OTP 25 starts 60 to 70. */
    private static final int PROCESSES_OF_ERLANG = 1_000;

    private static final List<TaskProgram> SLEEP = List.of(
            row("rust-threads", "rust", THREAD, RUST_SLEEP + "threads"),
            row("rust-tokio", "rust", USER_SPACE, RUST_SLEEP + "tokio"),
            row("rust-tokio-joined", "rust", USER_SPACE, RUST_SLEEP + "tokio-joined"),
            row("rust-async-std", "rust", USER_SPACE, RUST_SLEEP + "async-std"),
            row("go", "go", USER_SPACE, "task-programs/sleep/go/target/sleep"),
            java("java-threads", THREAD, JavaFlags::plain, JAVA_SLEEP, "threads"),
            java("java-threads-tuned", THREAD, JavaFlags::threadsTuned, JAVA_SLEEP, "threads"),
            java("java-virtual", USER_SPACE, JavaFlags::plain, JAVA_SLEEP, "virtual"),
            java("java-virtual-tuned", USER_SPACE, JavaFlags::virtualTuned, JAVA_SLEEP, "virtual"),
            java("kilim-sleep", USER_SPACE, JavaFlags::plain, JAVA_SLEEP, "kilim-sleep"),
            java("kilim-sleep-tuned", USER_SPACE, JavaFlags::kilimSleepTuned, JAVA_SLEEP, "kilim-sleep"),
            java("kilim-timer", USER_SPACE, JavaFlags::plain, JAVA_SLEEP, "kilim-timer"),
            java("kilim-timer-tuned", USER_SPACE, JavaFlags::kilimTimerTuned, JAVA_SLEEP, "kilim-timer"),
            row("csharp-mono", "csharp-mono", USER_SPACE, "mono", "task-programs/sleep/csharp/target/sleep.exe"),
            row(
                    "csharp-dotnet",
                    "csharp-dotnet",
                    USER_SPACE,
                    "dotnet",
                    "task-programs/sleep/csharp/target/dotnet/sleep.dll"),
            withoutSdk(Test.SLEEP, "3.1"),
            withoutSdk(Test.SLEEP, "8"),
            row("node", "node", USER_SPACE, "node", "task-programs/sleep/node/sleep.mjs"),
            row("python", "python", USER_SPACE, "python3", "task-programs/sleep/python/sleep.py"),
            row("elixir", "elixir", USER_SPACE, "elixir", "task-programs/sleep/elixir/sleep.exs"),
            // the VM refuses more processes than +P allows, by default 262,144
            started(
                    "elixir-raised",
                    "elixir",
                    USER_SPACE,
                    (workload, files) -> List.of(
                            "elixir",
                            "--erl",
                            "+P " + Math.max(262_144L, (long) workload.tasks() + PROCESSES_OF_ERLANG),
                            "task-programs/sleep/elixir/sleep.exs")));

    private static final TaskProgram GO_WORKERS = byWorkers(row("go-workers", "go", USER_SPACE, GO_HASHMAP, "workers"));

    private static final List<TaskProgram> HASHMAP = List.of(
            row("go-unrestricted", "go", USER_SPACE, GO_HASHMAP, "unrestricted"),
            byWorkers(row("go-goroutines-workers", "go", USER_SPACE, GO_HASHMAP, "goroutines-workers")),
            GO_WORKERS,
            // shows the cost of more workers than CPUs
            GO_WORKERS.withWorkers(60),
            byWorkers(row("go-pool", "go", USER_SPACE, GO_HASHMAP, "pool")),
            byWorkers(row("rust-tokio", "rust", USER_SPACE, RUST_HASHMAP + "tokio", "tokio")),
            byWorkers(row("rust-tokio-mimalloc", "rust", USER_SPACE, RUST_HASHMAP + "tokio-mimalloc", "tokio")),
            java("java-threads", THREAD, JavaFlags::hashmap, JAVA_HASHMAP, "threads"),
            java("java-virtual", USER_SPACE, JavaFlags::hashmap, JAVA_HASHMAP, "virtual"),
            byWorkers(java("java-virtual-workers", USER_SPACE, JavaFlags::hashmap, JAVA_HASHMAP, "virtual-workers")),
            byWorkers(java("java-pool", USER_SPACE, JavaFlags::hashmap, JAVA_HASHMAP, "pool")),
            byWorkers(java("kilim-workers", USER_SPACE, JavaFlags::hashmap, JAVA_HASHMAP, "kilim-workers")));

    private static final List<TaskProgram> RING = List.of(
            row("rust-threads", "rust", THREAD, RUST_RING + "threads"),
            byWorkers(row("rust-tokio", "rust", USER_SPACE, RUST_RING + "tokio")),
            row("rust-async-std", "rust", USER_SPACE, RUST_RING + "async-std"),
            byWorkers(row("go", "go", USER_SPACE, "task-programs/ring/go/target/ring")),
            java("java-threads", THREAD, JavaFlags::plain, JAVA_RING, "threads"),
            byWorkers(java("java-virtual", USER_SPACE, JavaFlags::plain, JAVA_RING, "virtual")),
            byWorkers(java("kilim", USER_SPACE, JavaFlags::plain, JAVA_RING, "kilim")),
            row(
                    "csharp-dotnet",
                    "csharp-dotnet",
                    USER_SPACE,
                    "dotnet",
                    "task-programs/ring/csharp/target/dotnet/ring.dll"),
            withoutSdk(Test.RING, "3.1"),
            withoutSdk(Test.RING, "8"),
            row("node", "node", USER_SPACE, "node", "task-programs/ring/node/ring.mjs"),
            row("python", "python", USER_SPACE, "python3", "task-programs/ring/python/ring.py"),
            row("elixir", "elixir", USER_SPACE, "elixir", "task-programs/ring/elixir/ring.exs"));

    private TaskPrograms() {}

    public static List<TaskProgram> of(Test test) {
        return switch (test) {
            case SLEEP -> SLEEP;
            case HASHMAP -> HASHMAP;
            case RING -> RING;
        };
    }

    /**
     * The programs with these names, in that order; without names all.
     *
     * @throws PreconditionException (usage) for an unknown name, or one given twice
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
                throw PreconditionException.usage("--runtimes names %s twice; to repeat runs use --repeats", name);
            }
            chosen.add(program);
        }
        return List.copyOf(chosen);
    }

    /**
     * Each program as often as there are numbers of workers, if it takes one; others once, as they are.
     *
     * @param workers empty for one per CPU
     */
    public static List<TaskProgram> each(List<TaskProgram> programs, List<OptionalInt> workers) {
        return programs.stream()
                .flatMap(program -> !program.takesWorkers()
                        ? Stream.of(program)
                        : workers.stream()
                                .map(number -> number.isEmpty() ? program : program.withWorkers(number.getAsInt())))
                .distinct()
                .toList();
    }

    private static TaskProgram row(String name, String family, Kind kind, String... words) {
        return started(name, family, kind, (workload, files) -> List.of(words));
    }

    /** On a runtime that {@code task-programs/dotnet.sh} downloads. */
    private static TaskProgram withoutSdk(Test test, String version) {
        var name = "csharp-dotnet-" + version;
        return row(
                name,
                name,
                USER_SPACE,
                ".threadwall/dotnet-%s/dotnet".formatted(version),
                "task-programs/%s/csharp/target/dotnet-%s/%1$s.dll".formatted(test.label(), version));
    }

    private static TaskProgram java(
            String name, Kind kind, BiFunction<TaskWorkload, String, List<String>> flags, String jar, String what) {
        return started(name, "java", kind, (workload, files) -> JavaFlags.jar(flags.apply(workload, files), jar, what));
    }

    private static TaskProgram started(String name, String family, Kind kind, Start start) {
        return new TaskProgram(name, family, kind, start, false, null);
    }

    private static TaskProgram byWorkers(TaskProgram row) {
        return new TaskProgram(row.name(), row.family(), row.kind(), row.start(), true, null);
    }
}
