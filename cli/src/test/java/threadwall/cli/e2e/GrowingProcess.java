package threadwall.cli.e2e;

import java.io.FileInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.concurrent.locks.LockSupport;

/**
 * Starts threads, or opens files, until it is refused. A process of its own: prints READY, begins when it gets a line, and
 * prints how many it got. Argument: {@code threads} or {@code connections}.
 */
final class GrowingProcess {

    private GrowingProcess() {}

    public static void main(String[] arguments) throws IOException {
        boolean threads = arguments[0].equals("threads");
        grow(threads, 1); // what the first one takes is not of those to come
        System.out.println("READY");
        System.in.read();
        System.out.println(grow(threads, Integer.MAX_VALUE));
        System.out.flush();
        Runtime.getRuntime().halt(0); // what is left may not suffice for an orderly end
    }

    private static int grow(boolean threads, int most) {
        var files = new ArrayList<FileInputStream>();
        int count = 0;
        try {
            for (; count < most; count++) {
                if (threads) {
                    Thread.ofPlatform().daemon().start(LockSupport::park);
                } else {
                    files.add(new FileInputStream("/dev/null"));
                }
            }
        } catch (OutOfMemoryError | IOException refused) {
            return count;
        }
        return count;
    }
}
