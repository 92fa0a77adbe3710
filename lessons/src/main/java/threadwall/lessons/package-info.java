/**
 * The lessons of {@code docs/lessons}. A lesson is a page, whose commands are run as they stand there, and a class that reads
 * the records of these commands.
 */
package threadwall.lessons;
