// The hydrostatic table against closed forms, KN, the weight's stiffness, and a thousand hulls in
// one process.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "number_table.h"
#include "test.h"

#define TABLE(origin)                                                                              \
    "draft,displacement,kb,lcb_from_" origin ",tcb,bm_transverse,bm_longitudinal,km_transverse,"   \
    "km_longitudinal,lcf_from_" origin ",waterplane_area,wetted_area,tpc,mtc,lwl,bwl,cb,cp,cm,"    \
    "cw\n"
enum {
    COLUMNS = 20
};
#define CURVES                                                                                     \
    "draft,volume,cx,cy,cz,waterplane_area,wx,wy,wz,wetted_area,bm_transverse,bm_longitudinal\n"

static void expect_row(const double *got, const double *expected, double most) {
    for (int i = 0; i < COLUMNS; ++i) {
        FAIL_IF(!(fabs(got[i] - expected[i]) <= most * fmax(1.0, fabs(expected[i]))),
                "column %d: %.17g, expected %.17g", i, got[i], expected[i]);
    }
}

// A barge that lies along y: 20 m long, 6 m wide, 4 m deep, off every axis of its file.
#define L 20.0
#define B 6.0
#define OFF_X 3.0
#define OFF_Y -7.0
#define OFF_Z 1.5
static const char *write_barge(const char *name) {
    char text[1000];
    int used = 0;
    for (int i = 0; i < 8; ++i) {
        used += snprintf(text + used, sizeof text - (size_t)used, "v %g %g %g\n",
                         OFF_X + B * (i & 1), OFF_Y + L * (i >> 1 & 1), OFF_Z + 4.0 * (i >> 2));
    }
    snprintf(text + used, sizeof text - (size_t)used,
             "f 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6\n");
    return scratch_write_text(name, text);
}

// Trimmed by τ, a barge has another draft at its middle than at the perpendiculars', which the
// table gives, and its waterplane is longer.
TEST(barge) {
    const char *path = write_barge("barge.obj");
    static const struct {
        const char *trim, *origin, *perpendiculars;
        double tangent, low, high; // the perpendiculars along y
    } cases[] = {
        {"0", "amidships", NULL, 0.0, OFF_Y, OFF_Y + L},
        {"0", "aft", NULL, 0.0, OFF_Y, OFF_Y + L},
        {"2", "amidships", NULL, 0.034920769491747730, OFF_Y, OFF_Y + L},
        {"-3", "aft", NULL, -0.052407779283041196, OFF_Y, OFF_Y + L},
        {"2", "aft", "--perpendiculars=-5,9", 0.034920769491747730, -5.0, 9.0},
        {"-3", "amidships", "--perpendiculars=-8,13", -0.052407779283041196, -8.0, 13.0},
    };
    for (size_t i = 0; i < COUNT_OF(cases); ++i) {
        size_t rows;
        const bool aft = strcmp(cases[i].origin, "aft") == 0;
        const struct child child = {
            .arguments = {"curves", "--mesh", path, "--table", "--drafts=1.5,2", "--axis=0,1,0",
                          "--density=1000", "--trim", cases[i].trim, "--origin", cases[i].origin,
                          cases[i].perpendiculars}};
        double *table = table_of(&child, aft ? TABLE("aft") : TABLE("amidships"), &rows);
        assert_int_equal(rows, 2);
        const double amidships = 0.5 * (cases[i].low + cases[i].high);
        const double middle = OFF_Y + 0.5 * L - (aft ? cases[i].low : amidships);
        for (int k = 0; k < 2; ++k) {
            const double draft = 1.5 + 0.5 * k, tangent = cases[i].tangent;
            const double t = draft + (OFF_Y + 0.5 * L - amidships) * tangent; // in the middle
            const double secant = sqrt(1.0 + tangent * tangent), area = L * B * secant;
            const double kb = 0.5 * t + L * L * tangent * tangent / (24.0 * t);
            const double transverse = B * B * B * L * secant / 12.0;
            const double longitudinal = B * L * L * L * secant * secant * secant / 12.0;
            const double bm[2] = {transverse / (L * B * t), longitudinal / (L * B * t)};
            const double expected[COLUMNS] = {
                draft,
                L * B * t,
                kb,
                middle + L * L * tangent / (12.0 * t),
                0.0,
                bm[0],
                bm[1],
                kb + bm[0] / secant,
                kb + bm[1] / secant,
                middle,
                area,
                L * B + 2.0 * t * (L + B), // the bottom is not aslant to the ship
                area / 100.0,
                longitudinal / (100.0 * (cases[i].high - cases[i].low)),
                L,
                B,
                t / draft,
                t / draft,
                1.0,
                secant,
            };
            expect_row(table + COLUMNS * k, expected, 1e-9);
        }
        free(table);
    }
}

