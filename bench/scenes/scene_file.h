// Scenes described by JSON: water, and bodies of shapes and meshes in it.
#ifndef BENCH_SCENE_FILE_H
#define BENCH_SCENE_FILE_H

#include "buoyancy_step.h"
#include "motion.h"
#include "scratch.h"
#include "water_file.h"

// The longest simulation, in steps, and the longest and shortest step, in seconds.
#define SCENE_MOST_STEPS 100000000u
#define SCENE_LEAST_STEP 1e-9
#define SCENE_MOST_STEP 1e3
// The least and the largest tolerance, metres.
#define SCENE_LEAST_TOLERANCE 1e-12
#define SCENE_MOST_TOLERANCE 1e12

// How a scene is to be simulated, and what is to be seen in it.
struct scene_motion {
    double step, seconds;
    uint32_t every; // steps per row
    bool implicit, by_pressure;
    double tolerance;         // of forces by pressure, m; 0 for triangles as they are
    const char *title, *text; // of the file; NULL where there is none
};

// Verlet's steps of 1/240 s for 10 s, each recorded; forces by plane; no texts.
struct scene_motion scene_motion_default(void);

// A body's state, as in struct buoy_states.
struct scene_state {
    double position[3], rotation[4], velocity[3], spin[3];
};

// A constant thrust, in the body's axes, at a point of it; and a spring with a damper from a point
// of it to one of the world.
struct scene_load {
    double thrust[3], thrust_point[3];
    double anchor[3], point[3], stiffness, damping, length;
};

// A patch of waves that goes with the bodies; none if there are no cells.
struct scene_patch {
    float spacing;
    uint32_t cells; // along each side
};

// Coefficients of forces on the surface, as in struct buoy_surface_motion.
struct scene_surface {
    double drag, lift, skin;
};

// What alike bodies share.
struct scene_model {
    const char *name; // in the file
    struct buoy_part *parts;
    size_t part_count;
    struct buoy_mass mass;
    struct buoy_drag drag;
    double length; // of angular drag, as in struct buoy_model_input
    struct scene_surface surface;
    bool carries; // water, by the next
    struct motion_hydrodynamics hydrodynamics;
    struct buoy_model *model;
};

struct scene {
    unsigned flags; // of enum buoy_mesh_flags, of all meshes
    struct scene_motion motion;
    struct water_file water;
    struct scene_patch patch;
    struct buoy_region pool;   // that the water may point to
    struct scene_model *kinds; // in the order of the file
    size_t kind_count;
    struct buoy_mesh **meshes; // of all parts, and of copies with meshes of their own
    size_t mesh_count;
    struct scratch *images;     // that the latter are in
    struct buoy_model **copies; // of bodies with meshes of their own
    size_t image_count, copy_count;
    // One per body.
    size_t count;
    size_t *entries; // in the file's array of bodies
    const struct buoy_model **models;
    const struct scene_model **kind_of; // of the kinds above
    struct scene_state *states;
    struct scene_load *loads;
    bool loaded;             // any of them
    struct json_input input; // keeps names and texts
};

// Reads the format that SCENE_FILE_HELP describes; `path` "-" is standard input. Files of meshes
// are looked for beside the scene; `flags`, of enum buoy_mesh_flags, are for all of them. Returns
// 0, or CLI_BAD after naming file, line, place and cause; scene_file_free() is allowed either way.
int scene_file_read(const char *path, unsigned flags, struct scene *scene);

// Reads a scene in memory, whose name complaints begin with. Files of meshes are looked for
// in the working folder.
int scene_text_read(const char *name, const char *text, size_t length, struct scene *scene);
void scene_file_free(struct scene *scene);

// Makes the model of what was read; an inertia that is all 0 stands for a body that does not turn.
enum buoy_status scene_model_make(struct scene_model *kind, struct buoy_error *error);

// Complains about what the library says of bodies of a scene, "body 0: …" being the one of index
// `first`: with the body's line. Returns CLI_BAD.
int scene_file_bad(const struct scene *scene, size_t first, const char *message);

// All bodies of a scene as a step, without scratch memory.
struct buoy_step_query scene_file_query(const struct scene *scene, double dt);

