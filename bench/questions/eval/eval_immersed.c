// A mesh at a pose in water of any shape.
#include "eval_immersed.h"

#include "cli.h"
#include "eval.h"

struct eval_immersed eval_immersed_default(const char *family) {
    return (struct eval_immersed){
        .family = family,
        .kernel_name = "pressure/auto/best",
        .density = BUOY_SEA_WATER,
        .gravity = BUOY_GRAVITY,
        .pose = buoy_pose_identity(),
    };
}

static void fill_water(struct eval_immersed *immersed, bool has_pool) {
    struct buoy_water *water = &immersed->file.water;
    water->density = immersed->density;
    if (immersed->decay) {
        water->wave_pressure = BUOY_WAVES_DECAY;
    }
    for (int i = 0; i < 3; ++i) {
        water->current[i] = immersed->file.orbital.current[i] = immersed->current[i];
        immersed->region.low[i] = immersed->pool[i];
        immersed->region.high[i] = immersed->pool[3 + i];
    }
    if (has_pool) {
        water->region = &immersed->region;
    }
}

int eval_immersed_open(int argc, char **argv, struct cli_option *options,
                       struct eval_immersed *immersed) {
    if (eval_parse(argc, argv, options) != 0 ||
        eval_select_kernel("pressure", immersed->kernel_name, &immersed->kernel) != 0 ||
        water_file_read(immersed->water_name, immersed->gravity, &immersed->file) != 0 ||
        cli_open_mesh(immersed->mesh_name, &immersed->making, &immersed->mesh) != 0 ||
        scratch_make(buoy_pressure_scratch_bytes(immersed->mesh, NULL), &immersed->scratch) != 0) {
        return CLI_BAD;
    }
    immersed->turned = cli_given(options, "rotation");
    fill_water(immersed, cli_given(options, "pool"));
    immersed->query = (struct buoy_pressure_query){
        .mesh = immersed->mesh,
        .pose = immersed->pose,
        .water = &immersed->file.water,
        .scratch = immersed->scratch.memory,
        .scratch_bytes = immersed->scratch.bytes,
    };
    return 0;
}

void eval_immersed_free(struct eval_immersed *immersed) {
    scratch_free(&immersed->scratch);
    buoy_mesh_destroy(immersed->mesh);
    water_file_free(&immersed->file);
}

static int finish(const struct eval_immersed *immersed, const struct buoy_error *error) {
    if (error->status != BUOY_OK) {
        return cli_bad("eval %s: %s", immersed->family, error->message);
    }
    if (!immersed->turned && immersed->file.water.kind != BUOY_WATER_PLANE) {
        cli_note_up(immersed->mesh_name, immersed->family,
                    "--rotation .70710678,0,0,.70710678 (or 0,0,0,1)");
    }
    return 0;
}

int eval_immersed_ask(const struct eval_immersed *immersed, struct buoy_waterline *waterline,
                      struct buoy_pressure *answer) {
    struct buoy_error error;
    buoy_pressure_with(immersed->kernel, &immersed->query, waterline, answer, &error);
    return finish(immersed, &error);
}

int eval_immersed_ask_in_detail(const struct eval_immersed *immersed,
                                const struct cli_option *options,
                                struct buoy_pressure_detail *detail, struct buoy_pressure *answer) {
    if (cli_given(options, "kernel")) {
        return cli_bad("eval %s: no kernel answers in detail; leave out --kernel",
                       immersed->family);
    }
    struct buoy_error error;
    buoy_pressure_in_detail(&immersed->query, detail, answer, &error);
    return finish(immersed, &error);
}
