package dev.palloc.memory;

/** The last operations, for the message of a failure. */
final class ModelHistory {
    private static final int LENGTH = 24;

    private final String[] calls = new String[LENGTH];
    private final int[] contexts = new int[LENGTH];
    private final long[] first = new long[LENGTH];
    private final long[] second = new long[LENGTH];
    private final long[] results = new long[LENGTH];
    private long added;

    /** Notes a call before it is made: the number of its context, two arguments, whichever they are. */
    void add(String call, ModelNode node, long firstArgument, long secondArgument) {
        int at = (int) (added++ % LENGTH);
        calls[at] = call;
        contexts[at] = node == null ? -1 : node.number;
        first[at] = firstArgument;
        second[at] = secondArgument;
        results[at] = 0;
    }

    void result(long pointer) {
        results[(int) ((added - 1) % LENGTH)] = pointer;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (long call = Math.max(0, added - LENGTH); call < added; call++) {
            int at = (int) (call % LENGTH);
            text.append("  ").append(calls[at]).append(" context ").append(contexts[at]);
            text.append(", ").append(argument(first[at])).append(", ").append(argument(second[at]));
            if (results[at] != 0) {
                text.append(" -> ").append(BadChunk.hex(results[at]));
            }
            text.append('\n');
        }
        return text.toString();
    }

    /** Sizes are read in decimal, addresses are not. */
    private static String argument(long value) {
        return value >= 1L << 32 ? BadChunk.hex(value) : Long.toString(value);
    }
}
