/** The embedded store: transactions in a file of this process, synced in groups. */
package threadwall.store.embedded;
