// Tuning profiles in the library, each test beginning with none: which kernel volume/auto/tuned
// takes at both sides of each limit, and whose memory a profile takes.
#include "base/memory.h"
#include "body.h"
#include "buoyancy.h"
#include "buoyancy_kernels.h"
#include "counted_memory.h"
#include "dispatch/cpu.h"
#include "dispatch/profile.h"
#include "mesh/mesh.h"
#include "profiles.h"
#include "rng.h"
#include "test.h"

static enum buoy_status load(const char *text, struct buoy_error *error) {
    return buoy_profile_load_text(text, strlen(text), error);
}

static void load_made(const char *member, const char *value) {
    char *text = profile_make(member, value);
    struct buoy_error error;
    FAIL_IF(load(text, &error) != BUOY_OK, "%s", error.message);
}

static const char *source(void) {
    const char *name = NULL;
    assert_int_equal(buoy_profile_get(&name, NULL), BUOY_OK);
    return name;
}

// -------------------------------------------------------------------------------- choices

static const char *kernel_for(bool compact, uint32_t triangles, size_t planes) {
    const struct buoy_profile_table *table = &buoy_profile_in_use()->tables[false][compact];
    const struct buoy_kernel *kernel =
        buoy_profile_kernel_of(buoy_profile_choice(table, triangles, planes));
    return kernel ? kernel->id : "";
}

// The most rows and columns there can be, each of another kind than its neighbours: just below each
// limit the one kernel, from the limit on the other.
TEST(limits) {
    buoy_profile_unload();
    static const char *const ids[2] = {"volume/blocks/scalar", "volume/hierarchy/scalar"};
    char *table = malloc(65536), *end = table;
    assert_non_null(table);
    end += sprintf(end, "{\"triangles\": [0");
    for (int i = 1; i < BUOY_PROFILE_ROWS; ++i) {
        end += sprintf(end, ", %d", 10 * i);
    }
    end += sprintf(end, "], \"planes\": [0");
    for (int i = 1; i < BUOY_PROFILE_COLUMNS; ++i) {
        end += sprintf(end, ", %d", 3 * i);
    }
    end += sprintf(end, "], \"kernels\": [");
    for (int i = 0; i < BUOY_PROFILE_ROWS; ++i) {
        for (int k = 0; k < BUOY_PROFILE_COLUMNS; ++k) {
            end += sprintf(end, "%s\"%s\"", k > 0 ? ", " : i > 0 ? "], [" : "[", ids[(i + k) % 2]);
        }
    }
    sprintf(end, "]]}");
    load_made("hot_compact", table);
    free(table);
    for (uint32_t triangles = 0; triangles < 10 * (BUOY_PROFILE_ROWS + 1); ++triangles) {
        for (size_t planes = 0; planes < 3 * (BUOY_PROFILE_COLUMNS + 1); ++planes) {
            const uint32_t i =
                triangles / 10 < BUOY_PROFILE_ROWS ? triangles / 10 : BUOY_PROFILE_ROWS - 1;
            const size_t k =
                planes / 3 < BUOY_PROFILE_COLUMNS ? planes / 3 : BUOY_PROFILE_COLUMNS - 1;
            assert_string_equal(kernel_for(true, triangles, planes), ids[(i + k) % 2]);
        }
    }
    assert_string_equal(kernel_for(true, BUOY_MAX_TRIANGLES, SIZE_MAX / 2), ids[0]);
    // The other table is the small one.
    assert_string_equal(kernel_for(false, 12, 2), "volume/hierarchy/scalar");
    assert_string_equal(kernel_for(false, 12, 3), "volume/batch/scalar");
    assert_string_equal(kernel_for(false, 13, 2), "volume/blocks/scalar");
    assert_string_equal(kernel_for(false, 13, 3), "volume/hierarchy/scalar");
}

enum {
    most_planes = 40
};

static struct buoy_plane planes[most_planes];

