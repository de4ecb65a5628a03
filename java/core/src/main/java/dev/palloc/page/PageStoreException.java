package dev.palloc.page;

import dev.palloc.PallocException;

/** The storage under the pages has failed: it is full, gone, shorter than it was, or broken. */
public class PageStoreException extends PallocException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message what failed, on which file and block
     */
    public PageStoreException(String message) {
        super(message);
    }

    /**
     * Creates the exception.
     *
     * @param message what failed, on which file and block
     * @param cause what the system reported
     */
    public PageStoreException(String message, Throwable cause) {
        super(message, cause);
    }
}
