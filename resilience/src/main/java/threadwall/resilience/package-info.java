/**
 * Attacks a server with hostile clients, exhausted descriptors or crashes, and checks from outside whether it survives.
 */
package threadwall.resilience;
