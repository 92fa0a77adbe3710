package threadwall.process.proc;

import java.nio.file.Path;
import threadwall.limits.SystemFiles;

/**
 * Lines such as "Name: 123 kB" or "name 123" of a file in {@code /proc} or of a cgroup; the first number of each. A
 * line is searched for when it is requested: most files have dozens of lines, of which one or two are read, many times
 * a second.
 */
public final class KeyValueLines {

    private final String text;

    private KeyValueLines(String text) {
        this.text = text;
    }

    /** Reads such a file. When it cannot be read, each of its values is null. */
    public static KeyValueLines read(Path file) {
        KeyValueLines read =
                new SystemFiles(file.getParent()).value(file.getFileName().toString(), KeyValueLines::parse);
        return read == null ? parse("") : read;
    }

    static KeyValueLines parse(String text) {
        return new KeyValueLines("\n" + text);
    }

    /** The number of a line, or null. */
    public Long number(String name) {
        var line = "\n" + name;
        for (int at = text.indexOf(line); at >= 0; at = text.indexOf(line, at + 1)) {
            int begin = at + line.length();
            begin += text.startsWith(":", begin) ? 1 : 0;
            int digits = begin;
            while (digits < text.length() && isBlank(text.charAt(digits))) {
                digits++;
            }
            int end = digits;
            while (end < text.length() && Character.isDigit(text.charAt(end))) {
                end++;
            }
            if (digits > begin && end > digits) {
                return Long.valueOf(text.substring(digits, end));
            }
        }
        return null;
    }

    private static boolean isBlank(char character) {
        return character == ' ' || character == '\t';
    }

    /** A number in kB converted to bytes, or null. */
    public Long kilobytes(String name) {
        Long number = number(name);
        return number == null ? null : number * 1024;
    }
}
