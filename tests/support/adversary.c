#include "adversary.h"

#include "test.h"

const char *const adversary_names[adversary_count] = {
    "climb_0_0_21", "climb_1_0_1", "climb_1_1_14", "fail_6_32922", "oct", "pres4", "two"};

void adversary_read(const char *name, struct adversary *adversary) {
    char path[1024], line[256];
    snprintf(path, sizeof path, "%s/%s.obj", TEST_ADVERSARIES, name);
    *adversary = (struct adversary){.has_plane = false};
    FILE *file = fopen(path, "r");
    if (!file) {
        fail_msg("%s: cannot be opened", path);
        return;
    }
    adversary->body.positions = adversary->positions;
    adversary->body.indices = adversary->indices;
    while (fgets(line, sizeof line, file)) {
        struct body *body = &adversary->body;
        double x[4];
        if (sscanf(line, "# plane %la %la %la %la", &x[0], &x[1], &x[2], &x[3]) == 4) {
            adversary->has_plane = true;
            adversary->plane =
                (struct buoy_plane){{(float)x[0], (float)x[1], (float)x[2]}, (float)x[3]};
        } else if (sscanf(line, "v %la %la %la", &x[0], &x[1], &x[2]) == 3) {
            assert_true(body->vertex_count < ADVERSARY_MOST);
            for (size_t k = 0; k < 3; ++k) {
                adversary->positions[3 * body->vertex_count + k] = (float)x[k];
            }
            ++body->vertex_count;
        } else if (line[0] == 'f') {
            uint32_t corner[3];
            assert_true(body->triangle_count < ADVERSARY_MOST);
            assert_int_equal(sscanf(line, "f %u %u %u", &corner[0], &corner[1], &corner[2]), 3);
            for (size_t k = 0; k < 3; ++k) {
                adversary->indices[3 * body->triangle_count + k] = corner[k] - 1;
            }
            ++body->triangle_count;
        }
    }
    fclose(file);
}

struct buoy_mesh *adversary_load(const char *name) {
    enum {
        most = 1 << 16
    };
    static _Alignas(64) unsigned char image[most];
    char path[1024];
    snprintf(path, sizeof path, "%s/%s.image", TEST_ADVERSARIES, name);
    FILE *file = fopen(path, "rb");
    if (!file) {
        fail_msg("%s: cannot be opened", path);
        return NULL;
    }
    const size_t bytes = fread(image, 1, most, file);
    struct buoy_mesh *mesh;
    fclose(file);
    buoy_mesh_load(image, bytes, &mesh, NULL);
    return mesh;
}