static void ask(const char *id, const struct buoy_mesh *mesh, size_t first, size_t count,
                struct buoy_volume *results) {
    _Alignas(64) static char scratch[1 << 16];
    struct buoy_error error;
    const struct buoy_volume_query query = {.mesh = mesh,
                                            .planes = planes + first,
                                            .count = count,
                                            .scratch = scratch,
                                            .scratch_bytes = sizeof scratch,
                                            .kernel = buoy_kernel_find(id)};
    FAIL_IF(buoy_volume_compute(&query, results, &error) != BUOY_OK, "%s: %s", id, error.message);
}

// Every plane is one that blocks and the hierarchy answer with different bits.
static struct buoy_mesh *make_mesh(const char *name) {
    struct buoy_mesh *mesh = mesh_of(body_builtin(name), 0);
    struct rng rng = rng_make("profile");
    for (size_t i = 0; i < most_planes; ++i) {
        struct buoy_volume blocks, tree;
        do {
            planes[i] = rng_plane(&rng, mesh);
            ask("volume/blocks/scalar", mesh, i, 1, &blocks);
            ask("volume/hierarchy/scalar", mesh, i, 1, &tree);
        } while (memcmp(&blocks, &tree, sizeof tree) == 0);
    }
    return mesh;
}

// Fails unless auto/tuned answers planes from `first` on as a kernel does, and not as another.
static void expect_tuned(const struct buoy_mesh *mesh, size_t count, size_t first, size_t end,
                         const char *is, const char *is_not) {
    struct buoy_volume got[most_planes], same[most_planes], other[most_planes];
    ask("volume/auto/tuned", mesh, 0, count, got);
    ask(is, mesh, first, end - first, same);
    ask(is_not, mesh, first, end - first, other);
    assert_memory_equal(got + first, same, (end - first) * sizeof *got);
    assert_memory_not_equal(got + first, other, (end - first) * sizeof *got);
}

// auto/tuned follows the profile, compact bodies and others; auto/best never does.
TEST(followed) {
    buoy_profile_unload();
    static const char *const bodies[2] = {"builtin:barrel:32", "builtin:wigley:32"};
    static const char blocks[] = "volume/blocks/scalar", tree[] = "volume/hierarchy/scalar";
    for (int i = 0; i < 2; ++i) {
        struct buoy_mesh *mesh = make_mesh(bodies[i]);
        assert_int_equal(mesh->compact, i == 0);
        buoy_profile_unload();
        const char *alone = i == 0 ? "volume/indexed/scalar" : tree;
        expect_tuned(mesh, 5, 0, 5, alone, blocks);
        load_made(NULL, NULL);
        expect_tuned(mesh, 6, 0, 6, tree, blocks);
        expect_tuned(mesh, 2, 0, 2, blocks, tree);
        struct buoy_volume best[6], same[6];
        ask("volume/auto/best", mesh, 0, 6, best);
        ask(alone, mesh, 0, 6, same);
        assert_memory_equal(best, same, sizeof best);
    }
}

// Answers by auto/tuned of a mesh that is said to be cold, or not.
static void ask_tuned(const struct buoy_mesh *mesh, bool cold, size_t count,
                      struct buoy_volume *results) {
    _Alignas(64) static char scratch[1 << 16];
    const struct buoy_volume_query query = {.mesh = mesh,
                                            .planes = planes,
                                            .count = count,
                                            .scratch = scratch,
                                            .scratch_bytes = sizeof scratch,
                                            .cold = cold,
                                            .kernel = buoy_kernel_find("volume/auto/tuned")};
    assert_int_equal(buoy_volume_compute(&query, results, NULL), BUOY_OK);
}

// A cold mesh has tables of its own, compact or not.
TEST(cold) {
    static const char *const bodies[2] = {"builtin:barrel:100", "builtin:wigley:100"};
    load_made(NULL, NULL);
    for (int i = 0; i < 2; ++i) {
        struct buoy_mesh *mesh = make_mesh(bodies[i]);
        struct buoy_volume got[2][3], blocks[3], tree[3];
        for (int cold = 0; cold < 2; ++cold) {
            ask_tuned(mesh, cold != 0, 2, got[cold]);
        }
        ask("volume/blocks/scalar", mesh, 0, 2, blocks);
        ask("volume/hierarchy/scalar", mesh, 0, 2, tree);
        assert_memory_not_equal(blocks, tree, 2 * sizeof *tree);
        assert_memory_equal(got[false], blocks, 2 * sizeof *tree);
        assert_memory_equal(got[true], tree, 2 * sizeof *tree);
    }
}

