package threadwall.doctor;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.OptionalLong;
import threadwall.process.PreconditionException;

/** What systemctl(1) says of a unit. */
public final class SystemdUnit {

    private SystemdUnit() {}

    /**
     * The main process of a service.
     *
     * @throws PreconditionException (environment) when there is no systemd, or the service does not run
     */
    public static long mainProcess(String unit) throws IOException, InterruptedException, PreconditionException {
        var pid = find(unit);
        if (pid.isEmpty()) {
            throw PreconditionException.environment(
                    "--unit %s has no main process: it does not run, or is no service; see systemctl status %s",
                    unit, unit);
        }
        return pid.getAsLong();
    }

    /**
     * The same; empty when the service does not run, or there is none.
     *
     * @throws PreconditionException (environment) when there is no systemd
     */
    static OptionalLong find(String unit) throws IOException, InterruptedException, PreconditionException {
        String said;
        try {
            var systemctl = new ProcessBuilder("systemctl", "show", "--property=MainPID", "--value", "--", unit)
                    .redirectErrorStream(true)
                    .start();
            systemctl.getOutputStream().close();
            said = new String(systemctl.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            systemctl.waitFor();
        } catch (IOException missing) {
            throw PreconditionException.environment(
                    "--unit %s: this machine has no systemctl; name the process with --pid", unit);
        }
        if (!said.matches("\\d{1,18}")) {
            throw PreconditionException.environment(
                    "--unit %s: systemctl says '%s'; name the process with --pid",
                    unit, said.lines().findFirst().orElse(""));
        }
        long pid = Long.parseLong(said);
        return pid == 0 ? OptionalLong.empty() : OptionalLong.of(pid);
    }
}
