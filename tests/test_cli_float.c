// `buoybench float`: columns and rows, and cases by hand.
#include <jansson.h>

#include "child.h"
#include "test.h"

#define HEADER "time,x,y,z,qx,qy,qz,qw,vx,vy,vz,wx,wy,wz,volume,fx,fy,fz,tx,ty,tz,energy\n"
#define COLUMNS 22

// Columns.
enum {
    TIME,
    X,
    Y,
    Z,
    QX,
    QW = 7,
    VX,
    VZ = 10,
    WZ = 13,
    VOLUME = 14,
    FX = 15,
    FZ = 17,
    TZ = 20,
    ENERGY = 21
};

struct rows {
    double (*at)[COLUMNS];
    size_t count;
};

// A run's output and, by columns, its rows. `first` columns come before those of the contract.
static struct rows parse(const char *output, const char *header, int first) {
    struct rows rows = {malloc((strlen(output) / 40 + 1) * sizeof *rows.at), 0};
    assert_non_null(rows.at);
    assert_memory_equal(output, header, strlen(header));
    for (const char *at = output + strlen(header); *at != '\0'; ++rows.count) {
        for (int i = -first; i < COLUMNS; ++i) {
            char *end;
            const double number = strtod(at, &end);
            assert_true(end > at && *end == (i + 1 < COLUMNS ? ',' : '\n'));
            if (i >= 0) {
                rows.at[rows.count][i] = number;
            }
            at = end + 1;
        }
    }
    return rows;
}

static struct rows run(const struct child *child) {
    struct outcome outcome = child_run(child);
    expect_success(&outcome);
    const struct rows rows = parse(outcome.output, HEADER, 0);
    return rows;
}

// ----------------------------------------------------------------------------------- table

// The first row is the beginning, then comes every N-th step, with the same bits whatever N.
TEST(every) {
    struct child child = {.arguments = {"float", "--shape=cylinder,.5,.75", "--rotation=.6,0,0,.8",
                                        "--spin=0,0,1", "--drag=1,1,.5", "--seconds=0.21",
                                        "--step=0.01"}};
    const struct rows all = run(&child);
    assert_int_equal(all.count, 22);
    child.arguments[7] = "--every=4";
    const struct rows some = run(&child);
    assert_int_equal(some.count, 6); // the 21st step is not a fourth one
    for (size_t i = 0; i < some.count; ++i) {
        assert_memory_equal(some.at[i], all.at[4 * i], sizeof all.at[0]);
        expect_within("time", some.at[i][TIME], 0.04 * (double)i, 1e-12);
    }
    assert_true(all.at[0][TIME] == 0.0 && all.at[21][QX] != all.at[0][QX]);
    free(all.at);
    free(some.at);
}

TEST(json) {
    struct child child = {.arguments = {"float", "--shape=box,1,.5,.25", "--seconds=.1",
                                        "--every=8", "--format=json"}};
    struct outcome outcome = child_succeed(&child);
    json_t *rows = json_loads(outcome.output, 0, NULL);
    child.arguments[4] = NULL;
    const struct rows expected = run(&child);
    assert_int_equal(json_array_size(rows), expected.count);
    for (size_t i = 0; i < expected.count; ++i) {
        const json_t *row = json_array_get(rows, i);
        assert_int_equal(json_object_size(row), COLUMNS);
        const double got = json_number_value(json_object_get(row, "energy"));
        assert_true(got == expected.at[i][ENERGY] && got != 0.0);
        assert_true(json_number_value(json_object_get(row, "z")) == expected.at[i][Z]);
    }
    json_decref(rows);
    free(expected.at);
}

#define TWO                                                                                        \
    "{\"models\":{\"m\":{\"parts\":[{\"shape\":\"sphere\",\"size\":[1]}]}},\n"                     \
    "\"bodies\":[{\"position\":[0,0,5]},{\"position\":[9,0,-5]}],\n"                               \
    "\"motion\":{\"seconds\":0.25,\"step\":0.125,\"every\":1}}"

