/**
 * Measures in child processes what a thread costs, and counts threads or connections up to a limit, with the evidence for
 * which limit it was.
 */
package threadwall.probes;
