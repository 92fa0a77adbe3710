package threadwall.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import threadwall.server.PostedUser.Bad;
import threadwall.server.PostedUser.Good;
import threadwall.store.NewUser;

class PostedUserTest {
    private static PostedUser read(String body) {
        return PostedUser.read(body.getBytes(StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            {"name":"Ada","age":36}                   | Ada    | 36
            {"age":0,"name":"x"}                      | x      | 0
             { "name" : "O'Hara\\"" , "age" : 150 }   | O'Hara" | 150
            {"name":"\\u7cf8","age":-0}               | 糸     | 0
            {"name":"\\ud83d\\ude00","age":1}         | 😀     | 1
            """)
    void aUser(String body, String name, int age) {
        assertThat(read(body)).isEqualTo(new Good(new NewUser(name, age)));
    }

    @Test
    void aNameHasAHundredCharactersHoweverManyBytes() {
        var longest = "😀".repeat(100);
        assertThat(read("{\"name\":\"" + longest + "\",\"age\":1}")).isEqualTo(new Good(new NewUser(longest, 1)));
        assertThat(read("{\"name\":\"" + longest + "x\",\"age\":1}")).isInstanceOf(Bad.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"\"",
                "7",
                "null",
                "true",
                "[\"Ada\"]",
                "{}",
                "\"a\\nb\"",
                "\"\\u0000\"",
                "\"\\u007f\"",
                "\"\\u0085\"",
                "\"\\ud800\"",
                "\"\\udc00\\ud800\""
            })
    void whatIsNoName(String value) {
        assertThat(read("{\"age\":1,\"name\":" + value + "}"))
                .isEqualTo(bad("name must be a string of 1 to 100 characters, none of them a control character"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"-1", "151", "1.0", "1e1", "\"36\"", "null", "[36]", "2147483648", "99999999999999999999", "true"
            })
    void whatIsNoAge(String value) {
        assertThat(read("{\"name\":\"Ada\",\"age\":" + value + "}"))
                .isEqualTo(bad("age must be a whole number from 0 to 150"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            {"name":"Ada"}                       | the field age is missing
            {"age":36}                           | the field name is missing
            {}                                   | the field name is missing
            {"name":"A","name":"B","age":36}     | the field name occurs twice
            {"name":"A","age":1,"age":1}         | the field age occurs twice
            {"name":"A","age":1,"id":7}          | unknown field 'id'; a user has name and age
            {"Name":"A","age":1}                 | unknown field 'Name'; a user has name and age
            {"x":{"deep":[[[[]]]]},"name":"A"}   | unknown field 'x'; a user has name and age
            """)
    void fieldsAreThoseTwoOnceEach(String body, String reason) {
        assertThat(read(body)).isEqualTo(bad(reason));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "x",
                "[]",
                "null",
                "\"name\"",
                "{",
                "{\"name\":\"Ada\",\"age\":36",
                "{\"name\":\"Ada\",\"age\":36}}",
                "{\"name\":\"Ada\",\"age\":36} 1",
                "{\"name\":\"Ada\" \"age\":36}",
                "{\"name\":\"Ada\",\"age\":36,}",
                "{\"name\":\"Ada\",\"age\":007}",
                "{'name':'Ada','age':36}",
                "name=Ada&age=36"
            })
    void whatIsNoJsonObject(String body) {
        assertThat(read(body)).isEqualTo(bad("the body must be JSON like {\"name\":\"Ada\",\"age\":36}"));
    }

    @Test
    void whatIsNoUtf8() {
        var latin = "{\"name\":\"caf\u00e9\",\"age\":1}".getBytes(StandardCharsets.ISO_8859_1);
        assertThat(PostedUser.read(latin)).isInstanceOf(Bad.class);
    }

    private static Bad bad(String reason) {
        return new Bad(new Answer.Refusal(reason));
    }
}