// A small mesh: the built-in rule takes `indexed`, as auto/best, cold or not. A profile is
// followed.
TEST(small) {
    static const char indexed[] = "volume/indexed/scalar", tree[] = "volume/hierarchy/scalar";
    struct buoy_mesh *mesh = make_mesh("builtin:barrel:12");
    struct buoy_volume cold[4], same[4];
    buoy_profile_unload();
    expect_tuned(mesh, 4, 0, 4, indexed, tree);
    ask_tuned(mesh, true, 4, cold);
    ask(indexed, mesh, 0, 4, same);
    assert_memory_equal(cold, same, sizeof cold);
    for (int i = 0; i < 2; ++i) {
        load_made("hot_compact", i == 0 ? "{\"triangles\": [0], \"planes\": [0], "
                                          "\"kernels\": [[\"volume/hierarchy/best\"]]}"
                                        : "{\"triangles\": [0], \"planes\": [0], "
                                          "\"kernels\": [[\"volume/indexed/best\"]]}");
        expect_tuned(mesh, 4, 0, 4, i == 0 ? tree : indexed, i == 0 ? indexed : tree);
    }
    buoy_profile_unload();
}

// `batch` takes whole lanes, and the rest only where the profile has it take as many alone.
TEST(rest) {
    buoy_profile_unload();
    static const char batch[] = "volume/batch/scalar", tree[] = "volume/hierarchy/scalar";
    struct buoy_mesh *mesh = make_mesh("builtin:box");
    load_made(NULL, NULL);
    expect_tuned(mesh, 2, 0, 2, tree, batch);
    expect_tuned(mesh, 3, 0, 3, batch, tree);
    expect_tuned(mesh, 16, 0, 16, batch, tree);
    expect_tuned(mesh, 18, 0, 16, batch, tree);
    expect_tuned(mesh, 18, 16, 18, tree, batch);
    expect_tuned(mesh, 19, 0, 19, batch, tree);
    expect_tuned(mesh, 32, 0, 32, batch, tree);
    expect_tuned(mesh, 33, 32, 33, tree, batch);
    // Planes in double are divided likewise.
    struct buoy_plane64 wide[most_planes];
    struct buoy_volume by_planes[most_planes], by_wide[most_planes];
    _Alignas(64) static char scratch[1 << 16];
    ask("volume/auto/tuned", mesh, 0, 19, by_planes);
    for (size_t i = 0; i < most_planes; ++i) {
        const float *n = planes[i].normal;
        wide[i] =
            (struct buoy_plane64){{(double)n[0], (double)n[1], (double)n[2]}, (double)planes[i].d};
    }
    const struct buoy_volume_query query = {.mesh = mesh,
                                            .planes64 = wide,
                                            .count = 19,
                                            .scratch = scratch,
                                            .scratch_bytes = sizeof scratch,
                                            .kernel = buoy_kernel_find("volume/auto/tuned")};
    assert_int_equal(buoy_volume_compute(&query, by_wide, NULL), BUOY_OK);
    assert_memory_equal(by_planes, by_wide, 19 * sizeof *by_planes);
}

