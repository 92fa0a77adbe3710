/** The data of a store: loaded, looked at and removed by a program of the store's own, which this starts. */
package threadwall.loadgen.data;
