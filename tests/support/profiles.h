// Tuning profiles for tests, as texts.
#ifndef TESTS_PROFILES_H
#define TESTS_PROFILES_H

#include <stddef.h>

// The tables of the profiles below: up to 12 triangles and 2 planes `hierarchy`, up to 12 triangles
// and from 3 planes on `batch`; beyond, `blocks`, and from 3 planes on `hierarchy`. In scalar code.
#define PROFILE_TABLE                                                                              \
    "{\"triangles\": [0, 13], \"planes\": [0, 3], \"kernels\": ["                                  \
    "[\"volume/hierarchy/scalar\", \"volume/batch/scalar\"], "                                     \
    "[\"volume/blocks/scalar\", \"volume/hierarchy/scalar\"]]}"

// The table for cold meshes: `hierarchy` for up to 2 planes, whatever the mesh, and else `blocks`.
#define PROFILE_COLD_TABLE                                                                         \
    "{\"triangles\": [0], \"planes\": [0, 3], \"kernels\": ["                                      \
    "[\"volume/hierarchy/scalar\", \"volume/blocks/scalar\"]]}"

// A profile for this machine. `member` is the name of one whose value is to be another, as JSON;
// NULL: none.
char *profile_make(const char *member, const char *value);

// Fails the test unless the library refuses a text, gives this reason, and keeps the profile in
// use.
void profile_expect_refused(const char *text, size_t bytes, const char *reason);

#endif
