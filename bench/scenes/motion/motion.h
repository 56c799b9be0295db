// Motion: bodies that float, moved from one moment to the next by the forces of buoyancy_step.h or
// buoyancy_pressure.h: for `float`, the page and frames that are timed. Errors, arrays, threads and
// floating point are as buoyancy.h says of the library.
//
// Units and frames. Metres, seconds, kilograms, radians; the world's frame, unless a description
// says the body's. Torques are about the centre of mass. Gravity is the water's: along −n for plane
// water with normal n, else along −z.
//
// Verlet's method. Half a step of motion, the forces there, the change of velocities, half a step
// of motion. It evaluates forces once a step and is of second order. Without drag it is symplectic
// but for rotation, whose angular momentum and energy it keeps to rounding. With dt ω the stiffness
// number (motion_stiffness_numbers()), periods are right to (dt ω)²/24 and energies stay
// within about (dt ω)²/4 of their excess over rest while the waterplane stays as it is, and from dt
// ω = 2 on it explodes. A box of 1 m that floats half submerged bobs with dt ω = 0.018 at 240 Hz:
// its period is right to 1.4e-5, its energy within 9e-5 of its excess for a minute. A body that
// jumps out of the water and falls in again gains up to (dt ω)²/4 of its kinetic energy as it
// enters, and loses up to as much as it leaves, by where its steps happen to fall: its energy walks
// at random, and far if steps are long. A crate of 1 m and 1 kg, dropped from 2 m, is thrown to 200
// m within a minute at 60 Hz (dt ω = 1.67), and gains 1 % at 1 kHz (0.1). motion_watch()
// tells. The model's drag is of second order, too, never adds energy to the motion through the
// water, never turns the motion round, and gives the right terminal velocity with any step. A
// surface's drag is of first order, and limited as buoyancy_pressure.h says.
//
// The implicit scheme. (M + dt D + dt² K) Δ(v, ω) = dt (f − D (v, ω) − dt K (v, ω)), with forces f
// at the step's beginning, drag D, and K the positive semidefinite part of buoy_stiffness() about
// the centre of mass, in heave at least ρ g V over the depth of the body's lowest point. The step
// then takes the body no farther and leaves it no faster than its energy allows, with the water's
// surface as it is at the step's beginning: in still water kinetic energy + m g z − ρ g V h grows
// by the work of loads and currents alone, to within the errors of float kernels (in a step 2e-6 of
// ρ g V_T × the diagonal, or the depth of a body that a step takes far) and of doubles (1e-15 of
// the kinetic energy, which is more for a body of 1 μm at 1 km/s). So no body gets faster than its
// fall makes it. The scheme is of first order; a free oscillation is damped by dt ω²/2 per second,
// as a share of its amplitude: .16 for the box above at 60 Hz. The scheme takes 1.4 to 4.5 times as
// long as Verlet's method (boxes 1.5 to 3.7, cylinders 2 to 4.5); for meshes it needs hydrostatics,
// which cost more than the volume. For MOTION_PRESSURE in quasi-static waves the energy is
// that of the best-fit plane, so that a body may be slowed where pressure does more work than the
// plane would. At the walls of a pool, buoyancy has no part along the wall's normal: a body that
// enters deep, rises and leaves gains energy by any scheme.
//
// Added mass and damping. M then has the added mass in it, for either scheme; damping is implicit,
// −(D_l + D_q |ν|) of the motion at the step's end, for Verlet's method, too, which is of first
// order in it, as is all drag of such a body. Between kicks body and added mass move by Kirchhoff's
// equations, M ν' = (P × ω, L × ω + P × v) with (P, L) = M ν, by the midpoint rule: their energy
// stays to within rounding, however long the step. So a body lighter than its added mass is stable,
// and in still water energy never grows. Their motion is that through the water at the centre of
// mass. Where waves move the water (buoy_waves_orbital_velocity()) and their pressure dies away
// with depth, so that it is ρ V a of water with the acceleration a, the water carried pulls, too,
// by M_A a, a = ∂u/∂t at the centre of buoyancy: what is as heavy as water moves as the water does,
// a ball of mass m (ρV + ½ρV)/(m + ½ρV) times as far. That is of first order in the waves'
// steepness.
//
// Not modelled: the waves that a body makes, but for what added mass and damping tell of them.
//
// Bits. A body's motion is a function of its model, its state, its load, the water, the time and
// the step alone: the same bits on every machine, alone or in a crowd. Nothing is allocated. Any
// number of threads may move bodies at once, each its own part of the array, with its own
// scratch memory.
//
// Sources. M. A. Austin, P. S. Krishnaprasad and L.-S. Wang, "Almost Poisson Integration of Rigid
// Body Systems", Journal of Computational Physics 107 (1993): rotation by the implicit midpoint
// rule and Cayley's map. D. Baraff and A. Witkin, "Large Steps in Cloth Simulation", SIGGRAPH 1998:
// the linearly implicit step. E. Hairer, C. Lubich and G. Wanner, Geometric Numerical Integration,
// chapter I: Verlet's method. H. Lamb, Hydrodynamics,
// chapter VI: Kirchhoff's equations.
#ifndef BENCH_MOTION_H
#define BENCH_MOTION_H

