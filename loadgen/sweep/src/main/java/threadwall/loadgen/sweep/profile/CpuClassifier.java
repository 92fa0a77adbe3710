package threadwall.loadgen.sweep.profile;

import java.util.List;
import java.util.regex.Pattern;
import threadwall.record.CpuKind;

/**
 * What a stack was doing. By the thread where that has one task alone; in the kernel by the outermost call that says it:
 * what a program's send sets off, on the loopback the receiving end's interrupt, is a part of the send. Else by whose code
 * the innermost call is: compiled code keeps no frame pointer, so that the calls around it cannot be relied on.
 */
final class CpuClassifier {

    private record Rule(CpuKind kind, Pattern name) {

        Rule(CpuKind kind, String name) {
            this(kind, Pattern.compile(name));
        }
    }

    /** HotSpot's names. The VM thread runs the collectors' pauses, and little else under load. */
    private static final List<Rule> THREADS = List.of(
            new Rule(CpuKind.GC, "GC Thread#.*|G1 .*|VM Thread"), new Rule(CpuKind.JIT, "C[12] CompilerThre.*"));

    /** Functions of Linux 5 and 6: the system calls' own, and what is below them where a stack begins further in. */
    private static final List<Rule> KERNEL = List.of(
            new Rule(CpuKind.FUTEX, "(__x64_|__arm64_)?sys_futex.*|do_futex|eventfd_(read|write)"),
            new Rule(CpuKind.EPOLL, "(__x64_|__arm64_)?sys_epoll_.*|do_epoll_.*"),
            new Rule(CpuKind.SEND, "(__x64_|__arm64_|__)?sys_send.*|sock_write_iter|sock_sendmsg|tcp_sendmsg"),
            new Rule(CpuKind.RECEIVE, "(__x64_|__arm64_|__)?sys_recv.*|sock_read_iter|sock_recvmsg|tcp_recvmsg"),
            new Rule(
                    CpuKind.OPEN_CLOSE,
                    "(__x64_|__arm64_|__)?sys_(accept4?|close|shutdown|connect|socket|setsockopt)|__sock_release|inet_shutdown"),
            new Rule(CpuKind.SWITCH, "__schedule|schedule|(__x64_|__arm64_)?sys_sched_yield"));

    private CpuClassifier() {}

    static CpuKind of(SampledStack stack) {
        for (var rule : THREADS) {
            if (rule.name.matcher(stack.thread()).matches()) {
                return rule.kind;
            }
        }
        boolean inKernel = false;
        for (var frame : stack.frames()) {
            if (frame.isKernel()) {
                inKernel = true;
                for (var rule : KERNEL) {
                    if (rule.name.matcher(frame.function()).matches()) {
                        return rule.kind;
                    }
                }
            }
        }
        if (inKernel) {
            return CpuKind.KERNEL;
        }
        return !stack.frames().isEmpty() && stack.frames().getLast().isJvm() ? CpuKind.JVM : CpuKind.CODE;
    }
}
