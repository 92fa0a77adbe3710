/** Finds and removes what killed runs left behind: processes recorded in status files, and temporary folders. */
package threadwall.process.cleanup;
