package threadwall.doctor;

import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import threadwall.record.DoctorRecord;
import threadwall.record.DoctorRecord.LimitRead;
import threadwall.record.DoctorRecord.ProcessRead;

/** What {@link ProcessDoctor} says of a process, as metrics of Prometheus. */
final class HeadroomMetrics {

    /** Of the gauge with a series for each limit. */
    static final String NAME = "threadwall_headroom";

    private HeadroomMetrics() {}

    /**
     * A gauge for each thing that is counted.
     *
     * @param unit of systemd whose process it is; empty if it was named by its PID
     */
    static MetricSnapshots of(DoctorRecord record, Optional<String> unit) {
        var process = record.process();
        var headroom = GaugeSnapshot.builder()
                .name(NAME)
                .help("How many more threads or connections the process can have until this limit refuses one.");
        for (var diagnosed : record.diagnoses()) {
            stopping(diagnosed.walls())
                    .forEach(limit -> headroom.dataPoint(point(
                            labels(process, unit)
                                    .merge(Labels.of("resource", diagnosed.subject()))
                                    .merge(limit(limit)),
                            limit.allows())));
        }
        return new MetricSnapshots(
                headroom.build(),
                gauge("threadwall_process_threads", "Threads of the process.", process, unit, process.threads()),
                gauge("threadwall_process_maps", "Memory maps of the process.", process, unit, process.maps()),
                gauge(
                        "threadwall_process_open_files",
                        "Open descriptors of the process, its connections included.",
                        process,
                        unit,
                        process.files()));
    }

    /** Those that refuse the next one, and not those that only make it slow. */
    private static Stream<LimitRead> stopping(List<LimitRead> limits) {
        return limits.stream().filter(LimitRead::stops);
    }

    private static GaugeSnapshot gauge(
            String name, String help, ProcessRead process, Optional<String> unit, Long value) {
        var gauge = GaugeSnapshot.builder().name(name).help(help);
        if (value != null) { // only its user and root can read some
            gauge.dataPoint(point(labels(process, unit), value));
        }
        return gauge.build();
    }

    private static GaugeDataPointSnapshot point(Labels labels, long value) {
        return GaugeDataPointSnapshot.builder().labels(labels).value(value).build();
    }

    private static Labels labels(ProcessRead process, Optional<String> unit) {
        var labels = Labels.of("pid", String.valueOf(process.pid()), "program", process.name());
        return unit.map(name -> labels.merge(Labels.of("unit", name))).orElse(labels);
    }

    /**
     * "pids.max of /sys/fs/cgroup/a.slice" is pids.max, and its source that cgroup. The source of another limit is its
     * scope, as in "memory of the machine".
     */
    private static Labels limit(LimitRead limit) {
        var parts = limit.limit().split(" of ", 2);
        var source = parts.length == 2 && parts[1].startsWith("/")
                ? parts[1]
                : limit.scope().toLowerCase(Locale.ROOT);
        return Labels.of("limit", parts[0], "source", source);
    }
}