// Both sides of the hull below, by Simpson's rule, from u parts of its depth on.
static double wigley_wetted(double from) {
    enum {
        steps = 200
    };
    double sum = 0.0;
    for (int i = 0; i <= steps; ++i) {
        for (int k = 0; k <= steps; ++k) {
            const double weights = (i % steps == 0 ? 1.0
                                    : i % 2        ? 4.0
                                                   : 2.0) *
                                   (k % steps == 0 ? 1.0
                                    : k % 2        ? 4.0
                                                   : 2.0);
            const double x = (double)i / steps, u = from + (1.0 - from) * k / steps; // a half of it
            const double along = -0.2 * x * (1.0 - u * u), down = -(1.0 - x * x) * u / 0.625;
            sum += weights * sqrt(1.0 + along * along + down * down);
        }
    }
    return 4.0 * sum / (9.0 * steps * steps) * 5.0 * 0.625 * (1.0 - from);
}

// y = ½ (1 − 4 x²/L²) (1 − z²/T²), 10 × 1 × 0.625, in n × 6 n cells: n (36 n − 2) triangles. Chords
// lie within the hull by the square of their length: n = 40 and 80 extrapolate to it.
TEST(wigley) {
    static const char *const meshes[] = {"builtin:wigley:57520", "builtin:wigley:230240"};
    static const char *const drafts[] = {"--drafts=.625", "--drafts=.3125"};
    for (int k = 0; k < 2; ++k) {
        double found[2][COLUMNS];
        for (int i = 0; i < 2; ++i) {
            size_t rows;
            const struct child child = {
                .arguments = {"curves", "--mesh", meshes[i], "--table", drafts[k]}};
            double *table = table_of(&child, TABLE("amidships"), &rows);
            assert_int_equal(rows, 1);
            memcpy(found[i], table, sizeof found[i]);
            free(table);
        }
        // With u from the deck down in parts of T: ∫ (1 − u²) du and ∫ (1 − u²) (1 − u) du.
        const double u = k == 0 ? 0.0 : 0.5, t = 0.625 * (1.0 - u), b = 1.0 - u * u;
        const double whole = 2.0 / 3.0 - (u - u * u * u / 3.0);
        const double first = 0.25 - (u * u / 2.0 - u * u * u * u / 4.0); // ∫ u (1 − u²)
        const double volume = 10.0 * 2.0 / 3.0 * 0.625 * whole, area = 10.0 * b * 2.0 / 3.0;
        const double kb = 0.625 * (1.0 - first / whole);
        const double transverse = 10.0 * b * b * b / 12.0 * (16.0 / 35.0);
        const double longitudinal = 1000.0 * b / 30.0, section = 0.625 * whole;
        const double bm[2] = {transverse / volume, longitudinal / volume};
        double got[COLUMNS];
        for (int i = 0; i < COLUMNS; ++i) {
            got[i] = found[1][i] + (found[1][i] - found[0][i]) / 3.0;
        }
        const double expected[COLUMNS] = {t,
                                          1.025 * volume,
                                          kb,
                                          0.0,
                                          0.0,
                                          bm[0],
                                          bm[1],
                                          kb + bm[0],
                                          kb + bm[1],
                                          0.0,
                                          area,
                                          wigley_wetted(u),
                                          1.025 * area / 100.0,
                                          1.025 * longitudinal / 1000.0,
                                          10.0,
                                          b,
                                          volume / (10.0 * b * t),
                                          2.0 / 3.0,
                                          section / (b * t),
                                          2.0 / 3.0};
        expect_row(got, expected, 1e-6);
    }
}

