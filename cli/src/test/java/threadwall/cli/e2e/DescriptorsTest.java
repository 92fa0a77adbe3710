package threadwall.cli.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import threadwall.loadgen.testbed.ServerCatalog;
import threadwall.process.proc.ProcStat;
import threadwall.record.ResilienceRecord;
import threadwall.record.ResilienceRecord.FdExhaustionFailure;
import threadwall.record.RunFile;
import threadwall.report.ResilienceTable;

/** Servers without descriptors; two of them are compared with the published record. */
@Timeout(120)
class DescriptorsTest {

    private static final String RUN = "docs/data/20261122-descriptors";

    @TempDir
    private Path temporary;

    private static List<ResilienceRecord> records(Path folder) throws IOException {
        return RunFile.in(folder).read().lines().stream()
                .map(ResilienceRecord.class::cast)
                .toList();
    }

    @Test
    void onePassesAndOneServesNobodyAnyMoreAsPublished() throws Exception {
        var json = temporary.resolve("found.json");
        var result =
                Cli.run(("resilience descriptors --servers kilim,helidon --nofile 100 --clients 150 --rounds 2 --json "
                                + json + " --out " + temporary)
                        .split(" "));
        var published = records(Home.path().resolve(RUN)).stream()
                .collect(Collectors.toMap(ResilienceRecord::server, ResilienceTable::verdict));
        var records = records(temporary);
        assertThat(records).extracting(ResilienceRecord::server).containsExactly("kilim", "helidon");
        assertThat(records)
                .allSatisfy(record -> assertThat(ResilienceTable.verdict(record))
                        .as(
                                "%s without descriptors: %s. If an upgrade changed it, run the command in"
                                        + " docs/results/2026-11-22-descriptors.md again, keep its record in %s, and run"
                                        + " ./threadwall docs",
                                record.server(), record.faults(), RUN)
                        .isEqualTo(published.get(record.server())));
        assertThat(result.exitCode()).isEqualTo(3);
        assertThat(result.out()).contains("\nkilim    survives ", "\nhelidon  no longer answers ");
        assertThat(Files.readAllLines(json)).hasSize(2).allMatch(line -> line.startsWith("{\"kind\":\"resilience\""));

        var kilim = records.getFirst();
        assertThat(kilim.serverCommand()).startsWith("prlimit", "--nofile=100:100");
        // it keeps some in reserve
        assertThat(kilim.shortage().outSeconds()).isZero();
        assertThat(kilim.rounds()).hasSize(2).allSatisfy(round -> {
            assertThat(round.answered()).isEqualTo(150);
            assertThat(round.peakDescriptors()).isLessThan(100);
        });
        var helidon = records.getLast().shortage();
        assertThat(helidon.failure()).isEqualTo(FdExhaustionFailure.SERVES_NOBODY);
        assertThat(helidon.later()).isEqualTo("Connection refused");
        assertThat(helidon.answered()).isPositive().isLessThan(150);
        assertThat(helidon.lost()).isNotEmpty();
    }

    @Test
    void aServerThatLosesOneOfItsProcessesFails() throws Exception {
        Home.with(ServerCatalog.NGINX);
        var killer = Thread.startVirtualThread(() ->
                Await.until("a worker of nginx whose descriptors are all taken", DescriptorsTest::endsABusyWorker));
        var result = Cli.run("resilience descriptors --servers nginx --nofile 100 --clients 400 --out %s"
                .formatted(temporary)
                .split(" "));
        killer.join();
        assertThat(result.exitCode()).as(result.err()).isEqualTo(3);
        assertThat(records(temporary)).singleElement().satisfies(record -> {
            assertThat(record.shortage().failure()).isEqualTo(FdExhaustionFailure.ENDED);
            assertThat(record.faults()).anyMatch(fault -> fault.matches("nginx: of its 4 processes .* ended, .*"));
        });
    }

    /** nginx has our wrapper, a master, and two workers, which it replaces when they end. */
    private static boolean endsABusyWorker() {
        return ProcessHandle.current()
                .descendants()
                .filter(process -> process.info().command().orElse("").endsWith("/nginx"))
                .filter(process -> ProcStat.openDescriptors(process.pid()).orElse(0) >= 100)
                .findFirst()
                .map(ProcessHandle::destroyForcibly)
                .orElse(false);
    }
}