// With several bodies a column comes first; options have the last word.
TEST(several) {
    const char *path = scratch_write_text("two.json", TWO);
    struct child child = {.arguments = {"float", "--scene", path, "--by=plane"}};
    struct outcome outcome = child_succeed(&child);
    const struct rows rows = parse(outcome.output, "body," HEADER, 1);
    assert_int_equal(rows.count, 6);
    assert_non_null(strstr(outcome.output, "\n0,0.125,"));
    assert_non_null(strstr(outcome.output, "\n1,0.25,"));
    assert_true(rows.at[2][VZ] < 0.0 && rows.at[3][VZ] > 0.0); // one falls, the other rises
    free(rows.at);
    child.arguments[4] = "--seconds=1";
    child.arguments[5] = "--every=4";
    outcome = child_run(&child);
    const struct rows fewer = parse(outcome.output, "body," HEADER, 1);
    assert_int_equal(fewer.count, 6);
    expect_within("time", fewer.at[5][TIME], 1.0, 0.0);
    free(fewer.at);
}

// A scene that asks for implicit steps is moved by them, as by the option.
TEST(implicit) {
    static const char format[] =
        "{\"models\":{\"m\":{\"parts\":[{\"shape\":\"box\",\"size\":[1,1,1]}]}},"
        "\"bodies\":[{\"position\":[0,0,0.5]}],\"motion\":{\"seconds\":1,\"every\":60,"
        "\"implicit\":%s}}";
    struct outcome outcomes[3];
    for (int i = 0; i < 3; ++i) { // by Verlet's method, by the scene, by the option
        char scene[300];
        snprintf(scene, sizeof scene, format, i == 1 ? "true" : "false");
        outcomes[i] =
            child_succeed(CHILD("float", "--scene", scratch_write_text("implicit.json", scene),
                                i == 2 ? "--implicit" : NULL));
    }
    assert_string_equal(outcomes[1].output, outcomes[2].output);
    assert_true(strcmp(outcomes[0].output, outcomes[1].output) != 0);
}

// --------------------------------------------------------------------------------- physics

// The torque in a row is what takes a ball's spin away: 2/5 m r² × the change of its spin.
TEST(torque) {
    const struct rows rows =
        run(CHILD("float", "--shape=sphere,.5", "--position=0,0,-5", "--spin=0,0,2", "--drag=0,3,0",
                  "--step=1e-4", "--seconds=1e-4"));
    const double inertia = 0.4 * 500.0 * 4.0 / 3.0 * 3.14159265358979 * 0.125 * 0.25;
    const double change = (rows.at[1][WZ] - rows.at[0][WZ]) / 1e-4;
    assert_true(rows.at[0][TZ] < -100.0);
    expect_within("torque", inertia * change / rows.at[0][TZ], 1.0, 2e-3);
    free(rows.at);
}

// By pressure and by plane the same in still water, but for the polyhedron that stands for a shape.
TEST(by_pressure) {
    struct child child = {.arguments = {"float", "--shape=ellipsoid,1,.5,.5", "--seconds=.5",
                                        "--rotation=0,.6,0,.8", "--every=60"}};
    const struct rows plane = run(&child);
    child.arguments[5] = "--by=pressure";
    const struct rows pressure = run(&child);
    for (size_t i = 0; i < plane.count; ++i) {
        expect_within("z", pressure.at[i][Z], plane.at[i][Z], 0.01);
        expect_within("volume", pressure.at[i][VOLUME], plane.at[i][VOLUME], 0.02);
        assert_true(plane.at[i][FZ] > 0.0);
        expect_within("fz", pressure.at[i][FZ] / plane.at[i][FZ], 1.0, 0.02);
    }
    free(plane.at);
    free(pressure.at);
}

