/*
 * palloc_bench_atomics - the loops of the Java side's atomics benchmark, in C.
 *
 *   palloc_bench_atomics ITERATIONS MILLIS
 *
 * Each operation in two forms: "inline", as the compiler makes it in its place, and "called", through the function of the
 * library, which is what the Java side calls. The difference of the second to the downcall is the price of the downcall.
 * Prints a JSON array; "nanos" has one figure for each iteration, nanoseconds for one operation.
 *
 * What the operations return is summed up and stored where the compiler must believe that somebody reads it.
 */
#define _POSIX_C_SOURCE 200809L

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "palloc.h"

enum { ROUNDS = 1024 };

typedef uint64_t loop(void *word);

static volatile uint64_t sink;

/* The body sees the round as `i`, the word as `cell` and the sum so far as `sum`. */
#define LOOP(name, bits, body)                                                                                         \
  static uint64_t name(void *word)                                                                                     \
  {                                                                                                                    \
    uint##bits##_t *cell = word;                                                                                       \
    uint##bits##_t sum = 0;                                                                                            \
    for (uint32_t i = 0; i < ROUNDS; i++) {                                                                            \
      body;                                                                                                            \
    }                                                                                                                  \
    return sum;                                                                                                        \
  }

#define BIT(bits) ((uint##bits##_t)((uint##bits##_t)1 << (i % bits)))

/* There is no __sync exchange with a full barrier; the Java side's is this loop. */
#define SWAP_ALWAYS(bits, swap)                                                                                        \
  uint##bits##_t seen = *(volatile uint##bits##_t *)cell;                                                              \
  uint##bits##_t witness;                                                                                              \
  while ((witness = swap(cell, seen, (uint##bits##_t)i)) != seen) {                                                    \
    seen = witness;                                                                                                    \
  }                                                                                                                    \
  sum += seen

#define COUNT_BY_SWAPS(bits, swap)                                                                                     \
  uint##bits##_t witness = swap(cell, sum, sum + 1);                                                                   \
  sum = witness == sum ? sum + 1 : witness

#define LOOPS(bits)                                                                                                    \
  LOOP(add_inline_##bits, bits, sum += __sync_fetch_and_add(cell, 1))                                                  \
  LOOP(or_inline_##bits, bits, sum += __sync_fetch_and_or(cell, BIT(bits)))                                            \
  LOOP(and_inline_##bits, bits, sum += __sync_fetch_and_and(cell, (uint##bits##_t)~BIT(bits)))                         \
  LOOP(exchange_inline_##bits, bits, SWAP_ALWAYS(bits, __sync_val_compare_and_swap))                                   \
  LOOP(swap_inline_##bits, bits, COUNT_BY_SWAPS(bits, __sync_val_compare_and_swap))                                    \
  LOOP(add_called_##bits, bits, sum += palloc_fetch_add_u##bits(cell, 1))                                              \
  LOOP(or_called_##bits, bits, sum += palloc_fetch_or_u##bits(cell, BIT(bits)))                                        \
  LOOP(and_called_##bits, bits, sum += palloc_fetch_and_u##bits(cell, (uint##bits##_t)~BIT(bits)))                     \
  LOOP(exchange_called_##bits, bits, SWAP_ALWAYS(bits, palloc_val_compare_and_swap_u##bits))                           \
  LOOP(swap_called_##bits, bits, COUNT_BY_SWAPS(bits, palloc_val_compare_and_swap_u##bits))

LOOPS(32)
LOOPS(64)

static const struct {
  const char *operation;
  int bits;
  const char *form;
  loop *run;
} loops[] = {
#define FORMS(operation, name, bits)                                                                                   \
  { operation, bits, "inline", name##_inline_##bits }, { operation, bits, "called", name##_called_##bits }
  FORMS("FETCH_ADD", add, 32),
  FORMS("FETCH_OR", or, 32),
  FORMS("FETCH_AND", and, 32),
  FORMS("EXCHANGE", exchange, 32),
  FORMS("COMPARE_EXCHANGE", swap, 32),
  FORMS("FETCH_ADD", add, 64),
  FORMS("FETCH_OR", or, 64),
  FORMS("FETCH_AND", and, 64),
  FORMS("EXCHANGE", exchange, 64),
  FORMS("COMPARE_EXCHANGE", swap, 64),
};

enum { LOOP_COUNT = sizeof loops / sizeof loops[0] };

static double now_nanos(void)
{
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

/* Nanoseconds for one operation, over about so many nanoseconds. */
static double measure(loop *run, void *word, double nanos)
{
  double start = now_nanos();
  double end = start;
  uint64_t rounds = 0;
  do {
    for (int i = 0; i < 16; i++) {
      sink += run(word);
    }
    rounds += 16;
    end = now_nanos();
  } while (end - start < nanos);
  return (end - start) / ((double)rounds * ROUNDS);
}

static long positive(const char *text)
{
  char *end;
  long value = strtol(text, &end, 10);
  return *text != '\0' && *end == '\0' && value > 0 && value <= 1000000 ? value : 0;
}

int main(int argc, char **argv)
{
  long iterations = argc == 3 ? positive(argv[1]) : 0;
  long millis = argc == 3 ? positive(argv[2]) : 0;
  if (iterations == 0 || millis == 0) {
    fprintf(stderr, "usage: palloc_bench_atomics ITERATIONS MILLIS, both from 1 to 1000000\n");
    return 2;
  }
  int64_t memory = palloc_segment_alloc_zeroed(128, 128);
  if (memory < 0) {
    fprintf(stderr, "palloc_bench_atomics: no memory (%" PRId64 ")\n", memory);
    return 1;
  }
  void *word = (void *)(intptr_t)memory;
  printf("[\n");
  for (int i = 0; i < LOOP_COUNT; i++) {
    printf("  {\"operation\": \"%s\", \"bits\": %d, \"form\": \"%s\", \"nanos\": [", loops[i].operation, loops[i].bits,
      loops[i].form);
    measure(loops[i].run, word, (double)millis * 1e6); // does not count
    for (long iteration = 0; iteration < iterations; iteration++) {
      printf("%s%.4f", iteration == 0 ? "" : ", ", measure(loops[i].run, word, (double)millis * 1e6));
    }
    printf("]}%s\n", i + 1 < LOOP_COUNT ? "," : "");
  }
  printf("]\n");
  palloc_segment_free(memory);
  return 0;
}
