package threadwall.loadgen.sweep.profile;

import java.util.List;
import java.util.stream.Collectors;
import threadwall.record.StackFile;

/**
 * The call stack of one thread when it was sampled.
 *
 * @param thread its name in the kernel, at most 15 characters
 * @param frames the outermost call first
 */
record SampledStack(String thread, List<Frame> frames) {

    /**
     * A call.
     *
     * @param function {@code [unknown]} if it has no symbol
     * @param place the file that contains its code, {@code [kernel.kallsyms]} for the kernel
     */
    record Frame(String function, String place) {

        /** The kernel and its modules are in brackets, but so are the program's anonymous memory and the vDSO. */
        boolean isKernel() {
            return place.startsWith("[")
                    && !place.equals("[unknown]")
                    && !place.equals("[vdso]")
                    && !place.equals("[heap]");
        }

        boolean isJvm() {
            return place.endsWith("/libjvm.so");
        }
    }

    /**
     * The folded form that flame graph tools read: thread and calls separated by semicolons, kernel functions marked.
     */
    String folded() {
        return frames.stream()
                .map(frame -> frame.function().replace(';', ':') + (frame.isKernel() ? StackFile.KERNEL : ""))
                .collect(Collectors.joining(";", thread.replace(';', ':') + ";", ""));
    }
}