// A kernel beyond the instruction set in use gives way to the best one of its method that is not.
TEST(caps) {
    buoy_profile_unload();
    const struct buoy_kernel *best = buoy_kernel_find("volume/hierarchy/best");
    char table[400];
    snprintf(table, sizeof table, "{\"triangles\": [0], \"planes\": [0], \"kernels\": [[\"%s\"]]}",
             best->id);
    load_made("hot_compact", table);
    struct buoy_mesh *mesh = make_mesh("builtin:barrel:40");
    expect_tuned(mesh, 6, 0, 6, "volume/hierarchy/scalar", "volume/blocks/scalar");
    assert_int_equal(buoy_set_isa("scalar", NULL), BUOY_OK);
    expect_tuned(mesh, 6, 0, 6, "volume/hierarchy/scalar", "volume/blocks/scalar");
    assert_int_equal(buoy_set_isa(NULL, NULL), BUOY_OK);
    load_made("hot_compact", "{\"triangles\": [0], \"planes\": [0], "
                             "\"kernels\": [[\"volume/hierarchy/best\"]]}");
    assert_string_equal(kernel_for(true, 40, 1), "");
    expect_tuned(mesh, 6, 0, 6, "volume/hierarchy/scalar", "volume/blocks/scalar");
}

// Bits do not show which instruction set answers. Scratch memory does: `batch` keeps there, for
// each vertex, the heights of as many bodies as there are lanes.
static void leave_scratch(const char *id, const struct buoy_mesh *mesh, char scratch[4096]) {
    struct buoy_volume results[8];
    const struct buoy_volume_query query = {.mesh = mesh,
                                            .planes = planes,
                                            .count = 8,
                                            .scratch = scratch,
                                            .scratch_bytes = 4096,
                                            .kernel = buoy_kernel_find(id)};
    memset(scratch, 0xff, 4096);
    assert_int_equal(buoy_volume_compute(&query, results, NULL), BUOY_OK);
}

TEST(instruction_sets) {
    _Alignas(64) static char by_tuned[4096], by_name[4096];
    buoy_profile_unload();
    struct buoy_mesh *mesh = make_mesh("builtin:box");
    for (size_t i = 0; i < buoy_isa_count; ++i) {
        char id[64], table[200];
        struct buoy_kernel_info info;
        snprintf(id, sizeof id, "volume/batch/%s", buoy_isas[i].name);
        buoy_kernel_get_info(buoy_kernel_find(id), &info, NULL);
        if (!info.runnable) {
            continue;
        }
        snprintf(table, sizeof table,
                 "{\"triangles\": [0, 99], \"planes\": [0], \"kernels\": [[\"%s\"], "
                 "[\"volume/blocks/best\"]]}",
                 id);
        load_made("hot_compact", table);
        leave_scratch(id, mesh, by_name);
        leave_scratch("volume/auto/tuned", mesh, by_tuned);
        assert_memory_equal(by_tuned, by_name, sizeof by_name);
        assert_int_equal(buoy_set_isa("scalar", NULL), BUOY_OK);
        leave_scratch("volume/batch/scalar", mesh, by_name);
        leave_scratch("volume/auto/tuned", mesh, by_tuned);
        assert_memory_equal(by_tuned, by_name, sizeof by_name);
        assert_int_equal(buoy_set_isa(NULL, NULL), BUOY_OK);
    }
}

// The scratch memory that auto/tuned asks for is enough whatever profile is in use when it answers.
TEST(scratch) {
    buoy_profile_unload();
    const struct buoy_kernel *tuned = buoy_kernel_find("volume/auto/tuned");
    const struct buoy_kernel *batch = buoy_kernel_find("volume/batch/scalar");
    static const char *const names[] = {"builtin:barrel:510", "builtin:barrel:512",
                                        "builtin:barrel:514"};
    for (int i = 0; i < 3; ++i) {
        struct buoy_mesh *mesh = make_mesh(names[i]);
        const size_t wanted = i < 2 ? buoy_volume_scratch_bytes(batch, mesh, NULL) : 0;
        assert_int_equal(mesh->triangle_count, 510 + 2 * i);
        assert_int_equal(buoy_volume_scratch_bytes(tuned, mesh, NULL), wanted);
        load_made(NULL, NULL);
        assert_int_equal(buoy_volume_scratch_bytes(tuned, mesh, NULL), wanted);
        buoy_profile_unload();
    }
}

