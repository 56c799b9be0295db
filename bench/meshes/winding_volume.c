// Generalised winding numbers by a tree, in which far triangles count as one dipole (Barill,
// Dickson, Schmidt, Levin, Jacobson 2018), and the volume of the points that they put inside.
#include "meshes/winding_volume.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PI 3.14159265358979323846

// Cells per side; even, because they are compared in pairs.
#define CELLS 24

#define LEAF 8 // the most triangles of a node without children
#define MOST_DEPTH 64

// A point further from a node's centre than this many of its radii takes it for a dipole. The
// paper's expansion has two more terms and a limit of 2; with one term the error at 3 radii is of
// the order of 1/9 of the node's own share, which is below 1/50 there.
#define FAR 3.0

struct node {
    double centre[3]; // the mean of its triangles' middles, weighted by area
    double area[3];   // the sum of their area vectors
    double radius;    // of a ball around the centre that holds them
    size_t first, end;
    size_t child; // the first of two, next to each other; 0: none
};

struct tree {
    const double *positions;
    const uint32_t *indices;
    uint32_t *order; // triangles, those of a node together
    struct node *nodes;
    size_t node_count;
};

static void read_corners(const struct tree *tree, uint32_t triangle, double v[3][3]) {
    for (int i = 0; i < 3; ++i) {
        const double *p =
            tree->positions + 3 * (size_t)tree->indices[3 * (size_t)triangle + (size_t)i];
        for (int k = 0; k < 3; ++k) {
            v[i][k] = p[k];
        }
    }
}

static double middle(const struct tree *tree, uint32_t triangle, int axis) {
    double v[3][3];
    read_corners(tree, triangle, v);
    return v[0][axis] + v[1][axis] + v[2][axis];
}

