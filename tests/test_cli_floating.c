// `buoybench curves`, `gz` and `equilibrium`: the columns, and the library's own answers to the
// bit.
#include <float.h>

#include "body.h"
#include "buoyancy_equilibrium.h"
#include "child.h"
#include "test.h"

static struct buoy_mesh *make_mesh(const char *specification) {
    struct buoy_mesh *mesh = mesh_of(body_builtin(specification), BUOY_MESH_WELD);
    return mesh;
}

// Expects a header and exactly these rows, each to the bit.
static void expect_rows(const struct outcome *outcome, const char *header, const double *numbers,
                        size_t count, size_t columns) {
    expect_success(outcome);
    assert_memory_equal(outcome->output, header, strlen(header));
    const char *p = outcome->output + strlen(header);
    for (size_t i = 0; i < count * columns; ++i) {
        char *end;
        const double got = strtod(p, &end);
        assert_true(end != p && *end == (i % columns + 1 < columns ? ',' : '\n'));
        const double expected = numbers[i] + 0.0; // -0 is printed as 0
        if (memcmp(&got, &expected, sizeof got) != 0) {
            fail_msg("row %zu, column %zu: %.17g, the library says %.17g", i / columns, i % columns,
                     got, numbers[i]);
        }
        p = end + 1;
    }
    assert_string_equal(p, "");
}

// ------------------------------------------------------------------------------------- curves

static const char curves_header[] =
    "draft,volume,cx,cy,cz,waterplane_area,wx,wy,wz,wetted_area,bm_transverse,bm_longitudinal\n";

TEST(curves) {
    enum {
        most = 19
    };
    struct buoy_mesh *mesh = make_mesh("builtin:wigley:1300");
    const struct {
        double up[3];
        size_t count;
        struct child child;
    } calls[] = {
        {{0, 0, 1}, 19, {.arguments = {"curves", "--mesh", "builtin:wigley:1300"}}},
        {{-0.25, 0, 2e10},
         3,
         {.arguments = {"curves", "--mesh", "builtin:wigley:1300", "--count", "3", "--up",
                        "-.25,0,2e10", "--out", scratch_path("curves")}}},
    };
    for (size_t k = 0; k < 2; ++k) {
        struct buoy_form rows[most];
        double numbers[most][12];
        assert_int_equal(buoy_curves_of_form(mesh, calls[k].up, NULL, calls[k].count, rows, NULL),
                         BUOY_OK);
        for (size_t i = 0; i < calls[k].count; ++i) {
            const struct buoy_hydrostatics *at = &rows[i].at;
            const double row[12] = {rows[i].draft,
                                    at->volume,
                                    at->centre[0],
                                    at->centre[1],
                                    at->centre[2],
                                    at->waterplane_area,
                                    at->waterplane_centroid[0],
                                    at->waterplane_centroid[1],
                                    at->waterplane_centroid[2],
                                    at->wetted_area,
                                    rows[i].bm_transverse,
                                    rows[i].bm_longitudinal};
            memcpy(numbers[i], row, sizeof row);
        }
        struct outcome outcome = child_run(&calls[k].child);
        expect_rows(&outcome, curves_header, numbers[0], calls[k].count, 12);
    }
    static const char *const figures[] = {"curves/volume.svg", "curves/areas.svg",
                                          "curves/radii.svg"};
    for (size_t i = 0; i < 3; ++i) {
        char *figure = read_file(scratch_path(figures[i]));
        assert_non_null(figure);
        assert_non_null(strstr(figure, ">draft</text>"));
    }
}

// ----------------------------------------------------------------------------------------- gz

static const char gz_header[] = "heel_degrees,gz,trim_degrees,d,nx,ny,nz\n";

TEST(gz) {
    enum {
        most = 40
    };
    struct buoy_mesh *mesh = make_mesh("builtin:wigley:1300");
    const struct buoy_mesh_info info = mesh_info(mesh);
    static const struct {
        double from, by;
        size_t count;
        bool fixed;
        struct child child;
    } calls[] = {
        {0,
         5,
         19,
         false,
         {.arguments = {"gz", "--mesh", "builtin:wigley:1300", "--density", "500", "--com",
                        "0.25,0,-0.25"}}},
        {-1,
         0.1, // whose sum misses 1 by a rounding
         21,
         true,
         {.arguments = {"gz", "--mesh=builtin:wigley:1300", "--density=500", "--com=.25,0,-.25",
                        "--from", "-1", "--to", "1", "--by", "0.1", "--fixed-trim",
                        "--water-density=1000", "--up=0,0,2", "--axis=1,0,1"}}},
        {10,
         5,
         1,
         false,
         {.arguments = {"gz", "--mesh=builtin:wigley:1300", "--mass=820", "--com=.25,0,-.25",
                        "--from=10", "--to=14.9"}}},
    };
    for (size_t k = 0; k < sizeof calls / sizeof *calls; ++k) {
        double mass = 500.0 * info.volume, angles[most];
        mass = k == 2 ? 820.0 : mass;
        const struct buoy_floating body = {
            mesh, mass / (k == 1 ? 1000.0 : 1025.0), {0.25, 0.0, -0.25}};
        struct buoy_heeling heeling = buoy_heeling_default();
        heeling.fixed_trim = calls[k].fixed;
        struct buoy_righting_arm arms[most];
        for (size_t i = 0; i < calls[k].count; ++i) {
            angles[i] = calls[k].from + (double)i * calls[k].by;
        }
        assert_int_equal(buoy_righting_arms(&body, &heeling, angles, calls[k].count, arms, NULL),
                         BUOY_OK);
        struct outcome outcome = child_run(&calls[k].child);
        expect_rows(&outcome, gz_header, &arms[0].heel_degrees, calls[k].count, 7);
    }
}

