package threadwall.spring.routes;

import org.springframework.core.MethodParameter;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.converter.HttpMessageConverter;
import org.springframework.http.server.ServerHttpRequest;
import org.springframework.http.server.ServerHttpResponse;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyAdvice;
import threadwall.server.Answer.Created;
import threadwall.server.Routes;

/**
 * Sets status and Location of a created user, for threads and fibers alike. A fiber must not touch the response, whose
 * client may have disconnected.
 */
@RestControllerAdvice
class CreatedAdvice implements ResponseBodyAdvice<Created> {

    @Override
    public boolean supports(MethodParameter body, Class<? extends HttpMessageConverter<?>> converter) {
        return body.getParameterType() == Created.class;
    }

    @Override
    public Created beforeBodyWrite(
            Created body,
            MethodParameter parameter,
            MediaType type,
            Class<? extends HttpMessageConverter<?>> converter,
            ServerHttpRequest request,
            ServerHttpResponse response) {
        response.setStatusCode(HttpStatus.CREATED);
        response.getHeaders().set(HttpHeaders.LOCATION, Routes.user(body.id()));
        return body;
    }
}
