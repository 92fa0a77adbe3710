package threadwall.weave;

import java.util.List;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.RecordComponentVisitor;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.RecordComponentNode;

/**
 * The class attributes that Kilim's visitors reject, because they use ASM's API level 7: record components and
 * permitted subclasses. Neither matters to weaving, so they are removed before and restored after it.
 *
 * @param components the record's components; null if the class is not a record
 * @param permitted internal names of the permitted subclasses; null if the class is not sealed
 */
record ModernAttributes(List<RecordComponentNode> components, List<String> permitted) {
    private static final int API = Opcodes.ASM9;

    static ModernAttributes of(byte[] classFile) {
        var node = new ClassNode(API);
        new ClassReader(classFile).accept(node, ClassReader.SKIP_CODE);
        return new ModernAttributes(node.recordComponents, node.permittedSubclasses);
    }

    /**
     * The class without these attributes.
     *
     * @param readerFlags flags of {@link ClassReader#accept}, such as SKIP_CODE if only signatures are needed
     */
    static byte[] strip(byte[] classFile, int readerFlags) {
        var writer = new ClassWriter(0);
        var without = new ClassVisitor(API, writer) {
            @Override
            public RecordComponentVisitor visitRecordComponent(String name, String descriptor, String signature) {
                return null;
            }

            @Override
            public void visitPermittedSubclass(String permittedSubclass) {}
        };
        new ClassReader(classFile).accept(without, readerFlags);
        return writer.toByteArray();
    }

    /** The class with these attributes restored. */
    byte[] restore(byte[] classFile) {
        if (components == null && permitted == null) {
            return classFile;
        }
        var node = new ClassNode(API);
        new ClassReader(classFile).accept(node, 0);
        node.recordComponents = components;
        node.permittedSubclasses = permitted;
        var writer = new ClassWriter(0);
        node.accept(writer);
        return writer.toByteArray();
    }
}
