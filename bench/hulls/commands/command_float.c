// `buoybench float`: bodies that float, moved and recorded.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "mesh/kinds.h"
#include "motion.h"
#include "options.h"
#include "output.h"
#include "page.h"
#include "scene_file.h"
#include "scenes.h"
#include "simulation.h"
#include "turning.h"

// ------------------------------------------------------------------------------------------ bodies

// What the options say about the body and its water; numbers that were not given are NaN.
struct float_body {
    const char *mesh, *shape, *water; // NULL where not given
    double mass, density;
    double com[3], inertia[6], drag[3];
    double position[3], rotation[4], velocity[3], spin[3];
    double up[3]; // in the frame of all these
};

#define MOST 1e12     // of the library
#define DENSITY 500.0 // of a body, kg/m³
#define LOOSE 0.02    // as scenes have it

static void fill_nan(double *numbers, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        numbers[i] = (double)NAN;
    }
}

// Nothing given.
static struct float_body float_body_none(void) {
    struct float_body body = {.mass = (double)NAN, .density = (double)NAN};
    fill_nan(body.com, 3);
    fill_nan(body.inertia, 6);
    fill_nan(body.drag, 3);
    fill_nan(body.position, 3);
    fill_nan(body.rotation, 4);
    fill_nan(body.velocity, 3);
    fill_nan(body.spin, 3);
    fill_nan(body.up, 3);
    return body;
}

// The turn from that frame to one whose z is up, by rows. False if up is not given.
static bool float_body_upright(const struct float_body *body, double turn[9]) {
    double quaternion[4];
    if (isnan(body->up[0])) {
        return false;
    }
    turning_upright(body->up, turn, quaternion);
    return true;
}

// ---------------------------------------------------------------------------------- parts

static int make_part(const struct float_body *body, const struct cli_making *making,
                     struct scene *scene) {
    struct buoy_part *part = &scene->kinds[0].parts[0];
    double turn[9];
    *part = buoy_part_default();
    if (!isnan(body->up[0])) {
        turning_upright(body->up, turn, part->place.rotation);
    }
    if (body->shape) {
        const size_t length = strcspn(body->shape, ",");
        for (int kind = BUOY_SHAPE_BOX; kind < BUOY_SHAPE_MESH; ++kind) {
            const char *name = buoy_kind_name((enum buoy_shape_kind)kind);
            if (strlen(name) != length || strncmp(name, body->shape, length) != 0) {
                continue;
            }
            double sizes[3] = {0.0, 0.0, 0.0};
            part->shape.kind = (enum buoy_shape_kind)kind;
            const int count = buoy_kind_sizes(part->shape.kind);
            const char *numbers = body->shape[length] == ',' ? body->shape + length + 1 : "";
            if (cli_parse_numbers("--shape", numbers, -MOST, MOST, (size_t)count, sizes) != 0) {
                return CLI_BAD;
            }
            for (int i = 0; i < count; ++i) {
                part->shape.size[i] = (float)sizes[i];
            }
            const int wrong = buoy_shape_wrong_size(&part->shape);
            return wrong < 0
                       ? 0
                       : cli_bad("--shape: '%s': %.9g is not above 0", body->shape, sizes[wrong]);
        }
        return cli_bad(
            "--shape: '%s' begins with none of box, sphere, ellipsoid, capsule, cylinder "
            "and cone",
            body->shape);
    }
    if (cli_open_mesh(body->mesh, making, &scene->meshes[0]) != 0) {
        return CLI_BAD;
    }
    scene->mesh_count = 1;
    part->shape.kind = BUOY_SHAPE_MESH;
    part->mesh = scene->meshes[0];
    return 0;
}

// ----------------------------------------------------------------------------------- mass

// m I mᵀ for a symmetric I: twice the columns, turned, become rows.
static void turn_tensor(const double m[9], double rows[9]) {
    for (int pass = 0; pass < 2; ++pass) {
        double turned[9];
        for (int i = 0; i < 9; ++i) {
            turned[i] = rows[i % 3 * 3 + i / 3];
        }
        for (int i = 0; i < 3; ++i) {
            turning_turn(m, false, turned + 3 * i);
        }
        memcpy(rows, turned, sizeof turned);
    }
}

