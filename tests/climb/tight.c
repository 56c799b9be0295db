// How wide bounds may be: the most times the worst error that 3000 questions from seed 1 find, half
// as much again as the most that seeds 1 to 5 gave when the row was written. In double, roundings
// rarely have the signs that a bound allows for, and moments of waterplanes take cancellation that
// no question reaches: hence rows of thousands, in which luck counts, too.
#include <string.h>

#include "climb.h"

static const struct {
    const char *family, *kernel, *quantity;
    double most;
} rows[] = {
    {"draft", "buoy_draft", "volume", 2.7},
    {"pressure", "pressure/kerner/scalar", "force", 14.0},
    {"pressure", "pressure/kerner/scalar", "torque", 47.0},
    {"pressure", "pressure/kerner/scalar", "wetted area", 15.0},
    {"pressure64", "pressure/appendix/scalar", "force", 1300.0},
    {"pressure64", "pressure/appendix/scalar", "torque", 3400.0},
    {"pressure64", "pressure/appendix/scalar", "wetted area", 3800.0},
    {"pressure64", "pressure/kerner64/scalar", "force", 8500.0},
    {"pressure64", "pressure/kerner64/scalar", "torque", 11000.0},
    {"pressure64", "pressure/kerner64/scalar", "wetted area", 3800.0},
    {"pressure_centre", "pressure/centre/scalar", "force", 1200.0},
    {"pressure_centre", "pressure/centre/scalar", "torque", 31.0},
    {"pressure_centre", "pressure/centre/scalar", "wetted area", 12000.0},
    {"waves", "water/waves/scalar", "height", 12.0},
    {"waves", "water/waves/scalar", "slope", 9.4},
    {"hydrostatics", "hydrostatics/blocks/scalar", "wetted area", 6.3},
    {"hydrostatics", "hydrostatics/blocks/scalar", "waterplane", 370.0},
    {"hydrostatics", "hydrostatics/blocks/scalar", "its centroid", 14000.0},
    {"hydrostatics", "hydrostatics/blocks/scalar", "its moments", 150000.0},
    {"hydrostatics64", "hydrostatics/clip64/scalar", "wetted area", 190.0},
    {"hydrostatics64", "hydrostatics/clip64/scalar", "waterplane", 670.0},
    {"hydrostatics64", "hydrostatics/clip64/scalar", "its centroid", 6800.0},
    {"hydrostatics64", "hydrostatics/clip64/scalar", "its moments", 21000.0},
    {"volume/blocks", "volume/blocks/scalar", "volume", 5.1},
    {"volume/blocks", "volume/blocks/scalar", "centroid", 23.0},
    {"volume/hierarchy", "volume/hierarchy/scalar", "volume", 14.0},
    {"volume/hierarchy", "volume/hierarchy/scalar", "centroid", 83.0},
    {"volume/batch", "volume/batch/scalar", "volume", 5.3},
    {"volume/batch", "volume/batch/scalar", "centroid", 40.0},
    {"volume/blocks64", "volume/blocks64/scalar", "volume", 24000.0},
    {"volume/blocks64", "volume/blocks64/scalar", "centroid", 210000.0},
    {"volume/hierarchy64", "volume/hierarchy64/scalar", "volume", 14000.0},
    {"volume/hierarchy64", "volume/hierarchy64/scalar", "centroid", 190000.0},
    {"volume/catto", "volume/catto/scalar", "volume", 230.0},
    {"volume/catto", "volume/catto/scalar", "centroid", 7300.0},
    {"volume/catto64", "volume/catto64/scalar", "volume", 1200.0},
    {"volume/catto64", "volume/catto64/scalar", "centroid", 17000.0},
    {"volume/voxel", "volume/voxel/scalar", "volume", 1.8},
    {"volume/indexed64", "volume/indexed64/scalar", "volume", 14000.0},
    {"volume/indexed64", "volume/indexed64/scalar", "centroid", 150000.0},
    {"volume/indexed", "volume/indexed/scalar", "volume", 8.9},
    {"volume/indexed", "volume/indexed/scalar", "centroid", 59.0},
    {"hydrostatics/hierarchy", "hydrostatics/hierarchy/scalar", "wetted area", 4.9},
    {"hydrostatics/hierarchy", "hydrostatics/hierarchy/scalar", "waterplane", 300.0},
    {"hydrostatics/hierarchy", "hydrostatics/hierarchy/scalar", "its centroid", 3700.0},
    {"hydrostatics/hierarchy", "hydrostatics/hierarchy/scalar", "its moments", 11000.0},
    {"polygon", "polygon/batch/scalar", "volume", 3.6},
    {"polygon", "polygon/batch/scalar", "centroid", 27.0},
    {"polygon", "polygon/clip/scalar", "volume", 230.0},
    {"polygon", "polygon/clip/scalar", "centroid", 530.0},
    {"basin", "basin/arcs/scalar", "volume", 280.0},
    {"basin", "basin/arcs/scalar", "centroid", 550000.0},
    {"box", "box/corners/scalar", "volume", 8.9},
    {"box", "box/corners/scalar", "centroid", 23.0},
    {"shapes/box", "shapes/box/scalar", "volume", 6.7},
    {"shapes/box", "shapes/reference/scalar", "volume", 120000.0},
    {"shapes/box", "shapes/box/scalar", "centroid", 16.0},
    {"shapes/box", "shapes/reference/scalar", "centroid", 13000000.0},
    {"shapes/sphere", "shapes/sphere/scalar", "volume", 58000.0},
    {"shapes/sphere", "shapes/reference/scalar", "volume", 52000.0},
    {"shapes/sphere", "shapes/sphere/scalar", "centroid", 18000000.0},
    {"shapes/sphere", "shapes/reference/scalar", "centroid", 18000000.0},
    {"shapes/capsule", "shapes/capsule/scalar", "volume", 9000.0},
    {"shapes/capsule", "shapes/capsule/scalar", "centroid", 460000.0},
    {"shapes/capsule", "shapes/reference/scalar", "volume", 10000.0},
    {"shapes/capsule", "shapes/reference/scalar", "centroid", 1800000.0},
    {"shapes/capsule", "shapes/sphere/scalar", "volume", 110000.0},
    {"shapes/capsule", "shapes/sphere/scalar", "centroid", 110000000.0},
    {"shapes/cylinder", "shapes/cylinder/scalar", "volume", 440.0},
    {"shapes/cylinder", "shapes/cylinder/scalar", "centroid", 33000.0},
    {"shapes/cylinder", "shapes/reference/scalar", "volume", 12000.0},
    {"shapes/cylinder", "shapes/reference/scalar", "centroid", 1900000.0},
    {"shapes/ellipsoid", "shapes/ellipsoid/scalar", "volume", 58000.0},
    {"shapes/ellipsoid", "shapes/reference/scalar", "volume", 53000.0},
    {"shapes/ellipsoid", "shapes/ellipsoid/scalar", "centroid", 20000000.0},
    {"shapes/ellipsoid", "shapes/reference/scalar", "centroid", 18000000.0},
    {"shapes/cone", "shapes/cone/scalar", "volume", 46.0},
    {"shapes/cone", "shapes/cone/scalar", "centroid", 17000.0},
    {"shapes/cone", "shapes/reference/scalar", "volume", 7600.0},
    {"shapes/cone", "shapes/reference/scalar", "centroid", 1300000.0},
    {"forces", "forces/catto/scalar", "volume", 52.0},
    {"forces", "forces/catto/scalar", "centroid", 68.0},
};

bool climb_is_tight(const char *family) {
    bool tight = true;
    for (size_t i = 0; i < climb_noted_count; ++i) {
        const struct climb_noted *noted = &climb_noted[i];
        const size_t count = sizeof rows / sizeof *rows;
        size_t row = 0;
        while (row < count && (strcmp(rows[row].family, family) != 0 ||
                               strcmp(rows[row].kernel, noted->kernel) != 0 ||
                               strcmp(rows[row].quantity, noted->quantity) != 0)) {
            ++row;
        }
        if (row == count || !(noted->ratio * rows[row].most >= 1.0)) {
            printf("%s: the bound is %.3g times the worst error found: tight.c would have "
                   "{\"%s\", \"%s\", \"%s\", %.2g},\n",
                   row == count ? "no row" : "not tight", 1.0 / noted->ratio, family, noted->kernel,
                   noted->quantity, 1.5 / noted->ratio);
            tight = false;
        }
    }
    return tight;
}
