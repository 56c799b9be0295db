// A plug-in's kernel at work: the hulls it has prepared, and what went wrong.
#include "session.h"

#include <fenv.h>
#include <math.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"
#include "signals.h"

#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

#include "hulls.h"
#include "json_output.h"
#include "water/water.h"

static struct plugin_session *current;

struct plugin_session *session_current(void) {
    return current;
}

int session_open(const struct buoy_kernel *kernel, struct plugin_session **session) {
    *session = calloc(1, sizeof **session);
    if (!*session) {
        return cli_out_of_memory();
    }
    (*session)->plugin = plugin_of(kernel);
    snprintf((*session)->asked, sizeof(*session)->asked, "in a query of %s", kernel->id);
    return 0;
}

void session_close(struct plugin_session *session) {
    if (session) {
        const struct buoy_plugin_kernel *table = session->plugin->table;
        blame_format("in release() of %s", session->plugin->id);
        for (size_t i = 0; table->release && i < session->capacity; ++i) {
            if (session->hulls[i].of) {
                table->release(table->context, session->hulls[i].hull);
            }
        }
        blame(NULL);
        free(session->hulls);
        current = current == session ? NULL : current;
        free(session);
    }
}

// How the processor rounds, and whether it flushes to zero, without the flags of what has happened.
// fegetround() does not see what _MM_SET_ROUNDING_MODE() does.
static unsigned rounding(void) {
#if defined(__SSE2__)
    return _mm_getcsr() & ~0x3fu;
#else
    return (unsigned)fegetround();
#endif
}

static void set_rounding(unsigned mode) {
#if defined(__SSE2__)
    _mm_setcsr(mode);
#else
    fesetround((int)mode);
#endif
}

static unsigned rounding_before;

void session_enter(struct plugin_session *session) {
    rounding_before = rounding();
    current = session;
    blame(session->asked);
    session->plugin->accuracy =
        session->count > 0 ? session->accuracy : session->plugin->table->accuracy;
}

// A plug-in that rounds otherwise from now on would change everybody's answers but its own.
void session_leave(void) {
    if (current && rounding() != rounding_before) {
        set_rounding(rounding_before);
        if (current->failure[0] == '\0') {
            snprintf(current->failure, sizeof current->failure,
                     "a query changed how the processor rounds, or left it flushing to zero");
        }
    }
    current = NULL;
    blame(NULL);
}

const char *session_declined(const struct plugin_session *session) {
    return session->declined;
}

const char *session_failure(const struct plugin_session *session) {
    return session->failure;
}

void session_fail(struct plugin_session *session, int returned) {
    if (session->failure[0] == '\0') {
        snprintf(session->failure, sizeof session->failure, "a query failed: it returned %d",
                 returned);
    }
}

// --------------------------------------------------------------------------------- hulls

static bool out_of_memory(struct plugin_session *session) {
    snprintf(session->failure, sizeof session->failure, "out of memory");
    return false;
}

// The slot that something is in, or belongs in.
static struct prepared_hull *slot_of(const struct plugin_session *session, const void *of) {
    size_t i = (size_t)(((uintptr_t)of >> 4) * UINT64_C(0x9e3779b97f4a7c15) >> 20);
    while (session->hulls[i & (session->capacity - 1)].of &&
           session->hulls[i & (session->capacity - 1)].of != of) {
        ++i;
    }
    return &session->hulls[i & (session->capacity - 1)];
}

static bool grow(struct plugin_session *session) {
    const struct plugin_session old = *session;
    if (2 * (session->count + 1) <= session->capacity) {
        return true;
    }
    session->capacity = old.capacity > 0 ? 2 * old.capacity : 4;
    session->hulls = calloc(session->capacity, sizeof *session->hulls);
    if (!session->hulls) {
        session->hulls = old.hulls;
        session->capacity = old.capacity;
        return out_of_memory(session);
    }
    for (size_t i = 0; i < old.capacity; ++i) {
        if (old.hulls[i].of) {
            *slot_of(session, old.hulls[i].of) = old.hulls[i];
        }
    }
    free(old.hulls);
    return true;
}

// Keeps the largest errors stated for any hull; false if they are no shares.
static bool take_accuracy(struct plugin_session *session,
                          const struct buoy_plugin_accuracy *accuracy) {
    struct buoy_plugin_accuracy *all = &session->accuracy;
    all->volume = fmax(all->volume, accuracy->volume);
    all->centre = fmax(all->centre, accuracy->centre);
    all->surface = fmax(all->surface, accuracy->surface);
    session->plugin->accuracy = *all;
    return plugin_table_states(session->plugin->table, accuracy);
}

