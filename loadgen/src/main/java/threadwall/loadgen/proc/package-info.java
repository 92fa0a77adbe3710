/**
 * Processes, sockets and the machine, read from outside: by {@code /proc} and by netlink. Nothing here starts, stops or
 * changes anything. A value that cannot be read is null; a process that is gone is an empty Optional.
 */
package threadwall.loadgen.proc;
