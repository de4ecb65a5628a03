package dev.palloc.lwlock.interleaving;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Set;

/**
 * Defines some classes itself, from the class files of its parent, with other names in their constant pools: that is
 * where a class file names what it uses (Java Virtual Machine Specification, 4.4).
 */
final class RewritingLoader extends ClassLoader {
    private static final int MAGIC_AND_VERSION = 8;

    private final Set<String> own;
    private final Map<String, String> renamed;

    /** Names of classes to define, in source form; and names to replace, both in the form of class files. */
    RewritingLoader(ClassLoader parent, Set<String> own, Map<String, String> renamed) {
        super(parent);
        this.own = own;
        this.renamed = renamed;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!own.contains(name)) {
            return super.loadClass(name, resolve);
        }
        Class<?> loaded = findLoadedClass(name);
        if (loaded != null) {
            return loaded;
        }
        byte[] bytes = rewrite(read(name));
        return defineClass(name, bytes, 0, bytes.length);
    }

    private byte[] read(String name) throws ClassNotFoundException {
        // By the class: a class file within a module is found this way, and not by its loader.
        Class<?> original = getParent().loadClass(name);
        String file = name.substring(name.lastIndexOf('.') + 1) + ".class";
        try (InputStream in = original.getResourceAsStream(file)) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private byte[] rewrite(byte[] file) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(file.length + 512);
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(file));
                DataOutputStream out = new DataOutputStream(bytes)) {
            out.write(in.readNBytes(MAGIC_AND_VERSION));
            int count = in.readUnsignedShort();
            out.writeShort(count);
            for (int i = 1; i < count; i++) {
                if (copyConstant(in, out)) {
                    i++;
                }
            }
            in.transferTo(out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    /** True if the constant takes two places. */
    private boolean copyConstant(DataInputStream in, DataOutputStream out) throws IOException {
        int tag = in.readUnsignedByte();
        out.writeByte(tag);
        switch (tag) {
            case 1: // Utf8
                out.writeUTF(rename(in.readUTF()));
                return false;
            case 3: // Integer
            case 4: // Float
            case 9: // Fieldref
            case 10: // Methodref
            case 11: // InterfaceMethodref
            case 12: // NameAndType
            case 17: // Dynamic
            case 18: // InvokeDynamic
                out.write(in.readNBytes(4));
                return false;
            case 5: // Long
            case 6: // Double
                out.write(in.readNBytes(8));
                return true;
            case 7: // Class
            case 8: // String
            case 16: // MethodType
            case 19: // Module
            case 20: // Package
                out.write(in.readNBytes(2));
                return false;
            case 15: // MethodHandle
                out.write(in.readNBytes(3));
                return false;
            default:
                throw new IOException("constant of tag " + tag);
        }
    }

    /** A class by its plain name, or within descriptors and signatures. */
    private String rename(String text) {
        String other = renamed.get(text);
        if (other != null) {
            return other;
        }
        String result = text;
        for (Map.Entry<String, String> entry : renamed.entrySet()) {
            // A signature with type arguments ends otherwise than by a semicolon; it is for reflection alone.
            result = result.replace("L" + entry.getKey() + ";", "L" + entry.getValue() + ";");
        }
        return result;
    }
}
