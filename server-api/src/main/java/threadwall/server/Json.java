package threadwall.server;

import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.json.JsonMapper;

/** JSON as all servers write it: compact, UTF-8, keys in the order in which a record declares them. */
public final class Json {
    /** The one mapper; safe for any thread. */
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
