package dev.palloc.memory;

import java.io.IOException;

/** Strings of JSON (RFC 8259). */
final class JsonText {
    private static final char REPLACEMENT = '\ufffd';

    private JsonText() {}

    /**
     * Appends a string in quotes, or null. Half a surrogate pair stands for no character and has no UTF-8, and strict
     * readers refuse even its escape: it becomes U+FFFD.
     */
    static void append(Appendable out, String text) throws IOException {
        if (text == null) {
            out.append("null");
            return;
        }
        out.append('"');
        int done = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isHighSurrogate(c) && i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1))) {
                i++;
            } else if (c < ' ' || c == '"' || c == '\\' || Character.isSurrogate(c)) {
                out.append(text, done, i);
                appendEscaped(out, c);
                done = i + 1;
            }
        }
        out.append(text, done, text.length()).append('"');
    }

    private static void appendEscaped(Appendable out, char c) throws IOException {
        switch (c) {
            case '"', '\\' -> out.append('\\').append(c);
            case '\n' -> out.append("\\n");
            case '\r' -> out.append("\\r");
            case '\t' -> out.append("\\t");
            default -> out.append(c < ' ' ? String.format("\\u%04x", (int) c) : String.valueOf(REPLACEMENT));
        }
    }
}
