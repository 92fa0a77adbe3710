package threadwall.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Collects the columns of a table, from left to right. */
public final class TableColumns {

    private final List<TableColumn> columns = new ArrayList<>();

    /** Adds columns of text. */
    public TableColumns left(String... titles) {
        Stream.of(titles).map(TableColumn::left).forEach(columns::add);
        return this;
    }

    /** Adds columns of figures. */
    public TableColumns right(String... titles) {
        Stream.of(titles).map(TableColumn::right).forEach(columns::add);
        return this;
    }

    public TableColumns add(TableColumn... more) {
        columns.addAll(List.of(more));
        return this;
    }

    public List<TableColumn> list() {
        return List.copyOf(columns);
    }
}
