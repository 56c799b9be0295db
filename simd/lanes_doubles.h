// The rest of lanes_scalar.h's list for headers whose lanes are a vector: exchanges, sums of
// products that are not fused, and all that takes half the lanes at a time, in double. Include it
// at the end of a lanes_<isa>.h that defines `doubles` with their operations, as lanes_scalar.h has
// them, and
//
//   LANES_SWAP_IF, LANES_MULADD      if it has its own lanes_swap_if, lanes_ and doubles_muladd
//   doubles_low(a), doubles_high(a)  half of lanes as doubles; low has lane 0
//   doubles_narrow(low, high)        as lanes, each rounded to float
//   doubles_sum(a)                   their sum: upper half added to lower until one is left
//   doubles_scale                    as lanes_double_scale
//   doubles_load_two(p, q, &a, &b, &c, &d)  4 doubles at p and at q: where LANES_WIDTH is 4, in
//                                    place of doubles_load4 and doubles_load4_of
#ifndef BUOY_LANES_DOUBLES_H
#define BUOY_LANES_DOUBLES_H

#define DOUBLES_WIDTH (LANES_WIDTH / 2)

#if !defined LANES_FMA && !defined LANES_MULADD
static inline lanes lanes_muladd(lanes a, lanes b, lanes c) {
    return lanes_add(lanes_mul(a, b), c);
}
static inline doubles doubles_muladd(doubles a, doubles b, doubles c) {
    return doubles_add(doubles_mul(a, b), c);
}
#endif

#ifndef LANES_SWAP_IF
static inline void lanes_swap_if(lanes_mask m, lanes *a, lanes *b) {
    const lanes old = *a;
    *a = lanes_select(m, *b, old);
    *b = lanes_select(m, old, *b);
}
#endif

#if LANES_WIDTH == 4
static inline __attribute__((always_inline)) void
doubles_load4(const double *p, size_t stride, doubles *a, doubles *b, doubles *c, doubles *d) {
    doubles_load_two(p, p + stride, a, b, c, d);
}
static inline void doubles_load4_of(const double *const *p, size_t at, doubles *a, doubles *b,
                                    doubles *c, doubles *d) {
    doubles_load_two(p[0] + at, p[1] + at, a, b, c, d);
}
#endif

static inline lanes lanes_from_doubles(const doubles *a) {
    return doubles_narrow(a[0], a[1]);
}

static inline __attribute__((always_inline)) double lanes_sum16(const float v[16]) {
    doubles d[8 / DOUBLES_WIDTH];
#if LANES_WIDTH == 16
    const lanes all = lanes_load(v); // loads of halves would wait for a store of all
    d[0] = doubles_add(doubles_low(all), doubles_high(all));
#else
    for (int i = 0; i < 8 / DOUBLES_WIDTH; ++i) {
        const float *p = v + DOUBLES_WIDTH * i;
        d[i] = doubles_add(doubles_widen(p), doubles_widen(p + 8));
    }
#endif
    for (int half = 4 / DOUBLES_WIDTH; half > 0; half /= 2) {
        for (int i = 0; i < half; ++i) {
            d[i] = doubles_add(d[i], d[i + half]);
        }
    }
    return doubles_sum(d[0]);
}

typedef struct {
    doubles d[16 / DOUBLES_WIDTH];
} lanes_wide;

static inline lanes_wide lanes_wide_zero(void) {
    lanes_wide a;
    for (int i = 0; i < 16 / DOUBLES_WIDTH; ++i) {
        a.d[i] = doubles_splat(0.0);
    }
    return a;
}

static inline lanes_wide lanes_wide_add(lanes_wide a, const double m[16]) {
    for (int i = 0; i < 16 / DOUBLES_WIDTH; ++i) {
        a.d[i] = doubles_add(a.d[i], doubles_load(m + DOUBLES_WIDTH * i));
    }
    return a;
}

static inline void lanes_wide_store(double p[16], lanes_wide a) {
    for (int i = 0; i < 16 / DOUBLES_WIDTH; ++i) {
        doubles_store(p + DOUBLES_WIDTH * i, a.d[i]);
    }
}

typedef struct {
    doubles d[2]; // lower half, upper half
} lanes_double;

