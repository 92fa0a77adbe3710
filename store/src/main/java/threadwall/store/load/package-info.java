/**
 * Loads the table {@code world}, into PostgreSQL and into the embedded store: a program of its own, {@link
 * threadwall.store.load.DataMain}.
 */
package threadwall.store.load;
