package dev.palloc.memory;

import java.util.ArrayList;
import java.util.List;

/** A context as the model knows it. */
final class ModelNode {
    final MemoryContext context;
    final ContextType type;
    final ModelShape shape;
    final int number;
    final ModelChunks chunks = new ModelChunks();

    /** Oldest first, so that the newest is added and found at the end. */
    final List<ModelNode> children = new ArrayList<>();

    ModelNode parent;

    /** Its place among all nodes. */
    int index;

    /** Bytes obtained for blocks, as last seen. */
    long allocated;

    /** Whether anything was allocated since the creation or the last reset. */
    boolean used;

    /** Whether it had more than its first block since the creation or the last reset. */
    boolean grown;

    String identifier;

    ModelNode(MemoryContext context, ModelShape shape, int number) {
        this.context = context;
        this.type = context.type();
        this.shape = shape;
        this.number = number;
    }

    boolean isSelfOrBelow(ModelNode other) {
        ModelNode node = this;
        while (node != null && node != other) {
            node = node.parent;
        }
        return node != null;
    }

    void requireContents() {
        for (int at = 0; at < chunks.count(); at++) {
            chunks.requireContent(at);
        }
        for (ModelNode child : children) {
            child.requireContents();
        }
    }

    /** What the types can tell about being empty: AllocSet and Slab less, Generation all. */
    void requireFlags() {
        boolean empty = context.isEmpty();
        boolean childless = children.isEmpty();
        boolean wrong = switch (type) {
            case ALLOC_SET -> empty != (childless && !used);
            case GENERATION -> empty != (childless && chunks.count() == 0);
            case SLAB -> empty && (!childless || chunks.count() > 0) || !empty && childless && !used;
            case BUMP -> empty && (!childless || chunks.bytes() > 0) || !empty && childless && !used;
        };
        if (wrong || context.isReset() == used) {
            throw new AssertionError(this + " with " + chunks.count() + " chunks, used " + used + ", says isReset "
                    + context.isReset() + " and isEmpty " + empty);
        }
    }

    @Override
    public String toString() {
        return "context " + number + " (" + context + ", " + shape + ")";
    }
}
