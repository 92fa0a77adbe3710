package threadwall.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StackFileTest {

    @TempDir
    Path folder;

    @Test
    void readsWhatItWrote() throws Exception {
        assertThat(StackFile.read(folder)).isEmpty();
        var stacks = Map.of("GC Thread#0;void a.B.c(int, long)", 7L, "loop-0;main;tcp_sendmsg_[k]", 12L);
        StackFile.write(folder, stacks);
        assertThat(StackFile.read(folder)).isEqualTo(stacks);
    }

    @Test
    void skipsATruncatedLine() throws Exception {
        Files.writeString(folder.resolve(StackFile.NAME), "loop-0;main 3\nloop-0;tcp_send");
        assertThat(StackFile.read(folder)).isEqualTo(Map.of("loop-0;main", 3L));
    }
}
