/** What a tool that was killed with its supervisors has left on this machine: found by what its runs noted, and ended. */
package threadwall.loadgen.clean;
