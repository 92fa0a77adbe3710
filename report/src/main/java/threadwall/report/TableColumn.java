package threadwall.report;

/** A column of a table. Figures are aligned right, so that their digits line up. */
public record TableColumn(String title, boolean right) {

    public static TableColumn left(String title) {
        return new TableColumn(title, false);
    }

    public static TableColumn right(String title) {
        return new TableColumn(title, true);
    }
}
