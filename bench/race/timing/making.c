// What it takes to make a mesh.
#include "making.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "heap.h"
#include "meshes/meshes.h"
#include "scratch.h"
#include "ticks.h"

// Repetitions take so long at least, and end after the fewest if all are that long together.
#define SAMPLE_SECONDS 2e-3
#define FEWEST_SAMPLES 3
#define MOST_SAMPLES 9
#define ENOUGH_SECONDS 0.5

static const struct measured_family family = {
    .name = "mesh",
    .one = "mesh",
    .many = "meshes",
    .automatic = "buoy_mesh_create",
    .note = "Making a mesh and destroying it: of triangles, with repairs, and of an image in "
            "memory, whose bytes count as kept. first-call: the first mesh and the first answer "
            "in a program.",
    .columns = (const char *const[][3]){{"", "time", "ns"},
                                        {"ns_per_triangle", "ns/triangle", "each"},
                                        {"bytes", "kept", "bytes"},
                                        {"peak_bytes", "at the peak", "bytes"},
                                        {"allocations", "allocations", "count"},
                                        {NULL}},
};

// What a mesh is made of.
struct making {
    const struct race_mesh *mesh; // NULL: the first call
    struct mesh_data data;
    struct scratch image; // that it is loaded from; none yet, or never
    unsigned flags;
    bool loaded;
};

// ---------------------------------------------------------------------------------- memory

static struct { size_t held, most, allocations; } memory;

static void *allocate(void *context, size_t bytes, size_t alignment) {
    (void)context, (void)alignment; // 64 at most
    void *block = heap_take(bytes);
    if (block) {
        memory.held += bytes;
        memory.most = memory.held > memory.most ? memory.held : memory.most;
        ++memory.allocations;
    }
    return block;
}

static void release(void *context, void *block, size_t bytes, size_t alignment) {
    (void)context, (void)alignment;
    memory.held -= bytes;
    heap_give(block);
}

// ------------------------------------------------------------------------------ first call

static uint64_t first_ticks;

void making_begin(void) {
    static const struct buoy_allocator counting = {.allocate = allocate, .release = release};
    buoy_set_allocator(&counting, NULL);
    const uint64_t began = ticks_now();
    static const float positions[8][3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0},
                                          {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}};
    static const uint32_t indices[12][3] = {{0, 2, 1}, {0, 3, 2}, {4, 5, 6}, {4, 6, 7},
                                            {0, 1, 5}, {0, 5, 4}, {1, 2, 6}, {1, 6, 5},
                                            {2, 3, 7}, {2, 7, 6}, {3, 0, 4}, {3, 4, 7}};
    const struct buoy_plane plane = {{0.0f, 0.0f, 1.0f}, 0.5f};
    struct buoy_mesh_input input = {0};
    struct buoy_mesh *mesh;
    struct buoy_volume volume;
    input.positions = *positions;
    input.vertex_count = 8;
    input.indices = *indices;
    input.triangle_count = 12;
    enum buoy_status status = buoy_mesh_create(&input, &mesh, NULL);
    if (status == BUOY_OK) {
        status = buoy_volume_compute(
            &(struct buoy_volume_query){.mesh = mesh, .planes = &plane, .count = 1}, &volume, NULL);
        buoy_mesh_destroy(mesh);
    }
    first_ticks = status == BUOY_OK ? ticks_now() - began : 0;
}

static int measure_first_call(struct measurement *measurement) {
    const double ns = ticks_nanoseconds() * (double)first_ticks;
    if (first_ticks == 0 || measurement_make_room(measurement, 1) != 0) {
        return cli_out_of_memory();
    }
    measurement->samples[0] = ns;
    measurement->sample_count = measurement->iterations = 1;
    measurement->counters = json_pack("{si}", "triangles", 12);
    return 0;
}

// ---------------------------------------------------------------------------------- making

static enum buoy_status make(const struct making *making, struct buoy_mesh **mesh) {
    if (making->image.bytes > 0) {
        return buoy_mesh_load(making->image.memory, making->image.bytes, mesh, NULL);
    }
    struct buoy_mesh_input input = {0};
    input.positions64 = making->data.positions;
    input.vertex_count = making->data.vertex_count;
    input.indices = making->data.indices;
    input.triangle_count = making->data.triangle_count;
    input.flags = making->flags;
    return buoy_mesh_create(&input, mesh, NULL);
}

static void ask(const void *context, size_t begin, size_t end) {
    for (; begin < end; ++begin) {
        struct buoy_mesh *mesh;
        make(context, &mesh);
        buoy_mesh_destroy(mesh);
    }
}

// Saves a mesh as programs make it, without what only kernels beyond the library's choice need.
static int save_image(struct making *making) {
    struct buoy_mesh *mesh;
    if (make(making, &mesh) != BUOY_OK) {
        return cli_out_of_memory();
    }
    const size_t bytes = buoy_mesh_image_bytes(mesh, NULL);
    int status = scratch_make(bytes, &making->image);
    if (status == 0 &&
        buoy_mesh_save(mesh, making->image.memory, making->image.bytes, NULL) != BUOY_OK) {
        status = cli_out_of_memory();
    }
    buoy_mesh_destroy(mesh);
    return status;
}

