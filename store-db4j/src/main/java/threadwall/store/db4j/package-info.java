/**
 * The data in db4j, an embedded transactional database for fibers. Nothing else knows of it; {@link
 * threadwall.store.db4j.Db4jProvider} is found on the class path where it is.
 */
package threadwall.store.db4j;
