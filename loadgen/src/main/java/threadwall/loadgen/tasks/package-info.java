/** The same small task programs in every runtime: which there are, how they are run, and what they cost from outside. */
package threadwall.loadgen.tasks;
