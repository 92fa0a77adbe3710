/** Where a server's CPU time goes: stacks taken by {@code perf}, and what each of them was doing. */
package threadwall.loadgen.profile;