static bool prepare(struct plugin_session *session, const void *of,
                    const struct buoy_plugin_hull *hull) {
    const struct buoy_plugin_kernel *table = session->plugin->table;
    struct buoy_plugin_prepared prepared = {.accuracy = table->accuracy};
    if (!grow(session)) {
        return false;
    }
    blame_format("in make() of %s", session->plugin->id);
    const enum buoy_plugin_status status =
        table->make ? table->make(table->context, hull, &prepared) : BUOY_PLUGIN_READY;
    blame(session->asked);
    // Takes what make() has returned; false if there is no hull.
    prepared.reason[BUOY_PLUGIN_REASON - 1] = '\0';
    const char *reason = prepared.reason[0] != '\0' ? prepared.reason : "it gives no reason";
    json_clean(prepared.reason);
    if (status == BUOY_PLUGIN_DECLINED) {
        snprintf(session->declined, sizeof session->declined, "%s", reason);
    } else if (status != BUOY_PLUGIN_READY) {
        snprintf(session->failure, sizeof session->failure, "make() failed: %s", reason);
    } else {
        session->latest = (struct prepared_hull){of, prepared.hull};
        *slot_of(session, of) = session->latest;
        ++session->count;
        if (take_accuracy(session, &prepared.accuracy)) {
            return true;
        }
        snprintf(session->failure, sizeof session->failure,
                 "make() states no accuracy between 0 and 1");
    }
    return false;
}

static bool prepare_mesh(struct plugin_session *session, const struct buoy_mesh *mesh) {
    struct buoy_mesh_info info;
    buoy_mesh_get_info(mesh, &info, NULL);
    float *positions = calloc(3 * info.vertex_count, sizeof *positions);
    uint32_t *indices = calloc(3 * info.triangle_count, sizeof *indices);
    const struct buoy_plugin_hull hull = {
        .positions = positions,
        .vertex_count = info.vertex_count,
        .indices = indices,
        .triangle_count = info.triangle_count,
        .info = &info,
        .sample = buoy_water_sample,
    };
    bool done = positions && indices ? true : out_of_memory(session);
    if (done) {
        buoy_mesh_copy_out(mesh, positions, indices, NULL);
        done = prepare(session, mesh, &hull);
    }
    free(positions);
    free(indices);
    return done;
}

#define TURN 6.283185307179586

static bool prepare_waves(struct plugin_session *session, const struct buoy_waves *waves) {
    struct buoy_plugin_wave *copies = calloc(waves->count + 1, sizeof *copies);
    if (!copies) {
        return out_of_memory(session);
    }
    for (size_t i = 0; i < waves->count; ++i) {
        const struct buoy_prepared_wave *wave = &waves->waves[i];
        copies[i] = (struct buoy_plugin_wave){
            .amplitude = (double)wave->amplitude,
            .kx = TURN * wave->turns_x,
            .ky = TURN * wave->turns_y,
            .omega = TURN * wave->turns_t,
            .phase = TURN * wave->phase,
        };
    }
    const struct buoy_plugin_hull hull = {
        .waves = copies, .wave_count = waves->count, .sample = buoy_water_sample};
    const bool done = prepare(session, waves, &hull);
    free(copies);
    return done;
}

bool session_find_hull(struct plugin_session *session, const struct buoy_mesh *mesh,
                       const struct buoy_waves *waves, void **hull) {
    static const char nothing; // stands for what a family without meshes and waves asks about
    const void *of = mesh ? (const void *)mesh : waves ? (const void *)waves : &nothing;
    if (session->declined[0] != '\0' || session->failure[0] != '\0') {
        return false;
    }
    const struct prepared_hull *known = session->capacity > 0 ? slot_of(session, of) : NULL;
    if (known && known->of) {
        session->latest = *known;
    } else {
        const struct buoy_plugin_hull bare = {.sample = buoy_water_sample};
        const bool done = mesh    ? prepare_mesh(session, mesh)
                          : waves ? prepare_waves(session, waves)
                                  : prepare(session, of, &bare);
        if (!done) {
            return false;
        }
    }
    *hull = session->latest.hull;
    return true;
}

// ------------------------------------------------------------------------------------------- blame

static const char *volatile doing;

void blame(const char *what) {
    doing = what;
}

void blame_format(const char *format, ...) {
    static char text[4200];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    doing = text;
}

// Only with functions that a signal handler may call.
static void say(const char *did) {
    const char *const parts[] = {"buoybench: a plug-in ", did, doing, "\n"};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; ++i) {
        const ssize_t written = write(STDERR_FILENO, parts[i], strlen(parts[i]));
        (void)written; // nobody is left to be told
    }
}

static void on_fault(int number) {
    signal(number, SIG_DFL); // this is the end
    for (size_t i = 0; doing && i < signals_fault_count; ++i) {
        if (signals_faults[i].number == number) {
            char did[40] = "crashed (";
            strncat(did, signals_faults[i].name, 20);
            strcat(did, ") ");
            say(did);
        }
    }
    raise(number);
}

static void on_exit_within(void) {
    if (doing) {
        say("ended the program ");
        _exit(CLI_BAD);
    }
}

void blame_begin(void) {
    static bool begun;
    if (begun) {
        return;
    }
    begun = true;
    atexit(on_exit_within);
    for (size_t i = 0; i < signals_fault_count; ++i) {
        signal(signals_faults[i].number, on_fault);
    }
}

static void on_alarm(void) {
    if (doing) {
        say("hangs ");
        _exit(CLI_BAD);
    }
}

void blame_limit(unsigned seconds) {
    signals_after(seconds, on_alarm);
}
