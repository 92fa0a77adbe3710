/** The load generators ab, wrk, oha, Vegeta and open-loop behind one interface: their command lines and the parsers of their reports. */
package threadwall.loadgen.engine;
