// Areas of ellipsoids. They have no elementary closed form; + − × ÷ √ alone find them to any
// precision, with the same bits on every machine.
#ifndef BUOY_ELLIPSOID_H
#define BUOY_ELLIPSOID_H

// The whole surface, to 10⁻¹⁵ of itself.
double buoy_ellipsoid_area(const double size[3]);

// The part of the surface that is the image of a cap of the unit sphere, u·m > 1 − k, when the
// sphere is stretched by `size`; m is of unit length, 0 ≤ k ≤ 1. Its error is 10⁻⁷ of the
// whole surface for aspect ratios up to 1:30, 10⁻⁶ up to 1:100, 2·10⁻⁵ up to 1:1000.
double buoy_ellipsoid_cap_area(const double size[3], const double m[3], double k);

#endif
