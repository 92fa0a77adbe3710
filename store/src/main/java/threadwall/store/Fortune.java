package threadwall.store;

/**
 * A row of the table {@code fortune}.
 *
 * @param id from 1
 */
public record Fortune(int id, String message) {}
