package threadwall.limits;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Collects what the rules find about one snapshot: an assessment for each limit, or the reason why it could not be read.
 */
final class DiagnosisBuilder {

    private final SystemSnapshot snapshot;
    private final List<LimitAssessment> limits = new ArrayList<>();
    private final List<String> unread;

    DiagnosisBuilder(SystemSnapshot snapshot) {
        this.snapshot = snapshot;
        unread = new ArrayList<>(snapshot.unread());
    }

    SystemSnapshot snapshot() {
        return snapshot;
    }

    /**
     * Tells whether all values that a rule needs were read; if not, notes the limit as unreadable.
     *
     * @param files where the values would be
     */
    boolean readable(String limit, String files, Object... values) {
        boolean all = Arrays.stream(values).noneMatch(Objects::isNull);
        if (!all) {
            unreadable(limit, files);
        }
        return all;
    }

    /** Notes a limit as unreadable. */
    void unreadable(String limit, String files) {
        unread.add(limit + ": cannot be read from " + files);
    }

    /**
     * A resource limit, to be set for a process that runs, or by the shell or login that starts one.
     *
     * @param flag of bash's ulimit
     * @param unit of ulimit, in the kernel's unit
     * @param most the highest value that the kernel accepts
     */
    Setting rlimit(String item, String flag, ResourceLimit now, long unit, long most) {
        RunningProcess running = snapshot.running();
        return running == null
                ? new RlimitSetting(
                        item,
                        flag,
                        snapshot.account().name(),
                        now,
                        unit,
                        most,
                        snapshot.privileges().hardCanBeRaised())
                : new RunningRlimitSetting(item, running.pid(), now, most, service());
    }

    /** systemd's service that the process is in; empty in a user's own, whose manager has its own folders. */
    private Optional<String> service() {
        return snapshot.kernel().pids() == null
                ? Optional.empty()
                : snapshot.kernel().pids().stream()
                        .filter(cgroup -> !cgroup.path().contains("/user@"))
                        .flatMap(cgroup -> snapshot.origins().unit(cgroup.path()).stream())
                        .filter(unit -> unit.endsWith(".service"))
                        .findFirst();
    }

    void add(LimitAssessment limit) {
        limits.add(limit.with(snapshot.origins().reachable(limit.setting())));
    }

    /** Adds a sysctl that is one number and refuses beyond it. */
    void sysctl(
            String name,
            LimitScope scope,
            long inForce,
            long used,
            double each,
            String formula,
            String source,
            String response,
            long most) {
        add(new LimitAssessment(
                name,
                scope,
                LimitEffect.REFUSES,
                OptionalLong.of(inForce),
                used,
                each,
                formula,
                source,
                response,
                setAt(name, inForce),
                setting(name, most)));
    }

    /** A sysctl that can be raised to a bound of the kernel's own. */
    Setting setting(String sysctl, long most) {
        return new Setting.Sysctl(sysctl, most, afterBoot(sysctl));
    }

    /** @param whyMost why a higher value does not help */
    Setting setting(String sysctl, long most, String whyMost) {
        return new Setting.Sysctl(sysctl, most, whyMost, afterBoot(sysctl));
    }

    private OptionalLong afterBoot(String sysctl) {
        List<Long> numbers = sysctls().numbersAfterBoot(sysctl);
        return numbers.size() == 1 ? OptionalLong.of(numbers.getFirst()) : OptionalLong.empty();
    }

    /** What the next boot sets. */
    SysctlFiles sysctls() {
        return snapshot.origins().sysctls();
    }

    String setAt(String sysctl, Object inForce) {
        return snapshot.origins().sysctl(sysctl, inForce.toString());
    }

    Diagnosis build(LimitSubject subject, OptionalLong requested) {
        return new Diagnosis(subject, requested, limits, unread);
    }
}
