package threadwall.weave;

/** A class cannot be woven. The message names the class, and the method if Kilim knows it. */
public final class WeavingException extends Exception {
    WeavingException(String className, String reason, Throwable cause) {
        super("cannot weave " + className + ": " + reason, cause);
    }
}