#include "buoyancy_hydrodynamics.h"
#include "buoyancy_pressure.h"
#include "buoyancy_step.h"

// How a body's surface meets the water, for MOTION_PRESSURE.
struct motion_surface {
    const struct buoy_mesh *mesh; // in the body's frame; may be shared
    double drag, lift, skin;      // C_D, C_L and C_S of struct buoy_surface_motion, each 0 to 1e6
    const uint8_t *hidden; // NULL, or a byte for each triangle, as from buoy_mesh_find_hidden()
};

// Water that a body carries, and how it is damped (buoyancy_hydrodynamics.h), about a point of the
// body's frame. All of it counts by the share of the body that is submerged.
struct motion_hydrodynamics {
    struct buoy_hydrodynamics matrices;
    double point[3];
};

// A body and its state.
struct motion_body {
    const struct buoy_model *model;       // mass, parts, Catto's and quadratic drag
    const struct motion_surface *surface; // for MOTION_PRESSURE, else not used
    double position[3];                   // of the body's origin
    double rotation[4];                   // a quaternion x, y, z, w, of length 1 to within 1 %
    double velocity[3];                   // of the centre of mass
    double angular_velocity[3];
    const struct motion_hydrodynamics *hydrodynamics; // NULL: none; else the body has an inertia
    // The share of the added mass that moves with the body, kept from step to step: below 0 before
    // the first. What enters the water shares its momentum with it, what leaves keeps its velocity.
    double carried;
};

// How a step is computed.
enum motion_scheme {
    MOTION_VERLET,   // explicit, of second order; for stiffness numbers far below 2
    MOTION_IMPLICIT, // linearly implicit, of first order; for any step
};

// Where forces come from.
enum motion_forces {
    // buoy_water_forces_compute(): what is submerged below the best-fit plane of the water.
    MOTION_PLANE,
    // buoy_pressure_compute() on each body's surface: pressure, and the surface's drag, lift and
    // friction. The model's drag comes on top, from what is submerged of the model, as for
    // MOTION_PLANE.
    MOTION_PRESSURE,
};

// Bodies in water, and how to move them.
struct motion_query {
    struct motion_body *bodies; // moved in place
    size_t count;               // may be 0
    // The water, the same for all. Its `time` is not used, nor is that in the context if its
    // current_at is buoy_waves_orbital_velocity().
    const struct buoy_water *water;
    // The time now, for waves. It does not change here: after n steps the caller sets it to start +
    // n × dt.
    double time;
    double dt; // > 0, at most 1000
    enum motion_scheme scheme;
    enum motion_forces forces;
    // NULL, or other forces, one per body, constant within the step: thrust, moorings.
    const struct buoy_force *loads;
    void *scratch;        // 64-byte aligned; overwritten; NULL for MOTION_PLANE
    size_t scratch_bytes; // motion_scratch_bytes() or more
    // For MOTION_PRESSURE, m: triangles are cut until the water's level is known to within this
    // (buoy_pressure_in_detail()); 0: none is cut. In still water none ever is.
    double tolerance;
    uint8_t *failed; // NULL, or receives for each body 1 if it failed, else 0
};

