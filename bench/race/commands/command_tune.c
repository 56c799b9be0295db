// `buoybench tune`: measures which kernels are fastest here, and writes the profile that
// volume/auto/tuned follows.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buoyancy_kernels.h"
#include "cli.h"
#include "commands.h"
#include "dispatch/cpu.h"
#include "files.h"
#include "options.h"
#include "output.h"
#include "tune.h"

#define DEFAULT_SECONDS 300.0
#define LEAST_SECONDS 0.1
#define MOST_SECONDS 86400.0

// A file's folder and name.
struct place {
    char *folder, *name;
};

static int split(const char *path, struct place *place) {
    if (files_is_folder(path)) {
        return cli_bad("--out: %s is a folder; a file is needed", path);
    }
    if (*files_name(path) == '\0') {
        return cli_bad("--out: '%s' names no file", path);
    }
    return files_split(path, &place->folder, &place->name) ? 0 : cli_out_of_memory();
}

static int default_place(struct place *place) {
    char folder[CLI_MOST_TEXT];
    if (!files_settings(folder, sizeof folder)) {
        return cli_bad("tune: %s set: say --out FILE", files_settings_named_by);
    }
    place->folder = strdup(folder);
    place->name = strdup("profile.json");
    return place->folder && place->name ? 0 : cli_out_of_memory();
}

// ------------------------------------------------------------------------------- printing

// "500 to 1,023", "from 1,024 on", "any"
static void format_range(const size_t *limits, size_t index, size_t count, size_t least, char *text,
                         size_t size) {
    const size_t low = limits[index] > least ? limits[index] : least;
    if (index + 1 == count) {
        snprintf(text, size, "%zu or more", low);
    } else if (limits[index + 1] - 1 == low) {
        snprintf(text, size, "%zu", low);
    } else {
        snprintf(text, size, "%zu to %zu", low, limits[index + 1] - 1);
    }
}

// A line for each kernel of a row.
static void print_row(const struct choices *ranges, size_t row) {
    for (size_t column = 0, next; column < ranges->columns; column = next) {
        struct choice choice = ranges->choices[row][column];
        char triangles[48] = "", planes[48];
        size_t limits[2] = {ranges->planes[column], 0};
        for (next = column + 1; next < ranges->columns; ++next) {
            const struct choice *other = &ranges->choices[row][next];
            if (other->kernel != choice.kernel) {
                limits[1] = ranges->planes[next];
                break;
            }
            choice.is_measured = choice.is_measured && other->is_measured;
            choice.lead = fmin(choice.lead, other->lead);
        }
        if (column == 0) {
            format_range(ranges->triangles, row, ranges->rows, 4, triangles, sizeof triangles);
        }
        format_range(limits, 0, next < ranges->columns ? 2 : 1, 1, planes, sizeof planes);
        char lead[32] = "-";
        if (isfinite(choice.lead)) {
            snprintf(lead, sizeof lead, "%+.0f %%", 100.0 * choice.lead);
        }
        printf("%-15s  %-13s  %-27s  %9s%s\n", triangles, planes, choice.kernel->id, lead,
               choice.is_measured ? "" : " *");
    }
}

static void print_choices(const char *title, const struct choices *ranges) {
    printf("%s\n%-15s  %-13s  %-27s  %9s\n", title, "triangles", "planes a call", "kernel", "lead");
    for (size_t row = 0; row < ranges->rows; ++row) {
        print_row(ranges, row);
    }
    putchar('\n');
}

// -------------------------------------------------------------------------------- running

// What is written is what the library reads.
static int write_profile(const struct tuning *tuning, const struct place *place) {
    char *text = choices_write(&tuning->points);
    if (!text) {
        return cli_out_of_memory();
    }
    struct buoy_error error;
    int status = 0;
    if (buoy_profile_load_text(text, strlen(text), &error) != BUOY_OK) {
        status = cli_bad("tune: %s", error.message);
    } else {
        status = output_write(place->folder, place->name, text, strlen(text));
    }
    buoy_profile_unload();
    free(text);
    return status;
}

