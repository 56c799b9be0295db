// What every family of kernels is held to alike: questions and answers as bytes, an array for each
// part of them, and one way to ask. tests/test_contract_*.c have the properties; contract.c has the
// families.
#ifndef TESTS_CONTRACT_H
#define TESTS_CONTRACT_H

#include "dispatch/registry.h"
#include "rng.h"

enum {
    CONTRACT_PARTS = 4
};

// One part of all questions or of all answers.
struct contract_part {
    size_t bytes, alignment; // of an element; 0 bytes: no such part
    unsigned char *at;
};

// A call of the library: some of a contract's questions, and room for the answers.
struct contract_call {
    const struct contract *of;
    const struct buoy_kernel *kernel; // or NULL
    size_t count;
    const void *in[CONTRACT_PARTS];
    void *out[CONTRACT_PARTS], *scratch;
    struct buoy_error *error;
};
typedef enum buoy_status contract_asker(const struct contract_call *call);

// A family's questions about one body or about many. Some families are asked in two ways, which are
// two contracts: with planes in double, of which in[0] has the floats, without the surfaces of
// shapes. `step` has two more, for waves and patches.
struct contract {
    const char *about;
    size_t count;
    const struct buoy_mesh *mesh;                                 // or NULL
    struct contract_part in[CONTRACT_PARTS], out[CONTRACT_PARTS]; // out: the answers to all at once
    size_t scratch_bytes;
    uint8_t *failed; // NULL, or marks for what is asked
    const void *own;
    const struct contract_family *family;
    contract_asker *ask;
    int way;        // 0, 1; of `step` up to 3
    unsigned flags; // as asked for
    // The kinds of numbers in each part of a question, or NULL: see contract.c.
    const char *const *layout;
};

enum {
    CONTRACT_ORDINARY = 1, // numbers far from denormals, and from the largest floats
    CONTRACT_MODERATE = 4, // nothing overflows
    CONTRACT_TAILS = 2,    // meshes of any number of triangles, some open, and larger ones
};

// Calls a check for every kernel that runs here with questions of its family, `most` or fewer.
typedef void contract_check(struct contract *contract, const struct buoy_kernel *kernel);
void contract_for_all(const char *name, size_t most, unsigned flags, contract_check *check);

// The questions about bodies 2^size times as large, by normals 2^length times as long, with the
// answers that follow; false where a family is not scaled so. The caller ends it by
// contract_free_scaled().
bool contract_scale(const struct contract *contract, int size, int length, struct contract *scaled);
void contract_free_scaled(struct contract *scaled);

// The same questions, asked in the first way.
struct contract contract_first_way(const struct contract *contract);

// The answers to `count` questions from `first` on, in arrays that the caller frees by
// contract_free().
void contract_ask(const struct contract *contract, const struct buoy_kernel *kernel, size_t first,
                  size_t count, struct contract_part got[CONTRACT_PARTS]);
void contract_free(struct contract_part got[CONTRACT_PARTS]);

// Likewise, with functions called just before and just after the library is asked: they receive the
// kernel's id, and what the questions are about with the first one's index.
void contract_ask_between(const struct contract *contract, const struct buoy_kernel *kernel,
                          size_t first, size_t count, struct contract_part got[CONTRACT_PARTS],
                          void (*before)(const char *call),
                          void (*after)(const char *about, size_t question));

// Fails the test unless these answers have the bits of contract->out.
void contract_expect_same(const struct contract *contract, const struct buoy_kernel *kernel,
                          const char *property, size_t first, size_t count,
                          const struct contract_part got[CONTRACT_PARTS]);

#endif
