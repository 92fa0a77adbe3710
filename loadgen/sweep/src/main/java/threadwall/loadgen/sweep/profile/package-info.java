/** Profiles a server's CPU time with perf and classifies its stacks. */
package threadwall.loadgen.sweep.profile;
