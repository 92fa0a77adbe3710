/** The servers under test: which there are, how they are started, and what has to be checked before. */
package threadwall.loadgen.testbed;
