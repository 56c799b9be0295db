// What alike bodies share, as the kernels of the step read it. Engines see it as an opaque pointer.
//
// The model's frame: its origin is the body's middle; its axes are those of the part if the body is
// a single part, which then lies at the frame's origin, and else the body's. In this frame neither
// parts nor inertia turn, so that it is prepared once.
#ifndef BUOY_MODEL_H
#define BUOY_MODEL_H

#include "bodies/pose.h"
#include "buoyancy_step.h"
#include "mesh/mesh.h"

// The row of numbers that every body needs, in doubles; four at a time are read together. The turn
// and what waves and patches need, which not all do, have cache lines of their own.
enum buoy_model_field {
    BUOY_MODEL_MIDDLE = 0,      // 3: from the body's origin, along the model's axes
    BUOY_MODEL_DIAGONAL = 3,    // of the body's box
    BUOY_MODEL_ARM = 4,         // 3: from the centre of mass to the middle
    BUOY_MODEL_PER_MASS = 7,    // 1/m
    BUOY_MODEL_PER_INERTIA = 8, // 6: I⁻¹: xx, xy, xz, yy, yz, zz
    BUOY_MODEL_LINEAR = 14,     // β_l m / V_T
    BUOY_MODEL_ANGULAR = 15,    // β_a m L² / V_T
    BUOY_MODEL_QUADRATIC = 16,  // C_D / 8
    BUOY_MODEL_SIZE = 17,       // 3: of the shape, if the body is a single primitive
    BUOY_MODEL_TRAITS = 20,     // a sum of enum buoy_model_trait
    BUOY_MODEL_KIND = 21,       // enum buoy_shape_kind of a single part, else −1
    BUOY_MODEL_KEY = 22,        // bodies with the same one may be answered together
    BUOY_MODEL_FORM = 23,       // enum buoy_model_form
    BUOY_MODEL_TURN = 24,       // 4: the model's axes in the body's frame, a unit quaternion
    BUOY_MODEL_CENTROID = 28,   // 3: from the middle, for water that is not plane
    BUOY_MODEL_BALL = 31,       // radius of a ball about the body's origin that holds all of it
    BUOY_MODEL_SPREAD = 32,     // 6: 5 × second moments per volume: xx, xy, xz, yy, yz, zz
    BUOY_PLAIN_WHOLE = 40,      // 24: of plain bodies, enum buoy_plain_field
    BUOY_MODEL_FIELDS = 64,
};

// What a plain body needs. Of capsules and cylinders the first number of a
// triple is across the axis or along it, as said here.
enum buoy_plain_field {
    BUOY_PLAIN_LIFT = 0,                      // V_T/m
    BUOY_PLAIN_LINEAR = 1,                    // β_l
    BUOY_PLAIN_MASS = 2,                      // m
    BUOY_PLAIN_VOLUME = 3,                    // V_T
    BUOY_PLAIN_SIZE = BUOY_PLAIN_WHOLE + 4,   // 3; 1/radius
    BUOY_PLAIN_MOBILE = BUOY_PLAIN_WHOLE + 8, // 3: m I⁻¹: by axes; or across the axis, along it
    BUOY_PLAIN_EXTRA = 3, // beside it: m I⁻¹ r² of balls, r³/V_T of capsules
    BUOY_PLAIN_TURNING = BUOY_PLAIN_WHOLE + 12, // 3: β_a m L² I⁻¹, likewise
    BUOY_PLAIN_TALL = 3,                        // beside it: half the straight part / radius
    BUOY_PLAIN_ARM = BUOY_PLAIN_WHOLE + 16,     // 3: BUOY_MODEL_ARM; or along the axis
    BUOY_PLAIN_ANGULAR = 3,                     // beside it: β_a m L²
    BUOY_PLAIN_MIDDLE = BUOY_PLAIN_WHOLE + 20,  // 3: BUOY_MODEL_MIDDLE; or along the axis
    BUOY_PLAIN_OFF = 3,                         // beside it: 1 unless that is 0
};

