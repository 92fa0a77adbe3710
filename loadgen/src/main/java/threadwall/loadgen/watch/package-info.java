/** Running servers and clients, found and looked at from outside, for as long as somebody watches. */
package threadwall.loadgen.watch;
