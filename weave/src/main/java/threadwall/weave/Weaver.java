package threadwall.weave;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import kilim.KilimException;
import kilim.analysis.ClassWeaver;
import kilim.analysis.KilimContext;
import kilim.mirrors.CachedClassMirrors;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Weaves the classes of a directory in place: methods that {@code throws Pausable} can then save and restore their
 * frames. This is Kilim's own weaver, given class files that it can read.
 *
 * <p>Kilim marks a woven class with a field {@code $isWoven} and skips it the next time. The {@code kilim.S_…} classes,
 * which hold saved frames, are written beside the woven ones.
 */
public final class Weaver {
    private static final String FRAME_CLASSES = "kilim.S_";
    private static final String PAUSABLE = "kilim/Pausable";

    private Weaver() {}

    /**
     * Weaves all classes that need it. Nothing is written unless all of them can be woven.
     *
     * @param directory root of the classes to weave
     * @param classPath everything that they were compiled against, including Kilim
     * @return how many classes were written
     * @throws WeavingException if a class cannot be woven
     */
    public static int weave(Path directory, List<Path> classPath) throws WeavingException, IOException {
        var path = new ArrayList<Path>();
        path.add(directory);
        path.addAll(classPath);
        // Kilim interns type names in static maps without a lock, and Maven may build modules in parallel
        synchronized (Weaver.class) {
            try (var signatures = new SignatureLoader(path)) {
                var context = new KilimContext(new CachedClassMirrors(signatures));
                Map<Path, byte[]> woven = new LinkedHashMap<>();
                for (var file : classFiles(directory)) {
                    weave(directory, file, context, woven);
                }
                for (var entry : woven.entrySet()) {
                    Files.createDirectories(entry.getKey().getParent());
                    Files.write(entry.getKey(), entry.getValue());
                }
                return woven.size();
            }
        }
    }

    private static List<Path> classFiles(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            return List.of(); // a module without tests has no test classes
        }
        try (var files = Files.walk(directory)) {
            return files.filter(file -> file.toString().endsWith(".class"))
                    .filter(file -> !file.endsWith("module-info.class"))
                    .sorted()
                    .toList();
        }
    }

    private static void weave(Path directory, Path file, KilimContext context, Map<Path, byte[]> woven)
            throws WeavingException, IOException {
        var original = Files.readAllBytes(file);
        var name = new ClassReader(original).getClassName().replace('/', '.');
        refuseSynchronized(name, original);
        var modern = ModernAttributes.of(original);
        try {
            var weaver = new ClassWeaver(context, new ByteArrayInputStream(ModernAttributes.strip(original, 0)));
            weaver.weave();
            for (var info : weaver.getClassInfos()) {
                var target = directory.resolve(info.className.replace('.', '/') + ".class");
                if (!info.className.startsWith(FRAME_CLASSES)) {
                    woven.put(target, modern.restore(info.bytes));
                } else if (!Files.exists(target)) {
                    woven.put(target, info.bytes);
                }
            }
        } catch (KilimException e) {
            throw new WeavingException(name, e.getMessage().strip(), e);
        } catch (RuntimeException e) {
            throw new WeavingException(name, e.toString(), e);
        }
    }

    /** Kilim refuses a pausable call in a synchronized block, but overlooks synchronized methods. */
    private static void refuseSynchronized(String name, byte[] classFile) throws WeavingException {
        var node = new ClassNode(Opcodes.ASM9);
        new ClassReader(classFile).accept(node, ClassReader.SKIP_CODE);
        for (MethodNode method : node.methods) {
            if ((method.access & Opcodes.ACC_SYNCHRONIZED) != 0 && method.exceptions.contains(PAUSABLE)) {
                var reason =
                        method.name + method.desc + " is synchronized and pausable, but a pause gives up the monitor";
                throw new WeavingException(name, reason, null);
            }
        }
    }
}