static int weigh(const struct float_body *body, struct scene_model *kind) {
    struct buoy_mass *mass = &kind->mass;
    struct buoy_error error;
    const double density = isnan(body->density) ? DENSITY : body->density;
    if (!isnan(body->mass) && !isnan(body->density)) {
        return cli_bad("float: give one of --mass and --density");
    }
    if (buoy_mass_of_parts(kind->parts, &density, 1, mass, &error) != BUOY_OK) {
        return cli_bad("float: %s: %s", body->mesh ? body->mesh : body->shape, error.message);
    }
    const double uniform = mass->mass;
    mass->mass = isnan(body->mass) ? uniform : body->mass;
    for (int i = 0; i < 9; ++i) {
        mass->inertia[i] *= mass->mass / uniform;
    }
    double turn[9];
    const bool turned = float_body_upright(body, turn);
    if (!isnan(body->com[0])) {
        memcpy(mass->centre_of_mass, body->com, sizeof mass->centre_of_mass);
        if (turned) {
            turning_turn(turn, false, mass->centre_of_mass);
        }
    }
    if (!isnan(body->inertia[0])) {
        const double *i = body->inertia; // xx, yy, zz, xy, xz, yz
        double rows[9] = {i[0], i[3], i[4], i[3], i[1], i[5], i[4], i[5], i[2]};
        if (turned) {
            turn_tensor(turn, rows);
        }
        memcpy(mass->inertia, rows, sizeof rows);
    }
    return 0;
}

static int make_model(const struct float_body *body, struct scene_model *kind) {
    struct buoy_error error;
    if (weigh(body, kind) != 0) {
        return CLI_BAD;
    }
    if (!isnan(body->drag[0])) {
        kind->drag = (struct buoy_drag){body->drag[0], body->drag[1], body->drag[2]};
    }
    return scene_model_make(kind, &error) == BUOY_OK
               ? 0
               : cli_bad("float: %s: %s", body->mesh ? body->mesh : body->shape, error.message);
}

// ---------------------------------------------------------------------------------- state

// Makes the scene, with z up and without its motion. Returns 0, or CLI_BAD after complaining;
// scene_file_free() is allowed either way.
static int float_body_scene(const struct float_body *body, const struct cli_making *making,
                            struct scene *scene) {
    *scene = (struct scene){.count = 0, .flags = making->flags};
    if (body->water ? water_file_read(body->water, BUOY_GRAVITY, &scene->water) != 0 : false) {
        return CLI_BAD;
    }
    if (!body->water) {
        scene->water.water = buoy_calm_sea(BUOY_Z_UP);
    }
    scene->kinds = calloc(1, sizeof *scene->kinds);
    scene->meshes = calloc(1, sizeof(struct buoy_mesh *));
    scene->models = calloc(1, sizeof(struct buoy_model *));
    scene->kind_of = calloc(1, sizeof(struct scene_model *));
    scene->states = calloc(1, sizeof *scene->states);
    if (!scene->kinds || !scene->meshes || !scene->models || !scene->kind_of || !scene->states) {
        return cli_out_of_memory();
    }
    scene->kind_count = 1;
    scene->kinds[0].name = body->mesh ? body->mesh : body->shape;
    scene->kinds[0].parts = calloc(1, sizeof *scene->kinds[0].parts);
    if (!scene->kinds[0].parts) {
        return cli_out_of_memory();
    }
    scene->kinds[0].part_count = 1;
    if (make_part(body, making, scene) != 0 || make_model(body, &scene->kinds[0]) != 0) {
        return CLI_BAD;
    }
    scene->count = 1;
    scene->kind_of[0] = &scene->kinds[0];
    scene->models[0] = scene->kinds[0].model;
    struct scene_state *state = &scene->states[0];
    static const double level[4] = {0.0, 0.0, 0.0, 1.0};
    double square = 0.0;
    memcpy(state->rotation, isnan(body->rotation[0]) ? level : body->rotation,
           sizeof state->rotation);
    for (int i = 0; i < 3; ++i) {
        state->position[i] = isnan(body->position[0]) ? 0.0 : body->position[i];
        state->velocity[i] = isnan(body->velocity[0]) ? 0.0 : body->velocity[i];
        state->spin[i] = isnan(body->spin[0]) ? 0.0 : body->spin[i];
    }
    double turn[9];
    if (float_body_upright(body, turn)) {
        double *const vectors[] = {state->position, state->velocity, state->spin, state->rotation};
        for (int i = 0; i < 4; ++i) {
            turning_turn(turn, false, vectors[i]);
        }
    }
    for (int i = 0; i < 4; ++i) {
        square += state->rotation[i] * state->rotation[i];
    }
    return fabs(square - 1.0) <= LOOSE
               ? 0
               : cli_bad("--rotation: not a unit quaternion x,y,z,w: its length is %.9g",
                         sqrt(square));
}

