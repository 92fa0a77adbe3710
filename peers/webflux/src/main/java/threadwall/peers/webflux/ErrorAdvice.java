package threadwall.peers.webflux;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.server.ResponseStatusException;
import threadwall.server.Answer;
import threadwall.server.Answer.Refusal;
import threadwall.server.Routes;

/** Turns Spring's errors into the one-line reasons of all our servers. */
@RestControllerAdvice
class ErrorAdvice {

    @ExceptionHandler
    ResponseEntity<Refusal> refused(ResponseStatusException problem, ServerHttpRequest request) {
        var path = request.getURI().getRawPath();
        var answer = ResponseEntity.status(problem.getStatusCode());
        if (problem.getStatusCode() == HttpStatus.NOT_FOUND) {
            return answer.body(Answer.noRoute(path));
        }
        if (problem.getStatusCode() == HttpStatus.METHOD_NOT_ALLOWED) {
            return answer.header(HttpHeaders.ALLOW, Routes.ALLOWED)
                    .body(Answer.notAllowed(request.getMethod().name(), path));
        }
        return answer.body(new Refusal(problem.getReason()));
    }
}
