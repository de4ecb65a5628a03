/*
 * threads.h - runs one function in several threads that start together.
 *
 * Together, because a thread is made more slowly than a short test runs: without the gate the first could be done
 * before the last begins, and nothing would have been contended. Mutable statics are fine here: one case a process.
 */
#ifndef PALLOC_TEST_THREADS_H
#define PALLOC_TEST_THREADS_H

#include <pthread.h>
#include <sched.h>

#include "check.h"

enum { MOST_THREADS = 4 };

static void *(*threads_body)(void *number);
static pthread_mutex_t threads_gate = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t threads_all_here = PTHREAD_COND_INITIALIZER;
static int threads_missing;

static void *threads_start(void *number)
{
    pthread_mutex_lock(&threads_gate);
    threads_missing--;
    pthread_cond_broadcast(&threads_all_here);
    while (threads_missing > 0) {
        pthread_cond_wait(&threads_all_here, &threads_gate);
    }
    pthread_mutex_unlock(&threads_gate);
    return threads_body(number);
}

/* Runs the body in each thread with its number, 0 to count - 1, and waits for all. */
static void run_threads(int count, void *(*body)(void *number))
{
    pthread_t threads[MOST_THREADS];
    threads_body = body;
    threads_missing = count;
    for (intptr_t i = 0; i < count; i++) {
        if (pthread_create(&threads[i], NULL, threads_start, (void *)i) != 0) {
            fprintf(stderr, "cannot start a thread\n");
            exit(EXIT_FAILURE); /* the others would wait at the gate for ever */
        }
    }
    for (int i = 0; i < count; i++) {
        CHECK_EQUAL(0, pthread_join(threads[i], NULL));
    }
}

#endif /* PALLOC_TEST_THREADS_H */
