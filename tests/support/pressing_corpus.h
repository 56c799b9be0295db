// A fixed set of queries to the kernels of `pressure`, the same bits on every platform.
#ifndef TESTS_PRESSING_CORPUS_H
#define TESTS_PRESSING_CORPUS_H

#include "corpus.h"
#include "pressing.h"

enum {
    corpus_pressings = 12 // per mesh: four poses in each kind of water
};

// The answers to all of them: corpus_pressings about one mesh after another, of which the second
// half are zero where it has many triangles: emulators take long over them.
void ask_pressing_corpus(const struct buoy_kernel *kernel, const struct corpus *corpus,
                         struct buoy_pressure *answers);

#endif
