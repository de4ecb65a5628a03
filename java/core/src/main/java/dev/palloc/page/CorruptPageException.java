package dev.palloc.page;

import dev.palloc.PallocException;

/** A page was read whose checksum is not that of its content: it was torn, damaged, or written to the wrong place. */
public class CorruptPageException extends PallocException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message the file, the block, the checksum it has and the one it should have
     */
    public CorruptPageException(String message) {
        super(message);
    }
}
