// The exact reference of a mesh; it belongs to the test.
#ifndef TESTS_EXACT_OF_H
#define TESTS_EXACT_OF_H

struct buoy_exact;
struct buoy_mesh;

struct buoy_exact *exact_of(const struct buoy_mesh *mesh);

#endif
