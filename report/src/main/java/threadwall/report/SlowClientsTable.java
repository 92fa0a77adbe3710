package threadwall.report;

import java.util.List;
import java.util.stream.Stream;
import threadwall.record.ResilienceRecord;
import threadwall.record.ResilienceRecord.Attack;
import threadwall.record.ResilienceRecord.HealthyClientStats;

/** What a healthy client saw without slow clients, and beside each kind of them. */
public final class SlowClientsTable {

    private SlowClientsTable() {}

    static String render(ResilienceRecord record) {
        return new TextTable(columns(new TableColumns()), rows(record).toList()).wrapped();
    }

    /** @param records others than those of slow clients have no row */
    public static String markdown(List<ResilienceRecord> records) {
        var rows = records.stream()
                .filter(record -> record.peace() != null)
                .flatMap(record -> rows(record)
                        .map(row -> Stream.concat(Stream.of(record.server()), row.stream())
                                .toList()))
                .toList();
        return new TextTable(columns(new TableColumns().left("server")), rows).markdown();
    }

    private static List<TableColumn> columns(TableColumns first) {
        return first.left("attack")
                .right("most sockets", "requests", "failed", "wrong", "p50 ms", "p99 ms", "longest", "ratio")
                .left("gone after s")
                .list();
    }

    private static Stream<List<String>> rows(ResilienceRecord record) {
        return Stream.concat(
                Stream.of(row("no attack", record.peace(), "", "", "")),
                record.attacks().stream().map(SlowClientsTable::row));
    }

    private static List<String> row(Attack attack) {
        return row(
                attack.name(),
                attack.healthy(),
                "%.1f".formatted(attack.ratio()),
                "%,d".formatted(attack.peakConnections()),
                ResilienceText.orNever(attack.secondsToReturn()));
    }

    private static List<String> row(
            String name, HealthyClientStats healthy, String ratio, String sockets, String gone) {
        return List.of(
                name,
                sockets,
                "%,d".formatted(healthy.requests()),
                "%,d".formatted(healthy.failed()),
                "%,d".formatted(healthy.wrong()),
                "%.2f".formatted(healthy.p50Millis()),
                "%.2f".formatted(healthy.p99Millis()),
                "%.1f".formatted(healthy.longestMillis()),
                ratio,
                gone);
    }
}
