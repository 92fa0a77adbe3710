package threadwall.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import threadwall.loadgen.testbed.ServerCatalog;
import threadwall.record.WatchRecord.Role;

/** Programs are recognised by their command lines. */
class DetectedProgramTest {

    @ParameterizedTest
    @EnumSource
    void namesEveryServerThatIsStarted(ServerCatalog server) {
        var commandLine = server.command("results/gc.log", List.of("--host", "127.0.0.2", "--port", "8080"));
        assertThat(DetectedProgram.of(commandLine))
                .isEqualTo(new DetectedProgram(server.label(), Role.SERVER, true, null));

        var elsewhere = new ArrayList<>(commandLine);
        elsewhere.replaceAll(word -> word.equals("java") || word.equals(server.program()) ? "/opt/x/" + word : word);
        assertThat(DetectedProgram.of(elsewhere).name()).isEqualTo(server.label());
    }

    @ParameterizedTest
    @EnumSource
    void aSupervisorIsNotTheServerInItsCommandLine(ServerCatalog server) {
        var commandLine = new ArrayList<>(List.of("bash", "process/supervise.sh", "status"));
        commandLine.addAll(server.command(null, List.of()));
        assertThat(DetectedProgram.of(commandLine)).isEqualTo(new DetectedProgram("bash", Role.SERVER, false, null));
    }

    @ParameterizedTest
    @CsvSource({
        "java -jar server-spring.jar --model=virtual --port 0, spring-virtual",
        "java -jar /a/server-kilim.jar,                        kilim",
        "/bin/java -jar x/server-kilim.jar --transport nio,    kilim-nio",
        "/bin/java -jar x/server-kilim.jar --transport uring,  kilim-uring",
        "peers/c/target/epoll --port 8080,                     c-epoll"
    })
    void recognisesServersHoweverTheyAreStarted(String commandLine, String name) {
        assertThat(DetectedProgram.of(List.of(commandLine.split(" "))))
                .isEqualTo(new DetectedProgram(name, Role.SERVER, true, null));
    }

    @ParameterizedTest
    @CsvSource({
        "java -jar cli/target/cli.jar sweep --servers kilim, java",
        "java -jar,                                          java",
        "java -cp server-kilim.jar Other,                    java",
        "vim server-kilim.jar,                               vim",
        "/usr/bin/notepoll,                                  notepoll",
        "cab -n 1 http://127.0.0.1:8080/,                    cab"
    })
    void doesNotRecogniseOtherPrograms(String commandLine, String name) {
        assertThat(DetectedProgram.of(List.of(commandLine.split(" "))))
                .isEqualTo(new DetectedProgram(name, Role.SERVER, false, null));
    }

    @ParameterizedTest
    @CsvSource({
        "ab -k -c 20 -n 100 http://127.0.0.7:8080/json2?time=100, ab,  8080",
        "/usr/bin/ab -c 1 http://127.0.0.1/json,                  ab,  80",
        "ab -V,                                                   ab,",
        "wrk -t1 -c256 -d14s --timeout 30s http://127.0.0.1:21043/json2?to=http://a:1/, wrk, 21043",
    })
    void findsThePortThatAClientLoads(String commandLine, String name, Integer target) {
        assertThat(DetectedProgram.of(List.of(commandLine.split(" "))))
                .isEqualTo(new DetectedProgram(name, Role.CLIENT, true, target));
    }

    @Test
    void takesTheFirstWordOfAProcessTitle() {
        assertThat(DetectedProgram.of(List.of("nginx: master process /usr/sbin/nginx -c a.conf"))
                        .name())
                .isEqualTo("nginx");
    }

    @Test
    void aKernelThreadHasNoCommandLine() {
        assertThat(DetectedProgram.of(List.of()).name()).isEqualTo("?");
    }
}
