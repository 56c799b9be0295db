// The choice of what to race: the rules that match kernels with workloads and meshes.
#ifndef BENCH_CHOICE_H
#define BENCH_CHOICE_H

#include "cli.h"
#include "family.h"

struct race_choice {
    struct cli_strings meshes;
    struct cli_making making;
    struct cli_kernels kernels;
    // By name; "all" selects all that need not be asked for.
    struct cli_strings workloads;
    // Set if the program chooses the meshes: each workload is then for meshes up to its size.
    bool by_size;
    // Set if the program chooses the kernels: those that need no mesh then race only if it chooses
    // the meshes, too.
    bool all_kernels;
};

// A word among the workloads for what no kernel races in: measurement.h.
#define CHOICE_FRAMES "frames"
#define CHOICE_MAKING "making"

// Whether a workload is named; whether such words alone are.
bool choice_names(const struct race_choice *choice, const char *workload);
bool choice_races_nothing(const struct race_choice *choice);

// Complains about a workload that no family has.
int choice_check(const struct race_choice *choice);

// Selects the kernels that race on a mesh in one of a family's workloads. `kernels` has room for
// all of them and one more; it is empty if no kernel of the family races.
//
// Without named workloads, kernels race in every workload whose size the mesh does not exceed. On a
// mesh that the user has named they also race in WORKLOAD_HOT, in all workloads of families that
// have no such, and in crowds: the best kernel for crowds may be one for single queries.
void choice_select(const struct race_choice *choice, const struct family *family,
                   const struct workload *workload, size_t triangles, struct cli_kernels *kernels);

#endif
