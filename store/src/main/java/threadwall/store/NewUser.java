package threadwall.store;

/**
 * A user to be stored, who gets an id then.
 *
 * @param name without the character NUL, which PostgreSQL cannot hold
 */
public record NewUser(String name, int age) {}
