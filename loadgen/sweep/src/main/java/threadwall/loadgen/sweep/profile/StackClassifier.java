package threadwall.loadgen.sweep.profile;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import threadwall.record.CpuKind;

/**
 * Classifies stacks, in this order:
 *
 * <ul>
 *   <li>by the name of a thread that has a single task;
 *   <li>in the kernel by the outermost function that has a rule, since work that a send triggers, on loopback the
 *       receiver's interrupt, is a part of the send;
 *   <li>by the file of the innermost call. Compiled code keeps no frame pointer, so the calls around it are unreliable.
 * </ul>
 */
final class StackClassifier {

    private record Rule(CpuKind kind, Pattern name) {

        Rule(CpuKind kind, String name) {
            this(kind, Pattern.compile(name));
        }
    }

    /** HotSpot's thread names. The VM thread runs the collectors' pauses, and little else under load. */
    private static final List<Rule> THREADS = List.of(
            new Rule(CpuKind.GC, "GC Thread#.*|G1 .*|VM Thread"), new Rule(CpuKind.JIT, "C[12] CompilerThre.*"));

    /** Functions of Linux 5 and 6: system call entries, and inner functions for stacks that lack the entry. */
    private static final List<Rule> KERNEL = List.of(
            new Rule(CpuKind.FUTEX, "(__x64_|__arm64_)?sys_futex.*|do_futex|eventfd_(read|write)"),
            new Rule(
                    CpuKind.EPOLL,
                    "(__x64_|__arm64_)?sys_epoll_.*|do_epoll_.*|(__)?io_cqring_(wait_)?schedule|io_arm_poll_handler|io_poll_wake"),
            new Rule(CpuKind.SEND, "(__x64_|__arm64_|__)?sys_send.*|io_send|sock_write_iter|sock_sendmsg|tcp_sendmsg"),
            new Rule(
                    CpuKind.RECEIVE, "(__x64_|__arm64_|__)?sys_recv.*|io_recv|sock_read_iter|sock_recvmsg|tcp_recvmsg"),
            new Rule(
                    CpuKind.OPEN_CLOSE,
                    "(__x64_|__arm64_|__)?sys_(accept4?|close|shutdown|connect|socket|setsockopt)|io_accept|io_close|__sock_release|inet_shutdown"),
            new Rule(CpuKind.SWITCH, "__schedule|schedule|(__x64_|__arm64_)?sys_sched_yield"));

    private StackClassifier() {}

    static CpuKind of(SampledStack stack) {
        var byThread = kind(THREADS, stack.thread());
        if (byThread.isPresent()) {
            return byThread.get();
        }
        var kernel =
                stack.frames().stream().filter(SampledStack.Frame::isKernel).toList();
        if (!kernel.isEmpty()) {
            return kernel.stream()
                    .flatMap(frame -> kind(KERNEL, frame.function()).stream())
                    .findFirst()
                    .orElse(CpuKind.KERNEL);
        }
        return !stack.frames().isEmpty() && stack.frames().getLast().isJvm() ? CpuKind.JVM : CpuKind.CODE;
    }

    /** The kind of the first rule that matches. */
    private static Optional<CpuKind> kind(List<Rule> rules, String name) {
        return rules.stream()
                .filter(rule -> rule.name.matcher(name).matches())
                .findFirst()
                .map(Rule::kind);
    }
}
