// Models: what alike bodies share, prepared for the step.
#include "base/arithmetic.h"

#include "step/model.h"

#include <string.h>

#include "base/axes.h"
#include "base/memory.h"
#include "base/status.h"
#include "bodies/forces.h"
#include "mesh/plane.h"

// Numbers of an inertia that should be equal may differ by that share of its largest number.
#define ASYMMETRY 1e-9
// What is left of a diagonal number of an inertia, once what the other axes explain is taken away,
// must be this share of it at least: less is rounding.
#define LEAST_PIVOT 1e-12
// A second moment of mass may be below 0 by this share of the inertia's largest number: thin plates
// have 0, and their inertias may have been rounded to float.
#define FLATTER 1e-6

// ---------------------------------------------------------------------------- checking

static double find_largest(const double *values, int count) {
    double largest = 0.0;
    for (int i = 0; i < count; ++i) {
        largest = fmax(largest, fabs(values[i]));
    }
    return largest;
}

// Cholesky's factor of a symmetric matrix, low × lowᵀ = a; false if a is not positive definite.
static bool factor(double a[3][3], double low[3][3]) {
    memset(low, 0, 9 * sizeof(double));
    for (int j = 0; j < 3; ++j) {
        for (int i = j; i < 3; ++i) {
            const double left = a[i][j] - buoy_dot(low[i], low[j]);
            if (i == j && !(left > LEAST_PIVOT * a[j][j])) {
                return false;
            }
            low[i][j] = i == j ? sqrt(left) : left / low[j][j];
        }
    }
    return true;
}

// The inverse of an inertia, which is checked.
static enum buoy_status invert(const double inertia[9], double inverse[9],
                               struct buoy_error *error) {
    const double largest = find_largest(inertia, 9);
    double a[3][3], low[3][3], spread[3][3], of_spread[3][3];
    bool symmetric = true;
    BUOY_REFUSE_IF(largest == 0.0, ARGUMENT,
                   "the inertia is all 0: set BUOY_BODY_DOES_NOT_TURN if the body cannot be "
                   "turned");
    for (int i = 0; i < 9; ++i) {
        const double x = inertia[i] / largest, y = inertia[3 * (i % 3) + i / 3] / largest;
        symmetric = symmetric && !(fabs(x - y) > ASYMMETRY);
        a[i / 3][i % 3] = 0.5 * (x + y);
    }
    BUOY_REFUSE_IF(!symmetric || !factor(a, low), ARGUMENT,
                   "the inertia is not symmetric and positive definite");
    // No principal moment may be larger than the sum of the two others: ∫ x xᵀ dm = ½ tr(I) − I has
    // no eigenvalue below 0.
    const double half_trace = 0.5 * (a[0][0] + a[1][1] + a[2][2]);
    for (int i = 0; i < 9; ++i) {
        spread[i / 3][i % 3] = (i % 4 == 0 ? half_trace + FLATTER : 0.0) - a[i / 3][i % 3];
    }
    BUOY_REFUSE_IF(!factor(spread, of_spread), ARGUMENT,
                   "no body has this inertia: one of its principal moments is larger than the sum "
                   "of the two others");
    for (int k = 0; k < 3; ++k) { // the k-th column of the inverse of low × lowᵀ
        double y[3], *x = &inverse[3 * k];
        for (int i = 0; i < 3; ++i) {
            y[i] = i == k ? 1.0 : 0.0;
            for (int j = 0; j < i; ++j) {
                y[i] -= low[i][j] * y[j];
            }
            y[i] /= low[i][i];
        }
        for (int i = 2; i >= 0; --i) {
            x[i] = y[i];
            for (int j = i + 1; j < 3; ++j) {
                x[i] -= low[j][i] * x[j];
            }
            x[i] /= low[i][i];
        }
        for (int i = 0; i < 3; ++i) {
            x[i] /= largest;
        }
    }
    return BUOY_OK;
}

// ------------------------------------------------------------------------------ filling

