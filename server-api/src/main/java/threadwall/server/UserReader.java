package threadwall.server;

import threadwall.server.Answer.Refusal;
import threadwall.server.PostedUser.Bad;
import threadwall.server.PostedUser.Good;
import threadwall.store.NewUser;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** Parses a user field by field and stops at the first error, so large or deeply nested input costs nothing. */
final class UserReader {
    private static final String NAME = "name";
    private static final String AGE = "age";
    private static final int LONGEST_NAME = 100;
    private static final int OLDEST = 150;

    static final Refusal NO_USER = new Refusal("the body must be JSON like {\"name\":\"Ada\",\"age\":36}");

    private static final Refusal NO_NAME = new Refusal(
            "name must be a string of 1 to " + LONGEST_NAME + " characters, none of them a control character");

    private static final Refusal NO_AGE = new Refusal("age must be a whole number from 0 to " + OLDEST);

    private final JsonParser json;
    private String name;
    private Integer age;

    UserReader(JsonParser json) {
        this.json = json;
    }

    /** @throws tools.jackson.core.JacksonException for malformed JSON */
    PostedUser read() {
        if (json.nextToken() != JsonToken.START_OBJECT) {
            return new Bad(NO_USER);
        }
        while (json.nextToken() == JsonToken.PROPERTY_NAME) {
            var problem = field(json.currentName());
            if (problem != null) {
                return new Bad(problem);
            }
        }
        if (json.nextToken() != null) {
            return new Bad(NO_USER); // trailing content
        }
        if (name == null || age == null) {
            return new Bad(new Refusal("the field " + (name == null ? NAME : AGE) + " is missing"));
        }
        return new Good(new NewUser(name, age));
    }

    /** What is wrong with that field, or null. */
    private Refusal field(String field) {
        return switch (field) {
            case NAME -> name == null ? name() : twice(NAME);
            case AGE -> age == null ? age() : twice(AGE);
            default -> Answer.unknownField(field);
        };
    }

    private static Refusal twice(String field) {
        return new Refusal("the field " + field + " occurs twice");
    }

    private Refusal name() {
        if (json.nextToken() != JsonToken.VALUE_STRING || !isName(json.getString())) {
            return NO_NAME;
        }
        name = json.getString();
        return null;
    }

    private static boolean isName(String text) {
        int length = text.codePointCount(0, text.length());
        return length > 0 && length <= LONGEST_NAME && text.codePoints().noneMatch(UserReader::isNoText);
    }

    /** PostgreSQL cannot store NUL, and an unpaired surrogate has no UTF-8 form. */
    private static boolean isNoText(int character) {
        return Character.isISOControl(character) || Character.getType(character) == Character.SURROGATE;
    }

    private Refusal age() {
        if (json.nextToken() != JsonToken.VALUE_NUMBER_INT || json.getNumberType() != JsonParser.NumberType.INT) {
            return NO_AGE;
        }
        int years = json.getIntValue();
        if (years < 0 || years > OLDEST) {
            return NO_AGE;
        }
        age = years;
        return null;
    }
}
