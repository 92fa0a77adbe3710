/** The live page of {@code watch --web}: its server, and what feeds it. The page itself is in the module report. */
package threadwall.cli.web;