static void fill_part(const struct buoy_part *part, const struct buoy_part_info *info,
                      const struct buoy_model_frame *frame, struct buoy_model_part *baked) {
    const struct buoy_mesh *mesh = info->answered == BUOY_SHAPE_MESH ? part->mesh : NULL;
    double at[3];
    baked->kind = info->answered;
    baked->mesh = mesh;
    baked->reach = (double)INFINITY;
    memcpy(baked->size, info->size, sizeof baked->size);
    memcpy(baked->rotation, info->rotation.row, sizeof baked->rotation);
    buoy_rotate(&info->rotation, info->centre, at);
    for (int i = 0; i < 3; ++i) {
        baked->place[i] = at[i] + part->place.position[i] - frame->middle[i];
    }
    if (mesh && mesh->closed) {
        struct buoy_hydrostatics wet;
        buoy_answer_all_wet(mesh, &wet);
        baked->reach = (1.0 + 1e-6) * mesh->scale * buoy_length(mesh->half_extent) +
                       0x1p-49 * buoy_length(mesh->centre);
        baked->volume = wet.volume;
        baked->area = wet.wetted_area;
        for (int i = 0; i < 3; ++i) {
            baked->centre[i] = wet.centre[i] - mesh->centre[i];
        }
    }
}

// Along the model's axes for the step, along the body's for what asks about single bodies.
static void fill_spread(const struct buoy_spread *spread, const struct buoy_rotation *axes,
                        struct buoy_model *model) {
    const double *s = spread->second;
    const double tensor[9] = {s[0], s[1], s[2], s[1], s[3], s[4], s[2], s[4], s[5]};
    double turned[9];
    memcpy(&model->row[BUOY_MODEL_CENTROID], spread->centroid, sizeof spread->centroid);
    buoy_turn_tensor(axes, tensor, turned);
    buoy_rotate(axes, spread->centroid, model->spread.centroid);
    model->spread.length = spread->length;
    for (int i = 0, k = 0; i < 3; ++i) {
        for (int j = i; j < 3; ++j, ++k) {
            model->row[BUOY_MODEL_SPREAD + k] = 5.0 * s[k];
            model->spread.second[k] = turned[3 * i + j];
        }
    }
}

static unsigned find_key(const struct buoy_model *model) {
    const unsigned kinds = 1 + (unsigned)BUOY_FORM_CYLINDER;
    const unsigned mesh = kinds + (unsigned)BUOY_SHAPE_MESH;
    const struct buoy_model_part *part = &model->parts[0];
    const enum buoy_model_form form = buoy_model_form(model);
    return form != BUOY_FORM_GENERAL ? (unsigned)form
           : model->count > 1        ? 0
           : !part->mesh             ? kinds + (unsigned)part->kind
                         : mesh + (unsigned)((uintptr_t)part->mesh / 64) % (BUOY_MODEL_KEYS - mesh);
}

static void fill_row(const struct buoy_model_input *input, const struct buoy_model_frame *frame,
                     const double inverse_inertia[9], struct buoy_model *model) {
    const struct buoy_model_info *info = &model->info;
    const struct buoy_drag *drag = &input->drag;
    const struct buoy_rotation to_axes = buoy_transpose(&frame->axes);
    double *row = model->row, centre_of_mass[3], turned[9];
    buoy_rotate(&to_axes, info->middle, &row[BUOY_MODEL_MIDDLE]);
    buoy_rotate(&to_axes, input->mass.centre_of_mass, centre_of_mass);
    buoy_turn_tensor(&to_axes, inverse_inertia, turned);
    row[BUOY_MODEL_DIAGONAL] = info->diagonal;
    row[BUOY_MODEL_BALL] = (1.0 + 1e-6) * (buoy_length(info->middle) + 0.5 * info->diagonal);
    for (int i = 0; i < 3; ++i) {
        row[BUOY_MODEL_ARM + i] = row[BUOY_MODEL_MIDDLE + i] - centre_of_mass[i];
        row[BUOY_MODEL_SIZE + i] = (double)model->parts[0].size[i];
    }
    row[BUOY_MODEL_KIND] = model->count == 1 ? (double)model->parts[0].kind : -1.0;
    const double mass_share = input->mass.mass / info->volume;
    row[BUOY_MODEL_PER_MASS] = 1.0 / input->mass.mass;
    row[BUOY_MODEL_LINEAR] = drag->linear * mass_share;
    row[BUOY_MODEL_ANGULAR] = drag->angular * mass_share * (info->length * info->length);
    row[BUOY_MODEL_QUADRATIC] = 0.125 * drag->quadratic;
    row[BUOY_MODEL_TRAITS] += drag->quadratic > 0.0 ? BUOY_MODEL_DRAGS : 0;
    const double *q = input->parts[0].place.rotation;
    const double length = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    const bool is_turned = model->count == 1 && (q[0] != 0.0 || q[1] != 0.0 || q[2] != 0.0);
    row[BUOY_MODEL_TRAITS] += is_turned ? BUOY_MODEL_TURNED : 0;
    row[BUOY_MODEL_TURN + 3] = 1.0;
    for (int i = 0; i < 4 && is_turned; ++i) {
        row[BUOY_MODEL_TURN + i] = q[i] / length;
    }
    double *per_inertia = &row[BUOY_MODEL_PER_INERTIA];
    for (int i = 0; i < 3; ++i) {
        for (int j = i; j < 3; ++j) {
            *per_inertia++ = 0.5 * (turned[3 * i + j] + turned[3 * j + i]);
        }
    }
}