// What is not there is nan, and what a table alone has is refused without one.
TEST(edges_of_tables) {
    size_t rows;
    const struct child child = {
        .arguments = {"curves", "--mesh=builtin:box", "--table", "--drafts=-1,3"}};
    double *table = table_of(&child, TABLE("amidships"), &rows);
    assert_int_equal(rows, 2);
    assert_true(table[1] == 0.0 && isnan(table[2]) && isnan(table[14]));
    assert_true(fabs(table[COLUMNS + 1] - 1.025) < 1e-12 && isnan(table[COLUMNS + 16]));
    assert_true(isnan(table[COLUMNS + 9])); // a drowned hull has no waterplane
    assert_true(table[COLUMNS + 14] == 0.0 && fabs(table[COLUMNS + 2] - 0.5) < 1e-12);
    free(table);
    static const struct {
        const char *option, *more, *cause;
    } refused[] = {
        {"--trim=1", NULL, "--trim is for --table"},
        {"--origin=aft", NULL, "--origin is for --table"},
        {"--table", "--axis=0,0,1", "--up and --axis are parallel"},
        {"--table", "--perpendiculars=1,1", "the aft one, 1, is not below the forward one"},
        {"--drafts=1", "--count=2", "give one of --count and --drafts"},
        {"--drafts=1,", NULL, "--drafts"},
        {"--mesh=builtin:barrel", "--out=x", "curves: --out is for one mesh"},
    };
    for (size_t i = 0; i < sizeof refused / sizeof *refused; ++i) {
        expect_refusal(CHILD("curves", "--mesh=builtin:box", refused[i].option, refused[i].more),
                       refused[i].cause);
    }
}

// For people: units, six digits, and no rounding errors in place of 0.
TEST(printed) {
    char *text =
        child_succeed(CHILD("curves", "--mesh=builtin:wigley:1300", "--table", "--format=table"))
            .output;
    assert_non_null(strstr(text, " t/cm"));
    assert_non_null(strstr(text, "lcb_from_amidships"));
    assert_null(strstr(text, "e-"));
    const size_t width = strcspn(text, "\n");
    for (const char *line = text; *line; line += strcspn(line, "\n") + 1) {
        size_t columns = 0;
        for (size_t i = 0; i < strcspn(line, "\n"); ++i) {
            columns += ((unsigned char)line[i] & 0xC0) != 0x80; // of UTF-8
        }
        assert_int_equal(columns, width);
    }
}

// What is small is 0 only among larger numbers of its unit: a hull in millimetres has drafts,
// though its volume is 1e13 times as large.
TEST(printed_small) {
    char *text = child_succeed(CHILD("curves", "--mesh=builtin:wigley:300", "--scale=1e7",
                                     "--count=1", "--up=0,0,1", "--format=table"))
                     .output;
    double row[12];
    const char *at = strchr(text, '\n');
    for (int i = 0; i < 12; ++i) {
        char *end;
        row[i] = strtod(at, &end);
        at = end;
    }
    assert_true(fabs(row[0] / 3.125e6 - 1.0) < 1e-5 && row[1] > 1e20);
    assert_true(fabs(row[4]) > 1e6 && fabs(row[10]) > 1e4);
    assert_true(row[2] == 0.0 && row[3] == 0.0 && row[6] == 0.0 && row[7] == 0.0);
}

// Where standard output is a terminal, commands print the same table.
TEST(on_terminals) {
    static const char *const commands[][7] = {
        {"curves", "--mesh=builtin:wigley:1300", "--count=2"},
        {"gz", "--mesh=builtin:box", "--density=500", "--com=0,0,0", "--by=45"},
        {"equilibrium", "--mesh=builtin:box", "--density=500", "--mesh=builtin:barrel"},
        {"float", "--mesh=builtin:box", "--seconds=1", "--every=240"},
    };
    for (size_t i = 0; i < COUNT_OF(commands); ++i) {
        struct child child = {.output = CHILD_TO_TERMINAL};
        memcpy(child.arguments, commands[i], sizeof commands[i]);
        const struct outcome shown = child_run(&child);
        assert_int_equal(shown.exit_code, 0);
        child.output = CHILD_CAPTURED;
        assert_non_null(strchr(child_run(&child).output, ','));
        size_t count = 0;
        while (child.arguments[count]) {
            ++count;
        }
        child.arguments[count] = "--format=table";
        assert_string_equal(shown.output, child_run(&child).output);
    }
}

// A thousand hulls: boxes of all sizes, built-in ones among them.
enum {
    HULLS = 1000
};
static char hulls[HULLS][300];

