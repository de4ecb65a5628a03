package dev.palloc.memory;

import java.util.AbstractSequentialList;
import java.util.List;
import java.util.ListIterator;

/**
 * The ids from the top of a snapshot down to one context, unmodifiable. A path is its parent's path and one id more, so
 * a million nested contexts take a million small objects and not half a million million ids.
 */
final class IdPath extends AbstractSequentialList<Integer> {
    private final IdPath parent;
    private final int id;
    private final int size;

    /** Path of a child of the parent's context, or of the top if the parent is null. */
    IdPath(IdPath parent, int id) {
        this.parent = parent;
        this.id = id;
        this.size = parent == null ? 1 : parent.size + 1;
    }

    /** The list itself if it is a path already, as always for snapshots. */
    static IdPath copyOf(List<Integer> ids) {
        if (ids instanceof IdPath) {
            return (IdPath) ids;
        }
        IdPath path = null;
        for (int id : ids) {
            path = new IdPath(path, id);
        }
        if (path == null) {
            throw new IllegalArgumentException("a path without ids: it ends with the id of the context itself");
        }
        return path;
    }

    IdPath parent() {
        return parent;
    }

    int id() {
        return id;
    }

    @Override
    public int size() {
        return size;
    }

    /** Lays out the whole path first: one walk up, for one look or for all of them. */
    @Override
    public ListIterator<Integer> listIterator(int index) {
        Integer[] ids = new Integer[size];
        for (IdPath path = this; path != null; path = path.parent) {
            ids[path.size - 1] = path.id;
        }
        return List.of(ids).listIterator(index);
    }
}
