package threadwall.server;

import java.util.concurrent.ThreadLocalRandom;

/** The routes that all servers answer, and how they read what is asked of them. */
public final class Routes {
    public static final String JSON = "/json";
    public static final String JSON2 = "/json2";
    public static final String FORTUNES = "/fortunes";
    public static final String DB2 = "/db2";
    public static final String USERS = "/users";
    public static final String HEALTH = "/health";

    /** Methods that the routes above take, but for {@link #USERS}; the value of the Allow header. */
    public static final String ALLOWED = "GET, HEAD";

    /** The method that {@link #USERS} takes; the value of its Allow header. */
    public static final String POST = "POST";

    /** Methods that some route takes. */
    public static final String ALL_METHODS = ALLOWED + ", " + POST;

    /** The Content-Type of every answer; JSON is UTF-8 by its standard (RFC 8259), so it names no charset. */
    public static final String CONTENT_TYPE = "application/json";

    /** The longest sleep that /json2 grants, in ms. */
    public static final int LONGEST_SLEEP = 3_600_000;

    /** Rows that /db2 draws from unless it is told otherwise. */
    public static final int FEW_WORLDS = 10_000;

    /** For what is not the number that was asked for: a code, because an exception in a fiber is dear. */
    public static final int BAD_NUMBER = -1;

    /** What paths of users begin with. */
    private static final String USER = USERS + "/";

    private Routes() {}

    /** Methods that the route of this path takes; the value of the Allow header. */
    public static String allowed(String path) {
        return path.equals(USERS) ? POST : ALLOWED;
    }

    /**
     * How long /json2 shall sleep.
     *
     * @param time the parameter's decoded value; null = missing, which is 0
     * @return 0 to {@link #LONGEST_SLEEP} ms, or {@link #BAD_NUMBER}
     */
    public static int sleepMillis(String time) {
        return time == null ? 0 : number(time, LONGEST_SLEEP);
    }

    /**
     * Draws the row for /db2, all with the same chance.
     *
     * @param max the parameter's decoded value, the highest that may be drawn; null = missing, which is {@link #FEW_WORLDS}
     * @return its id, from 1, or {@link #BAD_NUMBER}
     */
    public static int drawWorld(String max) {
        int highest = max == null ? FEW_WORLDS : number(max, Integer.MAX_VALUE);
        return highest > 0 ? 1 + ThreadLocalRandom.current().nextInt(highest) : BAD_NUMBER;
    }

    /** The path of that user. */
    public static String user(int id) {
        return USER + id;
    }

    /** The id in the path of a user, whatever it is; null when the path is none of a user. */
    public static String userIn(String path) {
        return path.startsWith(USER) && path.length() > USER.length() && path.indexOf('/', USER.length()) < 0
                ? path.substring(USER.length())
                : null;
    }

    /** An id as it stands in a path; {@link #BAD_NUMBER}, which no user has, when it is none. */
    public static int userId(String id) {
        return number(id, Integer.MAX_VALUE);
    }

    /** Whether that Content-Type is JSON's (RFC 9110, 8.3). JSON has one charset, so parameters say nothing new. */
    public static boolean isJson(String contentType) {
        int semicolon = contentType.indexOf(';');
        return (semicolon < 0 ? contentType : contentType.substring(0, semicolon))
                .strip()
                .equalsIgnoreCase(CONTENT_TYPE);
    }

    /** A whole number from 0 to {@code most} in ASCII digits, or {@link #BAD_NUMBER}. */
    private static int number(String text, int most) {
        long number = 0;
        for (int i = 0; i < text.length(); i++) {
            char digit = text.charAt(i);
            if (digit < '0' || digit > '9') {
                return BAD_NUMBER;
            }
            number = number * 10 + digit - '0';
            if (number > most) {
                return BAD_NUMBER;
            }
        }
        return text.isEmpty() ? BAD_NUMBER : (int) number;
    }
}
