#include "climbers.h"

const struct climb_family *const climb_families[] = {
    &climb_draft,      &climb_pressure,  &climb_pressure64, &climb_pressure_centre,
    &climb_waves,      &climb_planes[0], &climb_planes[1],  &climb_planes[2],
    &climb_planes[3],  &climb_planes[4], &climb_planes[5],  &climb_planes[6],
    &climb_planes[7],  &climb_planes[8], &climb_planes[9],  &climb_planes[10],
    &climb_planes[11], &climb_rows[0],   &climb_rows[1],    &climb_rows[2],
    &climb_rows[3],    &climb_rows[4],   &climb_rows[5],    &climb_rows[6],
    &climb_rows[7],    &climb_rows[8],   &climb_rows[9],    NULL,
};
