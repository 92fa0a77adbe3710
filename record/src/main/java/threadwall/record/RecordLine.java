package threadwall.record;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;

/**
 * One line of {@code run.jsonl}, or of {@code --json} of doctor, resilience, watch and data. {@code kind} names its
 * type.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
@JsonSubTypes({
    @JsonSubTypes.Type(value = RunRecord.class, name = "run"),
    @JsonSubTypes.Type(value = StepRecord.class, name = "step"),
    @JsonSubTypes.Type(value = ProbeRecord.class, name = "probe"),
    @JsonSubTypes.Type(value = DoctorRecord.class, name = "doctor"),
    @JsonSubTypes.Type(value = IdleRecord.class, name = "idle"),
    @JsonSubTypes.Type(value = ThreadRecord.class, name = "threads"),
    @JsonSubTypes.Type(
            value = ResilienceRecord.class,
            names = {"resilience", "abuse"}), // the second up to schema 6
    @JsonSubTypes.Type(value = WatchRecord.class, name = "watch"),
    @JsonSubTypes.Type(value = TaskRecord.class, name = "task"),
    @JsonSubTypes.Type(value = DataRecord.class, name = "data")
})
public sealed interface RecordLine
        permits RunRecord,
                StepRecord,
                ProbeRecord,
                DoctorRecord,
                IdleRecord,
                ThreadRecord,
                ResilienceRecord,
                WatchRecord,
                TaskRecord,
                DataRecord {

    /** The format version that this build writes, and the newest that it reads. */
    int SCHEMA = 24;

    int schema();
}
