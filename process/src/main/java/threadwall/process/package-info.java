/**
 * Child processes under a supervisor, and what commands share while they run them: progress, sampling budgets, failed
 * preconditions.
 */
package threadwall.process;
