// Every refusal of a mesh ends in what helps, by one table, which the guide prints; whoever does
// that, again and again, gets a mesh or reads why there can be none.
#include "body.h"
#include "child.h"
#include "soup/soup.h"
#include "test.h"

static bool ends_in(const char *text, const char *end) {
    const size_t length = strlen(text), tail = strlen(end);
    return length >= tail && strcmp(text + length - tail, end) == 0;
}

// The cause whose cure a message ends in.
static enum buoy_cause cause_of(const char *message) {
    for (int i = 0; i < BUOY_CAUSES; ++i) {
        char end[200];
        snprintf(end, sizeof end, ": %s", buoy_cures[i]);
        if (ends_in(message, end)) {
            return (enum buoy_cause)i;
        }
    }
    fail_msg("'%s' does not end in what helps", message);
    return BUOY_CAUSES;
}

// The flag that a cure names, or 0.
static unsigned flag_in(const char *words) {
    static const struct {
        const char *name;
        unsigned flag;
    } flags[] = {
        {"BUOY_MESH_WELD ", BUOY_MESH_WELD},
        {"BUOY_MESH_REPAIR ", BUOY_MESH_REPAIR},
        {"BUOY_MESH_CLOSE ", BUOY_MESH_CLOSE},
        {"BUOY_MESH_ACCEPT_INSIDE_OUT ", BUOY_MESH_ACCEPT_INSIDE_OUT},
    };
    for (size_t i = 0; i < sizeof flags / sizeof *flags; ++i) {
        if (strncmp(words, flags[i].name, strlen(flags[i].name)) == 0) {
            return flags[i].flag;
        }
    }
    assert_null(strstr(words, "BUOY_"));
    return 0;
}

// Does what refusals say; the first cause must be that one, and there is a mesh in the end, or not.
static void follow(struct body body, enum buoy_cause first, bool made) {
    unsigned flags = 0;
    for (int turn = 0; turn < 4; ++turn) {
        const struct buoy_mesh_input input = body_input(&body, flags);
        struct buoy_mesh *mesh;
        struct buoy_error error;
        if (buoy_mesh_create(&input, &mesh, &error) == BUOY_OK) {
            buoy_mesh_destroy(mesh);
            assert_true(made && turn > 0);
            return;
        }
        const enum buoy_cause cause = cause_of(error.message);
        FAIL_IF(turn == 0 && cause != first, "cause %d, not %d: %s", cause, first, error.message);
        const unsigned flag = flag_in(buoy_cures[cause]);
        assert_true(flag == 0 || (flags & flag) != flag); // or it would turn in circles
        if (flag == 0) {
            assert_false(made);
            return;
        }
        flags |= flag;
    }
    fail_msg("no end of cures");
}

static struct body less(struct body body, size_t triangles) {
    body.triangle_count -= triangles;
    return body;
}

// Faces with vertices of their own, moved apart by some share of the size.
static struct body unshared(struct body body, float apart) {
    struct body soup = body_copy(&body);
    soup = body_with_room(&soup, 3 * body.triangle_count, 0);
    for (uint32_t i = 0; i < 3 * body.triangle_count; ++i) {
        for (int k = 0; k < 3; ++k) {
            soup.positions[3 * i + (uint32_t)k] =
                body.positions[3 * body.indices[i] + (uint32_t)k] + apart * (float)(i % 3);
        }
        soup.indices[i] = i;
    }
    soup.vertex_count = 3 * body.triangle_count;
    return soup;
}

static struct body twice(struct body body) {
    struct body more = body_with_room(&body, 0, 1);
    body_add_triangle(&more, body.indices[0], body.indices[1], body.indices[2]);
    return more;
}

// A prism over a bow tie, one of whose bows is wound inward.
static struct body bow_tie(void) {
    struct body body = body_box(1, 1, 1);
    for (size_t i = 0; i < body.vertex_count; ++i) {
        float *p = body.positions + 3 * i;
        p[0] = p[1] > 0.0f ? -0.5f * p[0] : p[0]; // crosses itself
    }
    return body;
}

