package threadwall.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class HeapHistogramTest {

    private static final String HISTOGRAM = """
            4711:
             num     #instances         #bytes  class name (module)
            -------------------------------------------------------
               1:         20123        1203456  [B (java.base@25.0.3)
               2:            12            768  kilim.Task
               3:             7            448  threadwall.kilim.Connection
               4:             5            320  threadwall.kilim.Connections
               5:             3            192  sun.nio.ch.SocketChannelImpl (java.base@25.0.3)
               6:             1             24  kilim.Scheduler
            Total         20151        1205208
            """;

    @Test
    void readsTheOutputOfJcmd() throws Exception {
        var live = HeapHistogram.parse(HISTOGRAM);
        assertThat(live.bytes()).isEqualTo(1_205_208);
        assertThat(live.instances()).hasSize(6).containsEntry("[B", 20_123L).containsEntry("kilim.Task", 12L);
    }

    @Test
    void countsObjectsOfAllOrOfSomeClasses() throws Exception {
        var live = HeapHistogram.parse(HISTOGRAM);
        assertThat(live.objects()).isEqualTo(20_151);
        assertThat(live.only(Pattern.compile("kilim\\..*")))
                .isEqualTo(new HeapHistogram(1_205_208, Map.of("kilim.Task", 12L, "kilim.Scheduler", 1L)));
    }

    @Test
    void deadSpaceIsNoObject() throws Exception {
        var filled = HISTOGRAM.replace("Total ", """
                  7:            41          40960  [Ljdk.internal.vm.FillerElement; (java.base@25.0.3)
                  8:             3             48  jdk.internal.vm.FillerObject (java.base@25.0.3)
               Total """);
        var live = HeapHistogram.parse(filled.replace("1205208", String.valueOf(1_205_208 + 40_960 + 48)));
        assertThat(live).isEqualTo(HeapHistogram.parse(HISTOGRAM));
    }

    @Test
    void namesGrownClassesLargestGrowthFirst() throws Exception {
        var before = HeapHistogram.parse(HISTOGRAM.replace("12 ", "10 ").replace("20123", "22222"));
        var now = HeapHistogram.parse(HISTOGRAM.replace("  7 ", "1007 "));
        assertThat(now.grownSince(before)).containsExactly("threadwall.kilim.Connection +1,000", "kilim.Task +2");
    }

    @Test
    void refusesTruncatedOutput() {
        assertThatThrownBy(() -> HeapHistogram.parse(HISTOGRAM.substring(0, HISTOGRAM.indexOf("Total"))))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("without its total");
    }

    @Test
    void reportsAMissingJvm() {
        assertThatThrownBy(() -> HeapHistogram.of(4_194_304L + 1)) // above Linux's highest pid
                .isInstanceOf(IOException.class)
                .hasMessageContaining("could not count the live objects of process 4194305");
    }
}
