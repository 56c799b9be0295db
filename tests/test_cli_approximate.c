// `buoybench approximate`: its rows, what must hold between them, and what it refuses.
#include "child.h"
#include "test.h"

enum {
    NUMBERS = 7 // ns, then force and torque at three depths
};

// The numbers of a method's row in the table of a mesh.
static void read_row(const char *output, const char *mesh, const char *method,
                     double numbers[NUMBERS]) {
    const char *table = strstr(output, mesh);
    assert_non_null(table);
    char begin[64];
    snprintf(begin, sizeof begin, "\n%s ", method);
    const char *row = strstr(table, begin);
    if (!row) {
        fail_msg("no row of %s", method);
        return;
    }
    char text[160];
    snprintf(text, sizeof text, "%.*s", (int)strcspn(row + 1, "\n"), row + 1);
    assert_true(strlen(text) <= 81); // a ³ is two bytes
    char *at = text + strlen(method);
    for (int i = 0; i < NUMBERS; ++i) {
        char plain[32];
        size_t length = 0;
        for (at += strspn(at, " "); *at != ' ' && *at != '\0'; ++at) {
            if (*at != ',' && length + 1 < sizeof plain) {
                plain[length++] = *at;
            }
        }
        plain[length] = '\0';
        numbers[i] = strtod(plain, NULL);
    }
}

TEST(tables) {
    struct outcome outcome = child_run(CHILD("approximate", "--mesh", "builtin:box", "--mesh",
                                             "builtin:barrel:100", "--poses", "24"));
    assert_int_equal(outcome.exit_code, 0);
    static const char *const methods[] = {
        "volume/boundingbox",  "volume/pontoons",     "volume/spheres, 8", "volume/spheres, 64",
        "volume/spheres, 512", "volume/points",       "volume/voxel, 8³",  "volume/voxel, 64³",
        "volume/voxel, 256³",  "volume/refined, 64³", "volume/catto",      "volume/auto"};
    double rows[12][NUMBERS] = {{0.0}};
    for (size_t i = 0; i < 12; ++i) {
        read_row(outcome.output, "builtin:barrel:100:", methods[i], rows[i]);
        assert_true(rows[i][0] > 0.0);
        for (int k = 1; k < NUMBERS; ++k) {
            assert_true(rows[i][k] >= 0.0 && rows[i][k] < 10000.0);
            // The exact ones are exact: 10⁻⁵ of a percent and less, but for the barely wet.
            assert_true(i < 10 || rows[i][k] < 0.01);
        }
    }
    assert_true(rows[0][5] > 1.0 && rows[1][5] > 1.0);        // crude
    assert_true(rows[8][1] < rows[6][1] && rows[6][1] > 1.0); // more voxels
    assert_true(rows[6][0] < rows[8][0]);                     // take longer
    assert_true(rows[4][5] < rows[2][5]);                     // more spheres
    // Boxes are answered as boxes, too; a box is its own bounding box.
    double columns[NUMBERS] = {0.0}, deeter[NUMBERS] = {0.0}, celis[NUMBERS] = {0.0},
           box[NUMBERS] = {0.0};
    read_row(outcome.output, "builtin:box:", "box/columns", columns);
    read_row(outcome.output, "builtin:box:", "box/celis", celis);
    read_row(outcome.output, "builtin:box:", "volume/boundingbox", box);
    read_row(outcome.output, "builtin:box:", "box/deeter", deeter);
    assert_true(deeter[1] > columns[1] && columns[1] > 1.0 && celis[1] > 10.0 && box[1] < 0.1 &&
                box[3] < 1e-3);
    assert_null(strstr(strstr(outcome.output, "builtin:barrel:100:"), "box/columns"));
}

// Commands pack their meshes with spheres where a kernel has use for them: without, it would answer
// as pontoons do.
TEST(spheres_are_packed) {
    static const char *const kernels[] = {"volume/pontoons/scalar", "volume/spheres/scalar"};
    struct outcome outcomes[2];
    for (int i = 0; i < 2; ++i) {
        outcomes[i] =
            child_run(&(struct child){.arguments = {"eval", "volume", "--mesh", "builtin:barrel",
                                                    "--planes", "-", "--kernel", kernels[i]},
                                      .input = "nx,ny,nz,d\n0.5,0,1,0.1\n"});
        expect_success(&outcomes[i]);
    }
    assert_string_not_equal(outcomes[0].output, outcomes[1].output);
}

TEST(refusals) {
    expect_refusal(CHILD("approximate", "--poses", "0"), "--poses");
    expect_refusal(CHILD("approximate", "--mesh", "builtin:box", "--mesh", "builtin:nothing"),
                   "builtin:nothing");
    expect_refusal(CHILD("approximate", "box"), "box");
}
