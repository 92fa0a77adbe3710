/** Runs the steps of a sweep: server, warm-up, measured load, sampling, and the record of the results. */
package threadwall.loadgen.sweep.step;