// Corners of circles, for forces by pressure, for pictures alone, and for pictures of many bodies.
#define AROUND_FOR_PRESSURE 48
#define AROUND_FOR_PICTURES 24
#define AROUND_FOR_MANY 12
#define MANY 16

struct float_options {
    const char *scene; // NULL for a body of its own
    struct float_body body;
    struct scene_motion motion; // what is not given is negative, 0 or false
    bool by_given, list;
    unsigned format; // enum listing_format
    const char *out; // a folder, or NULL
    struct cli_making making;
};

// The options of a body, of which a scene has its own: the first of them, and how many there are.
enum {
    BODY_OPTIONS = 3,
    BODY_OPTION_COUNT = 11
};

static int check(const struct float_options *options, const struct cli_option *table) {
    const struct float_body *body = &options->body;
    const int given = (body->mesh != NULL) + (body->shape != NULL) + (options->scene != NULL);
    if (given != 1) {
        return cli_bad("float: give one of --mesh, --shape and --scene%s",
                       given == 0 ? "; --scenes lists scenes" : "");
    }
    if (!body->mesh && options->making.scale > 0.0) {
        return cli_bad("float: --scale is for --mesh");
    }
    for (int i = BODY_OPTIONS; i < BODY_OPTIONS + BODY_OPTION_COUNT && options->scene; ++i) {
        if (table[i].given) {
            return cli_bad("float: --%s is for --mesh and --shape; a scene has its own",
                           table[i].name);
        }
    }
    return 0;
}

static int parse(int argc, char **argv, struct float_options *options) {
    struct float_body *body = &options->body;
    struct scene_motion *motion = &options->motion;
    uint64_t every = 0;
    unsigned by = 0;
    *options = (struct float_options){.body = float_body_none(),
                                      .motion = {.step = -1.0, .seconds = -1.0},
                                      .format = LISTING_BY_TERMINAL};
    struct cli_option table[] = {
        CLI_TEXT_OPTION("mesh", &body->mesh),
        CLI_TEXT_OPTION("shape", &body->shape),
        CLI_TEXT_OPTION("scene", &options->scene),
        CLI_POSITIVE_OPTION("mass", &body->mass, 1e30),
        CLI_POSITIVE_OPTION("density", &body->density, 1e12),
        CLI_NUMBERS_OPTION("com", body->com, 3),
        {.name = "inertia",
         .kind = CLI_NUMBERS,
         .value = body->inertia,
         .count = 6,
         .low = -1e30,
         .high = 1e30},
        CLI_NUMBERS_OPTION("drag", body->drag, 3),
        CLI_NUMBERS_OPTION("position", body->position, 3),
        CLI_NUMBERS_OPTION("rotation", body->rotation, 4),
        CLI_NUMBERS_OPTION("velocity", body->velocity, 3),
        CLI_NUMBERS_OPTION("spin", body->spin, 3),
        {.name = "up",
         .kind = CLI_DIRECTION,
         .value = body->up,
         .count = 3,
         .low = -1e12,
         .high = 1e12},
        CLI_TEXT_OPTION("water", &body->water),
        CLI_FLAG_OPTION("scenes", &options->list),
        CLI_FLAG_OPTION("implicit", &motion->implicit),
        {.name = "by", .kind = CLI_WORD, .value = &by, .words = "plane|pressure"},
        CLI_REAL_OPTION("tolerance", &motion->tolerance, SCENE_LEAST_TOLERANCE,
                        SCENE_MOST_TOLERANCE),
        CLI_REAL_OPTION("step", &motion->step, SCENE_LEAST_STEP, SCENE_MOST_STEP),
        CLI_REAL_OPTION("seconds", &motion->seconds, 0.0, 1e12),
        CLI_COUNT_OPTION("every", &every, 1, SCENE_MOST_STEPS),
        CLI_TEXT_OPTION("out", &options->out),
        LISTING_FORMAT_OPTION(&options->format),
        CLI_MAKING_OPTIONS(&options->making),
        {0},
    };
    if (cli_parse("float", argc, argv, table) != 0) {
        return CLI_BAD;
    }
    motion->every = (uint32_t)every;
    motion->by_pressure = by == 1;
    options->by_given = cli_given(table, "by");
    return options->list ? 0 : check(options, table);
}

