package threadwall.kilim;

import java.lang.management.ManagementFactory;
import javax.management.JMException;
import javax.management.ObjectName;

/** What is alive in this JVM's heap. */
final class HeapHistogram {
    private HeapHistogram() {}

    /** Bytes of all byte arrays that can be reached. */
    static long byteArrays() {
        try {
            var histogram = (String) ManagementFactory.getPlatformMBeanServer()
                    .invoke(
                            new ObjectName("com.sun.management:type=DiagnosticCommand"),
                            "gcClassHistogram",
                            new Object[] {new String[0]},
                            new String[] {String[].class.getName()});
            return histogram
                    .lines()
                    .map(line -> line.strip().split("\\s+"))
                    .filter(columns -> columns.length > 3 && columns[3].equals("[B"))
                    .mapToLong(columns -> Long.parseLong(columns[2]))
                    .findFirst()
                    .orElseThrow();
        } catch (JMException e) {
            throw new AssertionError("the JVM has no histogram", e);
        }
    }
}