// A box of 12 triangles is too coarse for waves of twice its length, which is said; with the
// tolerance named its forces are good to half a per cent of ρ g V, and nothing is said.
TEST(tolerance) {
    const char *water = scratch_write_text(
        "short.json", "{\"kind\":\"waves\",\"waves\":[{\"amplitude\":0.1,\"wavelength\":2,\n"
                      "\"direction\":0.3,\"phase\":0}]}");
    struct child child = {.arguments = {"float", "--mesh=builtin:box", "--by=pressure", "--water",
                                        water, "--seconds=1", "--every=24"}};
    char tolerance[80];
    struct outcome outcome = child_run(&child);
    const char *at = strstr(outcome.error, "forces by pressure are up to ");
    assert_int_equal(outcome.exit_code, 0);
    assert_non_null(at);
    assert_true(strtod(at + 29, NULL) > 1.0 && strtod(at + 29, NULL) < 20.0);
    at = strstr(at, "; use --tolerance ");
    assert_non_null(at);
    snprintf(tolerance, sizeof tolerance, "--tolerance=%.*s", (int)strcspn(at + 18, "\n"), at + 18);
    const struct rows whole = parse(outcome.output, HEADER, 0);
    child.arguments[7] = tolerance;
    const struct rows named = run(&child);
    child.arguments[7] = "--tolerance=1e-4";
    const struct rows fine = run(&child);
    const double most = 1025.0 * 9.81;
    double off[2] = {0.0, 0.0};
    for (int k = FX; k <= FZ; ++k) { // all three begin alike
        off[0] = fmax(off[0], fabs(whole.at[0][k] - fine.at[0][k]) / most);
        off[1] = fmax(off[1], fabs(named.at[0][k] - fine.at[0][k]) / most);
    }
    print_message("off by %.2g, and with %s %.2g\n", off[0], tolerance, off[1]);
    assert_true(off[0] > 0.01 && off[1] < 0.005);
    free(whole.at);
    free(named.at);
    free(fine.at);
}

// Of several bodies, the smallest says how fine triangles must be: a tenth of its volume over its
// area, which is a sixth of its length.
TEST(tolerance_of_several) {
    static const char format[] =
        "{\"water\":{\"kind\":\"waves\",\"waves\":[{\"amplitude\":0.2,\"wavelength\":4,"
        "\"direction\":0.3,\"phase\":0}]},\"models\":{"
        "\"a\":{\"parts\":[{\"mesh\":\"%s\"}]},\"b\":{\"parts\":[{\"mesh\":\"%s\"}]}},"
        "\"bodies\":[{\"model\":\"a\"},{\"model\":\"b\",\"position\":[20,0,0]}],"
        "\"motion\":{\"seconds\":0.01,\"by\":\"pressure\"}}";
    const char *names[2] = {scratch_path("small.obj"), scratch_path("large.obj")};
    for (int i = 0; i < 2; ++i) {
        char obj[1000];
        size_t length = 0;
        for (int v = 0; v < 8; ++v) {
            const double half = i == 0 ? 0.9 : 1.5;
            length +=
                (size_t)snprintf(obj + length, sizeof obj - length, "v %g %g %g\n",
                                 v & 1 ? half : -half, v & 2 ? half : -half, v & 4 ? half : -half);
        }
        snprintf(obj + length, sizeof obj - length,
                 "f 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6\n");
        names[i] = scratch_write_text(i == 0 ? "small.obj" : "large.obj", obj);
    }
    for (int i = 0; i < 2; ++i) {
        char scene[2000];
        snprintf(scene, sizeof scene, format, names[i], names[1 - i]);
        struct outcome outcome =
            child_run(CHILD("float", "--scene", scratch_write_text("two.json", scene)));
        const char *at = strstr(outcome.error, "; use --tolerance ");
        assert_non_null(at);
        expect_within("tolerance", strtod(at + 18, NULL), 0.1 * 1.8 / 6.0, 1e-9);
    }
}

// In waves, whose energy nobody knows, a step is too long from dt ω = ½ on, which is said; the step
// named is shorter, and nothing is said of it.
TEST(stiff_in_waves) {
    const char *water = scratch_write_text(
        "long.json", "{\"kind\":\"waves\",\"waves\":[{\"amplitude\":0.1,\"wavelength\":20,"
                     "\"direction\":0.3,\"phase\":0}]}");
    struct child child = {.arguments = {"float", "--shape=box,.5,.5,.5", "--mass=50", "--water",
                                        water, "--seconds=1", "--every=20", "--step=.05"}};
    char step[80];
    struct outcome outcome = child_run(&child);
    const char *at = strstr(outcome.error, "or a --step of ");
    assert_int_equal(outcome.exit_code, 0);
    assert_non_null(at);
    snprintf(step, sizeof step, "--step=%.*s", (int)strcspn(at + 15, " "), at + 15);
    child.arguments[7] = step;
    assert_true(strtod(step + 7, NULL) < 0.05);
    free(run(&child).at);
}

