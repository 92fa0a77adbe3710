/** Plans sweeps: turns options and the limits of the machine into steps, without starting anything. */
package threadwall.loadgen.sweep.plan;
