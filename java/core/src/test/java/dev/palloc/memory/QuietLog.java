package dev.palloc.memory;

import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Silence about memory that tests let run out by the thousand. By reflection, because the library's module does not read
 * java.logging, and these tests are patched into it.
 */
final class QuietLog implements BeforeAllCallback, AfterAllCallback {
    /** Held, or it would forget its level. */
    private Object logger;

    @Override
    public void beforeAll(ExtensionContext context) throws ReflectiveOperationException {
        logger = Class.forName("java.util.logging.Logger")
                .getMethod("getLogger", String.class)
                .invoke(null, "dev.palloc");
        setLevel(Class.forName("java.util.logging.Level").getField("OFF").get(null));
    }

    @Override
    public void afterAll(ExtensionContext context) throws ReflectiveOperationException {
        setLevel(null);
    }

    private void setLevel(Object level) throws ReflectiveOperationException {
        logger.getClass()
                .getMethod("setLevel", Class.forName("java.util.logging.Level"))
                .invoke(logger, level);
    }
}