// A crate that is light for its step is thrown out of still water, which is said in one line; the
// step named holds, and nothing is said of it.
TEST(growth) {
    static const char *const masses[] = {"--mass=1", "--mass=5"};
    for (int i = 0; i < 2; ++i) {
        struct child child = {.arguments = {"float", "--shape=box,.5,.5,.5", masses[i],
                                            "--position=0,0,2", "--seconds=10", "--every=100",
                                            "--step=.0166667"}};
        struct outcome outcome = child_run(&child);
        char step[80];
        assert_int_equal(outcome.exit_code, 0);
        const char *at = strstr(outcome.error, "the energy of body 0 grows by ");
        assert_non_null(at);
        assert_true(strtod(at + 30, NULL) > 10.0);
        at = strstr(at, "; use --implicit, or a --step of ");
        assert_non_null(at);
        assert_ptr_equal(strchr(outcome.error, '\n') + 1, strchr(outcome.error, '\0'));
        snprintf(step, sizeof step, "--step=%.*s", (int)strcspn(at + 33, " "), at + 33);
        child.arguments[6] = step;
        const struct rows rows = run(&child);
        for (size_t row = 0; row < rows.count; ++row) {
            assert_true(rows.at[row][ENERGY] <= 1.01 * rows.at[0][ENERGY]);
        }
        free(rows.at);
    }
}

// What floats below waves whose water moves is carried along at Stokes' speed; without their motion
// it is not. `eval body` has the same drag as the first row.
TEST(orbital) {
    static const char format[] =
        "{\"water\":{\"kind\":\"waves\",\"waves\":[{\"amplitude\":0.08,\"wavelength\":10,\n"
        "\"direction\":0,\"phase\":0}],\"decay\":true,\"orbital\":%s},\n"
        "\"models\":{\"m\":{\"parts\":[{\"shape\":\"sphere\",\"size\":[0.05]}],\"density\":1025,\n"
        "\"drag\":{\"linear\":20}}},\"bodies\":[{\"position\":[2.5,0,-1]}],\n"
        "\"motion\":{\"seconds\":126.58,\"step\":0.01,\"every\":12658}}";
    const double k = 2.0 * 3.14159265358979 / 10.0;
    const double mean = -1.0 - 0.08 * exp(-k); // below a crest it begins at its highest
    const double stokes = 0.08 * 0.08 * k * sqrt(9.81 * k) * exp(2.0 * k * mean);
    for (int moves = 0; moves < 2; ++moves) {
        char scene[700];
        snprintf(scene, sizeof scene, format, moves ? "true" : "false");
        const char *path = scratch_write_text("sea.json", scene);
        struct rows rows = run(CHILD("float", "--scene", path));
        const double speed = (rows.at[1][X] - rows.at[0][X]) / 126.58;
        print_message("drift: %.5f m/s, by Stokes %.5f\n", speed, stokes);
        assert_true(fabs(speed - (moves ? stokes : 0.0)) <= 0.03 * stokes);
        assert_true(moves ? rows.at[0][FX] > 1.0 : fabs(rows.at[0][FX]) < 1.0);
        struct outcome outcome = child_run(CHILD("eval", "body", "--scene", path));
        expect_success(&outcome);
        const double force = strtod(strchr(outcome.output, '\n') + 1, NULL);
        assert_true(fabs(force - rows.at[0][FX]) <= 1e-9 * fabs(force));
        free(rows.at);
    }
}

