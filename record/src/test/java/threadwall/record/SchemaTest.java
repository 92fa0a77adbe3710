package threadwall.record;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The published schema describes exactly what the records write. */
class SchemaTest {

    private static final JsonMapper JSON = new JsonMapper();
    private static JsonNode text;
    private static Schema schema;

    @BeforeAll
    static void load() throws IOException {
        try (var in = RecordLine.class.getResourceAsStream("run.schema.json")) {
            text = JSON.readTree(in);
        }
        schema = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(text);
    }

    static List<RecordLine> lines() {
        return List.of(
                Samples.run(),
                Samples.sparseRun(),
                Samples.step(1),
                Samples.sparseStep(),
                Probes.probe(),
                Probes.sparseProbe(),
                Probes.doctor(),
                Probes.sparseDoctor(),
                Samples.idle(),
                Samples.sparseIdle(),
                Samples.threads(),
                Samples.sparseThreads(),
                ResilienceRecords.slow(),
                ResilienceRecords.sparse(),
                Samples.watch(),
                Samples.sparseWatch(),
                Tasks.wall(),
                Tasks.sparse(),
                Samples.data(),
                Samples.sparseData());
    }

    static Stream<Class<?>> records() {
        return Stream.<Class<?>>of(
                        RunRecord.class,
                        StepRecord.class,
                        StepPlan.class,
                        ClientLoad.class,
                        ClientHost.class,
                        RequestMessage.class,
                        StepWarning.class,
                        LatencyLimit.class,
                        ProbeRecord.class,
                        DoctorRecord.class,
                        IdleRecord.class,
                        ThreadRecord.class,
                        ResilienceRecord.class,
                        WatchRecord.class,
                        TaskRecord.class,
                        DataRecord.class)
                .flatMap(type -> Stream.concat(Stream.of(type), Arrays.stream(type.getDeclaredClasses())))
                .filter(Class::isRecord)
                .filter(type -> type != DoctorRecord.Source.class) // in JSON a text
                .filter(type -> !isGroup(type));
    }

    /** What a record has in JSON, with the components of groups that have no object of their own. */
    private static Stream<RecordComponent> components(Class<?> type) {
        return Arrays.stream(type.getRecordComponents())
                .flatMap(component -> isUnwrapped(component) ? components(component.getType()) : Stream.of(component));
    }

    private static boolean isGroup(Class<?> type) {
        var record = type.getEnclosingClass();
        return record != null
                && record.isRecord()
                && Arrays.stream(record.getRecordComponents())
                        .anyMatch(component -> isUnwrapped(component) && component.getType() == type);
    }

    private static boolean isUnwrapped(RecordComponent component) {
        return component.getAccessor().isAnnotationPresent(JsonUnwrapped.class);
    }

