/**
 * Loads the table {@code world} into PostgreSQL or into the embedded store, as a separate program: {@link
 * threadwall.store.load.DataMain}.
 */
package threadwall.store.load;