// ------------------------------------------------------------------------------------ run

// Options have the last word.
static void merge_motion(const struct float_options *options, struct scene_motion *motion) {
    const struct scene_motion *given = &options->motion;
    if (!options->scene) {
        *motion = scene_motion_default();
    }
    motion->step = given->step > 0.0 ? given->step : motion->step;
    motion->seconds = given->seconds >= 0.0 ? given->seconds : motion->seconds;
    motion->every = given->every > 0 ? given->every : motion->every;
    motion->implicit = given->implicit || motion->implicit;
    motion->by_pressure = options->by_given ? given->by_pressure : motion->by_pressure;
    motion->tolerance = given->tolerance > 0.0 ? given->tolerance : motion->tolerance;
}

// Prints all rows or, where files have them, a summary.
static int show(const struct float_options *options, struct film film) {
    struct listing rows, summary = {0};
    int status = recording_list(film.recording, &rows);
    film.name = options->scene ? options->scene : film.scene->kinds[0].name;
    film.rows = &rows;
    if (status == 0 && options->out &&
        (output_prepare(options->out) != 0 || film_page_write(&film, options->out) != 0 ||
         recording_summarise(film.recording, &summary) != 0)) {
        status = CLI_BAD;
    }
    if (status == 0) {
        status =
            listing_print(options->out ? &summary : &rows, (enum listing_format)options->format);
    }
    listing_free(&summary);
    listing_free(&rows);
    return status;
}

static int simulate(const struct float_options *options, struct scene *scene) {
    struct scene_hulls hulls = {0};
    struct recording recording = {0};
    merge_motion(options, &scene->motion);
    if (options->motion.tolerance > 0.0 && !scene->motion.by_pressure) {
        return cli_bad("float: --tolerance is for --by pressure");
    }
    // Without pictures and pressure nobody looks at triangles.
    const bool pressure = scene->motion.by_pressure;
    const uint32_t around = pressure              ? AROUND_FOR_PRESSURE
                            : scene->count > MANY ? AROUND_FOR_MANY
                                                  : AROUND_FOR_PICTURES;
    int status = options->out || pressure ? scene_hulls_make(scene, around, &hulls) : 0;
    if (status == 0) {
        status = simulation_run(scene, &hulls, &recording);
    }
    double upright[9];
    recording.upright = float_body_upright(&options->body, upright) ? upright : NULL;
    if (status == 0) {
        status =
            show(options, (struct film){.scene = scene, .hulls = &hulls, .recording = &recording});
    }
    if (status == 0 && options->body.mesh && !recording.upright) {
        cli_note_up(options->body.mesh, "float", CLI_UP_OPTION);
    }
    recording_free(&recording);
    scene_hulls_free(&hulls);
    return status;
}

static int run(int argc, char **argv) {
    struct float_options options;
    struct scene scene = {.count = 0};
    if (parse(argc, argv, &options) != 0) {
        return CLI_BAD;
    }
    if (options.list) {
        return scenes_print();
    }
    int status = options.scene ? scenes_open(options.scene, options.making.flags, &scene)
                               : float_body_scene(&options.body, &options.making, &scene);
    if (status == 0) {
        status = simulate(&options, &scene);
    }
    scene_file_free(&scene);
    return status;
}

