package threadwall.lessons;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.BulletList;
import org.commonmark.node.Code;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.HardLineBreak;
import org.commonmark.node.HtmlBlock;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.OrderedList;
import org.commonmark.node.Paragraph;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.Text;

/**
 * Markdown as plain text for a terminal: paragraphs, lists and code. The target of a link follows it in parentheses.
 * One inside the project is named from the project's root.
 */
final class PlainText extends AbstractVisitor {

    private static final String CODE_INDENT = "    ";

    private final StringBuilder text = new StringBuilder();

    private final Path folder;

    private PlainText(Path folder) {
        this.folder = folder;
    }

    /**
     * Blocks with an empty line between them.
     *
     * @param folder of the page, below the project's root
     * @param columns that no line exceeds, unless a word does; code is not wrapped
     * @throws IllegalArgumentException for a block that it does not know, such as a table
     */
    static String of(List<Node> blocks, Path folder, int columns) {
        var parts = new ArrayList<String>();
        for (var block : blocks) {
            switch (block) {
                case Paragraph paragraph -> parts.add(wrapped("", ofInline(paragraph, folder), columns));
                case BulletList list -> parts.add(list(list, folder, columns));
                case OrderedList list -> parts.add(list(list, folder, columns));
                case FencedCodeBlock code ->
                    parts.add(code.getLiteral().stripTrailing().indent(CODE_INDENT.length()));
                case HtmlBlock comment -> {}
                default ->
                    throw new IllegalArgumentException(
                            "a lesson cannot show a " + block.getClass().getSimpleName());
            }
        }
        return String.join("\n\n", parts.stream().map(String::stripTrailing).toList());
    }

    private static String list(Node list, Path folder, int columns) {
        var lines = new ArrayList<String>();
        int number = list instanceof OrderedList ordered ? ordered.getMarkerStartNumber() : 0;
        for (var item = list.getFirstChild(); item != null; item = item.getNext()) {
            var mark = list instanceof OrderedList ? number++ + ". " : "- ";
            lines.add(wrapped(mark, ofInline(item.getFirstChild(), folder), columns));
        }
        return String.join("\n", lines);
    }

    /** @param mark of the first line; the others are indented by as much */
    static String wrapped(String mark, String words, int columns) {
        var indent = " ".repeat(mark.length());
        var lines = new ArrayList<String>();
        var line = new StringBuilder(mark);
        for (var word : words.split(" ")) {
            boolean first = line.length() == mark.length();
            if (!first && line.length() + 1 + word.length() > columns) {
                lines.add(line.toString());
                line = new StringBuilder(indent);
                first = true;
            }
            line.append(first ? "" : " ").append(word);
        }
        lines.add(line.toString());
        return String.join("\n", lines);
    }

    /**
     * The text of a paragraph or a heading, in one line.
     *
     * @param folder of the page, below the project's root
     */
    static String ofInline(Node block, Path folder) {
        var visitor = new PlainText(folder);
        visitor.visitChildren(block);
        return visitor.text.toString();
    }

    @Override
    public void visit(Text node) {
        text.append(node.getLiteral());
    }

    @Override
    public void visit(Code node) {
        text.append(node.getLiteral());
    }

    @Override
    public void visit(SoftLineBreak node) {
        text.append(' ');
    }

    @Override
    public void visit(HardLineBreak node) {
        text.append(' ');
    }

    @Override
    public void visit(Link node) {
        visitChildren(node);
        var target = node.getDestination();
        text.append(" (")
                .append(target.contains(":") ? target : folder.resolve(target).normalize())
                .append(')');
    }
}
