/*
 * test_ordering.c - the barriers: nothing is seen too early, nothing is overtaken.
 *
 * A pass is no proof, least of all under emulation, which orders memory more strictly than real AArch64. On x86-64 with
 * two free cores the first case does fail when the full barrier is missing.
 */
#include "check.h"
#include "palloc.h"
#include "threads.h"

enum { ROUNDS = 100000 };

/*
 * Two threads: each writes its own cell and then, past the barrier, reads the other's. Not both may miss the write.
 *
 * They meet before each round, and the cells lie on lines of their own that the other thread read last: only then is a
 * write slow enough to be overtaken by the read behind it, if nothing holds that back.
 */
struct lonely_cell {
    uint32_t value;
    char rest_of_line[252];
};

static _Alignas(256) struct lonely_cell written[2], arrived;
static uint32_t read_back[2][ROUNDS];

static void meet(uint32_t round)
{
    palloc_fetch_add_u32(&arrived.value, 1);
    for (int looks = 1; palloc_load_acquire_u32(&arrived.value) < round * 2; looks++) {
        if (looks % 1000 == 0) {
            sched_yield();
        }
    }
}

static void *write_then_read_other(void *number)
{
    intptr_t own = (intptr_t)number, other = 1 - own;
    for (uint32_t round = 1; round <= ROUNDS; round++) {
        meet(2 * round - 1);
        palloc_store_release_u32(&written[own].value, round);
        palloc_full_barrier();
        read_back[own][round - 1] = palloc_load_acquire_u32(&written[other].value);
        meet(2 * round); /* nobody writes the next round before both have read this one */
    }
    return NULL;
}

static void full_barrier_orders_write_before_read(void)
{
    run_threads(2, write_then_read_other);
    int both_missed = 0;
    for (uint32_t round = 1; round <= ROUNDS; round++) {
        both_missed += read_back[0][round - 1] != round && read_back[1][round - 1] != round;
    }
    CHECK_EQUAL(0, both_missed);
}

/* One thread writes plain data and releases a flag; who acquires the flag sees the data. */
static uint64_t messages[ROUNDS], sent, unseen;

static void *send_or_receive(void *number)
{
    for (uint64_t i = 0; i < ROUNDS; i++) {
        if (number == NULL) {
            messages[i] = i + 1;
            palloc_store_release_u64(&sent, i + 1);
        } else {
            while (palloc_load_acquire_u64(&sent) <= i) {
                sched_yield();
            }
            unseen += messages[i] != i + 1;
        }
    }
    return NULL;
}

static void release_publishes_to_acquire(void)
{
    run_threads(2, send_or_receive);
    CHECK_EQUAL(0, unseen);
}

static const struct check_case cases[] = {
    CHECK_CASE(full_barrier_orders_write_before_read),
    CHECK_CASE(release_publishes_to_acquire),
};

CHECK_MAIN(cases)
