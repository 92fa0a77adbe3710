package threadwall.cli;

import java.io.PrintWriter;
import java.util.List;
import java.util.OptionalDouble;
import threadwall.loadgen.sweep.bench.HeldPlan;
import threadwall.record.StepNames;
import threadwall.record.StepPlan;
import threadwall.report.ShellQuoting;

/**
 * The plan as {@code --dry-run} prints it: every command line, ready to be pasted at the project's root. Clients that hold
 * connections wait for commands of the bench.
 */
final class PlanText {

    /** Its manifest names the libraries that the clients of {@link HeldPlan} need. */
    private static final String CLASS_PATH = "cli/target/cli.jar";

    private PlanText() {}

    /** @param seconds that all steps will take; empty if that is not estimated */
    static void print(List<StepPlan> steps, OptionalDouble seconds, PrintWriter out) {
        printHead(steps.size(), seconds, out);
        var names = StepNames.of(steps);
        for (var step : steps) {
            out.printf(
                    "%n# step %d: %s, %,d connections, %s, %s%s%s%n",
                    step.number(),
                    names.of(step),
                    step.load().concurrency(),
                    step.load().requests() == null
                            ? "by time" + warmUp(step, "%d rounds")
                            : "%s%,d requests%s"
                                    .formatted(
                                            step.load().atLeastSeconds() == null
                                                    ? ""
                                                    : "%d s and at least "
                                                            .formatted(
                                                                    step.load().atLeastSeconds()),
                                            step.load().requests(),
                                            warmUp(step, "%d x %,d")),
                    step.load().keepAlive() ? "kept alive" : "one connection per request",
                    step.servers().lingerSeconds() == null
                            ? ""
                            : ", kept running for %d s".formatted(step.servers().lingerSeconds()),
                    step.repeat() > 1 ? ", repeat " + step.repeat() : "");
            step.expect().forEach(line -> out.println("#   " + line));
            if (step.onKeptServers()) {
                out.println("#   uses the server that an earlier step started");
            } else {
                printStart(step, out);
            }
            if (step.data().dataSize() != null) {
                out.println("#   three parts: the load with a cold page cache, a scan of all requested rows, the load"
                        + " again");
                step.clients()
                        .forEach(client ->
                                out.println(ShellQuoting.line(client.cold().command())));
            }
            printMeasured(step, out);
        }
        out.flush();
    }

    /** Comes before steps that are printed one by one. */
    static void printHead(int steps, OptionalDouble seconds, PrintWriter out) {
        var duration = seconds.isPresent() ? ", about " + ConsoleProgress.duration(seconds.getAsDouble()) : "";
        out.println("# steps: %d%s; commands run from the project's root".formatted(steps, duration));
    }

    /** Prints the server's processes, the load that warms them up, and the clients that hold connections. */
    static void print(String title, HeldPlan plan, PrintWriter out) {
        var step = plan.step();
        out.printf(
                "%n# step %d: %s; server processes: %d, clients: %d%n",
                step.number(), title, step.shards().size(), plan.clients().size());
        printStart(step, out);
        out.println("#   the clients open connections when the bench tells them to");
        plan.clients().forEach(client -> out.println(ShellQuoting.line(client.command(CLASS_PATH)) + " &"));
        out.flush();
    }

    /** Prints the load after the warm-up. */
    static void printMeasured(StepPlan step, PrintWriter out) {
        step.clients()
                .forEach(client ->
                        out.println(ShellQuoting.line(client.measured().command())));
    }

    private static void printStart(StepPlan step, PrintWriter out) {
        step.shards().stream()
                .filter(shard -> shard.command() != null)
                .forEach(shard -> out.println(ShellQuoting.line(shard.command()) + " &"));
        step.clients()
                .forEach(client -> out.println(ShellQuoting.line(client.warmUp().command())));
    }

    private static String warmUp(StepPlan step, String rounds) {
        return step.onKeptServers()
                ? ""
                : " after %s%s to warm up"
                        .formatted(
                                rounds.formatted(
                                        step.warmUp().warmUpRounds(),
                                        step.warmUp().warmUpRequests()),
                                step.warmUp().warmUpLimitSeconds() == null
                                        ? ""
                                        : " or %d s at most"
                                                .formatted(step.warmUp().warmUpLimitSeconds()));
    }
}
