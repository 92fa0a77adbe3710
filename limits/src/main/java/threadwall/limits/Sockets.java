package threadwall.limits;

import java.util.OptionalLong;

/** Sockets that one process and one listener can have. */
public final class Sockets {

    private Sockets() {}

    /**
     * Sockets that a process can hold: {@code nofile − own}. A descriptor's number is below RLIMIT_NOFILE
     * (getrlimit(2)), and each socket is one.
     *
     * @param nofile the soft limit of descriptors; empty is unlimited, which Linux has not for descriptors but a
     *     reading may show
     * @param ownDescriptors what the process has open beside them: files, jars, epoll, pipes
     * @return at least 0; empty when unlimited
     */
    public static OptionalLong perProcess(OptionalLong nofile, long ownDescriptors) {
        return nofile.isEmpty() ? nofile : OptionalLong.of(Math.max(0, nofile.getAsLong() - ownDescriptors));
    }

    /**
     * The accept queue that listen(fd, asked) really gets: {@code min(asked, net.core.somaxconn)}. Linux,
     * net/socket.c, {@code __sys_listen_socket}: a larger backlog is cut without a word.
     */
    public static long effectiveBacklog(long asked, long somaxconn) {
        return Math.min(asked, somaxconn);
    }
}
