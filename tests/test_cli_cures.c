// Refusals of meshes by the program end in the option that helps: followed to the letter, again and
// again, they end in answers or in why there can be none. The first line of `mesh` does, too.
#include <dirent.h>

#include "child.h"
#include "meshes/meshes.h"
#include "shared.h"
#include "test.h"

TEST_NEEDS(importer_is_built)

// Whether there is an answer in the end.
static bool follow(const char *path) {
    struct child child = {.arguments = {"curves", "--count=2", "--mesh", path}};
    for (size_t turn = 0; turn < 4; ++turn) {
        struct outcome outcome = child_run(&child);
        static char options[4][40];
        if (outcome.exit_code == 0) {
            return true;
        }
        assert_int_equal(outcome.exit_code, 2);
        assert_string_equal(outcome.output, "");
        assert_null(strstr(outcome.error, "BUOY_"));
        // The option that a refusal names behind its last colon; "" if none.
        const char *found = NULL;
        for (const char *at = outcome.error; (at = strstr(at, ": --")); ++at) {
            found = at + 2;
        }
        snprintf(options[turn], 40, "%.*s", found ? (int)strcspn(found, " \n") : 0,
                 found ? found : "");
        for (size_t i = 0; i < turn; ++i) {
            FAIL_IF(strcmp(options[i], options[turn]) == 0, "%s: %s helps no further: %s", path,
                    options[i], outcome.error);
        }
        if (options[turn][0] == '\0') {
            return false;
        }
        child.arguments[4 + turn] = options[turn];
    }
    fail_msg("%s: no end of options", path);
    return false;
}

// What the first line of `mesh` says to add makes a mesh of it. Whether it said anything.
static bool follow_headline(const char *path) {
    struct outcome outcome = child_run(&(struct child){.arguments = {"mesh", path}});
    const bool hopeless = strstr(outcome.output, "neither lids nor a hull enclose anything");
    char *end = strchr(outcome.output, '\n');
    assert_non_null(end);
    *end = '\0';
    const char *add = strstr(outcome.output, ": add ");
    assert_true(add || outcome.exit_code == 0 || hopeless);
    if (add) {
        outcome = child_run(
            &(struct child){.arguments = {"curves", "--count=2", "--mesh", path, add + 6}});
        assert_int_equal(outcome.exit_code, 0);
    }
    return add != NULL;
}

TEST(followed) {
    static const struct {
        const char *text;
        bool made;
    } files[] = {
        // A tetrahedron that is open, inward, has a face twice, one whose corner is apart.
        {"v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 4\nf 1 4 3\nf 2 3 4\n", true},
        {"v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\nf 1 4 2\nf 1 3 4\nf 2 4 3\n", true},
        {"v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\nf 2 3 4\n", true},
        {"v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nv 8e-8 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 5\n",
         true},
        // A prism over a bow tie; a sheet; a triangle alone.
        {"v -1 -1 0\nv 1 -1 0\nv .5 1 0\nv -.5 1 0\nv -1 -1 1\nv 1 -1 1\nv .5 1 1\nv -.5 1 1\n"
         "f 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 2 4 8 6\nf 4 3 7 8\nf 3 1 5 7\n",
         true},
        {"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\nf 3 2 1\n", false},
        {"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", false},
    };
    for (size_t i = 0; i < sizeof files / sizeof *files; ++i) {
        const char *path = scratch_write_text("mesh.obj", files[i].text);
        FAIL_IF(follow(path) != files[i].made, "mesh %zu", i);
        assert_int_equal(follow_headline(path), files[i].made);
    }
}

// All of ../shared: meshes, adversaries and reports.
TEST(shared) {
    static const char *const folders[] = {"", "/../adversaries", "/../reports"};
    if (!shared_folder()) {
        SKIP("no shared meshes");
    }
    size_t files = 0;
    for (size_t i = 0; i < 3; ++i) {
        char folder[4200];
        snprintf(folder, sizeof folder, "%s%s", shared_folder(), folders[i]);
        struct dirent **entries;
        const int count = scandir(folder, &entries, NULL, alphasort);
        for (int k = 0; k < count; ++k) {
            static const char *const endings[] = {".obj", ".stl", ".glb", ".gltf"};
            const char *dot = strrchr(entries[k]->d_name, '.');
            for (size_t e = 0; dot && e < 4; ++e) {
                if (strcmp(dot, endings[e]) == 0) {
                    char path[4600];
                    snprintf(path, sizeof path, "%s/%s", folder, entries[k]->d_name);
                    follow(path);
                    follow_headline(path);
                    ++files;
                }
            }
            free(entries[k]);
        }
        if (count >= 0) {
            free(entries);
        }
    }
    assert_true(files > 10);
}