// The largest row for `batch` that is allowed.
TEST(most_batch) {
    buoy_profile_unload();
    load_made("hot_compact", "{\"triangles\": [0, 513], \"planes\": [0], \"kernels\": "
                             "[[\"volume/batch/scalar\"], [\"volume/blocks/scalar\"]]}");
    assert_string_equal(kernel_for(true, 512, 1), "volume/batch/scalar");
    assert_string_equal(kernel_for(true, 513, 1), "volume/blocks/scalar");
}

// --------------------------------------------------------------------------------- memory

// Profiles come from the library's allocator, which cannot be changed while one is loaded; queries
// and refused profiles leave nothing behind.
TEST(memory) {
    buoy_profile_unload();
    struct counted_memory memory;
    counted_memory_begin(&memory);
    load_made(NULL, NULL);
    load_made(NULL, NULL);
    assert_string_equal(source(), "loaded");
    assert_int_equal(memory.blocks, 2);
    struct buoy_error error;
    assert_int_equal(buoy_set_allocator(NULL, &error), BUOY_ERROR_ARGUMENT);
    assert_non_null(strstr(error.message, "unload profiles"));
    profile_expect_refused("{", 1, "the file ends");
    assert_int_equal(memory.blocks, 2);
    buoy_profile_unload();
    assert_int_equal(memory.blocks, 0);
    assert_string_equal(source(), "built-in");
    buoy_profile_unload();
    counted_memory_fail(&memory, 0, false);
    char *text = profile_make(NULL, NULL);
    assert_int_equal(load(text, &error), BUOY_ERROR_MEMORY);
    assert_int_equal(error.status, BUOY_ERROR_MEMORY);
    assert_string_equal(source(), "built-in");
    counted_memory_end(&memory);
    struct buoy_mesh *mesh = make_mesh("builtin:box");
    expect_tuned(mesh, 2, 0, 2, "volume/indexed/scalar", "volume/blocks/scalar");
}

// What the library says of itself fits into a file as it is.
TEST(identity) {
    struct buoy_identity here;
    buoy_identify(&here);
    const char *const texts[] = {here.library, here.compiler, here.cpu, here.features};
    for (int i = 0; i < 4; ++i) {
        assert_true(texts[i][0] > ' ');
        for (const char *c = texts[i]; *c != '\0'; ++c) {
            assert_true(*c >= ' ' && *c <= '~' && *c != '"' && *c != '\\');
        }
    }
    assert_string_equal(here.library, BUOY_VERSION_TEXT);
    assert_int_equal(strncmp(here.features, "scalar", 6), 0);
}

#if defined(__linux__) && defined(__x86_64__)
// The processor's name is the one that Linux shows.
TEST(processor) {
    struct buoy_identity identity;
    char line[256] = "", *name = NULL;
    FILE *file = fopen("/proc/cpuinfo", "r");
    SKIP_IF(!file, "no /proc/cpuinfo");
    while (!name && fgets(line, sizeof line, file)) {
        name = strncmp(line, "model name", 10) == 0 ? strstr(line, ": ") : NULL;
    }
    fclose(file);
    buoy_identify(&identity);
    assert_non_null(name);
    // Blanks may have been left out.
    const char *shown = name + 2, *found = identity.cpu;
    for (; *found != '\0'; ++found) {
        shown += strspn(shown, " ");
        assert_true(*found == ' ' || *found == *shown++);
    }
    assert_int_equal(shown[strspn(shown, " ")], '\n');
}
#endif

// --------------------------------------------------------------------------------- profile refused

// Every reason to refuse a tuning profile, each test beginning with none.

