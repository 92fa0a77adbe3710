/**
 * Probes that count threads or connections up to a limit in child processes, and the evidence for which limit it was.
 */
package threadwall.probes;
