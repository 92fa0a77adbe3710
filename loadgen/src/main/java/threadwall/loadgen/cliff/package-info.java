/** A PostgreSQL that may keep so much of its data in memory and no more, to see what becomes of its rate behind that. */
package threadwall.loadgen.cliff;