// A list of all, with such as cannot be answered among them.
static const char *list_hulls(const char *name, const char *const refused[3]) {
    struct text_list {
        char text[HULLS * 300];
    } *list = test_keep(malloc(sizeof *list), free);
    size_t used = 0;
    for (int i = 0; i < HULLS; ++i) {
        const char *before = refused && i % 499 == 0 ? refused[i / 499] : "";
        used += (size_t)snprintf(list->text + used, sizeof list->text - used, "%s%s%s\r\n", before,
                                 *before ? "\n\n" : "", hulls[i]);
    }
    return scratch_write_text(name, list->text);
}

// Rows of a thousand are those of one each, after the name; what one says on stderr comes with it.
static void expect_same(const char *command, const char *const more[3]) {
    struct child child = {
        .arguments = {command, "--meshes", list_hulls("all.txt", NULL), more[0], more[1], more[2]}};
    const struct outcome all = child_run(&child);
    assert_in_range(all.exit_code, 0, 1); // some arms are unknown
    const char *at = strchr(all.output, '\n') + 1;
    const int stride = in_a_hurry(97, 1);
    for (int i = 0; i < HULLS; ++i) {
        const size_t name = strlen(hulls[i]);
        const char *rows = at;
        for (; strncmp(at, hulls[i], name) == 0 && at[name] == ','; at = strchr(at, '\n') + 1) {
        }
        assert_true(at > rows);
        if (i % stride != 0) {
            continue;
        }
        const struct outcome one =
            child_run(CHILD(command, "--mesh", hulls[i], more[0], more[1], more[2]));
        assert_in_range(one.exit_code, 0, all.exit_code);
        if (one.error[0] != '\0') { // "buoybench: COMMAND: ", then the name where there are several
            char note[2000];
            snprintf(note, sizeof note, "buoybench: %s: %.299s: %.1500s", command, hulls[i],
                     one.error + strlen("buoybench: : ") + strlen(command));
            assert_non_null(strstr(all.error, note));
        }
        const char *line = one.output;
        const size_t header = strcspn(line, "\n") + 1;
        assert_memory_equal(all.output, "mesh,", 5);
        assert_memory_equal(all.output + 5, line, header);
        for (line += header; *line; line += strcspn(line, "\n") + 1) {
            const size_t length = strcspn(line, "\n") + 1;
            assert_memory_equal(rows + name + 1, line, length);
            rows += name + 1 + length;
        }
        assert_ptr_equal(rows, at);
    }
    assert_int_equal(*at, '\0');
    const char *open = scratch_write_text("open.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    const char *const refused[3] = {"none/such.obj", open, "builtin:bax"};
    child.arguments[2] = list_hulls("some.txt", refused);
    expect_refusal(&child, refused[0]);
    child.arguments[more[2] ? 6 : more[1] ? 5 : 4] = "--keep-going";
    const struct outcome some = child_run(&child);
    assert_int_equal(some.exit_code, 1);
    assert_string_equal(some.output, all.output);
    const char *notes = some.error;
    for (int i = 0; i < 3; ++i) {
        assert_true(strstr(notes, refused[i]) && strstr(notes, refused[i]) < strchr(notes, '\n'));
        notes = strchr(notes, '\n') + 1;
    }
    assert_string_equal(notes, all.error);
}

TEST(thousand) {
    static const char *const builtin[] = {"wigley", "star"};
    for (int i = 0; i < HULLS; ++i) {
        if (i % 8 == 7) {
            snprintf(hulls[i], sizeof hulls[i], "builtin:%s:%d", builtin[i / 8 % 2], 40 + i / 8);
            continue;
        }
        char name[40], text[500];
        int used = 0;
        for (int k = 0; k < 8; ++k) {
            used += snprintf(text + used, sizeof text - (size_t)used, "v %d %d %g\n", k & 1,
                             (i % 40 + 1) * (k >> 1 & 1), 0.01 * (i + 50) * (k >> 2));
        }
        snprintf(text + used, sizeof text - (size_t)used,
                 "f 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6\n");
        snprintf(name, sizeof name, "hull-%d.obj", i);
        snprintf(hulls[i], sizeof hulls[i], "%s", scratch_write_text(name, text));
    }
    expect_same("curves", (const char *const[3]){"--count=3"});
    expect_same("curves", (const char *const[3]){"--table", "--count=3"});
    expect_same("gz", (const char *const[3]){"--density=300", "--com=.3,.3,.2", "--by=45"});
    expect_same("equilibrium", (const char *const[3]){"--density=500", "--com=.3,.3,.2"});
}

TEST(names) {
    const char *empty = scratch_write_text("empty.txt", "\n");
    expect_refusal(CHILD("gz", "--meshes", empty), "no mesh is named");
    expect_refusal(CHILD("gz", "--meshes", "none/such"), "none/such");
    expect_refusal(CHILD("equilibrium"), "--mesh is missing");
    // Names may hold what CSV takes for its own.
    char *path = strdup(write_barge("a,\"b.obj"));
    const struct outcome outcome =
        child_succeed(CHILD("curves", "--mesh", path, "--mesh=builtin:box", "--count=1"));
    assert_non_null(strstr(outcome.output, "a,\"\"b.obj\","));
    free(path);
}

// KN of a barge: wall-sided, KB sin φ + BM (1 + ½ tan² φ) sin φ, wherever its centre of mass is.
TEST(kn) {
    const char *path = write_barge("barge.obj");
    static const char *const coms[] = {"6,3,2", "6,3,9", "6.3,3,2"};
    const double t = 2.0, kb = 0.5 * t, bm = B * B / (12.0 * t);
    for (int i = 0; i < 3; ++i) {
        char com[40];
        size_t rows;
        snprintf(com, sizeof com, "--com=%s", coms[i]);
        double *table = table_of(CHILD("gz", "--mesh", path, "--axis=0,1,0", "--density=500",
                                       "--water-density=1000", "--kn", "--to=30", com),
                                 "heel_degrees,gz,kn,trim_degrees,d,nx,ny,nz\n", &rows);
        assert_int_equal(rows, 7);
        for (size_t k = 0; k < rows; ++k) {
            const double heel = table[8 * k] / 57.295779513082321, s = sin(heel), u = tan(heel);
            const double kn = kb * s + bm * (1.0 + 0.5 * u * u) * s;
            assert_true(fabs(table[8 * k + 2] - kn) < 1e-9);
            const double kg = i == 1 ? 7.5 : 0.5, off = i == 2 ? -0.3 : 0.0; // across is −x
            assert_true(fabs(table[8 * k + 1] - (kn - kg * s + off * cos(heel))) < 1e-9);
        }
        free(table);
    }
}

// A box that floats half: roll and pitch are restored by m g GM, and K's corner is
// m g x_g − ρ g V x_b, which is 0 where it floats upright.
TEST(weight) {
    const struct child child = {.arguments = {"eval", "stiffness", "--mesh=builtin:box",
                                              "--planes=-", "--density=1000", "--gravity=10",
                                              "--mass=500", "--com=.1,0,-.3", "--point=0,0,.2"},
                                .input = "nx,ny,nz,d\n0,0,2,0\n"};
    static const char header[] =
        "k00,k01,k02,k03,k04,k05,k10,k11,k12,k13,k14,k15,k20,k21,k22,k23,k24,k25,"
        "k30,k31,k32,k33,k34,k35,k40,k41,k42,k43,k44,k45,k50,k51,k52,k53,k54,k55\n";
    size_t rows;
    double *k = table_of(&child, header, &rows);
    const double weight = 5000.0, gm = -0.25 + 1.0 / 12.0 / 0.5 + 0.3;
    assert_true(fabs(k[3 * 6 + 3] - weight * gm) < 1e-3);
    assert_true(fabs(k[4 * 6 + 4] - weight * gm) < 1e-3);
    assert_true(fabs(k[3 * 6 + 5] - weight * 0.1) < 1e-3 && fabs(k[5 * 6 + 5]) < 1e-3);
    assert_true(fabs(k[2 * 6 + 2] - 1e4) < 1e-2);
    free(k);
    expect_refusal(&(struct child){.arguments = {"eval", "stiffness", "--mesh=builtin:box",
                                                 "--planes=-", "--mass=500"},
                                   .input = "nx,ny,nz,d\n0,0,1,0\n"},
                   "--mass and --com go together");
}

// Rows are by energy; the one nearest to upright is named.
TEST(upright) {
    const char *path = write_barge("barge.obj");
    struct outcome outcome = child_run(
        CHILD("equilibrium", "--mesh", path, "--density=512.5", "--com=6,3,3.2", "--axis=0,1,0"));
    assert_int_equal(outcome.exit_code, 0);
    assert_non_null(strstr(outcome.error, "the stable attitude nearest to upright is row 1 of"));
    assert_non_null(strstr(outcome.error, "heel 0, trim 0, least GM 0.8 m"));
}
