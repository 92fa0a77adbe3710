/**
 * What Linux allows: readings of {@code /proc}, cgroups and configuration, and pure rules over them. docs/limits.md
 * is the table of all rules.
 *
 * <p>{@link threadwall.limits.Situation} is what a new process of a user meets, read once below a root folder, so that
 * recorded trees read like a machine. A value that cannot be read is null, never 0 or -1; a limit that is not set
 * ("unlimited", "max") is an empty {@link java.util.OptionalLong}. The rules touch nothing: {@link
 * threadwall.limits.Threads} and {@link threadwall.limits.Connections} make a {@link threadwall.limits.Diagnosis} of a
 * situation, a {@link threadwall.limits.Wall} each limit, whose {@link threadwall.limits.Setting} knows the {@link
 * threadwall.limits.Remedy}.
 */
package threadwall.limits;