// Waves that begin later, by their heights themselves and on a patch that goes with the body and
// passes its first place several times over.
TEST(patch) {
    static const char format[] =
        "{\"water\":{\"type\":\"waves\",\"time\":%s,\"components\":[{\"amplitude\":0.5,\n"
        "\"wavelength\":30,\"direction_degrees\":30,\"phase\":0}]%s},\n"
        "\"models\":{\"m\":{\"parts\":[{\"shape\":\"sphere\",\"size\":[1]}],\"drag\":{\"linear\":2}"
        "}},\n"
        "\"bodies\":[{\"velocity\":[90,0,0]}],\"motion\":{\"seconds\":2,\"every\":48}}";
    static const char *const times[] = {"7", "7", "0"};
    static const char *const patches[] = {"", ",\"patch\":{\"spacing\":0.5,\"cells\":12}", ""};
    struct rows rows[3];
    for (int i = 0; i < 3; ++i) {
        char scene[700];
        snprintf(scene, sizeof scene, format, times[i], patches[i]);
        const char *path = scratch_write_text("sea.json", scene);
        rows[i] = run(CHILD("float", "--scene", path));
        assert_int_equal(rows[i].count, 11);
    }
    for (size_t i = 0; i < rows[0].count; ++i) {
        expect_within("z on a patch", rows[1].at[i][Z], rows[0].at[i][Z], 0.01);
    }
    assert_true(rows[0].at[10][X] > 40.0 && rows[0].at[10][Z] != rows[1].at[10][Z]);
    assert_true(fabs(rows[0].at[1][Z] - rows[2].at[1][Z]) > 0.01);
    for (int i = 0; i < 3; ++i) {
        free(rows[i].at);
    }
}

// A patch has the water of the moment at which forces are asked for: with long steps, too, a body
// moves on it as in the waves themselves.
TEST(patch_in_long_steps) {
    static const char format[] =
        "{\"water\":{\"kind\":\"waves\",\"waves\":[{\"amplitude\":0.5,\"wavelength\":30,"
        "\"direction\":0.5,\"phase\":0}]%s},\"models\":{\"m\":{\"parts\":["
        "{\"shape\":\"sphere\",\"size\":[1]}],\"drag\":{\"linear\":2}}},\"bodies\":[{}],"
        "\"motion\":{\"seconds\":5,\"step\":0.1}}";
    struct rows rows[2];
    for (int i = 0; i < 2; ++i) {
        char scene[700];
        snprintf(scene, sizeof scene, format, i ? ",\"patch\":{\"spacing\":0.5,\"cells\":24}" : "");
        rows[i] = run(CHILD("float", "--scene", scratch_write_text("sea.json", scene)));
    }
    double off = 0.0;
    for (size_t i = 0; i < rows[0].count; ++i) {
        off = fmax(off, fabs(rows[1].at[i][Z] - rows[0].at[i][Z]));
    }
    print_message("off by %.3g m\n", off);
    assert_true(off <= 0.005);
    free(rows[0].at);
    free(rows[1].at);
}

// What airborne bodies, capsizing and gliding in the captions rest on, in numbers.
TEST(captions) {
    const struct rows cube = run(CHILD("float", "--scene=deeter-cube"));
    size_t dry = 0;
    for (size_t i = 0; i < cube.count; ++i) {
        dry += cube.at[i][VOLUME] == 0.0;
    }
    expect_within("airborne, s", 20.0 * (double)dry / (double)cube.count, 7.8, 0.3);
    free(cube.at);
    const struct rows swell = run(CHILD("float", "--scene=deeter-swell"));
    const double k = 2.0 * 3.14159265358979 / 120.0, omega = sqrt(9.81 * k);
    for (size_t i = 0; i < swell.count; ++i) {
        const double *row = swell.at[i];
        expect_within("above the water", row[Z] + 4.0 * cos(k * row[X] - omega * row[TIME]), 0.0,
                      0.05);
        expect_within("half of its volume", row[VOLUME], 0.5, 0.05);
    }
    expect_within("way along with four waves", swell.at[swell.count - 1][X], 18.9, 0.5);
    free(swell.at);
    const struct rows plank = run(CHILD("float", "--scene=tutorial-plank", "--every=240"));
    expect_within("depth at 4 s", plank.at[4][Z], -0.6, 0.05);
    expect_within("way at 7 s", plank.at[7][X], 3.9, 0.2);
    free(plank.at);
}

// a b, as rotations one after the other: first b.
static void multiply(const double a[4], const double b[4], double c[4]) {
    for (int i = 0; i < 3; ++i) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        c[i] = a[3] * b[i] + a[i] * b[3] + a[j] * b[k] - a[k] * b[j];
    }
    c[3] = a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2];
}

