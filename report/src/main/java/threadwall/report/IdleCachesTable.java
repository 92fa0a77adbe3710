package threadwall.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import threadwall.record.IdleRecord;
import threadwall.record.IdleRecord.KernelMemory;
import threadwall.record.IdleRecord.Moment;
import threadwall.record.IdleRecord.ObjectCache;
import threadwall.record.IdleRecord.Reading;

/**
 * The kernel's objects of a connection, both ends, by cache: the growth from the reading without connections to that with all of
 * them. A row for each cache that has a hundredth of the growth of all.
 */
final class IdleCachesTable {

    private static final double SMALLEST_SHARE = 0.01;

    private static final String NOTE =
            "object bytes: size of one object of this cache of the kernel. objects each, bytes each: growth from own to held,"
                    + " for each connection, both ends. share: of kernel bytes each.";

    private IdleCachesTable() {}

    /** How much a cache has grown. */
    private record Growth(String name, long objectBytes, long objects, long bytes) {}

    static TextTable of(List<IdleRecord> records) {
        var columns = new TableColumns()
                .left("server", "collector")
                .right("connections")
                .left("cache")
                .right("object bytes", "objects each", "bytes each", "share %");
        return new TextTable(
                columns.list(),
                records.stream().flatMap(record -> rows(record).stream()).toList(),
                List.of(NOTE));
    }

    private static List<List<String>> rows(IdleRecord record) {
        var own = caches(record, Moment.OWN);
        var held = caches(record, Moment.HELD);
        var slab = record.slabBytesPerConnection();
        var rows = new ArrayList<List<String>>();
        if (slab == null || slab <= 0) {
            return rows;
        }
        var before = own.stream().collect(Collectors.toMap(ObjectCache::name, cache -> cache, IdleCachesTable::larger));
        held.stream()
                .map(cache -> growth(cache, before))
                .filter(growth -> growth.bytes >= SMALLEST_SHARE * slab * record.asked())
                .sorted(Comparator.comparingLong(Growth::bytes).reversed())
                .map(growth -> List.of(
                        record.server(),
                        record.collector() == null ? "" : record.collector(),
                        "%,d".formatted(record.asked()),
                        growth.name,
                        "%,d".formatted(growth.objectBytes),
                        "%.2f".formatted((double) growth.objects / record.asked()),
                        "%,.0f".formatted((double) growth.bytes / record.asked()),
                        "%.1f".formatted(100.0 * growth.bytes / record.asked() / slab)))
                .forEach(rows::add);
        return rows;
    }

    private static Growth growth(ObjectCache held, Map<String, ObjectCache> before) {
        var own = before.get(held.name()); // none: below 64 kB then
        return new Growth(
                held.name(),
                held.objectBytes(),
                held.objects() - (own == null ? 0 : own.objects()),
                held.bytes() - (own == null ? 0 : own.bytes()));
    }

    /** Several caches may have one name. */
    private static ObjectCache larger(ObjectCache one, ObjectCache other) {
        return one.bytes() >= other.bytes() ? one : other;
    }

    /** Empty where they could not be read. */
    private static List<ObjectCache> caches(IdleRecord record, Moment moment) {
        return record.at(moment).map(Reading::kernel).map(KernelMemory::caches).orElse(List.of());
    }
}