static inline lanes_double lanes_double_load(const double *p) {
    return (lanes_double){{doubles_load(p), doubles_load(p + DOUBLES_WIDTH)}};
}
static inline void lanes_double_store(double *p, lanes_double a) {
    doubles_store(p, a.d[0]);
    doubles_store(p + DOUBLES_WIDTH, a.d[1]);
}
static inline lanes_double lanes_double_splat(double a) {
    return (lanes_double){{doubles_splat(a), doubles_splat(a)}};
}
static inline lanes_double lanes_widen(lanes a) {
    return (lanes_double){{doubles_low(a), doubles_high(a)}};
}
static inline lanes lanes_narrow(lanes_double a) {
    return doubles_narrow(a.d[0], a.d[1]);
}
static inline lanes_double lanes_double_add(lanes_double a, lanes_double b) {
    return (lanes_double){{doubles_add(a.d[0], b.d[0]), doubles_add(a.d[1], b.d[1])}};
}
static inline lanes_double lanes_double_sub(lanes_double a, lanes_double b) {
    return (lanes_double){{doubles_sub(a.d[0], b.d[0]), doubles_sub(a.d[1], b.d[1])}};
}
static inline lanes_double lanes_double_mul(lanes_double a, lanes_double b) {
    return (lanes_double){{doubles_mul(a.d[0], b.d[0]), doubles_mul(a.d[1], b.d[1])}};
}
static inline lanes_double lanes_double_div(lanes_double a, lanes_double b) {
    return (lanes_double){{doubles_div(a.d[0], b.d[0]), doubles_div(a.d[1], b.d[1])}};
}
static inline lanes_double lanes_double_floor(lanes_double a) {
    return (lanes_double){{doubles_floor(a.d[0]), doubles_floor(a.d[1])}};
}
static inline lanes_double lanes_double_if_less(lanes_double a, lanes_double b, lanes_double x,
                                                lanes_double y) {
    return (lanes_double){{doubles_if_less(a.d[0], b.d[0], x.d[0], y.d[0]),
                           doubles_if_less(a.d[1], b.d[1], x.d[1], y.d[1])}};
}
static inline lanes_double lanes_double_muladd(lanes_double a, lanes_double b, lanes_double c) {
    return (lanes_double){
        {doubles_muladd(a.d[0], b.d[0], c.d[0]), doubles_muladd(a.d[1], b.d[1], c.d[1])}};
}
static inline lanes_double lanes_double_min(lanes_double a, lanes_double b) {
    return (lanes_double){{doubles_min(a.d[0], b.d[0]), doubles_min(a.d[1], b.d[1])}};
}
static inline lanes_double lanes_double_max(lanes_double a, lanes_double b) {
    return (lanes_double){{doubles_max(a.d[0], b.d[0]), doubles_max(a.d[1], b.d[1])}};
}
static inline lanes_double lanes_double_scale(lanes_double a) {
    return (lanes_double){{doubles_scale(a.d[0]), doubles_scale(a.d[1])}};
}
static inline void lanes_double_store4(double *p, lanes_double a, lanes_double b, lanes_double c,
                                       lanes_double d) {
    doubles_store4(p, 4, a.d[0], b.d[0], c.d[0], d.d[0]);
    doubles_store4(p + 4 * DOUBLES_WIDTH, 4, a.d[1], b.d[1], c.d[1], d.d[1]);
}

// Half of lanes_above.
static inline doubles lanes_above_half(const double *k, const double *ax, const double *ay,
                                       const double *az, const double p[3]) {
    doubles dot = doubles_mul(doubles_load(ax), doubles_splat(p[0]));
    dot = doubles_muladd(doubles_load(ay), doubles_splat(p[1]), dot);
    dot = doubles_muladd(doubles_load(az), doubles_splat(p[2]), dot);
    return doubles_sub(doubles_load(k), dot);
}

static inline lanes_double lanes_above(const double *k, const double *ax, const double *ay,
                                       const double *az, const double p[3]) {
    const int w = DOUBLES_WIDTH;
    return (lanes_double){
        {lanes_above_half(k, ax, ay, az, p), lanes_above_half(k + w, ax + w, ay + w, az + w, p)}};
}

// Half of lanes_above_each, before it is rounded; adds `weight` times it to `sum`.
static inline doubles lanes_above_each_half(double k, const double a[3], const double *px,
                                            const double *py, const double *pz, const float *weight,
                                            double *sum) {
    doubles dot = doubles_mul(doubles_splat(a[0]), doubles_load(px));
    dot = doubles_muladd(doubles_splat(a[1]), doubles_load(py), dot);
    dot = doubles_muladd(doubles_splat(a[2]), doubles_load(pz), dot);
    const doubles h = doubles_sub(doubles_splat(k), dot);
    doubles_store(sum, doubles_muladd(doubles_widen(weight), h, doubles_load(sum)));
    return h;
}

static inline lanes lanes_above_each(double k, const double a[3], const double *px,
                                     const double *py, const double *pz, lanes f, double *sum) {
    const int w = DOUBLES_WIDTH;
    _Alignas(4 * LANES_WIDTH) float weight[LANES_WIDTH];
    lanes_store(weight, f);
    return doubles_narrow(lanes_above_each_half(k, a, px, py, pz, weight, sum),
                          lanes_above_each_half(k, a, px + w, py + w, pz + w, weight + w, sum + w));
}

// Half of lanes_height, before it is rounded.
static inline doubles lanes_height_half(const float *x, const float *y, const float *z,
                                        const double n[3], double d) {
    doubles s = doubles_mul(doubles_widen(x), doubles_splat(n[0]));
    s = doubles_muladd(doubles_widen(y), doubles_splat(n[1]), s);
    s = doubles_muladd(doubles_widen(z), doubles_splat(n[2]), s);
    return doubles_sub(s, doubles_splat(d));
}

static inline lanes lanes_height(const float *x, const float *y, const float *z, const double n[3],
                                 double d) {
    const int w = DOUBLES_WIDTH;
    return doubles_narrow(lanes_height_half(x, y, z, n, d),
                          lanes_height_half(x + w, y + w, z + w, n, d));
}

#endif
