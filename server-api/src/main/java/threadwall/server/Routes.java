package threadwall.server;

import java.util.concurrent.ThreadLocalRandom;

/** The routes of all servers, and how they parse parameters. */
public final class Routes {
    public static final String JSON = "/json";
    public static final String JSON2 = "/json2";
    public static final String FORTUNES = "/fortunes";
    public static final String DB2 = "/db2";
    public static final String USERS = "/users";
    public static final String HEALTH = "/health";

    /** Methods of all routes but {@link #USERS}; the value of the Allow header. */
    public static final String ALLOWED = "GET, HEAD";

    /** The method of {@link #USERS}; the value of its Allow header. */
    public static final String POST = "POST";

    /** Methods that at least one route takes. */
    public static final String ALL_METHODS = ALLOWED + ", " + POST;

    /** The Content-Type of every response. It names no charset because JSON is always UTF-8 (RFC 8259). */
    public static final String CONTENT_TYPE = "application/json";

    /** The longest sleep that /json2 allows, in ms. */
    public static final int LONGEST_SLEEP = 3_600_000;

    /** Rows that /db2 draws from by default. */
    public static final int FEW_WORLDS = 10_000;

    /** Returned for a malformed number, because exceptions in a fiber are expensive. */
    public static final int BAD_NUMBER = -1;

    /** Prefix of every user's path. */
    private static final String USER = USERS + "/";

    private Routes() {}

    /** Methods of the route with this path; the value of the Allow header. */
    public static String allowed(String path) {
        return path.equals(USERS) ? POST : ALLOWED;
    }

    /**
     * Parses how long /json2 sleeps.
     *
     * @param time the parameter's decoded value; null = missing, which is 0
     * @return 0 to {@link #LONGEST_SLEEP} ms, or {@link #BAD_NUMBER}
     */
    public static int sleepMillis(String time) {
        return time == null ? 0 : number(time, LONGEST_SLEEP);
    }

    /**
     * Draws the row for /db2, uniformly.
     *
     * @param max the parameter's decoded value, the highest id; null = missing, which is {@link #FEW_WORLDS}
     * @return an id from 1, or {@link #BAD_NUMBER}
     */
    public static int drawWorld(String max) {
        int highest = max == null ? FEW_WORLDS : number(max, Integer.MAX_VALUE);
        return highest > 0 ? 1 + ThreadLocalRandom.current().nextInt(highest) : BAD_NUMBER;
    }

    /** The path of that user. */
    public static String user(int id) {
        return USER + id;
    }

    /** The id in a user's path, valid or not; null if it is not the path of a user. */
    public static String userIn(String path) {
        return path.startsWith(USER) && path.length() > USER.length() && path.indexOf('/', USER.length()) < 0
                ? path.substring(USER.length())
                : null;
    }

    /** Parses an id; {@link #BAD_NUMBER}, which no user has, if it is malformed. */
    public static int userId(String id) {
        return number(id, Integer.MAX_VALUE);
    }

    /** Whether that Content-Type is JSON (RFC 9110, 8.3). JSON has a single charset, so parameters are ignored. */
    public static boolean isJson(String contentType) {
        int semicolon = contentType.indexOf(';');
        return (semicolon < 0 ? contentType : contentType.substring(0, semicolon))
                .strip()
                .equalsIgnoreCase(CONTENT_TYPE);
    }

    /** Parses a whole number from 0 to {@code most} in ASCII digits, or returns {@link #BAD_NUMBER}. */
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