static struct body flattened(void) {
    struct body body = body_box(1, 1, 1);
    for (size_t i = 0; i < body.vertex_count; ++i) {
        body.positions[3 * i + 2] = 0.0f;
    }
    return body;
}

TEST(followed) {
    follow(less(body_box(1, 2, 3), 1), BUOY_CAUSE_OPEN, true);
    follow(less(body_box(1, 2, 3), 5), BUOY_CAUSE_OPEN, true);
    follow(unshared(body_box(1, 2, 3), 0.0f), BUOY_CAUSE_SPLIT, true);
    follow(unshared(body_box(1, 2, 3), 1e-8f), BUOY_CAUSE_SPLIT, true);
    follow(unshared(body_box(1, 2, 3), 1.5e-7f), BUOY_CAUSE_APART, true);
    follow(unshared(body_box(1, 2, 3), 1e-2f), BUOY_CAUSE_OPEN, true);
    follow(twice(body_box(1, 2, 3)), BUOY_CAUSE_TWICE, true);
    follow(bow_tie(), BUOY_CAUSE_INSIDE_OUT, true);
    follow(flattened(), BUOY_CAUSE_FLAT, false);
    follow(less(flattened(), 3), BUOY_CAUSE_OPEN, false); // lids enclose nothing
    struct body box = body_box(1, 2, 3);
    body_flip_all(&box);
    follow(box, BUOY_CAUSE_WOUND, true);
    body_flip(&box, 3);
    follow(box, BUOY_CAUSE_WOUND, true);
    box = body_box(1, 2, 3);
    box.positions[4] = NAN;
    follow(box, BUOY_CAUSE_NUMBER, false);
    box = body_box(1, 2, 3);
    box.indices[4] = 8;
    follow(box, BUOY_CAUSE_INDEX, false);
    const float number = 0.0f;
    const uint32_t index = 0;
    const struct buoy_mesh_input huge = {
        .positions = &number, .indices = &index, .vertex_count = 1u << 28, .triangle_count = 1};
    struct buoy_mesh *mesh;
    struct buoy_error error;
    assert_int_equal(buoy_mesh_create(&huge, &mesh, &error), BUOY_ERROR_TOO_LARGE);
    assert_int_equal(cause_of(error.message), BUOY_CAUSE_LARGE);
}

// What is wrong is cut, what helps is not.
TEST(long_messages) {
    struct buoy_error error;
    char what[300];
    memset(what, 'w', sizeof what - 1);
    what[sizeof what - 1] = '\0';
    for (int i = 0; i < BUOY_CAUSES; ++i) {
        assert_int_equal(buoy_refuse_for(&error, BUOY_ERROR_OPEN, (enum buoy_cause)i, "%s", what),
                         BUOY_ERROR_OPEN);
        assert_int_equal(cause_of(error.message), i);
        assert_int_equal(strlen(error.message), sizeof error.message - 1);
        assert_int_equal(buoy_refuse_for(NULL, BUOY_ERROR_OPEN, (enum buoy_cause)i, "%s", what),
                         BUOY_ERROR_OPEN);
    }
}

// The guide's rows are the table's, in its order.
TEST(guide) {
#define CAUSE(name, cause, words) cause,
    static const char *const causes[] = {BUOY_CURES(CAUSE)};
#ifdef __wasi__
    SKIP("sees no files but those it is given");
#endif
    char *guide = read_file(TEST_GUIDE);
    assert_non_null(guide);
    const char *row = strstr(guide, "| a mesh is refused because | what helps |\n|---|---|\n");
    assert_non_null(row);
    row = strchr(strchr(row, '\n') + 1, '\n') + 1;
    for (int i = 0; i < BUOY_CAUSES; ++i) {
        const char *words = buoy_cures[i];
        const int flag = flag_in(words) ? (int)strcspn(words, " ") : 0;
        char wanted[400];
        snprintf(wanted, sizeof wanted, flag ? "| %s | `%.*s`%s |\n" : "| %s | %.*s%s |\n",
                 causes[i], flag, words, words + flag);
        FAIL_IF(strncmp(row, wanted, strlen(wanted)) != 0, "not in the guide, or not there: %s",
                wanted);
        row = strchr(row, '\n') + 1;
    }
    assert_true(*row != '|');
}
