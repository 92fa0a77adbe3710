package threadwall.report.claims;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * What {@code docs/claims/claims.json} has.
 *
 * @param tables of records, by the names that claims use
 */
public record ClaimsFile(List<Text> texts, Map<String, RecordTable> tables, List<Claim> claims) {

    /** Where the file lies under the project's root; its pages are beside it. */
    public static final Path PLACE = Path.of("docs", "claims", "claims.json");

    /**
     * One of the texts.
     *
     * @param source who wrote it, and where
     * @param machine as it states it
     * @param ours what differs in all of our experiments
     */
    public record Text(String id, String title, String source, String machine, String ours) {}

    /**
     * A table of a published record.
     *
     * @param record its folder under the project's root
     * @param under the heading of the table; {@code null} for the first one
     * @param command that made the record
     * @param page the name of its page in {@code docs/results/}
     */
    record RecordTable(String record, String under, String command, String page) {}

    /** @throws IOException when the file cannot be read, has other contents, or contradicts itself */
    public static ClaimsFile read(Path file) throws IOException {
        try {
            var content = new JsonMapper().readValue(Files.readString(file), ClaimsFile.class);
            content.claims.forEach(content::check);
            content.requireOnce();
            return content;
        } catch (JacksonException e) {
            throw new IOException("%s is malformed: %s".formatted(file, e.getOriginalMessage()), e);
        } catch (IllegalArgumentException e) {
            throw new IOException("%s: %s".formatted(file, e.getMessage()), e);
        }
    }

    private void check(Claim claim) {
        boolean tested = claim.untested() == null;
        if (texts.stream().noneMatch(text -> text.id().equals(claim.text()))) {
            throw wrong(claim, "its id names none of the texts");
        }
        if (claim.compare().isEmpty()) {
            throw wrong(claim, "it compares nothing");
        }
        if (tested && claim.command() != null) {
            throw wrong(
                    claim, "its tables have its commands; a command of its own is for a claim that is not tested yet");
        }
        for (var part : claim.compare()) {
            if (part.theirs().isEmpty()) {
                throw wrong(claim, "a comparison has no figure of the text");
            }
            boolean cells = !part.here().isEmpty();
            if (cells != tested || cells != (part.rule() != null)) {
                throw wrong(
                        claim,
                        "each comparison needs cells and a rule; or give the claim a reason in 'untested', and no"
                                + " cells or rule");
            }
        }
    }

    private void requireOnce() {
        var ids = new HashSet<String>();
        for (var claim : claims) {
            if (!ids.add(claim.id())) {
                throw wrong(claim, "the id is there twice");
            }
        }
    }

    static IllegalArgumentException wrong(Claim claim, String problem) {
        return new IllegalArgumentException("claim %s: %s".formatted(claim.id(), problem));
    }

    /** A cell as pages name them: the folder of the record, the heading of the table, a row and a column. */
    String choice(Claim claim, String cell) {
        var table = table(claim, cell);
        var heading = table.under() == null ? "" : " | under: " + table.under();
        return table.record() + heading + cell.substring(name(cell).length());
    }

    /** The commands that make the records of a claim, or would make them. */
    List<String> commands(Claim claim) {
        return Stream.concat(
                        claim.compare().stream()
                                .flatMap(part -> part.here().stream())
                                .map(cell -> table(claim, cell).command()),
                        Stream.ofNullable(claim.command()))
                .distinct()
                .toList();
    }

    private RecordTable table(Claim claim, String cell) {
        var table = tables.get(name(cell));
        if (table == null) {
            throw wrong(
                    claim, "there is no table '%s', but %s".formatted(name(cell), String.join(", ", tables.keySet())));
        }
        return table;
    }

    /** The name of the table that a cell is of. */
    static String name(String cell) {
        return cell.split(" \\| ", 2)[0];
    }
}
