package threadwall.server;

import threadwall.store.StoreUnavailableException;

/** Bodies that all servers send alike; one is built for each request, never canned. */
public sealed interface Answer {
    /** Characters of what a client sent that its refusal repeats. */
    int LONGEST_QUOTE = 80;

    /** A good answer of /json and /json2. */
    record Hello(String message) implements Answer {}

    /** A good answer of POST /users, to be sent with a 201 and the header Location. */
    record Created(int id) implements Answer {}

    /** The one-line reason of a 4xx or 5xx. */
    record Refusal(String error) implements Answer {}

    /** Of /json. */
    static Hello hello() {
        return new Hello("Hello, World!");
    }

    /** Of /json2, after its sleep. */
    static Hello hello(int millis) {
        return new Hello("Hello, World! " + millis);
    }

    /** 400: {@link Routes#sleepMillis} could not read it. */
    static Refusal badTime(String time) {
        return new Refusal("time must be a whole number of milliseconds from 0 to " + Routes.LONGEST_SLEEP + ", not '"
                + shortened(time) + "'");
    }

    /** 400: {@link Routes#drawWorld} could not read it. */
    static Refusal badMax(String max) {
        return new Refusal(
                "max must be a whole number from 1 to " + Integer.MAX_VALUE + ", not '" + shortened(max) + "'");
    }

    /** 404: /db2 drew a row that is not there. */
    static Refusal noWorld(int id) {
        return new Refusal("world has no row " + id + "; './threadwall data load --rows N' makes rows 1 to N,"
                + " and /db2?max=N draws from those");
    }

    /** 404, for the id as it stands in the path. */
    static Refusal noUser(String id) {
        return new Refusal("no such user: " + shortened(id));
    }

    /** 413. */
    static Refusal tooLarge(int bytes) {
        return new Refusal("no body of more than " + bytes + " bytes is read here");
    }

    /** 415. */
    static Refusal notJson() {
        return new Refusal("the Content-Type must be " + Routes.CONTENT_TYPE);
    }

    /** 400. */
    static Refusal unknownField(String name) {
        return new Refusal("there is no field '" + shortened(name) + "' but name and age");
    }

    /** 404, for the path as the client sent it. */
    static Refusal noRoute(String path) {
        return new Refusal("no such route: " + shortened(path));
    }

    /** 405, to be sent with the header Allow. */
    static Refusal notAllowed(String method, String path) {
        return notAllowed(method, path, Routes.ALLOWED);
    }

    /** The same, of a route that takes those methods. */
    static Refusal notAllowed(String method, String path, String methods) {
        return new Refusal(shortened(method) + " is not allowed on " + shortened(path) + "; allowed: " + methods);
    }

    /** 503: the store cannot be used, and why. */
    static Refusal unavailable(StoreUnavailableException problem) {
        return new Refusal(problem.getMessage());
    }

    /** 503: the answer has not come within the server's patience. */
    static Refusal tooLate() {
        return new Refusal("no answer in time; the server is overloaded, or its store is stuck");
    }

    /** 500, whose cause stands in the server's log. */
    static Refusal failed() {
        return new Refusal("the server failed to answer; its log on stderr says why");
    }

    /** What a client sent may be of any length; a reason is one line. */
    private static String shortened(String sent) {
        if (sent.length() <= LONGEST_QUOTE) {
            return sent;
        }
        // half a surrogate pair is no character
        int end = Character.isHighSurrogate(sent.charAt(LONGEST_QUOTE - 1)) ? LONGEST_QUOTE - 1 : LONGEST_QUOTE;
        return sent.substring(0, end) + "…";
    }
}
