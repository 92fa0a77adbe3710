package threadwall.server;

import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.json.JsonMapper;

/** JSON as all servers write it: compact, UTF-8, keys in the order of the record's components. */
public final class Json {
    /** The only mapper. Thread-safe. */
    public static final JsonMapper MAPPER = JsonMapper.builder()
            .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
            .build();

    private Json() {}

    public static byte[] bytes(Object value) {
        return MAPPER.writeValueAsBytes(value);
    }

    public static String line(Object value) {
        return MAPPER.writeValueAsString(value);
    }
}
