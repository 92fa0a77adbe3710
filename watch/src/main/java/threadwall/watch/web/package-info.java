/** The live page: its HTTP server, and the event stream that shares one sample among all open pages. */
package threadwall.watch.web;
