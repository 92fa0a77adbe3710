/** The load generators ab, wrk, oha and Vegeta behind one interface: their command lines and the parsers of their reports. */
package threadwall.loadgen.engine;
