/** Benchmarks on servers that stay warm: speed in interleaved repeats, and memory of idle connections. */
package threadwall.loadgen.sweep.bench;