// A share of a body's numbers that is taken for rounding.
#define ROUNDING 0x1p-40

static bool are_small(const double *values, int count, double most) {
    return find_largest(values, count) <= ROUNDING * most;
}

// The form that a model's inertia and places allow.
static enum buoy_model_form find_form(const struct buoy_model *model) {
    const double *row = model->row, *i = &row[BUOY_MODEL_PER_INERTIA];
    const double *arm = &row[BUOY_MODEL_ARM], *middle = &row[BUOY_MODEL_MIDDLE];
    const double most = find_largest(i, 6), reach = model->info.diagonal;
    const double off[3] = {i[1], i[2], i[4]}, uneven = i[0] - i[3], apart = i[0] - i[5];
    const bool is_axial =
        are_small(&uneven, 1, most) && are_small(arm, 2, reach) && are_small(middle, 2, reach);
    if (model->count > 1 || row[BUOY_MODEL_TRAITS] != 0.0 || !are_small(off, 3, most)) {
        return BUOY_FORM_GENERAL;
    }
    switch (model->parts[0].kind) {
    case BUOY_SHAPE_BOX:
        return BUOY_FORM_BOX;
    case BUOY_SHAPE_SPHERE:
        return is_axial && are_small(&apart, 1, most) && are_small(arm, 3, reach) &&
                       are_small(middle, 3, reach)
                   ? BUOY_FORM_BALL
                   : BUOY_FORM_GENERAL;
    case BUOY_SHAPE_CAPSULE:
        return is_axial ? BUOY_FORM_CAPSULE : BUOY_FORM_GENERAL;
    case BUOY_SHAPE_CYLINDER:
        return is_axial ? BUOY_FORM_CYLINDER : BUOY_FORM_GENERAL;
    default:
        return BUOY_FORM_GENERAL;
    }
}

// What plain bodies need; others stay general, as do those whose numbers are beyond doubles.
static void fill_plain(struct buoy_model *model) {
    const struct buoy_model_info *info = &model->info;
    const double mass = info->mass.mass,
                 angular = info->drag.angular * mass * info->length * info->length;
    double *row = model->row, *plain = &row[BUOY_PLAIN_WHOLE];
    const enum buoy_model_form form = find_form(model);
    if (form == BUOY_FORM_GENERAL) {
        return;
    }
    const bool is_box = form == BUOY_FORM_BOX, is_ball = form == BUOY_FORM_BALL;
    const double *size = &row[BUOY_MODEL_SIZE], radius = size[0];
    plain[BUOY_PLAIN_LIFT] = info->volume / mass;
    plain[BUOY_PLAIN_LINEAR] = info->drag.linear;
    plain[BUOY_PLAIN_MASS] = mass;
    plain[BUOY_PLAIN_VOLUME] = info->volume;
    static const int diagonal[3] = {0, 3, 5};
    for (int k = 0; k < 3; ++k) {
        const int axis = is_box || k == 0 ? k : 2;
        const double per_inertia = row[BUOY_MODEL_PER_INERTIA + diagonal[axis]];
        row[BUOY_PLAIN_SIZE + k] = size[k];
        row[BUOY_PLAIN_MOBILE + k] = mass * per_inertia;
        row[BUOY_PLAIN_TURNING + k] = angular * per_inertia;
        row[BUOY_PLAIN_ARM + k] = is_ball ? 0.0 : row[BUOY_MODEL_ARM + (is_box ? k : 2)];
        row[BUOY_PLAIN_MIDDLE + k] = is_ball ? 0.0 : row[BUOY_MODEL_MIDDLE + (is_box ? k : 2)];
    }
    row[BUOY_PLAIN_SIZE + 3] = 1.0 / radius;
    row[BUOY_PLAIN_MOBILE + BUOY_PLAIN_EXTRA] = is_ball ? row[BUOY_PLAIN_MOBILE] * radius * radius
                                                        : radius * radius * radius / info->volume;
    row[BUOY_PLAIN_TURNING + BUOY_PLAIN_TALL] = size[1] / radius;
    row[BUOY_PLAIN_ARM + BUOY_PLAIN_ANGULAR] = angular;
    row[BUOY_PLAIN_MIDDLE + BUOY_PLAIN_OFF] = find_largest(&row[BUOY_PLAIN_MIDDLE], 3) > 0.0;
    if (buoy_within(plain, BUOY_MODEL_FIELDS - BUOY_PLAIN_WHOLE, DBL_MAX)) {
        row[BUOY_MODEL_FORM] = (double)form;
    } else {
        memset(plain, 0, (BUOY_MODEL_FIELDS - BUOY_PLAIN_WHOLE) * sizeof *plain);
    }
}

