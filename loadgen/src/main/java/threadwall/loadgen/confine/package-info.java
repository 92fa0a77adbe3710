/** Holds processes within cgroups that are made for them: memory, and reads of a disk. */
package threadwall.loadgen.confine;