// How a body's forces are found, decided when its model is made (../simd/step_plain.h). Plain are
// single primitive shapes along the body's axes, without quadratic drag, whose inertia has the
// symmetry of the shape, with the centre of mass and the shape's middle on the axis or, of balls,
// at the origin. Deviations of 2⁻⁴⁰ are taken for rounding.
enum buoy_model_form {
    BUOY_FORM_GENERAL,
    BUOY_FORM_BALL,
    BUOY_FORM_BOX,
    BUOY_FORM_CAPSULE,
    BUOY_FORM_CYLINDER,
};

// Keys: of bodies of several parts, of single parts by their kinds, and of meshes by where they
// lie.
#define BUOY_MODEL_KEYS 64

// What a model has that others have not.
enum buoy_model_trait {
    BUOY_MODEL_DRAGS = 1,  // quadratic drag
    BUOY_MODEL_TURNED = 2, // the model's axes are not the body's
};

// A part in the model's frame: a point x of the shape lies at place + rotation x. A mesh's frame is
// moved to the centre of its bounding box.
struct buoy_model_part {
    enum buoy_shape_kind kind; // BUOY_SHAPE_BOX also for meshes that are boxes
    float size[3];
    const struct buoy_mesh *mesh; // of BUOY_SHAPE_MESH
    double rotation[3][3];        // by rows
    double place[3];
    // A closed mesh is whole, dry or wet, if the water is farther from its place than this, which
    // has room for all rounding of the normal and the offset; infinite for others.
    double reach;
    double volume, centre[3], area; // of the whole mesh, as kernels answer it
};

struct buoy_model {
    _Alignas(64) double row[BUOY_MODEL_FIELDS];
    size_t count;                   // of parts
    double half_extent[3];          // of the body's box, along the model's axes
    struct buoy_model_info info;    // in the library's frame
    enum buoy_frame frame;          // the caller's
    struct buoy_spread spread;      // of all parts, from the middle, along the body's axes
    struct buoy_mesh *merged;       // the model's own, or NULL
    struct buoy_model_part parts[]; // in the order of their kinds, then of their places
};

static inline enum buoy_model_form buoy_model_form(const struct buoy_model *model) {
    return (enum buoy_model_form)(int)model->row[BUOY_MODEL_FORM];
}

static inline bool buoy_model_has(const struct buoy_model *model, enum buoy_model_trait trait) {
    return ((unsigned)model->row[BUOY_MODEL_TRAITS] & (unsigned)trait) != 0;
}

// ------------------------------------------------------------------------------------------ parts

// Parts of bodies: checked, and what is known of each in its shape's frame and of all in the
// model's.

// A part's shape, in the shape's frame.
struct buoy_part_info {
    double volume;
    double centre[3], half_extent[3]; // of its bounding box
    double centroid[3];
    double spread[9];              // ∫ (x − centroid)ᵢ (x − centroid)ⱼ dV
    enum buoy_shape_kind answered; // as which kind it is answered: a box also for meshes like one
    float size[3];                 // as that kind
    struct buoy_rotation rotation; // of the shape's frame in the body's
};

// Checks the index-th part of a body and describes it.
enum buoy_status buoy_part_get_info(const struct buoy_part *part, size_t index,
                                    struct buoy_part_info *info, struct buoy_error *error);

// Whether a body may have that many parts.
enum buoy_status buoy_check_parts(const struct buoy_part *parts, size_t count,
                                  struct buoy_error *error);

// Puts one mesh, which the caller owns, in the place of all closed meshes among a body's parts that
// are answered as meshes; the other parts move up. Where there are fewer than two of them nothing
// changes, and `merged` receives NULL.
enum buoy_status buoy_merge_meshes(struct buoy_part *parts, struct buoy_part_info *infos,
                                   size_t *count, struct buoy_mesh **merged,
                                   struct buoy_error *error);

// The model's axes in the body's frame, and where the body's box lies, in the body's frame.
struct buoy_model_frame {
    struct buoy_rotation axes;
    double middle[3], half_extent[3];
};

void buoy_model_find_frame(const struct buoy_part *parts, const struct buoy_part_info *infos,
                           size_t count, struct buoy_model_frame *frame);

// All parts together, in the model's frame.
void buoy_model_find_spread(const struct buoy_model_input *input,
                            const struct buoy_part_info *infos,
                            const struct buoy_model_frame *frame, struct buoy_spread *spread);

// The inverse of a rotation.
struct buoy_rotation buoy_transpose(const struct buoy_rotation *rotation);

#endif
