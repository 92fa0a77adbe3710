/** The PostgreSQL that servers share and the data of stores: started, loaded, limited, and observed during a load. */
package threadwall.loadgen.testbed.database;
