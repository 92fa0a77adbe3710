package threadwall.spring;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.List;
import org.apache.catalina.core.StandardContext;
import org.apache.catalina.core.StandardHost;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.webmvc.autoconfigure.error.ErrorMvcAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.web.HttpRequestMethodNotSupportedException;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.config.annotation.ContentNegotiationConfigurer;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import threadwall.server.Json;
import tools.jackson.databind.json.JsonMapper;

/** What Spring is told about this program; all that differs between models hangs on the profile of that name. */
@SpringBootApplication(proxyBeanMethods = false, exclude = ErrorMvcAutoConfiguration.class)
class Application implements WebMvcConfigurer {

    /** The mapper of all our servers, so that bodies are equal byte for byte. */
    @Bean
    JsonMapper jsonMapper() {
        return Json.MAPPER;
    }

    /** Without Boot's error page, whose work it does: what Tomcat refuses is a page in HTML otherwise. */
    @Bean
    WebServerFactoryCustomizer<ConfigurableTomcatWebServerFactory> refusalValve() {
        return tomcat -> tomcat.addContextCustomizers(context ->
                ((StandardHost) context.getParent()).setErrorReportValveClass(JsonErrorValve.class.getName()));
    }

    /**
     * Requests in flight have had their grace when servlets are unloaded. Tomcat would wait for them for two seconds
     * more, past the bound of threadwall.server.ServerLifecycle; 20 ms is the shortest wait that it does not take for forever.
     */
    @Bean
    WebServerFactoryCustomizer<ConfigurableTomcatWebServerFactory> promptUnloading() {
        return tomcat -> tomcat.addContextCustomizers(context -> ((StandardContext) context).setUnloadDelay(20));
    }

    /** Everything is JSON, whatever the client says it accepts. */
    @Override
    public void configureContentNegotiation(ContentNegotiationConfigurer negotiation) {
        negotiation.ignoreAcceptHeader(true).defaultContentType(MediaType.APPLICATION_JSON);
    }

    /** Spring answers OPTIONS for every route by itself; our servers take GET and HEAD. */
    @Override
    public void addInterceptors(InterceptorRegistry interceptors) {
        interceptors.addInterceptor(new HandlerInterceptor() {
            @Override
            public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler)
                    throws HttpRequestMethodNotSupportedException {
                if (HttpMethod.OPTIONS.matches(request.getMethod())) {
                    throw new HttpRequestMethodNotSupportedException(request.getMethod(), List.of("GET", "HEAD"));
                }
                return true;
            }
        });
    }
}
