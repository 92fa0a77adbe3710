package threadwall.store;

/**
 * A row of the table {@code world}, which may be larger than any cache.
 *
 * @param id from 1, without gaps
 */
public record World(int id, int randomNumber) {}
