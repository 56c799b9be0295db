// Makes numbers from bytes.
#include "bytes.h"

#include <float.h>
#include <math.h>
#include <string.h>

uint8_t fuzz_byte(struct fuzz_bytes *bytes) {
    return bytes->next < bytes->end ? *bytes->next++ : 0;
}

size_t fuzz_below(struct fuzz_bytes *bytes, size_t bound) {
    return fuzz_byte(bytes) % bound;
}

bool fuzz_one_in(struct fuzz_bytes *bytes, size_t bound) {
    return fuzz_byte(bytes) % bound == bound - 1;
}

uint32_t fuzz_word(struct fuzz_bytes *bytes) {
    uint32_t word = 0;
    for (int i = 0; i < 4; ++i) {
        word = word << 8 | fuzz_byte(bytes);
    }
    return word;
}

double fuzz_fraction(struct fuzz_bytes *bytes) {
    const int high = fuzz_byte(bytes), low = fuzz_byte(bytes);
    return (double)(256 * high + low - 32768) / 32768.0;
}

float fuzz_near(struct fuzz_bytes *bytes, float x) {
    const int steps = (int)fuzz_below(bytes, 17) - 8;
    const float towards = steps < 0 ? -FLT_MAX : FLT_MAX;
    for (int i = steps < 0 ? -steps : steps; i > 0; --i) {
        x = nextafterf(x, towards);
    }
    return x;
}

// 2^k or −2^k, k from −149 to 127.
static float power_of_two(struct fuzz_bytes *bytes) {
    const int k = (int)fuzz_byte(bytes) + (int)fuzz_below(bytes, 22) - 149;
    return ldexpf(fuzz_byte(bytes) & 1 ? -1.0f : 1.0f, k < 127 ? k : 127);
}

// Numbers that are known to have caused bugs.
static float special(struct fuzz_bytes *bytes) {
    static const float values[] = {
        0.0f,    -0.0f,   FLT_MIN,     -FLT_MIN, 0x1p-149f, -0x1p-149f, FLT_MAX,   -FLT_MAX,
        1e-30f,  -1e-30f, 1e-31f,      -1e-31f,  1e-33f,    1e-12f,     0x1p-20f,  -0x1p-20f,
        0x1p20f, 0x1p24f, 1.0f / 3.0f, 512.0f,   1e18f,     -1e18f,     0x1p-126f, 0x1p64f,
        1e-20f,  1e-45f,  FLT_EPSILON, 1e9f,     1e-9f,     0x1p-63f,   0x1p127f,  1e-38f,
    };
    return values[fuzz_below(bytes, sizeof values / sizeof *values)];
}

static float any_bits(struct fuzz_bytes *bytes) {
    uint32_t bits = fuzz_word(bytes);
    float x;
    memcpy(&x, &bits, sizeof x);
    if (!isfinite(x)) {
        bits &= UINT32_C(0xbfffffff); // a smaller exponent
        memcpy(&x, &bits, sizeof x);
    }
    return x;
}

float fuzz_float(struct fuzz_bytes *bytes) {
    switch (fuzz_below(bytes, 8)) {
    case 0:
        return (float)((int)fuzz_below(bytes, 17) - 8);
    case 1:
        return (float)fuzz_fraction(bytes);
    case 2:
        return power_of_two(bytes);
    case 3:
        return any_bits(bytes);
    case 4:
        return fuzz_near(bytes, special(bytes));
    case 5:
        return fuzz_near(bytes, power_of_two(bytes));
    case 6: {
        const float size = power_of_two(bytes);
        return (float)(fuzz_fraction(bytes) * (double)size);
    }
    default:
        return special(bytes);
    }
}

float fuzz_coordinate(struct fuzz_bytes *bytes) {
    switch (fuzz_below(bytes, 8)) {
    case 0:
    case 1:
    case 2:
        return (float)((int)fuzz_below(bytes, 5) - 2);
    case 3:
    case 4:
        return (float)fuzz_fraction(bytes);
    case 5:
        return fuzz_near(bytes, (float)((int)fuzz_below(bytes, 5) - 2));
    case 6:
        return (float)(fuzz_fraction(bytes) + (double)fuzz_byte(bytes) * 0x1p-24);
    default:
        return fuzz_float(bytes);
    }
}

double fuzz_double(struct fuzz_bytes *bytes, double most) {
    double x = (double)fuzz_float(bytes);
    if (fuzz_one_in(bytes, 4)) {
        x *= 1.0 + 0x1p-40 * (double)fuzz_byte(bytes);
    }
    if (fuzz_one_in(bytes, 16)) {
        x = ldexp(x, -3 * (int)fuzz_byte(bytes));
    }
    return fmax(-most, fmin(most, x));
}

float fuzz_tilt(struct fuzz_bytes *bytes) {
    switch (fuzz_below(bytes, 4)) {
    case 0:
        return 0.0f;
    case 1:
        return fuzz_near(bytes, ldexpf(1.0f, -(int)fuzz_byte(bytes) / 2));
    case 2:
        return (float)fuzz_fraction(bytes);
    default:
        return fuzz_float(bytes);
    }
}
