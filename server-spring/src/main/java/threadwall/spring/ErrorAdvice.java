package threadwall.spring;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Locale;
import org.apache.coyote.BadRequestException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.web.HttpRequestMethodNotSupportedException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.async.AsyncRequestTimeoutException;
import org.springframework.web.servlet.NoHandlerFoundException;
import threadwall.server.Answer;
import threadwall.server.Answer.Refusal;
import threadwall.server.Routes;
import threadwall.store.StoreUnavailableException;

/**
 * Turns exceptions into the one-line reasons of all our servers. Bodies are returned directly: Spring flushes a
 * ResponseEntity as soon as it is written, and the response would be chunked instead of having a Content-Length.
 */
@RestControllerAdvice
class ErrorAdvice {
    private static final Logger LOG = LoggerFactory.getLogger(ErrorAdvice.class);

    @ExceptionHandler
    Refusal refused(RefusedException problem, HttpServletResponse response) {
        response.setStatus(problem.status().value());
        return problem.refusal();
    }

    /** For example malformed chunks; Tomcat closes the connection. */
    @ExceptionHandler
    @ResponseStatus(HttpStatus.BAD_REQUEST)
    Refusal malformed(BadRequestException problem) {
        return new Refusal(HttpStatus.BAD_REQUEST.getReasonPhrase().toLowerCase(Locale.ROOT));
    }

    @ExceptionHandler
    @ResponseStatus(HttpStatus.NOT_FOUND)
    Refusal noRoute(NoHandlerFoundException problem, HttpServletRequest request) {
        return Answer.noRoute(request.getRequestURI());
    }

    @ExceptionHandler
    @ResponseStatus(HttpStatus.METHOD_NOT_ALLOWED)
    Refusal notAllowed(
            HttpRequestMethodNotSupportedException problem, HttpServletRequest request, HttpServletResponse response) {
        var methods = Routes.allowed(request.getRequestURI());
        response.setHeader(HttpHeaders.ALLOW, methods);
        return Answer.notAllowed(request.getMethod(), request.getRequestURI(), methods);
    }

    @ExceptionHandler
    @ResponseStatus(HttpStatus.SERVICE_UNAVAILABLE)
    Refusal unavailable(StoreUnavailableException problem) {
        return Answer.unavailable(problem);
    }

    @ExceptionHandler
    @ResponseStatus(HttpStatus.SERVICE_UNAVAILABLE)
    Refusal tooLate(AsyncRequestTimeoutException problem) {
        return Answer.tooLate();
    }

    /** The client disconnected while its request was being answered. */
    @ExceptionHandler
    void gone(IOException problem) {
        LOG.debug("client gone", problem);
    }

    @ExceptionHandler
    @ResponseStatus(HttpStatus.INTERNAL_SERVER_ERROR)
    Refusal failed(Exception problem, HttpServletRequest request) {
        LOG.error("{} {} failed", request.getMethod(), request.getRequestURI(), problem);
        return Answer.failed();
    }
}
