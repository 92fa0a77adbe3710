package threadwall.loadgen.sweep.profile;

import java.util.List;
import java.util.stream.Collectors;
import threadwall.record.StackFile;

/**
 * What one thread had called when it was looked at.
 *
 * @param thread its name, as the kernel has it: 15 characters at most
 * @param frames the outermost call first
 */
record SampledStack(String thread, List<Frame> frames) {

    /**
     * A call.
     *
     * @param function {@code [unknown]} where nothing names it
     * @param place the file whose code it is, {@code [kernel.kallsyms]} for the kernel's
     */
    record Frame(String function, String place) {

        /** The kernel and its modules stand in brackets, but so do memory without a file and the vDSO, which are the program's. */
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

    /** One line, as tools that draw flames read them: thread and calls with semicolons between, the kernel's marked. */
    String folded() {
        return frames.stream()
                .map(frame -> frame.function().replace(';', ':') + (frame.isKernel() ? StackFile.KERNEL : ""))
                .collect(Collectors.joining(";", thread.replace(';', ':') + ";", ""));
    }
}
