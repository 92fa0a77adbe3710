package threadwall.watch.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RequestGuardTest {

    @ParameterizedTest
    @CsvSource({
        // bound to loopback
        "127.0.0.1, 127.0.0.1, 127.0.0.1:8090, true",
        "127.0.0.1, 127.0.0.1, 127.0.0.1, true",
        "127.0.0.1, 127.0.0.1, localhost:9999, true",
        "127.0.0.1, 127.0.0.1, LOCALHOST, true",
        "127.0.0.1, 127.0.0.1, 127.0.0.2:8090, true",
        "127.0.0.1, 127.0.0.1, [::1]:8090, true",
        "127.0.0.1, 127.0.0.1, evil.example:8090, false",
        "127.0.0.1, 127.0.0.1, localhost.evil.example, false",
        "127.0.0.1, 127.0.0.1, 127.0.0.1.evil.example:8090, false",
        "127.0.0.1, 127.0.0.1, 10.0.0.5:8090, false",
        "127.0.0.1, 127.0.0.1, 127.0.0.1@evil.example, false",
        "127.0.0.1, 127.0.0.1, '', false",
        "127.0.0.1, 127.0.0.1, :8090, false",
        // bound to an address or name given by the user
        "10.0.0.5, 10.0.0.5, 10.0.0.5:8090, true",
        "10.0.0.5, 10.0.0.5, 10.0.0.6:8090, false",
        "box.lan, 10.0.0.5, Box.lan:8090, true",
        "box.lan, 10.0.0.5, evil.lan:8090, false",
        "fd00::5, fd00::5, [fd00::5]:8090, true",
        // bound to the wildcard: the address at which the request arrived
        "0.0.0.0, 10.0.0.5, 10.0.0.5:8090, true",
        "0.0.0.0, 10.0.0.5, evil.example, false",
    })
    void acceptsOnlyHostsThatCannotBeRebound(String boundHost, String local, String header, boolean allowed) {
        assertThat(new RequestGuard(boundHost).isAllowed(header, InetAddress.ofLiteral(local)))
                .isEqualTo(allowed);
    }
}
