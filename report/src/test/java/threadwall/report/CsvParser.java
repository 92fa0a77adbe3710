package threadwall.report;

import java.util.ArrayList;
import java.util.List;

/** Reads RFC 4180 by its grammar, character by character, and nothing that is not in it. */
final class CsvParser {

    private final String text;
    private int at;

    private CsvParser(String text) {
        this.text = text;
    }

    static List<List<String>> parse(String text) {
        var parser = new CsvParser(text);
        var records = new ArrayList<List<String>>();
        while (parser.at < text.length()) {
            records.add(parser.line());
        }
        return records;
    }

    private List<String> line() {
        var fields = new ArrayList<String>();
        fields.add(field());
        while (text.charAt(at) == ',') {
            at++;
            fields.add(field());
        }
        expect('\r');
        expect('\n');
        return fields;
    }

    private String field() {
        return text.charAt(at) == '"' ? escaped() : plain();
    }

    private String plain() {
        int start = at;
        while (",\"\r\n".indexOf(text.charAt(at)) < 0) {
            at++;
        }
        return text.substring(start, at);
    }

    private String escaped() {
        var field = new StringBuilder();
        expect('"');
        while (true) {
            if (text.charAt(at) != '"') {
                field.append(text.charAt(at++));
            } else if (text.startsWith("\"\"", at)) {
                field.append('"');
                at += 2;
            } else {
                at++;
                return field.toString();
            }
        }
    }

    private void expect(char wanted) {
        if (text.charAt(at) != wanted) {
            throw new AssertionError("at %d: %s".formatted(at, text.substring(at)));
        }
        at++;
    }
}
