package threadwall.cli.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.PGConnection;
import threadwall.loadgen.testbed.database.PostgresServer;
import threadwall.record.StepRecord;
import threadwall.record.StepRecord.Outcome;

/** A sweep gives servers the store that it was asked for, and sees how many connections they have to it. */
@Timeout(180)
class SweepStoreTest {

    /** Of each kind of query, so that no class is loaded later. */
    private static final int AT_KILIMS_START = 1;

    @TempDir
    private Path temporary;

    @Test
    void rowsAreLoadedAndConnectionsCounted() throws Exception {
        var run = temporary.resolve("run");
        var result = Cli.run(
                "sweep",
                "--servers=kilim",
                "--route=/db2?max=500",
                "--store=postgres",
                "--db-connections=3",
                "--connections=20",
                "--requests=2k",
                "--port=" + Ports.free(),
                "--out=" + run);
        assertThat(result.exitCode()).as(result.err() + result.out()).isZero();
        assertThat(result.err()).contains("loading 500 rows of world for /db2\n", "table world has all 500 rows\n");
        assertThat(Cli.steps(run)).singleElement().satisfies(step -> {
            assertThat(step.asked().data().store()).isEqualTo("postgres");
            assertThat(step.asked().data().dbConnections()).isEqualTo(3);
            assertThat(step.database().connectionsPeak()).isEqualTo(3);
            assertThat(step.server().requests()).isGreaterThan(2_000);
            assertThat(step.database().queries()).isEqualTo(step.server().requests() + AT_KILIMS_START);
        });
        assertThat(result.out()).contains("store", "db connections", "3 of 3");
        assertThat(run.resolve("report.html")).content().contains("3 of 3");
    }

    @Test
    void aConnectionMoreThanConfiguredOrAQueryThatIsNoRequestsFailsTheStep() throws Exception {
        var more = "PostgreSQL had 4 connections at once, but 3 are configured";
        try (var postgres = PostgresServer.start(Home.path(), temporary);
                var stranger = DriverManager.getConnection(postgres.url());
                var sweep = SweepProcess.start(
                        temporary.resolve("run"),
                        "--servers=kilim",
                        "--route=/fortunes",
                        "--store=postgres",
                        "--postgres=" + postgres.url(),
                        "--db-connections=3",
                        "--connections=2,3",
                        "--requests=2k",
                        "--port=" + Ports.free())) {
            sweep.awaitLoad("001-kilim-2");
            var ab = List.of(sweep.ab());
            SweepProcess.signal("STOP", ab);
            assertThat(counted(sweep).lines())
                    .as("a stranger is no server")
                    .isNotEmpty()
                    .allMatch(is -> is.endsWith(" 3"));
            var server = "&ApplicationName=threadwall-server-" + kilim(sweep);
            try (var oneMore = DriverManager.getConnection(postgres.url() + server)) {
                Await.until("the count of " + oneMore, () -> counted(sweep).endsWith(" 4\n"));
            }
            SweepProcess.signal("CONT", ab);
            sweep.awaitLoad("002-kilim-3");
            ab = List.of(sweep.ab());
            SweepProcess.signal("STOP", ab);
            var pid = "select pid from pg_stat_activity where pid = " + queryFortunes(stranger);
            try (var other = DriverManager.getConnection(postgres.url());
                    var is = other.createStatement()) {
                Await.until("the end of the stranger, who tells of a query then", () -> isEmpty(is, pid));
            }
            SweepProcess.signal("CONT", ab);
            assertThat(sweep.process().waitFor()).as(sweep.said()).isEqualTo(3);
        }
        var steps = Cli.steps(temporary.resolve("run"));
        assertThat(steps).extracting(StepRecord::outcome).containsExactly(Outcome.FAILED, Outcome.FAILED);
        var first = steps.getFirst();
        assertThat(first.reason()).isEqualTo(more);
        assertThat(first.database().connectionsPeak()).isEqualTo(4);
        assertThat(first.database().queries()).isEqualTo(first.server().requests() + AT_KILIMS_START);
        var second = steps.getLast();
        assertThat(second.reason()).startsWith("expected one query per request, but PostgreSQL ran ");
        assertThat(second.database().connectionsPeak())
                .as("a stranger is no server")
                .isEqualTo(3);
        assertThat(second.database().queries()).isEqualTo(second.server().requests() + AT_KILIMS_START + 1);
        assertThat(temporary.resolve("run.out")).content().contains("FAILED: " + more);
        assertThat(temporary.resolve("run/report.html")).content().contains("FAILED: " + more);
    }

    /** Closes the connection and returns its PID. */
    private static int queryFortunes(Connection stranger) throws SQLException {
        try (stranger;
                var query = stranger.createStatement()) {
            query.execute("select message from fortune");
            return stranger.unwrap(PGConnection.class).getBackendPID();
        }
    }

    private static boolean isEmpty(Statement statement, String sql) {
        try (var rows = statement.executeQuery(sql)) {
            return !rows.next();
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    private static long kilim(SweepProcess sweep) {
        return sweep.descendants().stream()
                .filter(process -> process.info().command().orElse("").endsWith("/java"))
                .filter(process -> process.info().commandLine().orElse("").contains("server-kilim.jar"))
                .findFirst()
                .orElseThrow()
                .pid();
    }

    private static String counted(SweepProcess sweep) {
        try {
            return Files.readString(sweep.folder().resolve("steps/001-kilim-2/connections.txt"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
