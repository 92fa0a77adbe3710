package threadwall.cli.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import threadwall.record.ResilienceRecord;
import threadwall.record.RunFile;

/** A few kills while clients store users. */
@Timeout(120)
class CrashTest {

    private static final String UNSYNCED = ".threadwall/vm/power/unsynced";

    @TempDir
    private Path temporary;

    @Test
    void aKilledServerKeepsAcknowledgedUsers() throws Exception {
        var record = passes("kilim", "--store embedded --rounds 1");
        assertThat(record.crash().store()).isEqualTo("embedded");
        assertThat(record.serverCommand()).contains("--data");
    }

    @Test
    void whatWasReadAfterAKillSurvivesAPowerCut() throws Exception {
        var record = passes("kilim", "--power-cuts --rounds 2");
        assertThat(record.crash().store()).isEqualTo("embedded");
        assertThat(record.crash().powerCut()).isTrue();
        // the users whose sync was held
        assertThat(record.crash().rounds())
                .allSatisfy(round -> assertThat(round.unknownAndThere()).isPositive());
        assertThat(temporary.resolve("synced")).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource({
        "--machine .,               --machine cuts the power in any case; leave --power-cuts out",
        "--store postgres,          --power-cuts works only with the embedded store; ./threadwall vm-test power tests postgres",
        "--servers spring-blocking, --power-cuts works only with the embedded store; ./threadwall vm-test power tests postgres"
    })
    void powerCutsOfOthersAreRefused(String options, String reason) {
        var arguments = new ArrayList<>(List.of("resilience", "crash", "--power-cuts", "--out", temporary.toString()));
        arguments.addAll(List.of(options.split(" ")));
        Cli.run(arguments.toArray(String[]::new)).refused(2, reason);
    }

    @Test
    void aKilledDatabaseKeepsAcknowledgedUsersAndTheServerContinues() throws Exception {
        var record = passes("spring-blocking", "--rounds 1");
        assertThat(record.crash().store()).isEqualTo("postgres");
        assertThat(record.crash().rounds().getFirst().unavailable()).isPositive();
        assertThat(record.serverCommand()).contains("{postgres}");
    }

    @Test
    void usersOfAnotherTestAreNotTouched() throws Exception {
        Files.createDirectory(temporary.resolve("data"));
        Cli.run("resilience", "crash", "--out", temporary.toString()).refused(4, "holds the users of another test");
    }

    /** Nothing was killed, so the store is not to blame; and its database, which did start, holds no users. */
    @Test
    void aServerThatDoesNotStartIsNotJudgedAndLeavesNoData() {
        Cli.run("resilience", "crash", "--store=postgres", "--server-option=--hots ::1", "--out", temporary.toString())
                .refused(4, "kilim did not start: kilim: Unknown options: '--hots', '::1'");
        assertThat(temporary.resolve(RunFile.NAME)).isEmptyFile();
        assertThat(temporary.resolve("data")).doesNotExist();
    }

    @Test
    void withoutAMachineTheErrorSaysHowToMakeOne() {
        Cli.run("resilience", "crash", "--machine", temporary.toString(), "--out", temporary.toString())
                .refused(4, temporary + " has no disks of a virtual machine; ./threadwall vm-test power makes them");
    }

    @ParameterizedTest
    @ValueSource(strings = {"20261122-crash", "20261122-crash-servers", "20261122-power"})
    void ofThePublishedTestsOnlyTheOneWithoutSyncsHasFaults(String run) throws Exception {
        var records = RunFile.in(Home.path().resolve("docs/data/" + run)).read().lines().stream()
                .map(ResilienceRecord.class::cast)
                .toList();
        assertThat(records).extracting(record -> record.crash().store()).contains("embedded", "postgres");
        assertThat(records)
                .allSatisfy(record -> assertThat(record.faults().isEmpty())
                        .isNotEqualTo(record.command().contains(UNSYNCED)));
    }

    @Test
    void ofThePublishedPowerCutsOnlyThoseOfTheServerThatDoesNotSyncAtItsStartHaveFaults() throws Exception {
        var records = RunFile.in(Home.path().resolve("docs/data/20261123-power-cuts")).read().lines().stream()
                .map(ResilienceRecord.class::cast)
                .toList();
        assertThat(records).hasSize(4).allSatisfy(record -> {
            assertThat(record.faults().isEmpty()).isNotEqualTo(record.commit().endsWith("-dirty"));
            // users of the held sync: the kill came between a write and its sync
            assertThat(record.crash().rounds())
                    .hasSize(20)
                    .allSatisfy(round -> assertThat(round.unknownAndThere()).isPositive());
        });
    }

    private ResilienceRecord passes(String server, String options) throws Exception {
        // with this seed the first kill is followed by another during the restart
        var result = Cli.run(("resilience crash --servers %s %s --clients 4 --seed 25 --out %s"
                        .formatted(server, options, temporary))
                .split(" "));
        var record = ResilienceCommandTest.record(temporary);
        assertThat(record.faults()).isEmpty();
        assertThat(result.exitCode()).isZero();
        assertThat(result.out())
                .contains("crash ", ", 0 of them lost\n", "verdict    %s passed: crash".formatted(server));
        assertThat(record.crash().rounds())
                .isNotEmpty()
                .allSatisfy(round -> assertThat(round.acknowledged()).isPositive());
        assertThat(record.crash().rounds().getFirst().inStart()).isTrue();
        assertThat(temporary.resolve("data")).doesNotExist();
        return record;
    }
}
