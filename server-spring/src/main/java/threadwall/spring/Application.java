package threadwall.spring;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.List;
import org.apache.catalina.core.StandardContext;
import org.apache.catalina.core.StandardHost;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
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

/** Spring's configuration. Everything that differs between models depends on the profile of that name. */
@SpringBootApplication(proxyBeanMethods = false, exclude = ErrorMvcAutoConfiguration.class)
class Application implements WebMvcConfigurer {

    /** Shared by all our servers, so that bodies are equal byte for byte. */
    @Bean
    JsonMapper jsonMapper() {
        return Json.MAPPER;
    }

    /** Replaces Boot's error page: otherwise what Tomcat refuses is an HTML page. */
    @Bean
    WebServerFactoryCustomizer<ConfigurableTomcatWebServerFactory> refusalValve() {
        return tomcat -> tomcat.addContextCustomizers(context ->
                ((StandardHost) context.getParent()).setErrorReportValveClass(JsonErrorValve.class.getName()));
    }

    /**
     * When servlets are unloaded, requests in progress have already had their grace period. Tomcat would wait two more
     * seconds, longer than threadwall.server.ServerLifecycle allows. 20 ms is the shortest wait that Tomcat does not
     * treat as infinite.
     */
    @Bean
    WebServerFactoryCustomizer<ConfigurableTomcatWebServerFactory> promptUnloading() {
        return tomcat -> tomcat.addContextCustomizers(context -> ((StandardContext) context).setUnloadDelay(20));
    }

    @Bean
    WebServerFactoryCustomizer<TomcatServletWebServerFactory> tcpKeepAlive() {
        return tomcat -> tomcat.setProtocol(TomcatProtocol.class.getName());
    }

    /** Every response is JSON, whatever the client accepts. */
    @Override
    public void configureContentNegotiation(ContentNegotiationConfigurer negotiation) {
        negotiation.ignoreAcceptHeader(true).defaultContentType(MediaType.APPLICATION_JSON);
    }

    /** Spring answers OPTIONS for every route by default; our servers allow GET and HEAD only. */
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