static double dot(const double a[3], const double b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

// Fills in a node's dipole.
static void measure(const struct tree *tree, struct node *node) {
    double v[3][3], area[3], weight = 0.0, plain[3] = {0.0, 0.0, 0.0}, squares = 0.0;
    for (size_t i = node->first; i < node->end; ++i) {
        read_corners(tree, tree->order[i], v);
        double a[3], b[3];
        for (int k = 0; k < 3; ++k) {
            a[k] = v[1][k] - v[0][k];
            b[k] = v[2][k] - v[0][k];
        }
        area[0] = 0.5 * (a[1] * b[2] - a[2] * b[1]);
        area[1] = 0.5 * (a[2] * b[0] - a[0] * b[2]);
        area[2] = 0.5 * (a[0] * b[1] - a[1] * b[0]);
        const double size = sqrt(dot(area, area));
        weight += size;
        for (int k = 0; k < 3; ++k) {
            const double at = (v[0][k] + v[1][k] + v[2][k]) / 3.0;
            node->area[k] += area[k];
            node->centre[k] += size * at;
            plain[k] += at;
        }
    }
    for (int k = 0; k < 3; ++k) {
        const double count = (double)(node->end - node->first);
        node->centre[k] = weight > 0.0 ? node->centre[k] / weight : plain[k] / count;
    }
    for (size_t i = node->first; i < node->end; ++i) {
        read_corners(tree, tree->order[i], v);
        for (int c = 0; c < 3; ++c) {
            double from[3];
            for (int k = 0; k < 3; ++k) {
                from[k] = v[c][k] - node->centre[k];
            }
            squares = fmax(squares, dot(from, from));
        }
    }
    node->radius = sqrt(squares);
}

// Moves the triangles of a node whose middle is below that of the node's extent, along its longest
// axis, to the front; returns where the others begin. If all are on one side it splits by number.
static size_t split(struct tree *tree, const struct node *node) {
    double low[3] = {HUGE_VAL, HUGE_VAL, HUGE_VAL}, high[3] = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
    for (size_t i = node->first; i < node->end; ++i) {
        for (int k = 0; k < 3; ++k) {
            const double at = middle(tree, tree->order[i], k);
            low[k] = fmin(low[k], at);
            high[k] = fmax(high[k], at);
        }
    }
    int axis = 0;
    for (int k = 1; k < 3; ++k) {
        axis = high[k] - low[k] > high[axis] - low[axis] ? k : axis;
    }
    const double border = 0.5 * (low[axis] + high[axis]);
    size_t front = node->first;
    for (size_t i = node->first; i < node->end; ++i) {
        if (middle(tree, tree->order[i], axis) < border) {
            const uint32_t swap = tree->order[front];
            tree->order[front++] = tree->order[i];
            tree->order[i] = swap;
        }
    }
    return front > node->first && front < node->end ? front
                                                    : node->first + (node->end - node->first) / 2;
}

static void grow(struct tree *tree, size_t at, int depth) {
    struct node *node = &tree->nodes[at];
    measure(tree, node);
    if (node->end - node->first <= LEAF || depth == MOST_DEPTH) {
        return;
    }
    const size_t border = split(tree, node);
    node->child = tree->node_count;
    tree->node_count += 2;
    tree->nodes[node->child] = (struct node){.first = node->first, .end = border};
    tree->nodes[node->child + 1] = (struct node){.first = border, .end = node->end};
    grow(tree, node->child, depth + 1);
    grow(tree, node->child + 1, depth + 1);
}

// A triangle's solid angle (van Oosterom, Strackee 1983).
static double solid_angle(double v[3][3], const double point[3]) {
    double length[3];
    for (int i = 0; i < 3; ++i) {
        for (int k = 0; k < 3; ++k) {
            v[i][k] -= point[k];
        }
        length[i] = sqrt(dot(v[i], v[i]));
    }
    const double across[3] = {v[1][1] * v[2][2] - v[1][2] * v[2][1],
                              v[1][2] * v[2][0] - v[1][0] * v[2][2],
                              v[1][0] * v[2][1] - v[1][1] * v[2][0]};
    return 2.0 * atan2(dot(v[0], across),
                       length[0] * length[1] * length[2] + dot(v[0], v[1]) * length[2] +
                           dot(v[1], v[2]) * length[0] + dot(v[2], v[0]) * length[1]);
}

// The solid angle of a node's triangles.
static double look(const struct tree *tree, size_t at, const double point[3]) {
    const struct node *node = &tree->nodes[at];
    double to[3];
    for (int k = 0; k < 3; ++k) {
        to[k] = node->centre[k] - point[k];
    }
    const double distance = sqrt(dot(to, to));
    if (distance > FAR * node->radius) {
        return dot(node->area, to) / (distance * distance * distance);
    }
    if (node->child) {
        return look(tree, node->child, point) + look(tree, node->child + 1, point);
    }
    double sum = 0.0;
    for (size_t i = node->first; i < node->end; ++i) {
        double v[3][3];
        read_corners(tree, tree->order[i], v);
        sum += solid_angle(v, point);
    }
    return sum;
}

// A number in [0, 1) for each place of the sequence (splitmix64, by Sebastiano Vigna).
static double scatter(uint64_t place) {
    uint64_t z = place * UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return (double)((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

// Two neighbouring cells vary about the same mean, or their difference is larger yet: its square is
// the variance of their sum, or more.
static void sample(const struct tree *tree, const double low[3], const double side[3],
                   struct winding_volume *found) {
    const double cell = side[0] * side[1] * side[2];
    size_t inside = 0, doubtful = 0, certain = 0, different = 0;
    uint64_t place = 0;
    for (int z = 0; z < CELLS; ++z) {
        for (int y = 0; y < CELLS; ++y) {
            bool before = false;
            for (int x = 0; x < CELLS; ++x) {
                const int index[3] = {x, y, z};
                double point[3];
                for (int k = 0; k < 3; ++k) {
                    point[k] = low[k] + side[k] * ((double)index[k] + scatter(++place));
                }
                const double turns = look(tree, 0, point) / (4.0 * PI);
                const bool in = turns > 0.5;
                inside += in;
                doubtful += turns > 0.25 && turns < 0.75;
                certain += turns >= 0.75;
                different += x % 2 == 1 && in != before;
                before = in;
            }
        }
    }
    found->volume = (double)inside * cell;
    found->error = sqrt((double)different) * cell;
    found->doubtful = (double)doubtful * cell;
    found->least = (double)certain * cell;
}

bool winding_volume_find(const double *positions, const uint32_t *indices, size_t triangle_count,
                         struct winding_volume *found) {
    memset(found, 0, sizeof *found);
    if (triangle_count == 0) {
        return true;
    }
    struct tree tree = {
        .positions = positions,
        .indices = indices,
        .order = malloc(triangle_count * sizeof *tree.order),
        .nodes = calloc(2 * triangle_count, sizeof *tree.nodes),
        .node_count = 1,
    };
    const bool enough = tree.order && tree.nodes;
    if (enough) {
        for (size_t t = 0; t < triangle_count; ++t) {
            tree.order[t] = (uint32_t)t;
        }
        tree.nodes[0].end = triangle_count;
        grow(&tree, 0, 0);
        double low[3], side[3];
        for (int k = 0; k < 3; ++k) {
            double least = HUGE_VAL, most = -HUGE_VAL;
            for (size_t i = 0; i < 3 * triangle_count; ++i) {
                const double x = tree.positions[3 * (size_t)tree.indices[i] + (size_t)k];
                least = fmin(least, x);
                most = fmax(most, x);
            }
            low[k] = least;
            side[k] = (most - least) / CELLS;
        }
        sample(&tree, low, side, found);
    }
    free(tree.order);
    free(tree.nodes);
    return enough;
}

void winding_volume_print(const struct winding_volume *winding, char text[100]) {
    const int length = snprintf(text, 100, "%.4g ± %.2g", winding->volume, winding->error);
    if (winding->doubtful > 0.0) {
        snprintf(text + length, 100 - (size_t)length,
                 " (%.4g to %.4g, depending on doubtful points)", winding->least,
                 winding->least + winding->doubtful);
    }
}
