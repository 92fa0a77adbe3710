package threadwall.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Logs of a PostgreSQL that did not start. */
class PostgresStartupTest {

    @Test
    void itsLastWordsSayWhatTheyAreAbout() {
        assertThat(PostgresStartup.lastWords("""
                        12:00:00 UTC [1] FATAL:  the database system is starting up
                        12:00:01 UTC [2] LOG:  something else
                        12:00:02 UTC [3] FATAL:  data directory "/data" has invalid permissions
                        12:00:02 UTC [3] DETAIL:  Permissions should be u=rwx (0700).
                         stopped waiting
                        pg_ctl: could not start server
                        Examine the log output.
                        """))
                .contains(
                        "FATAL:  data directory \"/data\" has invalid permissions; Permissions should be u=rwx (0700).");
        assertThat(PostgresStartup.lastWords("""
                        waiting for server to start....12:00:00 UTC [1] LOG:  starting
                        12:00:01 UTC [2] PANIC:  could not locate a valid checkpoint record
                        12:00:02 UTC [1] LOG:  startup process (PID 2) was terminated by signal 6: Aborted
                        """)).contains("PANIC:  could not locate a valid checkpoint record");
    }

    /** As when a library is missing, or the program was killed. */
    @Test
    void withoutThemItsLastLineIsTold() {
        assertThat(PostgresStartup.lastWords("LOG:  nothing is wrong")).isEmpty();
        assertThat(PostgresStartup.lastLine("""
                        waiting for server to start....postgres: error while loading shared libraries: libz.so.1
                         stopped waiting
                        pg_ctl: could not start server
                        Examine the log output.
                        """))
                .isEqualTo("postgres: error while loading shared libraries: libz.so.1");
        assertThat(PostgresStartup.lastLine(
                        "waiting for server to start.... stopped waiting\npg_ctl: could not start server\n"))
                .isEqualTo("it ended without a message");
    }
}
