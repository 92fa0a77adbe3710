/** Builds and runs the task programs of {@code task-programs/}, observes them, and judges their results. */
package threadwall.tasks;
