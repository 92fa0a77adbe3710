package threadwall.spring;

import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.boot.webmvc.error.ErrorController;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import threadwall.server.Answer;
import threadwall.server.Answer.Refusal;
import threadwall.server.Routes;

/** Answers what Tomcat refuses before any controller is asked, such as TRACE, or a path with an encoded slash. */
@RestController
class TomcatErrors implements ErrorController {

    @RequestMapping("${spring.web.error.path:/error}")
    Refusal error(HttpServletRequest request, HttpServletResponse response) {
        var code = (Integer) request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE);
        if (code == null) { // somebody asks for the path itself
            response.setStatus(HttpStatus.NOT_FOUND.value());
            return Answer.noRoute(request.getRequestURI());
        }
        var path = String.valueOf(request.getAttribute(RequestDispatcher.ERROR_REQUEST_URI));
        if (code == HttpStatus.METHOD_NOT_ALLOWED.value()) {
            response.setHeader(HttpHeaders.ALLOW, Routes.ALLOWED);
            return Answer.notAllowed(request.getMethod(), path);
        }
        return new Refusal(HttpStatus.valueOf(code).getReasonPhrase() + ": " + path);
    }
}
