package threadwall.process.cgroup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import threadwall.process.PreconditionException;
import threadwall.process.ProcessTree;

/** Needs permission to create a cgroup, as root has; without it the tests are skipped. */
@Tag("slow")
class TemporaryCgroupsTest {

    private static final long MEMORY = 16L << 20;

    private static List<Path> plannedFolders() {
        try {
            return TemporaryCgroups.plannedFolders(new CgroupLimits(MEMORY, null));
        } catch (PreconditionException e) {
            return List.of();
        }
    }

    /** Limits that are set at once, or when the processes use more already. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void limitsThePageCacheOfItsProcessesAndIsDeletedAfterThem(boolean atOnce, @TempDir Path folder) throws Exception {
        assumeThat(plannedFolders()).isNotEmpty();
        var group = plannedFolders().getFirst();
        var file = folder.resolve("file");
        var bytes = new byte[1 << 20];
        try (var out = Files.newOutputStream(file)) {
            for (int written = 0; written < 3 * MEMORY; written += bytes.length) {
                out.write(bytes);
            }
        }
        // pages that another process has read stay charged to that process
        var reader = new ProcessBuilder("sh", "-c", """
                read -r _
                sync "$1" && dd if="$1" iflag=nocache count=0 status=none
                cat "$1" "$1" >/dev/null && echo read
                read -r _
                """, "sh", file.toString())
                .redirectErrorStream(true)
                .start();
        var limits = new CgroupLimits(MEMORY, null);
        try (var cgroups = atOnce ? TemporaryCgroups.of(limits) : TemporaryCgroups.unlimited(limits)) {
            cgroups.add(new ProcessTree(reader.pid()));
            assertThat(Files.readString(Path.of("/proc/%d/cgroup".formatted(reader.pid()))))
                    .contains("/" + group.getFileName());
            var input = reader.outputWriter();
            input.write("go\n");
            input.flush();
            assertThat(reader.inputReader().readLine()).isEqualTo("read");
            if (atOnce) {
                assertThat(cgroups.refaults()).as("pages read again").isGreaterThan(0);
            } else {
                assertThat(used(group)).isGreaterThan(2 * MEMORY);
                cgroups.limit();
            }
            assertThat(used(group)).isLessThanOrEqualTo(MEMORY);
            input.close();
            reader.waitFor();
        } finally {
            reader.destroyForcibly();
        }
        assertThat(group).doesNotExist();
    }

    @Test
    void aCommandStartsInThemAndItsDeathIsCounted() throws Exception {
        assumeThat(plannedFolders()).isNotEmpty();
        try (var cgroups = TemporaryCgroups.of(new CgroupLimits(MEMORY, null), "eater")) {
            // tail keeps its last line, which never ends
            var eater = new ProcessBuilder(cgroups.enter(List.of("bash", "-c", "tail </dev/zero"))).start();
            assertThat(eater.waitFor()).isEqualTo(128 + 9);
            assertThat(cgroups.killedForMemory()).isEqualTo(1);
        }
    }

    private static long used(Path group) throws IOException {
        var v2 = group.resolve("memory.current");
        var file = Files.exists(v2) ? v2 : group.resolve("memory.usage_in_bytes");
        return Long.parseLong(Files.readString(file).strip());
    }

    @Test
    void countsTheReadsOfADisk(@TempDir Path folder) throws Exception {
        var device = BlockDevice.of(folder);
        assumeThat(device).as("the disk of " + folder).isPresent();
        assertThat(Path.of("/sys/block", device.get().name())).exists();
        assertThat(Files.readString(Path.of("/sys/block", device.get().name(), "dev"))
                        .strip())
                .isEqualTo(device.get().number());
        assertThat(device.get().reads().bytes()).isPositive();
    }
}
