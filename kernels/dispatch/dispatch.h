// Which kernels may run here: a method's best one, by the instruction set in use and by the number
// of questions in a query. All instruction sets return the same bits, so the number may choose
// among them freely.
#ifndef BUOY_DISPATCH_H
#define BUOY_DISPATCH_H

#include <stdatomic.h>

#include "dispatch/isas.h"
#include "dispatch/registry.h"
#include "mesh/mesh.h"

// The instruction set in use, as 1 + its index in buoy_isas; 0 before the first look, −1 while
// BUOY_ISA is wrong.
extern atomic_int buoy_isa_place;

// Looks at BUOY_ISA, if nobody has yet; never 0.
int buoy_place_look(void);

static inline int buoy_place_in_use(void) {
    const int place = atomic_load_explicit(&buoy_isa_place, memory_order_relaxed);
    return place != 0 ? place : buoy_place_look();
}

// Values of buoy_place_in_use(), with 0 in place of −1.
enum {
    BUOY_PLACES = 1 + BUOY_ISAS
};

// Whether a kernel is built, and allowed at a place.
bool buoy_kernel_is_allowed_at(const struct buoy_kernel *kernel, int place);

// Whether a kernel is deterministic and was compiled so (buoy_contracts()).
bool buoy_kernel_keeps_bits(const struct buoy_kernel *kernel);

// The best of a template's kernels at a place; if `width` is not 0, among those of instruction sets
// of that width, and then NULL if none is allowed.
const struct buoy_kernel *buoy_variant_best_at(const struct buoy_kernel *variants, int place,
                                               unsigned width);

// Few questions are answered one by one up to most[0], on vectors of four floats up to most[1], and
// of eight up to most[2]; more on the widest set that is allowed. A vector that is not full takes
// as long as a full one, and a wide one longer than a narrow one. A width that is not built, or not
// allowed, is passed over: the next one then has to do.
struct buoy_choice {
    const struct buoy_kernel *variants; // of a template
    unsigned char most[3];              // all 0: the number of questions does not matter
    // By place and by the number of questions, 0 for BUOY_LANES and more: 1 + the variant's index,
    // 0 before the first query. Threads that race store the same.
    atomic_uchar known[BUOY_PLACES][BUOY_LANES];
};

// Finds the kernel for `few` questions, fewer than BUOY_LANES, or 0 for more; remembers it.
const struct buoy_kernel *buoy_choice_find(struct buoy_choice *choice, int place, size_t few);

// The kernel for `count` questions.
static inline const struct buoy_kernel *buoy_choice_for(struct buoy_choice *choice, size_t count) {
    const int in_use = buoy_place_in_use(), place = in_use > 0 ? in_use : 0;
    const size_t few = count < BUOY_LANES ? count : 0;
    const unsigned known = atomic_load_explicit(&choice->known[place][few], memory_order_relaxed);
    return known > 0 ? &choice->variants[known - 1] : buoy_choice_find(choice, place, few);
}

#endif
