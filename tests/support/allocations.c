// Intercepts a program's calls to its C library's allocator.
#include "allocations.h"

#include "test.h"

// The linker sends each call of malloc() to __wrap_malloc(), and calls of __real_malloc() to it.
// NOLINTBEGIN(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp)
void *__real_malloc(size_t bytes);
void *__real_calloc(size_t count, size_t bytes);
void *__real_realloc(void *old, size_t bytes);
void *__real_aligned_alloc(size_t alignment, size_t bytes);
char *__real_strdup(const char *text);
char *__real_strndup(const char *text, size_t length);
FILE *__real_open_memstream(char **text, size_t *length);
void __real_free(void *memory);
void *__wrap_malloc(size_t bytes);
void *__wrap_calloc(size_t count, size_t bytes);
void *__wrap_realloc(void *old, size_t bytes);
void *__wrap_aligned_alloc(size_t alignment, size_t bytes);
char *__wrap_strdup(const char *text);
char *__wrap_strndup(const char *text, size_t length);
FILE *__wrap_open_memstream(char **text, size_t *length);
void __wrap_free(void *memory);

// What is live, by its address: a hash table.
#define PLACES 65536u

static struct {
    bool under_way, all;
    size_t failing;
    struct allocations so_far;
    void *live[PLACES];
} watch;

static size_t find(const void *memory) {
    size_t place = (uintptr_t)memory / 16 * 2654435761u % PLACES;
    while (watch.live[place] && watch.live[place] != memory) {
        place = (place + 1) % PLACES;
    }
    return place;
}

static void *note(void *memory) {
    if (watch.under_way && memory) {
        if (++watch.so_far.live > PLACES / 2) {
            abort(); // more than any test has at once
        }
        watch.live[find(memory)] = memory;
    }
    return memory;
}

// What was there before the watch began is not known, and not missed.
static void forget(void *memory) {
    size_t gap = find(memory);
    if (!memory || !watch.live[gap]) {
        return;
    }
    watch.live[gap] = NULL;
    --watch.so_far.live;
    // What stood behind it may have been meant for its place.
    for (size_t i = (gap + 1) % PLACES; watch.live[i]; i = (i + 1) % PLACES) {
        void *moved = watch.live[i];
        watch.live[i] = NULL;
        watch.live[find(moved)] = moved;
    }
}

static bool fails(void) {
    if (!watch.under_way) {
        return false;
    }
    const size_t number = watch.so_far.asked++;
    const bool failing = number == watch.failing || (watch.all && number > watch.failing);
    watch.so_far.failing = watch.so_far.failing || failing;
    return failing;
}

void *__wrap_malloc(size_t bytes) {
    return fails() ? NULL : note(__real_malloc(bytes));
}

void *__wrap_calloc(size_t count, size_t bytes) {
    return fails() ? NULL : note(__real_calloc(count, bytes));
}

void *__wrap_realloc(void *old, size_t bytes) {
    if (fails()) {
        return NULL;
    }
    forget(old);
    return note(__real_realloc(old, bytes));
}

void *__wrap_aligned_alloc(size_t alignment, size_t bytes) {
    return fails() ? NULL : note(__real_aligned_alloc(alignment, bytes));
}

char *__wrap_strdup(const char *text) {
    return fails() ? NULL : note(__real_strdup(text));
}

char *__wrap_strndup(const char *text, size_t length) {
    return fails() ? NULL : note(__real_strndup(text, length));
}

FILE *__wrap_open_memstream(char **text, size_t *length) {
    return fails() ? NULL : __real_open_memstream(text, length);
}

void __wrap_free(void *memory) {
    forget(memory);
    __real_free(memory);
}
// NOLINTEND(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp)

void allocations_begin(size_t failing, bool all) {
    for (size_t i = 0; i < PLACES; ++i) {
        watch.live[i] = NULL;
    }
    watch.failing = failing;
    watch.all = all;
    watch.so_far = (struct allocations){0};
    watch.under_way = true;
}

struct allocations allocations_end(void) {
    watch.under_way = false;
    return watch.so_far;
}

static bool try_one(const struct allocations_attempt *attempt, size_t failing, bool all,
                    size_t *asked) {
    allocations_begin(failing, all);
    attempt->run(attempt->context);
    const struct allocations had = allocations_end();
    attempt->judge(attempt->context, had.failing);
    FAIL_IF(had.live != 0, "%s: %zu blocks left when allocation %zu of %zu%s failed", attempt->name,
            had.live, failing, had.asked, all ? " and all after it" : "");
    *asked = had.asked;
    return had.failing;
}

#if defined(__SANITIZE_ADDRESS__)
#define SLOW true
#elif defined(__has_feature)
#define SLOW __has_feature(address_sanitizer)
#else
#define SLOW false
#endif

size_t allocations_try_each(const struct allocations_attempt *attempt) {
    size_t asked = 0;
    for (int all = 0; all < 2; ++all) {
        for (size_t k = 0; try_one(attempt, k, all, &asked);) {
            // The allocation after the k-th to fail. Most of thousands are alike, of one line of
            // JSON after another: where each try takes long, or all that follow fail too, some of
            // them will do, at uneven distances of 7 in the mean.
            k = k >= 200 && (SLOW || all) ? k + 1 + k * k % 13 : k + 1;
        }
    }
    return asked;
}