static void turn(const double q[4], const double x[3], double turned[3]) {
    const double back[4] = {-q[0], -q[1], -q[2], q[3]}, vector[4] = {x[0], x[1], x[2], 0.0};
    double half[4], whole[4];
    multiply(q, vector, half);
    multiply(half, back, whole);
    memcpy(turned, whole, 3 * sizeof *turned);
}

static const char *option(const char *name, size_t count, const double *numbers) {
    static char texts[8][200];
    static size_t next;
    char *text = texts[next++ % 8];
    int length = sprintf(text, "--%s=", name);
    for (size_t i = 0; i < count; ++i) {
        length += sprintf(text + length, "%s%.17g", i > 0 ? "," : "", numbers[i]);
    }
    return text;
}

// With --up a body moves as it does without, if its first state is turned so that up is z; the rows
// keep the axes of the options. Kernels see the water turned by a rounding more, and so answer with
// other errors, of less than 1e-6 of the volume, .48 m³; the body weighs 240 kg.
TEST(up) {
    static const double ups[][3] = {{0, 0, 1},  {0, 0, -3}, {0, 2, 0},    {-1, 0, 0},
                                    {1, -2, 2}, {2, 3, -6}, {1e-9, 0, -1}};
    static const double position[3] = {0.1, 0.2, 0.3}, velocity[3] = {1, -0.5, 0.25};
    static const double spin[3] = {0.5, 1, -0.25}, rotation[4] = {0.1, -0.5, 0.7, 0.5};
    for (size_t i = 0; i < 2 * sizeof ups / sizeof *ups; ++i) {
        const double *up = ups[i / 2], length = sqrt(up[0] * up[0] + up[1] * up[1] + up[2] * up[2]);
        double q[4] = {up[1] / length, -up[0] / length, 0.0, 1.0 + up[2] / length};
        const double square = q[0] * q[0] + q[1] * q[1];
        q[3] = up[2] < 0.0 ? square / (1.0 - up[2] / length) : q[3];
        const double norm = sqrt(square + q[3] * q[3]);
        for (int k = 0; k < 4; ++k) {
            q[k] = norm > 0.0 ? q[k] / norm : k == 0 ? 1.0 : 0.0;
        }
        double turned[3][3], start[4];
        turn(q, position, turned[0]);
        turn(q, velocity, turned[1]);
        turn(q, spin, turned[2]);
        multiply(q, rotation, start);
        struct child child = {.arguments = {"float", "--shape=box,.5,.4,.3", "--com=.02,.03,.04",
                                            "--inertia=40,50,30,3,-2,1", "--drag=1,1,.5",
                                            "--seconds=.25", "--every=20",
                                            i % 2 ? "--by=pressure" : "--by=plane"}};
        const char **next = child.arguments + 8;
        next[0] = option("position", 3, turned[0]);
        next[1] = option("velocity", 3, turned[1]);
        next[2] = option("spin", 3, turned[2]);
        next[3] = option("rotation", 4, start);
        const struct rows level = run(&child);
        next[0] = option("position", 3, position);
        next[1] = option("velocity", 3, velocity);
        next[2] = option("spin", 3, spin);
        next[3] = option("rotation", 4, rotation);
        next[4] = option("up", 3, up);
        const struct rows rows = run(&child);
        assert_int_equal(rows.count, level.count);
        for (size_t row = 0; row < rows.count; ++row) {
            const double *got = rows.at[row], *expected = level.at[row];
            static const int vectors[] = {X, VX, 11, FX, 18};
            double vector[3], orientation[4], product = 0.0;
            for (size_t k = 0; k < 5; ++k) {
                turn(q, got + vectors[k], vector);
                for (int axis = 0; axis < 3; ++axis) {
                    expect_within("vector", vector[axis], expected[vectors[k] + axis],
                                  k < 3 ? 1e-5 : 1e-6 * 0.48 * 1025.0 * 9.81);
                }
            }
            multiply(q, got + QX, orientation);
            for (int k = 0; k < 4; ++k) {
                product += orientation[k] * expected[QX + k];
            }
            expect_within("orientation", fabs(product), 1.0, 1e-10);
            expect_within("volume", got[VOLUME], expected[VOLUME], 1e-6 * 0.48);
            expect_within("energy", got[ENERGY], expected[ENERGY], 0.01);
        }
        free(rows.at);
        free(level.at);
    }
}

