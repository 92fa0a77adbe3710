package threadwall.server;

/** The routes that all servers answer, and how they read what is asked of them. */
public final class Routes {
    public static final String JSON = "/json";
    public static final String JSON2 = "/json2";
    public static final String FORTUNES = "/fortunes";
    public static final String HEALTH = "/health";

    /** Methods that every route above takes; the value of the Allow header. */
    public static final String ALLOWED = "GET, HEAD";

    /** The Content-Type of every answer; JSON is UTF-8 by its standard (RFC 8259), so it names no charset. */
    public static final String CONTENT_TYPE = "application/json";

    /** The longest sleep that /json2 grants, in ms. */
    public static final int LONGEST_SLEEP = 3_600_000;

    /** What {@link #sleepMillis} returns for a value that no sleep can be read from. */
    public static final int BAD_TIME = -1;

    private Routes() {}

    /**
     * How long /json2 shall sleep.
     *
     * @param time the parameter's decoded value; null = missing, which is 0
     * @return 0 to {@link #LONGEST_SLEEP} ms, or {@link #BAD_TIME}: a code, because an exception in a fiber is dear
     */
    public static int sleepMillis(String time) {
        if (time == null) {
            return 0;
        }
        int millis = 0;
        for (int i = 0; i < time.length(); i++) {
            char digit = time.charAt(i);
            if (digit < '0' || digit > '9') {
                return BAD_TIME;
            }
            millis = millis * 10 + digit - '0';
            if (millis > LONGEST_SLEEP) {
                return BAD_TIME; // and no overflow: the bound is far below a tenth of the largest int
            }
        }
        return time.isEmpty() ? BAD_TIME : millis;
    }
}
