package threadwall.store;

/**
 * A row of the table {@code users}.
 *
 * @param id from 1, never reused
 */
public record User(int id, String name, int age) {}
