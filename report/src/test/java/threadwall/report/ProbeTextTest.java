package threadwall.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import threadwall.record.DoctorRecord.Effect;
import threadwall.record.ProbeRecord;
import threadwall.record.ProbeRecord.Gauge;
import threadwall.record.ProbeRecord.Outcome;
import threadwall.record.ProbeRecord.Pace;
import threadwall.record.RecordLine;
import threadwall.record.RunRecord;

class ProbeTextTest {

    private static ProbeRecord probe(Outcome outcome, Long predicted, String limit, Pace pace) {
        return new ProbeRecord(
                RecordLine.SCHEMA,
                Instant.EPOCH,
                List.of(),
                null,
                new RunRecord.Machine("6.18", null, 2, null, null, List.of()),
                pace == null ? "threads" : "connections",
                "me",
                120,
                12.34,
                outcome,
                predicted,
                predicted == null ? null : "pids.max of /a",
                582,
                "EAGAIN",
                "no thread",
                limit,
                limit == null ? List.of("unknown: nothing is full") : List.of("full", "counted"),
                List.of(
                        new Gauge("pids.max of /a", Effect.REFUSES, 600L, 1, 18L, 600L, null, null),
                        new Gauge("pids.max of /a/b", Effect.REFUSES, null, 1, 17L, 599L, 1L, 5L),
                        new Gauge("pids.max of /a/b/c", Effect.REFUSES, null, 1, 17L, 599L, 1L, 1L),
                        new Gauge("vm.max_map_count", Effect.KILLS, 65_530L, 2, 160L, 1_307L, null, null),
                        new Gauge("RLIMIT_AS", Effect.REFUSES, null, 1, 160L, 1_307L, null, null)),
                pace);
    }

    @Test
    void saysWhatWasMetBesideWhatWasForetold() {
        assertThat(ProbeText.render(probe(Outcome.AS_PREDICTED, 585L, "pids.max of /a", null)))
                .isEqualTo("""
                        measured   582 threads in one JVM, for user me
                        predicted  585 by pids.max of /a; measured is -0.51 % off
                        seen       no thread
                        limit      pids.max of /a
                                   full
                                   counted
                        verdict    as predicted, after 12.3 s

                        limit             in force  used before  at the end  refusals counted
                        pids.max of /a         600           18         600
                        pids.max of /a/b                     17         599  4
                        vm.max_map_count    65,530          160       1,307
                        """);
    }

    @Test
    void namesNoneWhereTheEvidenceNamesNone() {
        var told = ProbeText.render(probe(Outcome.UNKNOWN, null, null, null));
        assertThat(told).contains("limit      none named", "unknown: nothing is full", "predicted  no limit\n");
    }

    @Test
    void severalProbesHaveARowEach() {
        assertThat(ProbeTable.markdown(List.of(
                        probe(Outcome.AS_PREDICTED, 585L, "pids.max of /a", null),
                        probe(Outcome.UNKNOWN, null, null, new Pace(null, 20_000.0, null)))))
                .isEqualTo("""
                | probe | of | user | limit | predicted | measured | off | in force | used before | at the end | errno | seconds | verdict |
                | --: | --- | --- | --- | --: | --: | --: | --: | --: | --: | --- | --: | --- |
                | 1 | threads | me | pids.max of /a | 585 | 582 | -0.51 % | 600 | 18 | 600 | EAGAIN | 12.3 | as predicted |
                | 2 | connections | me |  |  | 582 |  |  |  |  | EAGAIN | 12.3 | unknown: the evidence names no limit |

                """);
    }

    @Test
    void tellsTheKnee() {
        var slow = new Pace(14_100L, 20_000.0, 1_500.0);
        assertThat(ProbeText.render(probe(Outcome.NOT_AS_PREDICTED, 9L, "x", slow)))
                .contains("20,000 connections a second up to 14,100, then 1,500", "NOT as predicted");
        assertThat(ProbeText.render(probe(Outcome.OUT_OF_TIME, 9L, null, new Pace(null, 20_000.0, null))))
                .contains("20,000 connections a second throughout", "predicted  9 by pids.max of /a\n");
    }
}
