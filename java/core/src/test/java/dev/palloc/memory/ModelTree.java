package dev.palloc.memory;

import java.util.ArrayList;
import java.util.List;

/** All contexts as the model knows them. */
final class ModelTree {
    private static final int DEAD_KEPT = 16;

    private final ModelMemory memory;
    private final List<ModelNode> nodes = new ArrayList<>();
    private final ModelNode[] dead = new ModelNode[DEAD_KEPT];
    private final ModelAccounts accounts;
    private int created;
    private int deleted;

    ModelTree(ModelMemory memory, ModelAccounts accounts) {
        this.memory = memory;
        this.accounts = accounts;
    }

    int count() {
        return nodes.size();
    }

    ModelNode node(int index) {
        return nodes.get(index);
    }

    ModelNode any(ModelRandom random) {
        return nodes.get(random.next(nodes.size()));
    }

    /** One of the last contexts deleted; null if none was. */
    ModelNode anyDead(ModelRandom random) {
        return dead[random.next(DEAD_KEPT)];
    }

    ModelNode largest() {
        ModelNode largest = nodes.get(0);
        for (ModelNode node : nodes) {
            largest = node.allocated > largest.allocated ? node : largest;
        }
        return largest;
    }

    /** Live chunks that could be freed. */
    int chunksWithHeaders() {
        int chunks = 0;
        for (int index = 0; index < nodes.size(); index++) {
            ModelNode node = nodes.get(index);
            chunks += node.type == ContextType.BUMP ? 0 : node.chunks.count();
        }
        return chunks;
    }

    ModelNode add(MemoryContext context, ModelShape shape, ModelNode parent) {
        ModelNode node = new ModelNode(context, shape, created++);
        node.index = nodes.size();
        nodes.add(node);
        link(node, parent);
        accounts.created(node);
        requireLinksAround(node);
        return node;
    }

    private static void link(ModelNode node, ModelNode parent) {
        node.parent = parent;
        if (parent != null) {
            parent.children.add(node);
        }
    }

    void move(ModelNode node, ModelNode parent) {
        if (node.parent != parent) {
            if (node.parent != null) {
                node.parent.children.remove(node);
            }
            link(node, parent);
        }
        requireLinksAround(node);
    }

    private static void requireLinksAround(ModelNode node) {
        requireLinks(node);
        if (node.parent != null) {
            requireLinks(node.parent);
        }
    }

    /** The library deleted a context and all below. */
    void removed(ModelNode node) {
        if (node.parent != null) {
            node.parent.children.remove(node);
        }
        removeAll(node);
        requireCounts();
    }

    /** The library deleted all below a context. */
    void removedChildren(ModelNode node) {
        for (ModelNode child : node.children) {
            removeAll(child);
        }
        node.children.clear();
        requireCounts();
    }

    private void removeAll(ModelNode node) {
        for (ModelNode child : node.children) {
            removeAll(child);
        }
        ModelNode last = nodes.remove(nodes.size() - 1);
        if (last != node) {
            nodes.set(node.index, last);
            last.index = node.index;
        }
        dead[deleted++ % DEAD_KEPT] = node;
        accounts.deleted(node);
        requireDeleted(node);
    }

    /** The manager is closed. */
    void requireAllDeleted() {
        nodes.forEach(ModelTree::requireDeleted);
    }

    private static void requireDeleted(ModelNode node) {
        if (!node.context.isDeleted() || node.context.identifier() != null) {
            throw new AssertionError("context " + node.number + " is not deleted: " + node.context);
        }
    }

    /** The library emptied one context. */
    void emptied(ModelNode node) {
        node.chunks.clear();
        node.used = false;
        node.grown = false;
        accounts.emptied(node);
    }

    private void requireCounts() {
        accounts.requireBytes();
        if (memory.manager.contextCount() != nodes.size()) {
            throw new AssertionError(memory.manager.contextCount() + " contexts, not " + nodes.size());
        }
    }

    /** Parent and children of a context are those of the model, the newest first. */
    static void requireLinks(ModelNode node) {
        MemoryContext parent = node.parent == null ? null : node.parent.context;
        MemoryContext child = node.context.firstChild();
        boolean right = node.context.parent() == parent && (parent != null || node.context.nextSibling() == null);
        MemoryContext previous = null;
        for (int index = node.children.size() - 1; index >= 0 && right; index--) {
            right = child == node.children.get(index).context && ModelSnapshot.previousSibling(child) == previous;
            previous = child;
            child = child == null ? null : child.nextSibling();
        }
        if (!right || child != null) {
            throw new AssertionError(
                    node + " has another parent or other children than " + node.parent + ", " + node.children);
        }
    }
}
