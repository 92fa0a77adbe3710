/** Cgroups: temporary ones that limit the memory and disk reads of processes, and the CPU quota of any. */
package threadwall.process.cgroup;
