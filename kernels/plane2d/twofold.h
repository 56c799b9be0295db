// Sums and products in twice the precision of double, from + − × alone: differences of nearly equal
// numbers keep their digits. A twofold is the sum of its parts, `low` at most half a unit in the
// last place of `high`.
//
// Sources: O. Møller, "Quasi double-precision in floating point addition", BIT 5 (1965), and
// T. J. Dekker, "A floating-point technique for extending the available precision", Numerische
// Mathematik 18 (1971).
#ifndef BUOY_TWOFOLD_H
#define BUOY_TWOFOLD_H

struct buoy_twofold {
    double high, low;
};

// a + b, exactly.
static inline struct buoy_twofold buoy_exact_sum(double a, double b) {
    const double sum = a + b, of_b = sum - a, of_a = sum - of_b;
    return (struct buoy_twofold){sum, (a - of_a) + (b - of_b)};
}

// a × b, exactly, for |a|, |b| < 2⁹⁰⁰ with a product that is 0 or > 2⁻⁹⁰⁰: halves of 26 bits have
// products that fit.
static inline struct buoy_twofold buoy_exact_product(double a, double b) {
    const double split = 0x1p27 + 1.0, product = a * b;
    const double a_high = split * a - (split * a - a), a_low = a - a_high;
    const double b_high = split * b - (split * b - b), b_low = b - b_high;
    const double high_left = a_high * b_high - product;
    return (struct buoy_twofold){product,
                                 a_low * b_low + (a_low * b_high + (a_high * b_low + high_left))};
}

// The sum, within 2⁻¹⁰³ of |a| + |b|.
static inline struct buoy_twofold buoy_twofold_add(struct buoy_twofold a, struct buoy_twofold b) {
    const struct buoy_twofold sum = buoy_exact_sum(a.high, b.high);
    return buoy_exact_sum(sum.high, sum.low + (a.low + b.low));
}

static inline struct buoy_twofold buoy_twofold_negate(struct buoy_twofold a) {
    return (struct buoy_twofold){-a.high, -a.low};
}

// The product, with a relative error of 2⁻¹⁰² at most.
static inline struct buoy_twofold buoy_twofold_times(struct buoy_twofold a, struct buoy_twofold b) {
    const struct buoy_twofold product = buoy_exact_product(a.high, b.high);
    return buoy_exact_sum(product.high, product.low + (a.high * b.low + a.low * b.high));
}

#endif
