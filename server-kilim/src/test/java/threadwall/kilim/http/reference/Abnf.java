package threadwall.kilim.http.reference;

import java.util.regex.Pattern;

/**
 * The RFCs' grammar as regular expressions over ISO-8859-1, one byte per character. Quantifiers are possessive, so none
 * backtracks.
 */
final class Abnf {
    private static final String HEX = "[0-9A-Fa-f]";
    private static final String PCT_ENCODED = "%" + HEX + "{2}"; // RFC 3986, 2.1
    private static final String TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]++"; // RFC 9110, 5.6.2
    private static final String BWS = "[ \\t]*+"; // RFC 9110, 5.6.3
    private static final String OBS_TEXT = "\\x80-\\xff"; // RFC 9110, 5.5

    /** RFC 9110, 5.6.4. */
    private static final String QUOTED_STRING =
            "\"(?:[\\t !#-\\[\\]-~" + OBS_TEXT + "]++|\\\\[\\t -~" + OBS_TEXT + "])*+\"";

    /** RFC 3986, 2.3 and 2.2; inside brackets of a character class. */
    private static final String UNRESERVED_OR_SUB_DELIMS = "A-Za-z0-9._~!$&'()*+,;=-";

    /** RFC 3986, 3.2.2. More lenient inside brackets: an IPv6 address's groups are not counted. */
    private static final String IP_LITERAL =
            "\\[(?:[0-9A-Fa-f:.]{2,}|[vV]" + HEX + "++\\.[:" + UNRESERVED_OR_SUB_DELIMS + "]++)\\]";

    private static final String REG_NAME_CHARACTERS = "(?:[" + UNRESERVED_OR_SUB_DELIMS + "]++|" + PCT_ENCODED + ")";

    /** Of path and query: any visible ASCII except '#', the '?' that ends the path, and '%' without two digits. */
    private static final String PATH_CHARACTERS = "(?:[!-~&&[^#%?]]++|" + PCT_ENCODED + ")*+";

    private static final String QUERY = "(?:\\?((?:[!-~&&[^#%]]++|" + PCT_ENCODED + ")*+))?+";

    /** RFC 9110, 4.2.1: uri-host [ ":" port ] of an http URI, whose host must not be empty. */
    static final Pattern AUTHORITY = Pattern.compile("(?:" + IP_LITERAL + "|" + REG_NAME_CHARACTERS + "++)(?::\\d*+)?");

    /** RFC 9112, 3.1. */
    static final Pattern METHOD = Pattern.compile("(" + TOKEN + ") ");

    /** RFC 9112, 3.2.2, up to the authority's end; {@link #AUTHORITY} checks its content. */
    static final Pattern SCHEME_AND_AUTHORITY = Pattern.compile(
            "(?i:https?)://((?:[:\\[\\]" + UNRESERVED_OR_SUB_DELIMS + "]++|" + PCT_ENCODED + ")++)(?=[/? ])");

    /** RFC 9112, 3.2.1, and what may follow an authority. */
    static final Pattern PATH_AND_QUERY = Pattern.compile("(/" + PATH_CHARACTERS + ")?+" + QUERY + " ");

    /** RFC 9112, 3.2.4. */
    static final Pattern ASTERISK_FORM = Pattern.compile("\\* ");

    /** RFC 9112, 2.3. */
    static final Pattern VERSION = Pattern.compile("HTTP/(\\d)\\.(\\d)");

    /** RFC 9112, 5, and RFC 9110, 5.5: field-name ":" OWS field-value OWS. */
    static final Pattern FIELD_LINE = Pattern.compile("(" + TOKEN + "):([\\t -~" + OBS_TEXT + "]*+)");

    /** RFC 9110, 7.2: uri-host [ ":" port ], or nothing. */
    static final Pattern HOST = Pattern.compile("(?:" + IP_LITERAL + "|" + REG_NAME_CHARACTERS + "*+)(?::\\d*+)?");

    /** RFC 9110, 8.6. */
    static final Pattern CONTENT_LENGTH = Pattern.compile("[0-9]++");

    /** RFC 9112, 7.1. */
    static final Pattern CHUNK_SIZE = Pattern.compile("(" + HEX + "{1,16}+)(?!" + HEX + ")");

    /** RFC 9112, 7.1.1. */
    static final Pattern CHUNK_EXT = Pattern.compile("(?:" + BWS + ";" + BWS + TOKEN + "(?:" + BWS + "=" + BWS + "(?:"
            + TOKEN + "|" + QUOTED_STRING + "))?+)*+");

    private Abnf() {}

    /** Whether this prefix can still become a complete match. */
    static boolean isStartOf(Pattern pattern, String start) {
        var matcher = pattern.matcher(start);
        return matcher.matches() || matcher.hitEnd();
    }
}