// Meshes that the user had accepted open, or inside out, are refused without that.
static int prepare(struct making *making) {
    struct buoy_mesh *mesh;
    if (make(making, &mesh) != BUOY_OK) {
        making->flags |= BUOY_MESH_ACCEPT_OPEN | BUOY_MESH_ACCEPT_INSIDE_OUT;
    } else {
        buoy_mesh_destroy(mesh);
    }
    return making->loaded ? save_image(making) : 0;
}

static int count_memory(const struct making *making, struct measurement *measurement) {
    const size_t before = memory.held, outside = making->image.bytes;
    struct buoy_mesh *mesh;
    memory.most = memory.held;
    memory.allocations = 0;
    if (make(making, &mesh) != BUOY_OK) {
        return cli_out_of_memory();
    }
    const size_t kept = memory.held - before + outside, most = memory.most - before + outside;
    measurement->counters = json_pack(
        "{sI sI sI sI}", "bytes", (json_int_t)kept, "peak_bytes", (json_int_t)most, "allocations",
        (json_int_t)memory.allocations, "triangles", (json_int_t)making->mesh->info.triangle_count);
    buoy_mesh_destroy(mesh);
    return 0;
}

static int measure(struct measurement *measurement) {
    struct making *making = measurement->context;
    if (prepare(making) != 0) {
        return CLI_BAD;
    }
    struct stopwatch_job job = {.ask = ask, .context = making, .count = 1, .per_call = 1};
    double seconds = 0.0;
    if (count_memory(making, measurement) != 0 ||
        measurement_make_room(measurement, MOST_SAMPLES) != 0) {
        return CLI_BAD;
    }
    size_t meshes = 1; // the first are warm-up
    while ((seconds = stopwatch_time(&job, meshes, clock_wall)) < SAMPLE_SECONDS) {
        meshes *= 2;
    }
    for (size_t i = 0; i < MOST_SAMPLES; ++i) {
        if (i >= FEWEST_SAMPLES && seconds > ENOUGH_SECONDS) {
            break;
        }
        const double sample = stopwatch_time(&job, meshes, clock_cpu);
        measurement->samples[measurement->sample_count++] = 1e9 * sample / (double)meshes;
        seconds += sample;
    }
    measurement->iterations = meshes;
    return 0;
}

// ------------------------------------------------------------------------------------ rows

static int add_row(struct making_rows *rows, const char *word, const struct race_mesh *mesh,
                   unsigned flags) {
    char name[300];
    struct making *making = &rows->makings[rows->row_count];
    struct measurement *measurement = &rows->rows[rows->row_count++];
    const bool loaded = strcmp(word, "load") == 0;
    *making = (struct making){.mesh = mesh, .flags = flags, .loaded = loaded};
    snprintf(name, sizeof name, "%s%s%.260s", word, mesh ? "/" : "", mesh ? mesh->name : "");
    if (measurement_make(&family, name, mesh ? mesh->name : word, word, measurement) != 0) {
        return CLI_BAD;
    }
    measurement->kernel = loaded ? "buoy_mesh_load" : "buoy_mesh_create";
    measurement->method = word;
    measurement->context = making;
    measurement->measure = mesh ? measure : measure_first_call;
    if (!mesh) {
        return 0;
    }
    json_object_set_new(measurement->subject, "triangles",
                        json_integer((json_int_t)mesh->info.triangle_count));
    return cli_copy_mesh(mesh->mesh, &making->data);
}

int making_rows_make(const struct race *race, struct making_rows *rows) {
    const size_t most = 3 * race->mesh_count + 1;
    *rows = (struct making_rows){.makings = calloc(most, sizeof *rows->makings),
                                 .rows = calloc(most, sizeof *rows->rows)};
    int status = rows->makings && rows->rows ? 0 : cli_out_of_memory();
    for (size_t i = 0; i < race->mesh_count && status == 0; ++i) {
        const struct race_mesh *mesh = &race->meshes[i];
        status = add_row(rows, "create", mesh, 0) != 0 ||
                         add_row(rows, "create-repair", mesh, BUOY_MESH_REPAIR) != 0 ||
                         add_row(rows, "load", mesh, 0) != 0
                     ? CLI_BAD
                     : 0;
    }
    return status == 0 ? add_row(rows, "first-call", NULL, 0) : status;
}

void making_rows_free(struct making_rows *rows) {
    for (size_t i = 0; i < rows->row_count; ++i) {
        mesh_data_free(&rows->makings[i].data);
        scratch_free(&rows->makings[i].image);
        measurement_free(&rows->rows[i]);
    }
    free(rows->makings);
    free(rows->rows);
    *rows = (struct making_rows){.row_count = 0};
}