TEST(refused_members) {
    buoy_profile_unload();
    static const struct {
        const char *member, *value, *reason;
    } cases[] = {
        {"buoyancy_profile", "0", "format 0; this library reads format 1"},
        {"buoyancy_profile", "2", "format 2; this library reads format 1"},
        {"buoyancy_profile", "\"1\"", "a number of digits expected"},
        {"buoyancy_profile", "1.0", "',' expected, found '.'"},
        {"buoyancy_profile", "01", "no leading zeros"},
        {"buoyancy_profile", "-1", "a number of digits expected"},
        {"buoyancy_profile", "2147483647", "format 2147483647"},
        {"buoyancy_profile", "2147483648", "numbers go from 0 to 2147483647"},
        {"buoyancy_profile", "99999999999999999999999999", "numbers go from 0"},
        {"buoyancy_profile", "NaN", "found 'N'"},
        {"library", "\"0.0.0\"", "measured with another library ('0.0.0'"},
        {"compiler", "\"tcc 0.9\"", "measured with another compiler"},
        {"cpu", "\"Pentium\"", "measured with another cpu"},
        {"features", "\"scalar mmx\"", "measured with another features"},
        {"cpu", "\"\"", "measured with another cpu"},
        {"cpu", "\"\\u0041\"", "plain text expected, found '\\'"},
        {"cpu", "\"\xc3\xa9\"", "plain text expected, found byte"},
        {"cpu", "\"a\nb\"", "plain text expected, found byte 10"},
        {"cpu", "null", "'\"' expected, found 'n'"},
        {"hot_compact", "[]", "'{' expected, found '['"},
        {"hot_compact", "{}", "'\"' expected, found '}'"},
        {"hot_compact", "{\"planes\": [0]}", "\"triangles\" expected, found \"planes\""},
        {"hot_compact", "{\"triangles\": []", "a number of digits expected, found ']'"},
        {"hot_compact", "{\"triangles\": [1]", "triangles must begin with 0"},
        {"hot_compact", "{\"triangles\": [0, 0]", "and ascend"},
        {"hot_compact", "{\"triangles\": [0, 9, 8]", "and ascend"},
        {"hot_compact", "{\"triangles\": [0, 1e9]", "found 'e'"},
        {"hot_compact",
         "{\"triangles\": [0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24]",
         "more than 24 triangles"},
        {"hot_compact",
         "{\"triangles\": [0], \"planes\": [0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16]",
         "more than 16 planes"},
        {"hot_compact", "{\"triangles\": [0], \"planes\": [0], \"kernels\": []}", "'[' expected"},
        {"hot_compact", "{\"triangles\": [0], \"planes\": [0], \"kernels\": [[]]}",
         "'\"' expected"},
        {"hot_compact",
         "{\"triangles\": [0, 5], \"planes\": [0], \"kernels\": [[\"volume/blocks/scalar\"]]}",
         "',' expected, found ']'"},
        {"hot_compact",
         "{\"triangles\": [0], \"planes\": [0, 5], \"kernels\": [[\"volume/blocks/scalar\"]]}",
         "',' expected, found ']'"},
        {"hot_compact",
         "{\"triangles\": [0], \"planes\": [0], \"kernels\": [[\"volume/blocks/scalar\", "
         "\"volume/blocks/scalar\"]]}",
         "']' expected, found ','"},
        {"hot_compact",
         "{\"triangles\": [0], \"planes\": [0], \"kernels\": [[\"volume/blocks/scalar\"],"
         "[\"volume/blocks/scalar\"]]}",
         "']' expected, found ','"},
        {"hot_compact", "{\"triangles\": [0], \"planes\": [0], \"kernels\": [[[[[[[[[[[[[[[[[",
         "'\"' expected, found '['"},
        {"hot_compact",
         "{\"triangles\": [0], \"planes\": [0], \"kernels\": [[\"volume/catto/scalar\"]",
         "'volume/catto/scalar' is no kernel"},
        {"hot_compact",
         "{\"triangles\": [0], \"planes\": [0], \"kernels\": [[\"volume/auto/best\"]",
         "is no kernel"},
        {"hot_compact",
         "{\"triangles\": [0], \"planes\": [0], \"kernels\": [[\"box/corners/best\"]",
         "is no kernel"},
        {"hot_compact",
         "{\"triangles\": [0], \"planes\": [0], \"kernels\": [[\"volume/blocks/mmx\"]",
         "is no kernel"},
        {"hot_compact",
         "{\"triangles\": [0], \"planes\": [0], \"kernels\": [[\"volume/blocks/"
         "an-instruction-set-with-a-name-longer-than-any-other-that-there-is\"]",
         "a text of more than 63 characters"},
        {"hot_compact",
         "{\"triangles\": [0], \"planes\": [0], \"kernels\": [[\"volume/batch/scalar\"]",
         "batch is for meshes of at most 512 triangles"},
        {"hot_compact",
         "{\"triangles\": [0, 514], \"planes\": [0], \"kernels\": [[\"volume/batch/scalar\"]",
         "batch is for meshes of at most 512 triangles"},
        {"cold_not_compact", "{\"triangles\": [0], \"planes\": [0], \"kernels\": []}",
         "'[' expected"},
        {"cold_not_compact", PROFILE_TABLE ", \"more\": 1", "'}' expected, found ','"},
        {"cold_not_compact", PROFILE_TABLE "}", "the end expected, found '}'"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        char *text = profile_make(cases[i].member, cases[i].value);
        profile_expect_refused(text, strlen(text), cases[i].reason);
    }
}

// A file that was cut off anywhere is refused, and one byte that is another never does any harm.
TEST(cut_off) {
    buoy_profile_unload();
    char *text = profile_make(NULL, NULL);
    const size_t length = strlen(text), needed = length - 1; // without the last line's end
    for (size_t bytes = 0; bytes < needed; ++bytes) {
        char *part = test_alloc(bytes + 1); // so that a sanitizer sees the end
        memcpy(part, text, bytes);
        profile_expect_refused(part, bytes, "the file ends");
    }
    assert_int_equal(buoy_profile_load_text(text, needed, NULL), BUOY_OK);
    static const char bytes[] = {'\0', '"', '\\', '0', '9', '[', '}', ',', '\n', '\x7f', '\xff'};
    for (size_t i = 0; i < length; ++i) {
        const char was = text[i];
        for (size_t k = 0; k < sizeof bytes; ++k) {
            text[i] = bytes[k];
            buoy_profile_load_text(text, length, NULL);
        }
        text[i] = was;
    }
}

// 64 KiB are allowed, a byte more is not.
TEST(longest) {
    buoy_profile_unload();
    char *text = profile_make(NULL, NULL);
    const size_t length = strlen(text);
    char *longest = test_alloc(BUOY_PROFILE_MOST_BYTES + 2);
    memset(longest, ' ', BUOY_PROFILE_MOST_BYTES + 2);
    memcpy(longest, text, length);
    assert_int_equal(buoy_profile_load_text(longest, BUOY_PROFILE_MOST_BYTES, NULL), BUOY_OK);
    profile_expect_refused(longest, BUOY_PROFILE_MOST_BYTES + 1, "more than 65536 bytes");
    profile_expect_refused(longest, BUOY_PROFILE_MOST_BYTES + 2, "more than 65536 bytes");
}

// Messages name the line.
TEST(line) {
    buoy_profile_unload();
    char *text = profile_make("cpu", "\"Pentium\"");
    struct buoy_error error;
    assert_int_equal(buoy_profile_load_text(text, strlen(text), &error), BUOY_ERROR_PROFILE);
    assert_non_null(strstr(error.message, "profile: line 5: "));
    assert_non_null(strstr(error.message, "run 'buoybench tune'"));
}

TEST(null) {
    buoy_profile_unload();
    struct buoy_error error;
    assert_int_equal(buoy_profile_load(NULL, &error), BUOY_ERROR_ARGUMENT);
    assert_int_equal(buoy_profile_load_text(NULL, 1, &error), BUOY_ERROR_ARGUMENT);
    assert_int_equal(buoy_profile_load_text(NULL, 0, &error), BUOY_ERROR_PROFILE);
    assert_int_equal(buoy_profile_load("/no/such/profile.json", &error), BUOY_ERROR_PROFILE);
#ifdef __wasi__ // sees no files but those it is given
    assert_string_equal(error.message, "/no/such/profile.json: cannot be opened");
#else
    assert_string_equal(error.message, "/no/such/profile.json: there is no such file");
#endif
    assert_int_equal(buoy_profile_load(".", &error), BUOY_ERROR_PROFILE);
    assert_int_equal(buoy_profile_get(NULL, NULL), BUOY_OK);
}
