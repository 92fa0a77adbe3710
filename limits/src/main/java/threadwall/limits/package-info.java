/**
 * What Linux allows: readings of {@code /proc}, cgroups and configuration files, and pure rules over them. docs/reference/limits.md
 * is the table of all rules.
 *
 * <p>{@link threadwall.limits.SystemSnapshot} is what limits a new process of a user. It is read once below a root
 * folder, so a recorded tree reads like a machine. A value that cannot be read is null, never 0 or -1; a limit that is
 * not set ("unlimited", "max") is an empty {@link java.util.OptionalLong}. The rules read no files: {@link
 * threadwall.limits.ThreadLimits} and {@link threadwall.limits.ConnectionLimits} make a {@link
 * threadwall.limits.Diagnosis} of a snapshot, with a {@link threadwall.limits.LimitAssessment} for each limit, whose
 * {@link threadwall.limits.Setting} knows the {@link threadwall.limits.Remedy}.
 */
package threadwall.limits;
