/**
 * The data in db4j, an embedded transactional database for fibers. No other module depends on it: servers find {@link
 * threadwall.store.db4j.Db4jProvider} if it is on the class path.
 */
package threadwall.store.db4j;
