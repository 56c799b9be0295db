// Which way the caller's processor rounds. It matters only where an answer depends on it by more
// than a rounding: whole numbers found by adding 1.5 × 2⁵² and subtracting it again.
#ifndef BUOY_ROUNDING_H
#define BUOY_ROUNDING_H

// |x| below 2⁵¹ plus this is a whole number plus it, rounded as the processor rounds.
#define BUOY_TO_WHOLE 0x1.8p52

// The number to subtract from x before x is rounded to a whole number, so that the result is
// between x − 1 and x: ½ if the processor rounds to the nearest, 1 if it rounds up, 0 if it rounds
// down or to zero (x + BUOY_TO_WHOLE is positive).
static inline double buoy_offset_of_floor(void) {
    volatile const double little = 0x1p-60; // read at run time, not folded by the compiler
    const double more = 1.0 + little, less = 1.0 - little;
    return more > 1.0 ? 1.0 : less < 1.0 ? 0.0 : 0.5;
}

// x rounded to float, in double. Through memory: where gcc 12 vectorizes two of them, it takes
// (double)(float)x for x.
static inline double buoy_rounded_to_float(double x) {
    volatile float rounded = (float)x;
    return (double)rounded;
}

#endif