// -------------------------------------------------------------------------------- cli float scenes

// `buoybench float` of scenes, which have the same bits on every instruction set, and the files of
// `--out`, which are whole.

static const char *const scenes[] = {"catto-bobbing", "catto-tuning",   "celis-cuboid",
                                     "deeter-cube",   "deeter-swell",   "kerner-boat",
                                     "tutorial-boat", "tutorial-plank", "tutorial-sail"};
enum {
    SCENES = sizeof scenes / sizeof scenes[0]
};

// Each runs, with the same bits in scalar code and on the best instruction set, by its name alone.
TEST(scenes) {
    for (size_t i = 0; i < SCENES; ++i) {
        struct child child = {
            .arguments = {"float", "--scene", scenes[i], "--seconds=1.5", "--every=30"}};
        struct outcome best = child_run(&child);
        child.isa = "scalar";
        struct outcome scalar = child_run(&child);
        expect_success(&best);
        expect_success(&scalar);
        assert_string_equal(scalar.output, best.output);
        assert_true(strlen(best.output) > 12 * 100);
    }
}

TEST(list) {
    struct outcome outcome = child_succeed(CHILD("float", "--scenes"));
    for (size_t i = 0; i < SCENES; ++i) {
        char line[64];
        snprintf(line, sizeof line, "%s: ", scenes[i]);
        const char *entry = strstr(outcome.output, line);
        assert_non_null(entry);
        assert_non_null(strstr(entry, "Look at"));
    }
    for (const char *line = outcome.output; line; line = strchr(line + 1, '\n')) {
        assert_true(strcspn(line + 1, "\n") <= 100);
    }
}

// ----------------------------------------------------------------------------------- files

// The rows as they are printed without files, a summary of them, the page that plays them, and by
// Node.js its figures: nothing of an earlier run.
TEST(files) {
    char folder[512], *text;
    snprintf(folder, sizeof folder, "%s", scratch_path("film"));
    scratch_write_text("of-the-folder", "");
    struct child child = {.arguments = {"float", "--scene=kerner-boat", "--seconds=.5", "--every=6",
                                        "--out", folder}};
    struct outcome first = child_run(&child);
    assert_int_equal(first.exit_code, 0);
    scratch_write_text("film/frame-11.svg", "old");
    scratch_write_text("film/animation.svg", "of an earlier version");
    child.arguments[3] = "--every=20";
    struct outcome outcome = child_run(&child);
    assert_int_equal(outcome.exit_code, 0);
    assert_non_null(strstr(outcome.error, "index.html and series.csv"));
    assert_int_equal(strncmp(outcome.output, "seconds,height_first,", 21), 0);
    child.arguments[4] = NULL;
    text = read_file(scratch_path("film/series.csv"));
    assert_string_equal(text, child_succeed(&child).output);
    assert_null(read_file(scratch_path("film/frame-11.svg")));
    assert_null(read_file(scratch_path("film/animation.svg")));
    text = read_file(scratch_path("film/index.html"));
    assert_non_null(strstr(text, "series.csv.</pre></noscript>"));
    char *page = child_page(folder);
    assert_non_null(strstr(page, "<canvas"));
    assert_non_null(strstr(page, ">time, s</text>"));
    assert_non_null(strstr(page, ">pitch (y)</text>"));
    // Seven moments, as pictures: both views, the surface as a line, waterlines and a scale.
    text = read_file(scratch_path("film/frame-06.svg"));
    assert_non_null(text);
    assert_null(read_file(scratch_path("film/frame-07.svg")));
    static const char *const parts[] = {"Look at", "<svg x=\"446\"", "stroke=\"#1d5f92\"",
                                        "stroke=\"#0b3d66\"", " m</text>"};
    for (size_t i = 0; i < COUNT_OF(parts); ++i) {
        assert_non_null(strstr(text, parts[i]));
    }
    assert_null(strstr(text, "NaN"));
}
