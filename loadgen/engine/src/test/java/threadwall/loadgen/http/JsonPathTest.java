package threadwall.loadgen.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonPathTest {

    private static final byte[] BODY =
            "{\"total\":3,\"open\":true,\"items\":[{\"id\":\"a=b\",\"unit price\":1.5,\"none\":null}]}"
                    .getBytes(StandardCharsets.UTF_8);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "$",
                "$.total",
                "$.total=3",
                "$.open=true",
                "$.items[0].id",
                "$.items[0].id=a=b",
                "$.items[0]['unit price']=1.5",
                "$['items'][0]['none']=null",
            })
    void isThere(String text) {
        assertThat(JsonPath.parse(text).faultIn(BODY)).isEmpty();
    }

    @Test
    void whatIsMissingOrOtherIsShown() {
        assertThat(JsonPath.parse("$.items[1].id").faultIn(BODY))
                .hasValueSatisfying(fault -> assertThat(fault).startsWith("the body has nothing at $.items[1].id: {"));
        assertThat(JsonPath.parse("$.total=4").faultIn(BODY))
                .hasValueSatisfying(
                        fault -> assertThat(fault).startsWith("the body has '3' at $.total instead of '4': {"));
        assertThat(JsonPath.parse("$.a").faultIn("<html>".getBytes(StandardCharsets.UTF_8)))
                .contains("body is not JSON: <html>");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "total", "$total", "$.", "$..total", "$.items[*]", "$.items[-1]", "$.items[?(@.id)]", "$.a b"
            })
    void anythingElseIsRefused(String text) {
        assertThatThrownBy(() -> JsonPath.parse(text)).hasMessageContaining("is not the place of one value in JSON");
    }
}
