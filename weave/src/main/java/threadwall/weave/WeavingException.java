package threadwall.weave;

/** A class that cannot be woven. The message names the class, and the method where Kilim knows it. */
public final class WeavingException extends Exception {
    WeavingException(String className, String reason, Throwable cause) {
        super("cannot weave " + className + ": " + reason, cause);
    }
}
