/** The load generators ab, wrk and oha behind one interface: their command lines and the parsers of their reports. */
package threadwall.loadgen.engine;
