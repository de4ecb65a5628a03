package dev.palloc.memory;

import dev.palloc.MemoryExhaustedException;

/** Calls on whole contexts, each followed by what must hold then. */
final class ModelContextCalls {
    private static final String[] IDENTIFIERS = {null, "", "a query", "pg_class"};

    /** More than the library keeps of deleted sets. */
    private static final int BURST = 120;

    private final ModelState state;
    private final ModelRandom random;
    private final ModelTree tree;

    ModelContextCalls(ModelState state) {
        this.state = state;
        this.random = state.random;
        this.tree = state.tree;
    }

    /** Under any context, or as a root. Null if memory was scarce. */
    ModelNode create() {
        ModelNode parent = tree.count() == 0 || random.oneIn(12) ? null : tree.any(random);
        return create(parent, ModelShape.any(random));
    }

    private ModelNode create(ModelNode parent, ModelShape shape) {
        state.history.add("create", parent, shape.type().ordinal(), shape.slabChunk());
        state.mayBecomeScarce(parent);
        ModelNode node = null;
        try {
            node = tree.add(
                    shape.create(state.manager, parent == null ? null : parent.context, "model"), shape, parent);
        } catch (MemoryExhaustedException e) {
            state.requireUntouched(parent, e, false);
        }
        state.endScarcity();
        return node;
    }

    void delete(ModelNode node) {
        state.history.add("delete", node, 0, 0);
        node.requireContents();
        node.context.delete();
        tree.removed(node);
    }

    void reset(ModelNode node) {
        state.history.add("reset", node, 0, 0);
        node.requireContents();
        node.context.reset();
        tree.emptied(node);
        tree.removedChildren(node);
    }

    void resetOnly(ModelNode node) {
        state.history.add("resetOnly", node, 0, 0);
        node.requireContents();
        node.context.resetOnly();
        tree.emptied(node);
        state.accounts.requireBytes();
    }

    void resetChildren(ModelNode node) {
        state.history.add("resetChildren", node, 0, 0);
        node.requireContents();
        node.context.resetChildren();
        emptiedBelow(node);
        state.accounts.requireBytes();
    }

    private void emptiedBelow(ModelNode node) {
        for (ModelNode child : node.children) {
            tree.emptied(child);
            emptiedBelow(child);
        }
    }

    void deleteChildren(ModelNode node) {
        state.history.add("deleteChildren", node, 0, 0);
        node.requireContents();
        node.context.deleteChildren();
        tree.removedChildren(node);
    }

    /** To a context that is not below it, or to be a root. */
    void setParent(ModelNode node) {
        ModelNode parent = random.oneIn(10) ? null : tree.any(random);
        if (parent == null || !parent.isSelfOrBelow(node)) {
            state.history.add("setParent", node, parent == null ? -1 : parent.number, 0);
            node.context.setParent(parent == null ? null : parent.context);
            tree.move(node, parent);
        }
    }

    void identify(ModelNode node) {
        state.history.add("setIdentifier", node, 0, 0);
        node.identifier = IDENTIFIERS[random.next(IDENTIFIERS.length)];
        node.context.setIdentifier(node.identifier);
    }

    /** So many recycled sets die, side by side or each below the last, that their list overflows. */
    void burst() {
        ModelShape shape = ModelShape.recycled(random);
        ModelNode top = create(null, shape);
        boolean chain = random.oneIn(2);
        ModelNode parent = top;
        for (int i = 0; i < BURST && top != null; i++) {
            ModelNode child = create(parent, shape);
            parent = chain && child != null ? child : parent;
        }
        if (top != null) {
            delete(top);
        }
    }
}
