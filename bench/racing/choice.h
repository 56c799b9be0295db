// What is to be raced: the rules by which kernels meet workloads and meshes.
#ifndef BENCH_CHOICE_H
#define BENCH_CHOICE_H

#include "cli.h"
#include "family.h"

struct race_choice {
    struct cli_strings meshes;
    struct cli_kernels kernels;
    // By name; "all" is all.
    struct cli_strings workloads;
    // Meshes and workloads are ours to choose: a workload is for meshes up to its size.
    bool by_size;
};

// Complains about a workload that no family has.
int choice_check(const struct race_choice *choice);

// Which of the kernels race on a mesh in one of a family's workloads, into `kernels`, which has
// room for all; none if none that is of the family does.
//
// If workloads are neither named nor ours to choose, all race in WORKLOAD_HOT; in another those
// that have no place there, in the company of the baseline.
void choice_select(const struct race_choice *choice, const struct family *family,
                   const struct workload *workload, size_t triangles, struct cli_kernels *kernels);

#endif
