package threadwall.store;

/**
 * A user without an id, to be stored.
 *
 * @param name without the character NUL, which PostgreSQL cannot store
 */
public record NewUser(String name, int age) {}
