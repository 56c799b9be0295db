// The examples of all help texts run, as a reader would run them.
#include <sys/stat.h>
#include <unistd.h>

#include "child.h"
#include "made_results.h"
#include "test.h"

// The files of the examples, in the folder where they run.
static void write_example_files(void) {
    static const char tetrahedron_stl[] =
        "solid t\n"
        "facet normal 0 0 0\nouter loop\n"
        "vertex 0 0 0\nvertex 0 1 0\nvertex 1 0 0\nendloop\nendfacet\n"
        "facet normal 0 0 0\nouter loop\n"
        "vertex 0 0 0\nvertex 1 0 0\nvertex 0 0 1\nendloop\nendfacet\n"
        "facet normal 0 0 0\nouter loop\n"
        "vertex 0 0 0\nvertex 0 0 1\nvertex 0 1 0\nendloop\nendfacet\n"
        "facet normal 0 0 0\nouter loop\n"
        "vertex 1 0 0\nvertex 0 1 0\nvertex 0 0 1\nendloop\nendfacet\n"
        "endsolid t\n";
    static const char tetrahedron_obj[] =
        "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
    scratch_write_text("hull.stl", tetrahedron_stl);
    scratch_write_text("scan.stl", tetrahedron_stl);
    scratch_write_text("hull.obj", tetrahedron_obj);
    scratch_write_text("planes.csv", "nx,ny,nz,d\n0,0,1,0.5\n");
    scratch_write_text("boxes.csv", "hx,hy,hz,nx,ny,nz,d\n1,2,3,0,0.1,1,0.5\n");
    scratch_write_text("shapes.csv", "shape,a,b,c,nx,ny,nz,d\nsphere,1,0,0,0,0.1,1,0.5\n");
    scratch_write_text("polygons.csv", "0,0.1,0.5,0,0,1,0,1,1\n");
    scratch_write_text("harbour.json",
                       "{\"models\":{\"hull\":{\"parts\":[{\"mesh\":\"hull.obj\"}]}},"
                       "\"bodies\":[{},{\"position\":[9,0,-0.5]}]}");
    static const char *const folders[] = {"runs-of-old", "runs-of-new", "bench", "bench/record"};
    static const char *const results[] = {"before.json", "after.json", "runs-of-old/1.json",
                                          "runs-of-new/1.json", "bench/record/cpu.json"};
    for (size_t i = 0; i < COUNT_OF(folders); ++i) {
        assert_int_equal(mkdir(scratch_path(folders[i]), 0777), 0);
    }
    for (size_t i = 0; i < COUNT_OF(results); ++i) {
        struct made_results made;
        made_begin(&made, "");
        made_add_calm(&made, "volume/catto/scalar/hull.obj", 100.0, "");
        made_end(&made, results[i]);
    }
}

// Runs one example as a reader would: in a shell, with the program in PATH.
static void run_example(const char *example) {
    struct outcome outcome = child_run_program("sh", CHILD("-e", "-c", example));
    // One command names its best answer there.
    const bool named = strstr(outcome.error, "the stable attitude nearest to upright") != NULL;
    FAIL_IF(outcome.exit_code != 0 || (outcome.error[0] != '\0' && !named) ||
                outcome.output[0] == '\0',
            "example\n%s\nended with %d: %s", example, outcome.exit_code, outcome.error);
}

TEST(help_examples) {
    SKIP_IF(!importer_is_built(), "no reader of mesh files is built");
    static const char *const commands[][2] = {
        {"list"},        {"eval"},           {"eval", "volume"},
        {"eval", "box"}, {"eval", "shapes"}, {"eval", "polygon"},
        {"verify"},      {"mesh"},           {"profile"},
        {"report"},      {"compare"},        {"curves"},
        {"gz"},          {"eval", "body"},   {"equilibrium"},
        {"eval", "sea"},
    };
    char path[4096];
    snprintf(path, sizeof path, "%s:%s", program_folder(), getenv("PATH"));
    setenv("PATH", path, 1);
    write_example_files();
    assert_int_equal(chdir(scratch_folder()), 0);
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; ++i) {
        // An example begins with two spaces; one of two lines goes on with six. Behind three
        // spaces or more stands a remark.
        struct outcome help = child_run(CHILD("help", commands[i][0], commands[i][1]));
        char *line = strstr(help.output, "\nexamples:\n") + strlen("\nexamples:\n");
        char example[400];
        size_t length = 0; // of the example so far
        for (char *end; *line != '\0'; line = end + 1) {
            end = line + strcspn(line, "\n");
            *end = '\0';
            char *text = line + strspn(line, " ");
            char *remark = strstr(text, "   ");
            if (remark) {
                *remark = '\0';
            }
            if (text - line == 2 && length > 0) {
                run_example(example);
                length = 0;
            }
            length += (size_t)snprintf(example + length, sizeof example - length, "%s\n", text);
            assert_true(length < sizeof example);
        }
        run_example(example);
    }
}
