/** Builds and runs the task programs of {@code runtimes/}, observes them, and judges their results. */
package threadwall.tasks;
