package dev.palloc.bench.peers;

import io.netty.util.concurrent.FastThreadLocalThread;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The threads that JMH measures in: such as Netty's event loops are, because its pools serve these best. To all others
 * they are threads like any.
 */
public final class NettyThreads extends ThreadPoolExecutor {

    /**
     * JMH makes one by this constructor.
     *
     * @param threads how many
     * @param prefix of their names
     */
    public NettyThreads(int threads, String prefix) {
        super(threads, threads, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
            Thread thread = new FastThreadLocalThread(task, prefix);
            thread.setDaemon(true);
            return thread;
        });
    }
}
