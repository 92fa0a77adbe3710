package threadwall.record;

import java.util.List;
import threadwall.record.DoctorRecord.Costs;
import threadwall.record.DoctorRecord.Diagnosed;
import threadwall.record.DoctorRecord.Effect;
import threadwall.record.DoctorRecord.LimitRead;
import threadwall.record.DoctorRecord.Raise;
import threadwall.record.DoctorRecord.Source;
import threadwall.record.ProbeRecord.Gauge;
import threadwall.record.ProbeRecord.Outcome;
import threadwall.record.ProbeRecord.Pace;

/** Records of the doctor for tests: with all values, and with every optional value missing. */
final class Probes {

    private Probes() {}

    static ProbeRecord probe() {
        return new ProbeRecord(
                RecordLine.SCHEMA,
                Samples.AT,
                List.of("doctor", "--probe", "connections"),
                "abc",
                Samples.run().machine(),
                "connections",
                "me",
                120,
                12.5,
                Outcome.AS_PREDICTED,
                480L,
                "RLIMIT_NOFILE",
                481,
                "EMFILE",
                "the client got EMFILE (Too many open files)",
                "RLIMIT_NOFILE",
                List.of("the client had 500 of 500 descriptors"),
                List.of(new Gauge("RLIMIT_NOFILE", Effect.REFUSES, 500L, 1, 19L, 500L, 0L, 1L)),
                new Pace(14_116L, 20_000.5, 1_500.0));
    }

    static ProbeRecord sparseProbe() {
        return new ProbeRecord(
                RecordLine.SCHEMA,
                Samples.AT,
                List.of(),
                null,
                Samples.sparseRun().machine(),
                "threads",
                "me",
                120,
                120.1,
                Outcome.OUT_OF_TIME,
                null,
                null,
                12_000,
                null,
                "stopped after 120 s",
                null,
                List.of(),
                List.of(new Gauge("pids.max of /x", Effect.REFUSES, null, 1, null, null, null, null)),
                null);
    }

    static DoctorRecord doctor() {
        var raise = new Raise(
                40_000,
                "and tell the others",
                List.of("sysctl -w kernel.pid_max=40461"),
                List.of("echo 1 > x"),
                List.of("rm x"));
        var limit = new LimitRead(
                "kernel.pid_max",
                "PID_NAMESPACE",
                Effect.REFUSES,
                32_768L,
                461,
                1,
                32_307L,
                "32,768 - 461",
                new Source("kernel/pid.c alloc_pid", "EAGAIN"),
                "the kernel's default",
                raise);
        return new DoctorRecord(
                RecordLine.SCHEMA,
                Samples.AT,
                List.of("doctor", "--threads", "40k"),
                Samples.run().machine(),
                "lab1",
                "docker",
                "me",
                new DoctorRecord.ProcessRead(4_242, "java", 123, 1_234L, null),
                new Costs(true, 13, 2, 26_500, 98_000, 16_384, 7_000, 2_048, 1_048_576),
                List.of(new Diagnosed(
                        "threads", 40_000L, false, 32_307L, List.of(limit), List.of("memory.max: denied"))));
    }

    static DoctorRecord sparseDoctor() {
        var limit = new LimitRead(
                "RLIMIT_NPROC",
                "USER",
                Effect.REFUSES,
                null,
                12,
                1,
                null,
                "root is exempt",
                new Source("fork.c", null),
                "",
                null);
        return new DoctorRecord(
                RecordLine.SCHEMA,
                Samples.AT,
                List.of("doctor"),
                Samples.sparseRun().machine(),
                null,
                null,
                "me",
                null,
                null,
                List.of(new Diagnosed("connections", null, true, null, List.of(limit), List.of())));
    }
}
