/**
 * Finds limits by experiment: probes that count threads or connections up to a limit, and the evidence for which limit
 * it was.
 */
package threadwall.doctor;
