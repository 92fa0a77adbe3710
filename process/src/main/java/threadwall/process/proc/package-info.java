/** Readers of {@code /proc}: what one process uses, and the counters of the whole machine. */
package threadwall.process.proc;
