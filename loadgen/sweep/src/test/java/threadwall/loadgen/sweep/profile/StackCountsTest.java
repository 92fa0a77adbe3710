package threadwall.loadgen.sweep.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static threadwall.record.CpuKind.CODE;
import static threadwall.record.CpuKind.EPOLL;
import static threadwall.record.CpuKind.FUTEX;
import static threadwall.record.CpuKind.GC;
import static threadwall.record.CpuKind.JIT;
import static threadwall.record.CpuKind.JVM;
import static threadwall.record.CpuKind.KERNEL;
import static threadwall.record.CpuKind.OPEN_CLOSE;
import static threadwall.record.CpuKind.RECEIVE;
import static threadwall.record.CpuKind.SEND;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import threadwall.record.CpuKind;

/** Uses stacks of spring-virtual that perf 6.1 printed under a load by ab, Linux 6.18 on x86: one of each kind. */
class StackCountsTest {

    private static final Path CAPTURED = Path.of("src/test/resources/perf/spring-virtual.txt");

    @Test
    void classifiesEachStack() throws IOException {
        var kinds = new ArrayList<CpuKind>();
        try (var lines = Files.lines(CAPTURED)) {
            var script = new PerfScript(lines);
            for (var stack = script.next(); stack.isPresent(); stack = script.next()) {
                kinds.add(StackClassifier.of(stack.get()));
            }
        }
        assertThat(kinds.subList(0, 12))
                .containsExactly(
                        FUTEX, EPOLL, EPOLL, SEND, RECEIVE, OPEN_CLOSE, OPEN_CLOSE, KERNEL, JIT, JIT, JVM, CODE);
    }

    @Test
    void countsStacksAndLeavesOutEmptyOnes() throws IOException {
        try (var lines = Files.lines(CAPTURED)) {
            var stacks = StackCounts.of(lines);
            assertThat(stacks.kinds())
                    .isEqualTo(Map.of(
                            FUTEX,
                            1L,
                            EPOLL,
                            2L,
                            SEND,
                            1L,
                            RECEIVE,
                            1L,
                            OPEN_CLOSE,
                            2L,
                            KERNEL,
                            1L,
                            JIT,
                            2L,
                            JVM,
                            1L,
                            CODE,
                            1L));
            assertThat(stacks.kernel()).isTrue();
            assertThat(stacks.folded().keySet())
                    .hasSize(12)
                    .contains("C1 CompilerThre;malloc")
                    .anyMatch(stack -> stack.startsWith("ForkJoinPool-1-;__futex_abstimed_wait_common;"
                            + "entry_SYSCALL_64_after_hwframe_[k];do_syscall_64_[k];__x64_sys_futex_[k];"))
                    .anyMatch(stack -> stack.endsWith("ListenerCacheKey.hashCode()"));
        }
    }

    @Test
    void reportsStacksWithoutTheKernel() {
        assertThat(StackCounts.of(Stream.of("loop-0  17", "\t  85f16 [unknown] ([unknown])", "", "loop-0  17", "")))
                .isEqualTo(new StackCounts(Map.of("loop-0;[unknown]", 1L), Map.of(CODE, 1L), false));
        assertThat(StackCounts.of(Stream.of("WARNING: nothing here", "")).kinds())
                .isEmpty();
    }

    /** Calls from the outermost to the innermost: the first with a rule decides. */
    @ParameterizedTest
    @CsvSource({
        "GC Thread#0, do_syscall_64 __x64_sys_futex, GC",
        "G1 Conc#0, do_syscall_64, GC",
        "VM Thread, do_syscall_64, GC",
        "C2 CompilerThre, asm_exc_page_fault, JIT",
        "ForkJoinPool-1-, do_syscall_64 __x64_sys_futex do_futex futex_wait schedule __schedule, FUTEX",
        "http-nio-127.0., do_syscall_64 ksys_write vfs_write eventfd_write, FUTEX",
        "ForkJoinPool-1-, do_syscall_64 exit_to_user_mode_loop schedule __schedule, SWITCH",
        "loop-0, asm_sysvec_apic_timer_interrupt irqentry_exit_to_user_mode schedule, SWITCH",
        "loop-0, do_syscall_64 __x64_sys_sendto __sys_sendto tcp_sendmsg tcp_v4_rcv ep_poll_callback, SEND",
        "loop-0, do_syscall_64 __x64_sys_epoll_wait do_epoll_wait schedule, EPOLL",
        "loop-0, do_syscall_64 __x64_sys_accept4 schedule, OPEN_CLOSE",
        "loop-0, do_syscall_64 __do_sys_io_uring_enter io_submit_sqes io_issue_sqe io_send tcp_sendmsg, SEND",
        "loop-0, __do_sys_io_uring_enter io_cqring_wait __io_run_local_work io_poll_task_func io_recv, RECEIVE",
        "loop-0, do_syscall_64 __do_sys_io_uring_enter __io_cqring_wait_schedule schedule, EPOLL",
        "loop-0, do_syscall_64 __do_sys_io_uring_enter io_submit_sqes io_close, OPEN_CLOSE",
        "loop-0, do_syscall_64 ksys_write vfs_write ext4_file_write_iter, KERNEL"
    })
    void classifiesByTheOutermostCallWithARule(String thread, String calls, CpuKind kind) {
        var frames = Stream.concat(
                        Stream.of(new SampledStack.Frame("main", "/bin/server")),
                        Stream.of(calls.split(" ")).map(call -> new SampledStack.Frame(call, "[kernel.kallsyms]")))
                .toList();
        assertThat(StackClassifier.of(new SampledStack(thread, frames))).isEqualTo(kind);
    }

    @Test
    void aUserFunctionIsNotAKernelFunction() {
        var frames = List.of(
                new SampledStack.Frame("schedule", "/bin/server"),
                new SampledStack.Frame("do_futex", "/tmp/perf-7.map"));
        assertThat(StackClassifier.of(new SampledStack("GC", frames))).isEqualTo(CODE);
        assertThat(StackClassifier.of(new SampledStack("GC Thread#1", frames))).isEqualTo(GC);
    }
}
