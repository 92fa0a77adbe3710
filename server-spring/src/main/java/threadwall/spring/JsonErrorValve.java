package threadwall.spring;

import java.io.IOException;
import java.util.Locale;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ErrorReportValve;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import threadwall.server.Answer;
import threadwall.server.Answer.Refusal;
import threadwall.server.Json;
import threadwall.server.Routes;

/**
 * Answers in JSON what Tomcat refuses before Spring is called: TRACE, malformed requests, encoded slashes. It is
 * public, with a default constructor, because Tomcat creates it by name.
 */
public final class JsonErrorValve extends ErrorReportValve {

    @Override
    protected void report(Request request, Response response, Throwable problem) {
        // as in the superclass: skip responses that are no error, already written, or already reported
        if (response.getStatus() < 400 || response.getContentWritten() > 0 || !response.setErrorReported()) {
            return;
        }
        var body = Json.bytes(refusal(request, response));
        response.setContentType(Routes.CONTENT_TYPE);
        response.setContentLength(body.length);
        try {
            response.getOutputStream().write(body);
            response.finishResponse();
        } catch (IOException e) {
            container.getLogger().debug("client gone", e);
        }
    }

    private static Refusal refusal(Request request, Response response) {
        var status = HttpStatus.valueOf(response.getStatus());
        if (status == HttpStatus.METHOD_NOT_ALLOWED) {
            var methods = Routes.allowed(request.getRequestURI());
            response.setHeader(HttpHeaders.ALLOW, methods);
            return Answer.notAllowed(request.getMethod(), request.getRequestURI(), methods);
        }
        return new Refusal(status.getReasonPhrase().toLowerCase(Locale.ROOT));
    }
}