// What a caller gave, in the library's frame.
struct given {
    struct buoy_model_input input;
    struct buoy_part *parts; // a copy
    struct buoy_part_info *infos;
};

static enum buoy_status fill(const struct given *given, struct buoy_model *model,
                             struct buoy_error *error) {
    const struct buoy_model_input *input = &given->input;
    const struct buoy_part_info *infos = given->infos;
    struct buoy_model_info *info = &model->info;
    struct buoy_model_frame frame;
    struct buoy_spread spread;
    double inverse_inertia[9] = {0.0};
    if (!(input->flags & BUOY_BODY_DOES_NOT_TURN)) {
        BUOY_TRY(invert(input->mass.inertia, inverse_inertia, error));
    }
    buoy_model_find_frame(input->parts, infos, input->part_count, &frame);
    model->count = input->part_count;
    model->frame = input->frame;
    info->mass = input->mass;
    info->drag = input->drag;
    info->is_box = model->count == 1 && infos[0].answered == BUOY_SHAPE_BOX;
    for (size_t i = 0; i < model->count; ++i) {
        info->volume += infos[i].volume;
    }
    const double *half = frame.half_extent;
    buoy_model_find_spread(input, infos, &frame, &spread);
    info->length = input->length > 0.0 ? input->length : spread.length;
    info->diagonal = 2.0 * buoy_length(half);
    memcpy(info->middle, frame.middle, sizeof info->middle);
    memcpy(model->half_extent, half, sizeof model->half_extent);
    // By kinds, so that a body's parts are added up in one order, whatever else is in the water.
    size_t filled = 0;
    for (int kind = 0; kind <= BUOY_SHAPE_MESH; ++kind) {
        for (size_t i = 0; i < model->count; ++i) {
            if ((int)infos[i].answered == kind) {
                fill_part(&input->parts[i], &infos[i], &frame, &model->parts[filled++]);
            }
        }
    }
    fill_row(input, &frame, inverse_inertia, model);
    fill_plain(model);
    model->row[BUOY_MODEL_KEY] = (double)find_key(model);
    fill_spread(&spread, &frame.axes, model);
    BUOY_REFUSE_IF(!buoy_within(model->row, BUOY_MODEL_FIELDS, DBL_MAX), NON_FINITE,
                   "the body's mass, inertia or size is too small for doubles");
    return BUOY_OK;
}

// ------------------------------------------------------------------------------- public