// What to start from: a body without a model at rest at the origin; no bodies, no water, Verlet's
// method with steps of 1/240 s, forces of the best-fit plane.
struct motion_body motion_body_default(void);
struct motion_query motion_query_default(void);

// The bytes of scratch memory that a query needs, 0 for MOTION_PLANE. States and water are not
// used. SIZE_MAX on error: BUOY_ERROR_ARGUMENT (a null pointer).
size_t motion_scratch_bytes(const struct motion_query *query, struct buoy_error *error);

// Moves bodies by a number of steps, which may be 0; step k begins at query->time + k × dt. A body
// that fails, at its first step or a later one, keeps the state from which it could not be moved,
// and is not moved any more; all others are moved by all steps, with the bits that they have
// without it.
//
// Returns BUOY_OK; BUOY_ERROR_ELEMENT (a body without a model or the surface it needs, a number of
// its state or its load that is not finite or beyond its limit, also one that it has moved to; what
// buoy_water_forces_compute() or, for MOTION_PRESSURE, buoy_pressure_compute() has no answer for);
// BUOY_ERROR_ARGUMENT (a null pointer, an unknown scheme or kind of forces, dt ≤ 0 or above 1000, a
// tolerance below 0, or as buoy_water_check()); BUOY_ERROR_NON_FINITE (the time, the step, the
// tolerance, or a number of the water); BUOY_ERROR_SCRATCH; BUOY_ERROR_UNKNOWN_NAME or
// BUOY_ERROR_NOT_RUNNABLE as buoy_volume_compute(). After all errors but the first no body has
// moved.
enum buoy_status motion_advance(const struct motion_query *query, size_t steps,
                                struct buoy_error *error);

// The functions below are about bodies as they are now, and return what motion_advance() does. The
// result of a body that fails is NaN throughout; its watch is left as it is.

// Forces of the water without limits by a step: buoyancy, or pressure, and all drag; as
// buoy_water_forces_compute() answers, but for wetted_area, which is the pressure's for
// MOTION_PRESSURE. Scheme, step and loads are not used.
enum buoy_status motion_forces_now(const struct motion_query *query,
                                   struct buoy_body_forces *results, struct buoy_error *error);

// Energies: kinetic energy + m g z − ρ g V × (height of the centre of buoyancy above still water),
// J, z being the height of the centre of mass above the world's origin. Heights are along the
// plane's normal; in waves and on patches energies are NaN. Scheme, step, forces and loads are not
// used.
enum buoy_status motion_energy(const struct motion_query *query, double *energies,
                               struct buoy_error *error);

// Growth of energy, as a share, beyond which motion_watch() names a shorter step.
#define MOTION_GROWTH 0.01

// What motion_watch() finds of a body. Zeros at the beginning.
struct motion_watched {
    // By how much the body's energy has risen above the least that it had before, at most, as a
    // share of its largest kinetic energy, or of the energy that it fell with, from where it was
    // dry to still water, if that is less. Without drag, half of it may be a swing to and fro. What
    // float kernels are off by does not count, nor does what positions far from the origin round
    // to.
    double growth;
    double step; // dt; if growth is beyond MOTION_GROWTH, a shorter one with which it stays below
    // Kept from call to call: energies in J, and the largest ω.
    double lowest, kinetic, most, frequency;
    bool begun;
};

// Watches the energy of bodies, which only the step's errors raise in still water without a current
// and a pool, and without loads: there it is to be called before the first step and after each.
// Elsewhere growth is 0, and bodies are not looked at. The scheme is not used.
enum buoy_status motion_watch(const struct motion_query *query, struct motion_watched *watches,
                              struct buoy_error *error);

// Stiffness numbers: dt × ω, where ω is the largest angular frequency of heave, roll and pitch,
// from the waterplane's stiffness over mass and inertia. MOTION_VERLET, like other explicit
// methods, explodes from 2 on, and from less if the body leaves the water again and again; at 0.5
// its periods are right to 1 %. A dry or deeply submerged body is not stiff: ask where it will
// float. Scheme, forces and loads are not used.
enum buoy_status motion_stiffness_numbers(const struct motion_query *query, double *numbers,
                                          struct buoy_error *error);

#endif