static int tune_to(struct tuning *tuning, const struct place *place) {
    if (output_prepare(place->folder) != 0 || tune(tuning) != 0) {
        return CLI_BAD;
    }
    if (tuning->measured == 0) { // a profile without a measurement would look like one with
        return cli_bad(
            "tune: time ended before any of %zu points was measured; %s/%s is not written "
            "(--seconds)",
            tuning->count, place->folder, place->name);
    }
    for (int i = 0; i < 4; ++i) {
        choices_make_ranges(&tuning->points.of[i / 2][i % 2]);
    }
    if (write_profile(tuning, place) != 0) {
        return CLI_BAD;
    }
    print_choices("compact bodies, in the caches", &tuning->points.of[false][true]);
    print_choices("bodies that are not compact (area x diagonal > 60 x volume), in the caches",
                  &tuning->points.of[false][false]);
    print_choices("compact bodies, cold", &tuning->points.of[true][true]);
    print_choices("bodies that are not compact, cold", &tuning->points.of[true][false]);
    puts("lead: over the best kernel of other methods, where it is least;\n"
         "within 1.5 %, kernels count as level, and what is built in stays");
    if (tuning->measured < tuning->count) {
        printf("* %zu of %zu points: time ended first; the built-in rule stays (--seconds)\n",
               tuning->count - tuning->measured, tuning->count);
    }
    printf("wrote %s/%s\n", place->folder, place->name);
    printf("to use it: BUOY_PROFILE=%s/%s, or buoy_profile_load()\n", place->folder, place->name);
    return CLI_GOOD;
}

// A profile is for all instruction sets of a machine, so none may be left out.
static int check_isa(void) {
    struct buoy_identity here;
    const char *isa = "";
    const char *cap = getenv("BUOY_ISA");
    if (!cap || *cap == '\0') {
        return 0;
    }
    buoy_identify(&here);
    buoy_get_isa(&isa, NULL);
    const char *last = strrchr(here.features, ' ');
    return strcmp(isa, last ? last + 1 : here.features) == 0
               ? 0
               : cli_bad("tune: BUOY_ISA leaves out instruction sets of this machine; unset it");
}

static int run_tune(int argc, char **argv) {
    const char *out = NULL;
    struct tuning tuning = {.seconds = DEFAULT_SECONDS};
    struct cli_option options[] = {
        CLI_REAL_OPTION("seconds", &tuning.seconds, LEAST_SECONDS, MOST_SECONDS),
        CLI_TEXT_OPTION("out", &out),
        CLI_FLAG_OPTION("fma", &tuning.fma),
        {0},
    };
    if (cli_parse("tune", argc, argv, options) != 0 || check_isa() != 0) {
        return CLI_BAD;
    }
    struct place place = {0};
    int status = out ? split(out, &place) : default_place(&place);
    status = status == 0 ? tune_to(&tuning, &place) : status;
    free(place.folder);
    free(place.name);
    return status;
}

const struct command command_tune = {
    .name = "tune",
    .summary = "measure which kernels are fastest here, for volume/auto/tuned",
    .help =
        "usage: buoybench tune [--seconds S] [--out FILE] [--fma]\n"
        "\n"
        "Times the kernels of volume by turns, for bodies of 12 to 20,000 triangles and calls\n"
        "of 1 to 1,024 planes, hot (one body in the caches) and cold (bodies in turn), until a\n"
        "sign test tells a leader from luck, or time ends. Prints what it chose, and writes a\n"
        "profile that the kernel volume/auto/tuned follows where the environment variable\n"
        "BUOY_PROFILE names it or buoy_profile_load() loads it; volume/auto/best never does.\n"
        "The library ignores a profile of another version, compiler or processor;\n"
        "'buoybench list' says so.\n"
        "\n"
        "A program says that a body is cold (struct buoy_volume_query); others count as hot.\n"
        "The built-in choice stays unless another kernel is certainly ahead. If several are\n"
        "level with the fastest (within 1.5 %, or they win as often as it does), the choice\n"
        "for fewer planes is taken.\n"
        "\n"
        "  --seconds S  time to spend at most, 0.1 to 86400 (300); points that it does not\n"
        "               suffice for keep the built-in choice. If it suffices for none, or if\n"
        "               tuning is interrupted, nothing is written\n"
        "  --out FILE   where the profile goes ($XDG_CONFIG_HOME/buoyancy/profile.json, else\n"
        "               ~/.config/buoyancy/; on Windows %LOCALAPPDATA%\\buoyancy\\)\n"
        "  --fma        may also choose kernels whose names end in +fma, which have other bits\n"
        "\n"
        "examples:\n"
        "  buoybench tune --seconds 600 --out profile.json\n"
        "  BUOY_PROFILE=profile.json buoybench list\n",
    .run = run_tune,
};