// Takes over the caller's input, once there is room for its parts, and checks it.
static enum buoy_status take(const struct buoy_model_input *input, struct given *given,
                             struct buoy_error *error) {
    const struct buoy_axes *axes = buoy_axes_of(input->frame);
    struct buoy_mass *mass = &given->input.mass;
    given->input = *input;
    given->input.parts = given->parts;
    for (size_t i = 0; i < input->part_count; ++i) {
        struct buoy_part *part = &given->parts[i];
        *part = input->parts[i];
        const bool has_axes =
            part->shape.kind == BUOY_SHAPE_BOX || part->shape.kind == BUOY_SHAPE_ELLIPSOID;
        const float *size = input->parts[i].shape.size;
        part->shape.size[1] = has_axes && axes->exchanged ? size[2] : size[1];
        part->shape.size[2] = has_axes && axes->exchanged ? size[1] : size[2];
        buoy_axes_from(axes, part->place.position);
        buoy_axes_turn_from(axes, part->place.rotation);
    }
    if (input->densities) {
        BUOY_TRY(
            buoy_mass_of_parts(given->parts, input->densities, input->part_count, mass, error));
    } else {
        buoy_axes_from(axes, mass->centre_of_mass);
        buoy_axes_tensor(axes, true, mass->inertia);
    }
    if (input->flags & BUOY_BODY_DOES_NOT_TURN) {
        memset(mass->inertia, 0, sizeof mass->inertia);
    }
    for (size_t i = 0; i < input->part_count; ++i) {
        BUOY_TRY(buoy_part_get_info(&given->parts[i], i, &given->infos[i], error));
    }
    const struct buoy_quantity of_mass[] = {
        {"the mass", &mass->mass, 1, BUOY_MASSES_MOST},
        {"the centre of mass", mass->centre_of_mass, 3, BUOY_FORCES_MOST},
        {"the inertia", mass->inertia, 9, BUOY_MASSES_MOST}};
    const struct buoy_quantity length = {"the length of angular drag", &input->length, 1,
                                         BUOY_FORCES_MOST};
    BUOY_TRY(buoy_check_limits(of_mass, 3, NULL, 0, error));
    BUOY_REFUSE_IF(!(mass->mass > 0.0), ARGUMENT, "mass %g: must be above 0", mass->mass);
    BUOY_TRY(buoy_check_limits(&length, 1, NULL, 0, error));
    BUOY_REFUSE_IF(!(input->length >= 0.0), ARGUMENT,
                   "length %g of angular drag: must be 0 or more", input->length);
    return buoy_drag_check(&input->drag, 0.0, error);
}

enum buoy_status buoy_model_create(const struct buoy_model_input *input, struct buoy_model **model,
                                   struct buoy_error *error) {
    BUOY_REFUSE_IF(!model, ARGUMENT, "no room for the model");
    *model = NULL;
    BUOY_REFUSE_IF(!input, ARGUMENT, "no input");
    const bool has_frame = buoy_axes_of(input->frame) != NULL;
    BUOY_REFUSE_IF(!has_frame || input->flags & ~(unsigned)BUOY_BODY_DOES_NOT_TURN, ARGUMENT,
                   "the model's %s unknown", has_frame ? "flags are" : "frame is");
    BUOY_TRY(buoy_check_parts(input->parts, input->part_count, error));
    for (size_t i = 0; i < input->part_count; ++i) {
        const struct buoy_mesh *mesh = input->parts[i].mesh;
        BUOY_REFUSE_IF(mesh && mesh->frame != (unsigned)input->frame, ARGUMENT,
                       "part %zu: its mesh was made in another frame than the model's: give both "
                       "the same",
                       i);
    }
    struct given given = {
        .parts = buoy_allocate(input->part_count, sizeof *given.parts),
        .infos = buoy_allocate(input->part_count, sizeof *given.infos),
    };
    struct buoy_mesh *merged = NULL; // the model's own, if it is made
    struct buoy_model *made = NULL;
    enum buoy_status status =
        !given.parts || !given.infos ? buoy_fail_memory(error) : take(input, &given, error);
    if (status == BUOY_OK && input->merge) {
        status =
            buoy_merge_meshes(given.parts, given.infos, &given.input.part_count, &merged, error);
    }
    if (status == BUOY_OK) {
        const size_t bytes = sizeof *made + given.input.part_count * sizeof(struct buoy_model_part);
        made = buoy_allocate_aligned(bytes);
        status = made ? BUOY_OK : buoy_fail_memory(error);
        if (made) {
            memset(made, 0, bytes);
            made->merged = merged;
            made->info.part_count = input->part_count;
            made->info.bytes = bytes + (merged ? merged->bytes : 0);
            status = fill(&given, made, error);
        }
    }
    buoy_release(given.parts);
    buoy_release(given.infos);
    if (status != BUOY_OK) {
        buoy_mesh_destroy(merged);
        buoy_release(made);
        return status;
    }
    *model = made;
    return buoy_succeed(error);
}

void buoy_model_destroy(struct buoy_model *model) {
    if (model) {
        buoy_mesh_destroy(model->merged);
    }
    buoy_release(model);
}

enum buoy_status buoy_model_get_info(const struct buoy_model *model, struct buoy_model_info *info,
                                     struct buoy_error *error) {
    BUOY_REFUSE_IF(!model || !info, ARGUMENT, "no %s",
                   model ? "room for the model's properties" : "model");
    const struct buoy_axes *axes = buoy_axes_of(model->frame);
    *info = model->info;
    buoy_axes_to(axes, info->middle);
    buoy_axes_to(axes, info->mass.centre_of_mass);
    buoy_axes_tensor(axes, false, info->mass.inertia);
    return buoy_succeed(error);
}
