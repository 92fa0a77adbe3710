/**
 * What Linux allows: readings of {@code /proc} and cgroups, and pure rules over them.
 *
 * <p>Readings ({@link threadwall.limits.ProcessLimits}, {@link threadwall.limits.KernelLimits}) take a root folder, so
 * that recorded trees read like a machine. A value that cannot be read is null, never 0 or -1; a limit that is not set
 * ("unlimited", "max") is an empty {@link java.util.OptionalLong}. The rules ({@link threadwall.limits.Ports},
 * {@link threadwall.limits.Sockets}, {@link threadwall.limits.Threads}) touch nothing.
 */
package threadwall.limits;
