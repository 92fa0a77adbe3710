/** Measures how many requests a second a server can answer, and its latency at shares of that. */
package threadwall.loadgen.sweep.capacity;
