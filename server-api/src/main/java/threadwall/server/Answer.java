package threadwall.server;

import threadwall.store.StoreUnavailableException;

/** Response bodies that all servers share. Each is built for its request, never canned. */
public sealed interface Answer {
    /** A refusal repeats at most this many characters of what the client sent. */
    int LONGEST_QUOTE = 80;

    /** The body of /json and /json2. */
    record Hello(String message) implements Answer {}

    /** The body of POST /users, for a 201 with the header Location. */
    record Created(int id) implements Answer {}

    /** The one-line reason of a 4xx or 5xx. */
    record Refusal(String error) implements Answer {}

    /** Of /json. */
    static Hello hello() {
        return new Hello("Hello, World!");
    }

    /** Of /json2, after the sleep. */
    static Hello hello(int millis) {
        return new Hello("Hello, World! " + millis);
    }

    /** 400: {@link Routes#sleepMillis} could not parse it. */
    static Refusal badTime(String time) {
        return new Refusal("time must be a whole number of milliseconds from 0 to " + Routes.LONGEST_SLEEP + ", not '"
                + shortened(time) + "'");
    }

    /** 400: {@link Routes#drawWorld} could not parse it. */
    static Refusal badMax(String max) {
        return new Refusal(
                "max must be a whole number from 1 to " + Integer.MAX_VALUE + ", not '" + shortened(max) + "'");
    }

    /** 404: /db2 drew a row that does not exist. */
    static Refusal noWorld(int id) {
        return new Refusal("world has no row " + id + "; './threadwall data load --rows N' makes rows 1 to N,"
                + " and /db2?max=N draws from those");
    }

    /** 404, with the id as it is in the path. */
    static Refusal noUser(String id) {
        return new Refusal("no such user: " + shortened(id));
    }

    /** 413. */
    static Refusal tooLarge(int bytes) {
        return new Refusal("the body is longer than " + bytes + " bytes");
    }

    /** 415. */
    static Refusal notJson() {
        return new Refusal("the Content-Type must be " + Routes.CONTENT_TYPE);
    }

    /** 400. */
    static Refusal unknownField(String name) {
        return new Refusal("unknown field '" + shortened(name) + "'; a user has name and age");
    }

    /** 404, with the path as the client sent it. */
    static Refusal noRoute(String path) {
        return new Refusal("no such route: " + shortened(path));
    }

    /** 405, to be sent with the header Allow. */
    static Refusal notAllowed(String method, String path) {
        return notAllowed(method, path, Routes.ALLOWED);
    }

    /** The same for a route that allows these methods. */
    static Refusal notAllowed(String method, String path, String methods) {
        return new Refusal(shortened(method) + " is not allowed on " + shortened(path) + "; allowed: " + methods);
    }

    /** 503: the store is unavailable, with its reason. */
    static Refusal unavailable(StoreUnavailableException problem) {
        return new Refusal(problem.getMessage());
    }

    /** 503: there was no answer within the server's time-out. */
    static Refusal tooLate() {
        return new Refusal("no answer in time; the server is overloaded, or its store is stuck");
    }

    /** 500; the server's log has the cause. */
    static Refusal failed() {
        return new Refusal("the server failed to answer; its log on stderr says why");
    }

    /** Cuts what a client sent, so that a reason stays one line. */
    private static String shortened(String sent) {
        if (sent.length() <= LONGEST_QUOTE) {
            return sent;
        }
        // do not split a surrogate pair
        int end = Character.isHighSurrogate(sent.charAt(LONGEST_QUOTE - 1)) ? LONGEST_QUOTE - 1 : LONGEST_QUOTE;
        return sent.substring(0, end) + "…";
    }
}
