/**
 * TCP sockets as the kernel lists and counts them: sock_diag, {@code /proc/net}, and the processes that own a port.
 */
package threadwall.process.socket;
