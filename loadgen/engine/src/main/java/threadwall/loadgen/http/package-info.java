/** A strict HTTP client that checks the responses of the servers under test. */
package threadwall.loadgen.http;
