/** Temporary cgroups that limit the memory and disk reads of processes. */
package threadwall.process.cgroup;
