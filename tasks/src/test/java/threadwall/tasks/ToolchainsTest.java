package threadwall.tasks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import threadwall.tasks.Toolchain.State;

/** What task-programs/build.sh says, by family. */
class ToolchainsTest {

    @Test
    void aLineForEachFamily() throws Exception {
        var programs = TaskPrograms.named(
                TaskWorkload.Test.SLEEP, List.of("rust-tokio", "csharp-mono", "go", "node", "rust-threads"));
        var said = Toolchains.of(
                programs,
                List.of(
                        "rust ready rustc 1.95.0, tokio 1.54.1",
                        "csharp-mono missing no mcs; apt-get install mono-mcs mono-runtime",
                        "something else altogether",
                        "go failed go build ended with 1; all it said: .threadwall/go.log"),
                "task-programs/build.sh ended with exit code 1 and did not report this one");
        assertThat(programs)
                .extracting(program -> said.of(program).state())
                .containsExactly(State.READY, State.MISSING, State.FAILED, State.FAILED, State.READY);
        assertThat(said.of(programs.getFirst()).text()).isEqualTo("rustc 1.95.0, tokio 1.54.1");
        assertThat(said.of(programs.get(1)).text()).isEqualTo("no mcs; apt-get install mono-mcs mono-runtime");
        assertThat(said.of(programs.get(3)).text()).contains("exit code 1 and did not report this one");
    }
}
