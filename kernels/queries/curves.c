// Curves of form: hydrostatics in double, at one draft after another.
#include "base/arithmetic.h"

#include "base/elements.h"
#include "base/status.h"
#include "base/vector.h"
#include "buoyancy_equilibrium.h"
#include "mesh/leaves.h"
#include "mesh/plane.h"
#include "queries/principal.h"
#include "queries/section.h"

static enum buoy_status check(const struct buoy_mesh *mesh, const double up[3], size_t count,
                              const struct buoy_form *rows, struct buoy_error *error) {
    BUOY_REFUSE_IF(!mesh || !up || (count > 0 && !rows), ARGUMENT, "%s",
                   !mesh ? "no mesh"
                   : !up ? "no direction up"
                         : "no room for rows");
    double n[3] = {up[0], up[1], up[2]};
    BUOY_REFUSE_IF(!buoy_unit(n), NON_FINITE, "the direction up (%g, %g, %g) is zero or not finite",
                   up[0], up[1], up[2]);
    return BUOY_OK;
}

static void set_nan(struct buoy_form *row) {
    buoy_make_nan(&row->at, sizeof row->at);
    row->bm_transverse = row->bm_longitudinal = (double)NAN;
}

// Fills a row whose draft and d are set. Water far off is no other than water just off.
static void fill_row(const struct buoy_mesh *mesh, struct buoy_water_plane water, double low,
                     double high, struct buoy_form *row) {
    const double margin = 0.25 * (high - low);
    water.offset = buoy_clamp(water.offset, low - margin, high + margin);
    if (buoy_section_floods(mesh, &water)) {
        set_nan(row);
        return;
    }
    struct buoy_section section;
    buoy_section_below(mesh, &water, &section);
    buoy_given_section(mesh, &section, &row->at);
    double e[3], f[3], me[3], mf[3];
    buoy_span_plane(water.n, e, f);
    for (int i = 0; i < 3; ++i) {
        me[i] = buoy_dot(section.moments[i], e);
        mf[i] = buoy_dot(section.moments[i], f);
    }
    const struct buoy_principal moments =
        buoy_principal_axes(buoy_dot(me, e), buoy_dot(me, f), buoy_dot(mf, f));
    const double scale = section.volume > 0.0 ? mesh->scale / section.volume : 0.0;
    row->bm_transverse = (moments.smaller > 0.0 ? moments.smaller : 0.0) * scale;
    row->bm_longitudinal = moments.larger * scale;
}

enum buoy_status buoy_curves_of_form(const struct buoy_mesh *mesh, const double up[3],
                                     const double *drafts, size_t count, struct buoy_form *rows,
                                     struct buoy_error *error) {
    BUOY_TRY(check(mesh, up, count, rows, error));
    struct buoy_water_plane water = {.n = {up[0], up[1], up[2]}};
    buoy_unit(water.n);
    double low, high;
    buoy_corner_range(mesh, water.n, &low, &high);
    const double height = (high - low) * mesh->scale;
    const double at_centre = buoy_dot(water.n, mesh->centre);
    struct buoy_elements elements;
    buoy_elements_begin(&elements, NULL);
    for (size_t i = 0; i < count; ++i) {
        const double draft =
            drafts ? drafts[i] : height * ((double)(i + 1) / ((double)count + 1.0));
        if (!isfinite(draft)) {
            buoy_fail(buoy_elements_cause(&elements, i), BUOY_ERROR_NON_FINITE,
                      "draft %zu, %g, is not finite", i, draft);
            buoy_elements_fail(&elements, i);
            buoy_make_nan(&rows[i], sizeof rows[i]);
            continue;
        }
        rows[i].draft = draft;
        // Drafts are counted from a keel that was rounded.
        water.offset = buoy_settle_within(mesh, water.n, low + draft * mesh->inverse_scale,
                                          0x1p-24 * fabs(low));
        rows[i].d = water.offset * mesh->scale + at_centre;
        fill_row(mesh, water, low, high, &rows[i]);
    }
    return buoy_elements_end(&elements, count, error);
}
