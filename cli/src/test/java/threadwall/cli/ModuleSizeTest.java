package threadwall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import org.junit.jupiter.api.Test;

/** No module may hold more than an eighth of the code: a larger one has several roles and should be divided. */
class ModuleSizeTest {

    private static final int PARTS = 8;

    @Test
    void noModuleHoldsMoreThanAnEighthOfAllLines() throws Exception {
        var lines = new LinkedHashMap<String, Integer>();
        for (var line : countLines().lines().toList()) {
            var fields = line.split(" ");
            lines.put(fields[1], Integer.valueOf(fields[0]));
        }
        int limit = lines.remove("total") / PARTS;
        assertThat(lines).hasSizeGreaterThan(PARTS);
        lines.forEach((module, count) -> assertThat(count)
                .as(
                        "%s has %d lines; at most %d are allowed, an eighth of all (ops/count-lines.sh)",
                        module, count, limit)
                .isLessThanOrEqualTo(limit));
    }

    private static String countLines() throws Exception {
        var script = Path.of("..", "ops", "count-lines.sh").toString();
        var process = new ProcessBuilder(script)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).isZero();
        return output;
    }
}
