/** Samples running servers and clients live: their processes, listening sockets and connections. */
package threadwall.watch;
