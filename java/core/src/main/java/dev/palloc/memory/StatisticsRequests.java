package dev.palloc.memory;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Statistics of a confined manager for other threads. Only the owner may walk its contexts, so the question is left with
 * it, and it answers on its next way through a slow path, as a PostgreSQL backend answers
 * pg_log_backend_memory_contexts at its next interrupt check (mcxt.c).
 */
final class StatisticsRequests {
    /** The question, one for all who ask at the same time; null if nobody does. Set by any thread, taken by the owner. */
    private final AtomicReference<CompletableFuture<List<ContextStatistics>>> pending = new AtomicReference<>();

    /** Joins the question that is there, or asks it. */
    CompletableFuture<List<ContextStatistics>> ask() {
        CompletableFuture<List<ContextStatistics>> question = new CompletableFuture<>();
        CompletableFuture<List<ContextStatistics>> earlier = pending.compareAndExchange(null, question);
        // A copy: whoever cancels one answer cancels it for himself alone.
        return (earlier == null ? question : earlier).copy();
    }

    /**
     * By the owner, at a point where every list is whole. Opaque is enough to look: the answer may come a moment later, and
     * taking the question orders everything.
     */
    void answer(MemoryManager manager) {
        if (pending.getOpaque() != null) {
            CompletableFuture<List<ContextStatistics>> question = pending.getAndSet(null);
            question.complete(manager.statistics());
        }
    }

    void refuse(String reason) {
        CompletableFuture<List<ContextStatistics>> question = pending.getAndSet(null);
        if (question != null) {
            question.completeExceptionally(new IllegalStateException(reason));
        }
    }
}