const struct command command_float = {
    .name = "float",
    .summary = "bodies that float: motion as rows, and as a film",
    .help =
        "usage: buoybench float (--mesh M | --shape S | --scene FILE|NAME) [OPTION]...\n"
        "       buoybench float --scenes\n"
        "\n"
        "Moves floating bodies, and prints rows whose bits are the same on every machine: the\n"
        "first at time 0, then one every N-th step. The header is\n"
        "  time,x,y,z,qx,qy,qz,qw,vx,vy,vz,wx,wy,wz,volume,fx,fy,fz,tx,ty,tz,energy\n"
        "x, y, z and v are of the centre of mass; q turns the mesh's frame into the world's; w is\n"
        "the spin, rad/s; volume is what is submerged; f and t are the water's force and torque\n"
        "about the centre of mass; all in the world's frame. energy is kinetic + m g z - density "
        "g\n"
        "volume x (height of its centre above still water), nan in waves. If there are several\n"
        "bodies, a column body comes first, from 0 on.\n"
        "\n"
        "A body is one of:\n"
        "  --mesh M           a file (OBJ, STL, PLY, OFF, glTF, GLB) or builtin:NAME[:TRIANGLES]\n"
        "  --shape S          box,a,b,c (half extents), sphere,radius, ellipsoid,a,b,c, capsule,\n"
        "                     cylinder or cone,radius,b (half length; axes along z)\n"
        "  --scene S          a file as 'eval body' has it, a name that --scenes lists, or - for\n"
        "                     standard input; the next options down to --drag are its own\n"
        "  --scenes           list the scenes that come with the program, and what to look at\n"
        "\n"
        "  --mass KG          its mass\n"
        "  --density R        or its density, kg/m3 (default 500)\n"
        "  --com X,Y,Z        its centre of mass, in the mesh's frame (default: as if uniform)\n"
        "  --inertia I        ixx,iyy,izz,ixy,ixz,iyz about the centre of mass, along the mesh's\n"
        "                     axes: ixx = integral of y^2 + z^2 dm, ixy = -integral of x y dm\n"
        "                     (default: as if uniform)\n"
        "  --water W          a JSON file as for 'eval pressure' (default: calm sea at z = 0)\n"
        "  --position X,Y,Z   where the mesh's frame is at first (default 0,0,0)\n"
        "  --rotation X,Y,Z,W a unit quaternion (default 0,0,0,1)\n"
        "  --velocity X,Y,Z   of the centre of mass, m/s (default 0,0,0)\n"
        "  --spin X,Y,Z       rad/s, in the world's frame (default 0,0,0)\n"
        "  --up X,Y,Z         up, in the mesh's axes (default 0,0,1); rows and options keep these\n"
        "                     axes, but W has z up, and is turned to them the shortest way\n"
        "  --drag L,A,Q       coefficients as in buoyancy_forces.h (default 0,0,0)\n"
        "\n"
        "  --by HOW           plane: below the best-fit plane of the water (default); pressure:\n"
        "                     on each triangle; shapes are then polyhedra\n"
        "  --tolerance T      by pressure: cut triangles until water levels are right to T metres\n"
        "  --implicit         linearly implicit steps, stable however long, which damp bobbing\n"
        "                     (default: Verlet's method, which does not)\n"
        "  --step S           seconds (default 1/240)\n"
        "  --seconds T        how long, rounded to a whole number of steps (default 10)\n"
        "  --every N          record every N-th step (default 1)\n"
        "  --out DIR          write the rows as DIR/series.csv and print a summary, a row for "
        "each\n"
        "                     body; DIR/index.html plays the motion in any browser (of 64 bodies\n"
        "                     at most), and Node.js, if installed, draws figures beside "
        "it\n" LISTING_FORMAT_HELP
        "  --open-ok          accept meshes that are not closed, as long as open edges are "
        "dry\n" CLI_CLOSED_HELP "\n"
        "examples:\n"
        "  buoybench float --scene catto-bobbing --every 24\n"
        "  buoybench float --shape cylinder,.5,.8 --density 700 --rotation .6,0,0,.8 --every 60\n"
        "  buoybench float --mesh hull.obj --mass 80 --drag 2,1,0 --seconds 1 --out motion\n",
    .run = run,
};