    @Test
    void isItselfAValidSchema() {
        var meta = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(com.networknt.schema.SchemaLocation.of("https://json-schema.org/draft/2020-12/schema"));
        assertThat(meta.validate(text)).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("lines")
    void acceptsWhatIsWritten(RecordLine line) {
        assertThat(faults(JSON.readTree(RunFile.json(line)))).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("lines")
    void refusesAnUnknownProperty(RecordLine line) {
        var written = (ObjectNode) JSON.readTree(RunFile.json(line));
        assertThat(faults(written.put("surprise", 1))).isNotEmpty();
    }

    @ParameterizedTest
    @MethodSource("lines")
    void refusesAMissingProperty(RecordLine line) {
        var written = (ObjectNode) JSON.readTree(RunFile.json(line));
        for (var name : List.copyOf(written.propertyNames())) {
            var less = written.deepCopy();
            less.remove(name);
            assertThat(faults(less)).as("without %s", name).isNotEmpty();
        }
    }

    @Test
    void refusesInvalidValues() {
        var step = (ObjectNode) JSON.readTree(RunFile.json(Samples.step(1)));
        ((ObjectNode) step.get("connections")).put("peakOpen", -1);
        assertThat(faults(step)).isNotEmpty();

        var endless = (ObjectNode) JSON.readTree(RunFile.json(Samples.step(1)));
        ((ObjectNode) endless.get("load")).put("requestsPerSecond", "Infinity");
        assertThat(faults(endless)).isNotEmpty();
    }

    @ParameterizedTest
    @MethodSource("records")
    void namesEveryComponentAndNothingElse(Class<?> type) {
        boolean hasKind = RecordLine.class.isAssignableFrom(type) || StepWarning.class.isAssignableFrom(type);
        var kind = hasKind ? Stream.of("kind") : Stream.<String>empty();
        var components = components(type).map(RecordComponent::getName);
        var names = Stream.concat(kind, components).toList();
        var definition = definition(type);
        assertThat(definition.path("properties").propertyNames()).containsExactlyInAnyOrderElementsOf(names);
        assertThat(definition.path("required").valueStream().map(JsonNode::asString))
                .containsExactlyInAnyOrderElementsOf(names);
        assertThat(definition.path("additionalProperties").asBoolean(true)).isFalse();
    }

    @ParameterizedTest
    @MethodSource("records")
    void describesEveryProperty(Class<?> type) {
        definition(type)
                .path("properties")
                .forEachEntry((name, property) -> assertThat(
                                property.path("description").asString(""))
                        .as(name)
                        .isNotBlank());
    }

    @ParameterizedTest
    @MethodSource("records")
    void givesEveryComponentItsJsonType(Class<?> type) {
        for (var component : components(type).toList()) {
            var property = definition(type).path("properties").path(component.getName());
            var java = component.getType() == DoctorRecord.Source.class ? String.class : component.getType();
            if (java == CommandLine.class) {
                assertThat(types(property)).as(component.getName()).contains("array");
            } else if (java.isRecord()) {
                var refs = property.findValuesAsString("$ref");
                assertThat(refs).as(component.getName()).containsExactly("#/$defs/" + name(java));
            } else if (JSON_TYPES.containsKey(java)) {
                var types = types(property);
                assertThat(types).as(component.getName()).contains(JSON_TYPES.get(java));
                if (java != String.class) {
                    assertThat(types.contains("null"))
                            .as("%s may be null", component.getName())
                            .isEqualTo(!java.isPrimitive() && java != List.class);
                }
            }
        }
    }

    @Test
    void knowsEveryOutcome() {
        assertThat(outcomes(StepRecord.class)).containsExactlyElementsOf(names(StepRecord.Outcome.values()));
        assertThat(outcomes(ProbeRecord.class)).containsExactlyElementsOf(names(ProbeRecord.Outcome.values()));
        assertThat(outcomes(TaskRecord.class)).containsExactlyElementsOf(names(TaskRecord.Outcome.values()));
    }

    @Test
    void knowsEveryRole() {
        var role = definition(WatchRecord.Watched.class).path("properties").path("role");
        assertThat(strings(role.path("enum"))).containsExactlyElementsOf(names(WatchRecord.Role.values()));
    }

    @ParameterizedTest
    @MethodSource("lines")
    void knowsThisVersion(RecordLine line) {
        var schemaOfLine = definition(line.getClass()).path("properties").path("schema");
        assertThat(schemaOfLine.path("const").asInt()).isEqualTo(RecordLine.SCHEMA);
    }

    /** Published lines of this version conform to the schema. */
    @Test
    void holdsForPublishedRecords() throws IOException {
        var published = Path.of("..", "docs", "data");
        try (var files = Files.find(published, 2, (path, is) -> path.endsWith("run.jsonl"))) {
            for (var file : files.toList()) {
                for (var line : Files.readAllLines(file)) {
                    var tree = JSON.readTree(line);
                    assertThat(tree.path("schema").asInt()).as(file.toString()).isBetween(1, RecordLine.SCHEMA);
                    if (tree.path("schema").asInt() == RecordLine.SCHEMA) {
                        assertThat(schema.validate(tree)).as(file.toString()).isEmpty();
                    }
                }
            }
        }
    }

    private static List<String> outcomes(Class<?> type) {
        var outcome = definition(type).path("properties").path("outcome");
        return strings(outcome.path("enum"));
    }

    private static List<String> strings(JsonNode array) {
        return array.valueStream().map(JsonNode::asString).toList();
    }

    private static List<String> names(Enum<?>[] values) {
        return Arrays.stream(values).map(Enum::name).toList();
    }

    @Test
    void definesRecordTypesOnly() {
        assertThat(text.path("$defs").propertyNames())
                .containsExactlyInAnyOrderElementsOf(
                        Stream.concat(records().map(SchemaTest::name), Stream.of("stepWarning"))
                                .toList());
    }

    private static final Map<Class<?>, String> JSON_TYPES = Map.of(
            int.class, "integer",
            Integer.class, "integer",
            long.class, "integer",
            Long.class, "integer",
            double.class, "number",
            Double.class, "number",
            boolean.class, "boolean",
            Boolean.class, "boolean",
            String.class, "string",
            List.class, "array");

    private static List<String> types(JsonNode property) {
        var types = property.path("type");
        return types.isArray() ? types.valueStream().map(JsonNode::asString).toList() : List.of(types.asString("none"));
    }

    private static List<String> faults(JsonNode line) {
        return schema.validate(line).stream().map(Error::toString).toList();
    }

    private static JsonNode definition(Class<?> type) {
        return text.path("$defs").path(name(type));
    }

    private static String name(Class<?> type) {
        var simple = type.getSimpleName()
                .replaceFirst("^(Run|Step|Probe|Doctor|Idle|Thread|Resilience|Watch|Task|Data)Record$", "$1");
        return Character.toLowerCase(simple.charAt(0)) + simple.substring(1);
    }
}