// The format, for help texts.
#define SCENE_FILE_HELP                                                                            \
    "  {\"water\":{...},\"models\":{NAME:{...},...},\"bodies\":[{...},...],\n"                     \
    "   \"motion\":{...},\"title\":T,\"text\":T}\n"                                                \
    "\n"                                                                                           \
    "water: as for 'eval pressure', and \"density\" (default 1025), \"gravity\" (9.81),\n"         \
    "  \"current\":[vx,vy,vz] and \"pool\":{\"low\":[x,y,z],\"high\":[x,y,z]}, outside of which\n" \
    "  there is no water; without \"water\", calm sea at height 0\n"                               \
    "  Waves may have \"patch\":{\"spacing\":s,\"cells\":n}: 'float' then takes their heights\n"   \
    "  from a grid of n x n cells that goes with the bodies, as games do\n"                        \
    "models: what bodies of one kind share\n"                                                      \
    "  \"parts\": an array of {\"shape\":S,\"size\":[...]} or {\"mesh\":M}, each with a place\n"   \
    "    in the body, \"position\":[x,y,z] and \"rotation\":[x,y,z,w], and \"density\".\n"         \
    "    S and its size: box (half extents a,b,c), sphere (radius), ellipsoid (semi-axes\n"        \
    "    a,b,c), capsule and cylinder (radius, half length of the straight part), cone\n"          \
    "    (radius of the base at z = -b, b; its tip is at z = b); axes along z. M is a\n"           \
    "    file beside the scene, or builtin:NAME[:TRIANGLES]. For \"mesh\" one may write\n"         \
    "    \"vertices\":[[x,y,z],...] and \"faces\":[[i,j,k,...],...], from 0 on, or\n"              \
    "    \"prism\":[[x,z],...] and \"width\":w, an outline drawn out along y. A mesh may have\n"   \
    "    \"scale\":[x,y,z], and \"fill\":true, as --fill\n"                                        \
    "    Parts that overlap count twice\n"                                                         \
    "  \"density\": of all parts without their own, kg per cubic metre (default 500)\n"            \
    "  \"mass\": kg; scales the densities\n"                                                       \
    "  \"centre_of_mass\":[x,y,z] and \"inertia\":[ixx,iyy,izz,ixy,ixz,iyz], about it, with\n"     \
    "    ixx = integral of y^2 + z^2 dm, ixy = -integral of x y dm: in place of those that\n"      \
    "    follow from the densities; with inertia 0 the body cannot be turned\n"                    \
    "  \"planar\": true for a body that moves in the plane of x and z, and turns about y alone\n"  \
    "  \"drag\":{\"linear\":b,\"angular\":b,\"quadratic\":c}: coefficients (default 0), and\n"     \
    "    \"length\": of angular drag, metres (default 0: that of the volume)\n"                    \
    "  \"surface\":{\"drag\":c,\"lift\":c,\"skin\":c}: coefficients of the forces on each\n"       \
    "    triangle, for 'float --by pressure' (default 0)\n"                                        \
    "bodies: \"model\":NAME, unless there is one model, \"position\" and \"rotation\" of the\n"    \
    "  body's frame, \"velocity\" of the centre of mass and \"spin\", rad/s, in the world.\n"      \
    "  What is left out is 0, rotations [0,0,0,1]. \"copies\":{\"columns\":n,\"rows\":m,\n"        \
    "  \"spacing\":s}: n x m of them, in x and y; \"distinct\":true there: each with own meshes\n" \
    "motion: for 'float': \"step\", \"seconds\", \"every\", \"by\" (plane or pressure),\n"         \
    "  \"tolerance\" and \"implicit\" (true or false), each as its option there\n"                 \
    "'eval hydrodynamics --help' has more for 'float'\n"                                           \
    "title, text: in pictures of 'float'\n"

// Keys of models and bodies that only 'float' heeds, for the help of 'eval hydrodynamics'.
#define SCENE_MOTION_HELP                                                                          \
    "In scenes for 'float' a model may have \"added_mass\", \"damping\", \"quadratic_damping\":\n" \
    "matrices as \"added_mass\", \"linear\" and \"quadratic\" above, about \"about\":[x,y,z] "     \
    "(the\n"                                                                                       \
    "centre of mass unless given); they count by the share of the body that is submerged, and\n"   \
    "added mass for the motion through the water, which \"orbital\" waves accelerate. A\n"         \
    "body may have \"thrust\":{\"force\":[x,y,z],\"point\":[x,y,z]}, constant in its own axes,\n"  \
    "and \"spring\":{\"anchor\":[x,y,z],\"point\":[x,y,z],\"stiffness\":k,\"damping\":c,\n"        \
    "\"length\":l} from a point of it to one of the world: N/m, N s/m, and metres without "        \
    "tension\n"

#endif
