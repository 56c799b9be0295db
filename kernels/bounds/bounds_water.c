// Error bound of the method `waves` (../../simd/water_waves.h), as buoyancy_water.h documents it:
// for heights a share of the sum of all amplitudes, for slopes a share of the sum of amplitude ×
// wave number.
//
// Rounding, with u = 2⁻²⁴ and ε = 2⁻⁵³. In float: a test of every float in [2⁻¹³, ¼] finds the
// polynomial within 3.3 u of the sine, of itself; below, it is its first coefficient (½ u) and
// three roundings. r is rounded by u/4 at most, its fold and ¼ − a by u/8 where they are not exact,
// at a ≤ ⅛: as angles 1.6 u, which act on the sine by the cosine, so that a sine is within √(3.3² +
// 1.6²) u < 3.7 u. The amplitude, seven additions in float and one rounding of the sum make 12.7 u
// of the sum of amplitudes; slopes, whose steepness is rounded, too, 13.7 u: 8.2·10⁻⁷. In double,
// at |x|, |y| ≤ 10⁶ m and |t| ≤ 10⁶ s, for wavelengths and periods from 0.1 on: directions are
// within 4 ε of cos θ and sin θ (waves.c). Products of three roundings and the sums of three terms
// are some 10 ε of 2·10⁷ turns, products of time five ε of 10⁷: 2.8·10⁻⁸ turns, 1.8·10⁻⁷ rad.
// Together 10⁻⁶. If the processor does not round to the nearest, roundings are twice as large, and
// the polynomial is within 5.2 u: 2·10⁻⁶.
#include "base/arithmetic.h"

#include "dispatch/methods.h"

double buoy_bound_water_waves(void) {
    return 1e-6;
}