// -------------------------------------------------------------------------------- equilibrium

static const char equilibrium_header[] =
    "nx,ny,nz,d,volume,cx,cy,cz,gm_min,gm_max,stable,energy,family,draft,heel_degrees,"
    "trim_degrees\n";

// Takes the last three of 16 columns off, whose formulas the program has and which lead back to n
// and d: n = (s sin heel + k cos heel) cos trim - e sin trim, and the water stands `draft` above
// the lowest vertex.
static void take_attitudes(struct outcome *outcome, const struct body *body, const double k[3],
                           const double e[3]) {
    const double s[3] = {k[1] * e[2] - k[2] * e[1], k[2] * e[0] - k[0] * e[2],
                         k[0] * e[1] - k[1] * e[0]};
    char *to = strchr(outcome->output, '\n') + 1;
    for (char *line = to; *line != '\0';) {
        double v[16];
        char *at = line, *kept = NULL;
        for (int i = 0; i < 16; ++i) {
            v[i] = strtod(at, &at);
            kept = i == 12 ? at : kept;
            ++at;
        }
        const double heel = v[14] / 57.295779513082321, trim = v[15] / 57.295779513082321;
        double keel = DBL_MAX;
        for (int i = 0; i < 3; ++i) {
            const double n = (s[i] * sin(heel) + k[i] * cos(heel)) * cos(trim) - e[i] * sin(trim);
            assert_true(fabs(n - v[i]) <= 1e-12);
        }
        for (size_t j = 0; j < body->vertex_count; ++j) {
            const float *p = body->positions + 3 * j;
            keel = fmin(keel, v[0] * (double)p[0] + v[1] * (double)p[1] + v[2] * (double)p[2]);
        }
        assert_true(fabs(v[13] - (v[3] - keel)) <= 1e-13 && v[14] > -180.0 && v[14] <= 180.0);
        memmove(to, line, (size_t)(kept - line));
        to += kept - line;
        *to++ = '\n';
        line = at;
    }
    *to = '\0';
}

TEST(equilibrium) {
    enum {
        most = 64
    };
    struct buoy_mesh *mesh = make_mesh("builtin:catamaran:300");
    struct body catamaran = body_builtin("builtin:catamaran:300");
    const struct buoy_mesh_info info = mesh_info(mesh);
    static const struct {
        bool all, given;
        uint64_t seed;
        struct child child;
    } calls[] = {
        {false,
         false,
         0,
         {.arguments = {"equilibrium", "--mesh=builtin:catamaran:300", "--density=400"}}},
        {true,
         true,
         7,
         {.arguments = {"equilibrium", "--mesh=builtin:catamaran:300", "--mass", "300", "--all",
                        "--com", "0.125,0,.25", "--seed=7", "--water-density=1000", "--up=2,0,0",
                        "--axis=-3,1,0"}}},
    };
    for (size_t k = 0; k < 2; ++k) {
        struct buoy_floating body = {mesh,
                                     400.0 * info.volume / 1025.0,
                                     {info.centroid[0], info.centroid[1], info.centroid[2]}};
        if (calls[k].given) {
            body = (struct buoy_floating){mesh, 0.3, {0.125, 0.0, 0.25}};
        }
        const struct buoy_equilibria_options options = {calls[k].all, calls[k].seed};
        struct buoy_attitude found[most];
        double numbers[most][13];
        size_t count;
        assert_int_equal(buoy_equilibria(&body, &options, found, most, &count, NULL), BUOY_OK);
        for (size_t i = 0; i < count; ++i) {
            const struct buoy_attitude *a = &found[i];
            const double row[13] = {a->up[0],     a->up[1],     a->up[2],     a->d,      a->volume,
                                    a->centre[0], a->centre[1], a->centre[2], a->gm_min, a->gm_max,
                                    a->stable,    a->energy,    a->family};
            memcpy(numbers[i], row, sizeof row);
        }
        struct outcome outcome = child_run(&calls[k].child);
        const double z[3] = {0, 0, 1}, x[3] = {1, 0, 0}, y[3] = {0, 1, 0};
        take_attitudes(&outcome, &catamaran, k == 0 ? z : x, k == 0 ? x : y);
        expect_rows(&outcome, equilibrium_header, numbers[0], count, 13);
    }
}
