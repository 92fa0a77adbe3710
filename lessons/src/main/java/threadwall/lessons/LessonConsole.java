package threadwall.lessons;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;

/**
 * Where a lesson prints and what it reads.
 *
 * @param in what the learner types; {@code null} if nobody can be asked, as in a script
 * @param columns of the terminal, or 80
 * @param bar the character that bars are made of
 */
public record LessonConsole(PrintWriter out, BufferedReader in, int columns, char bar) {

    /** Texts are no wider, since long lines are hard to read. */
    private static final int WIDEST = 80;

    public LessonConsole {
        columns = Math.clamp(columns, 20, WIDEST);
    }

    void line(String text) {
        out.println(text);
        out.flush();
    }

    /** Text of a page, with an empty line after it. */
    void paragraph(String text) {
        line(text + "\n");
    }

    /** A heading that is set apart. */
    void heading(String text) {
        line(text);
        line("-".repeat(Math.min(columns, text.length())) + "\n");
    }

    /** What the learner typed; {@code null} if nobody can be asked, or the input has ended. */
    String ask(String prompt) throws IOException {
        if (in == null) {
            return null;
        }
        out.print(prompt);
        out.flush();
        var typed = in.readLine();
        return typed == null ? null : typed.strip();
    }
}
