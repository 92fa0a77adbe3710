package threadwall.cli.e2e;

import java.io.FileInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.concurrent.locks.LockSupport;

/**
 * Starts threads, or opens files, until it is refused. A process of its own: prints READY, begins when it gets a line, and
 * prints each number that it got, since a JVM that is refused a memory map may abort. Argument: {@code threads} or
 * {@code connections}.
 */
final class GrowingProcess {

    private GrowingProcess() {}

    public static void main(String[] arguments) throws IOException {
        boolean threads = arguments[0].equals("threads");
        grow(threads, 1, false); // what the first one takes is not of those to come
        System.out.println("READY");
        System.in.read();
        grow(threads, Integer.MAX_VALUE, true);
        Runtime.getRuntime().halt(0); // what is left may not suffice for an orderly end
    }

    private static void grow(boolean threads, int most, boolean says) {
        var files = new ArrayList<FileInputStream>();
        try {
            for (int count = 1; count <= most; count++) {
                if (threads) {
                    Thread.ofPlatform().daemon().start(LockSupport::park);
                } else {
                    files.add(new FileInputStream("/dev/null"));
                }
                if (says) {
                    System.out.println(count);
                }
            }
        } catch (OutOfMemoryError | IOException refused) {
            return;
        }
    }
}
