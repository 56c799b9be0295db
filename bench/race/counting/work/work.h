// The work of a kernel, by count: the arithmetic on lanes that its template needs for given
// queries, and the bytes it loads. Counted by a further variant of every template
// (kernels_counted.c), whose lanes are single floats that count what they do. It answers with the
// bits of the scalar twin, so it does the same work. Variants with wider vectors execute more,
// because they can skip a lane (a dry triangle, say) only together with its neighbours; that is not
// counted, since nobody needs it. AVX-512 weighs only cut triangles (cut_leaves.h) and executes
// fewer, which is not counted, either.
#ifndef BENCH_WORK_H
#define BENCH_WORK_H

#include "family.h"

// What one body takes, on average. One operation is an addition, subtraction, multiplication,
// division or square root of one float or double; a multiply-add is two. Comparisons, minima and
// maxima, absolute values, selections, masks, conversions and shuffles are no operations. What a
// template does outside its lanes, once per query, is not counted: turning the plane into the
// mesh's frame, the final sums, a body that is barely wet.
struct work {
    double flops;   // operations on floats and doubles
    double doubles; // those of them that are on doubles
    // Loaded by lanes, as often as they are loaded, from the mesh, the queries or the kernel's own
    // sums.
    double bytes;
};

// Counts the work of a kernel's method for all queries. `scratch` is the kernel's, and `answers`
// has room for all answers, which are those of the scalar twin. Returns false if the method is no
// template: nothing is counted then.
bool work_count(const struct queries *queries, const struct buoy_kernel *kernel,
                const struct scratch *scratch, void *answers, struct work *work);

#endif
