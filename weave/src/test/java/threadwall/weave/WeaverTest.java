package threadwall.weave;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import kilim.Task;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WeaverTest {
    @TempDir
    Path directory;

    @Test
    void weavesRecordsSealedTypesPatternSwitchesAndByteBuffers() throws Exception {
        var sources = Sources.compile(directory, """
                import java.nio.ByteBuffer;
                import java.util.List;
                import kilim.Mailbox;
                import kilim.Pausable;
                import kilim.Task;

                public class Sample extends Task<String> {
                    sealed interface Shape permits Square, Named {}

                    record Square(int side) implements Shape {
                        int area(Mailbox<Integer> box) throws Pausable {
                            return side * box.get();
                        }
                    }

                    record Named(String name, List<Integer> sizes) implements Shape {}

                    interface Step<T> {
                        T take(T from) throws Pausable;
                    }

                    private final Mailbox<Integer> box = new Mailbox<>();

                    String text(Shape shape) throws Pausable {
                        Task.sleep(1);
                        return switch (shape) {
                            case Square square when square.side() > 2 -> "area " + square.area(box);
                            case Square(var side) -> "side " + side;
                            case Named(var name, var sizes) -> { Task.yield(); yield name + sizes; }
                        };
                    }

                    @Override
                    public void execute() throws Pausable {
                        var buffer = ByteBuffer.allocate(16);
                        Step<ByteBuffer> step = into -> { Task.sleep(1); return into.putInt(7); };
                        step.take(buffer).flip();
                        Task.fork(() -> { Task.sleep(5); box.put(10); });
                        var first = text(new Square(3));
                        var named = new Named("n", List.of(buffer.getInt()));
                        exit(first + ", " + text(new Square(1)) + ", " + text(named));
                    }
                }
                """);

        assertThat(sources.weave()).isPositive();

        var task = (Task<?>) sources.load();
        assertThat(task.start().joinb().result).isEqualTo("area 30, side 1, n[7]");
        var loader = task.getClass().getClassLoader();
        var square = loader.loadClass("Sample$Square");
        assertThat(square.getRecordComponents()).extracting("name").containsExactly("side");
        assertThat(loader.loadClass("Sample$Shape").getPermittedSubclasses()).contains(square);
    }

    @Test
    void leavesWovenAndOrdinaryClassesAlone() throws Exception {
        var sources = Sources.compile(directory, """
                public class Sample extends kilim.Task<Object> {
                    record Ordinary(int field) {}
                    public void execute() throws kilim.Pausable { kilim.Task.sleep(1); }
                }
                """);
        var ordinary = Files.readAllBytes(sources.classes().resolve("Sample$Ordinary.class"));
        assertThat(sources.weave()).isPositive();
        var once = contents(sources.classes());

        assertThat(sources.weave()).as("classes written again").isZero();

        assertThat(contents(sources.classes())).isEqualTo(once);
        assertThat(Files.readAllBytes(sources.classes().resolve("Sample$Ordinary.class")))
                .isEqualTo(ordinary);
    }

    @Test
    void namesClassAndMethodOfAPausableCallInsideSynchronized() throws Exception {
        var sources = Sources.compile(directory, """
                public class Sample {
                    public void fine() throws kilim.Pausable { kilim.Task.yield(); }
                    public void locked() throws kilim.Pausable { synchronized (this) { kilim.Task.sleep(1); } }
                }
                """);
        var before = contents(sources.classes());

        assertThatThrownBy(sources::weave)
                .isInstanceOf(WeavingException.class)
                .hasMessageContaining("Sample.locked()V")
                .hasMessageContaining("synchronized");

        assertThat(contents(sources.classes())).as("nothing half woven").isEqualTo(before);
    }

    @Test
    void namesClassAndMethodOfASynchronizedPausableMethod() throws Exception {
        var sources = Sources.compile(directory, """
                public class Sample {
                    public synchronized void locked() throws kilim.Pausable { kilim.Task.sleep(1); }
                }
                """);

        assertThatThrownBy(sources::weave)
                .isInstanceOf(WeavingException.class)
                .hasMessage("cannot weave Sample: locked()V is synchronized and pausable,"
                        + " but a pause gives up the monitor");
    }

    @Test
    void weavesNothingWhereThereAreNoClasses() throws Exception {
        assertThat(Weaver.weave(directory.resolve("absent"), Sources.CLASS_PATH))
                .isZero();
    }

    private static Map<String, String> contents(Path classes) throws IOException {
        var contents = new HashMap<String, String>();
        try (var files = Files.walk(classes)) {
            for (var file : files.filter(Files::isRegularFile).toList()) {
                contents.put(file.toString(), java.util.HexFormat.of().formatHex(Files.readAllBytes(file)));
            }
        }
        return contents;
    }
}
