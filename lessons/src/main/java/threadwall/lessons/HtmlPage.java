package threadwall.lessons;

/** An HTML page without scripts that opens from disk. Texts are escaped. */
final class HtmlPage {

    private static final String STYLE = """
            :root { color-scheme: light dark; --bar: #2a6fb0; --line: #8888; }
            @media (prefers-color-scheme: dark) { :root { --bar: #6cb2f5; } }
            body { font: 1rem/1.5 system-ui, sans-serif; max-width: 44rem; margin: 2rem auto; padding: 0 1rem; }
            table { border-collapse: collapse; } th, td { text-align: left; padding: .2rem 1rem .2rem 0; }
            td.number { text-align: right; font-variant-numeric: tabular-nums; }
            .bar { display: block; height: 1.1rem; background: var(--bar); min-width: 1px;
                print-color-adjust: exact; }
            .bars { width: 100%; } .bars td:nth-child(2) { width: 60%; }
            svg { width: 100%; height: auto; } svg text { font: 12px system-ui, sans-serif; fill: currentColor; }
            .guess { fill: none; stroke: currentColor; } .measured { fill: var(--bar); } .axis { stroke: var(--line); }
            pre { overflow-x: auto; }
            """;

    private final StringBuilder out = new StringBuilder();

    HtmlPage(String title) {
        out.append("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
                .append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>")
                .append(escaped(title))
                .append("</title>\n<style>\n")
                .append(STYLE)
                .append("</style>\n</head>\n<body>\n<h1>")
                .append(escaped(title))
                .append("</h1>\n");
    }

    HtmlPage heading(String text) {
        return html("<h2>" + escaped(text) + "</h2>\n");
    }

    HtmlPage paragraph(String text) {
        return html("<p>" + escaped(text) + "</p>\n");
    }

    /** Adds HTML as it is. */
    HtmlPage html(String html) {
        out.append(html);
        return this;
    }

    String end() {
        return out + "</body>\n</html>\n";
    }

    static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
