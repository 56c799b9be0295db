// `buoybench eval sea`: the waves of an irregular sea.
#include <math.h>

#include "buoyancy_water.h"
#include "cli.h"
#include "eval.h"
#include "options.h"
#include "turning.h"

static enum buoy_status answer_wave(const void *context, size_t index, double *row,
                                    struct buoy_error *error) {
    const struct buoy_wave *wave = (const struct buoy_wave *)context + index;
    const float numbers[] = {wave->amplitude, wave->wavelength, wave->direction, wave->phase,
                             wave->period};
    for (int i = 0; i < 5; ++i) {
        row[i] = (double)numbers[i];
    }
    (void)error;
    return BUOY_OK;
}

static int run(int argc, char **argv) {
    static struct buoy_wave waves[BUOY_MAX_WAVES];
    struct buoy_sea sea = {.significant_height = (double)NAN, .peak_period = (double)NAN};
    struct buoy_error error;
    double gravity = BUOY_GRAVITY, depth = 0.0, degrees = 0.0;
    uint64_t count = 100;
    struct cli_option options[] = {
        CLI_REAL_OPTION("height", &sea.significant_height, 0.0, 1e6),
        CLI_REAL_OPTION("period", &sea.peak_period, 1e-3, 1e6),
        CLI_REAL_OPTION("peakedness", &sea.peakedness, 1.0, 20.0),
        CLI_REAL_OPTION("direction", &degrees, -1e6, 1e6),
        CLI_REAL_OPTION("spreading", &sea.spreading, 0.0, 1e6),
        CLI_COUNT_OPTION("waves", &count, 1, BUOY_MAX_WAVES),
        CLI_COUNT_OPTION("seed", &sea.seed, 0, UINT64_MAX),
        CLI_REAL_OPTION("depth", &depth, 0.0, 1e12),
        CLI_POSITIVE_OPTION("gravity", &gravity, 1e6),
        {0},
    };
    if (eval_parse(argc, argv, options) != 0) {
        return CLI_BAD;
    }
    if (isnan(sea.significant_height) || isnan(sea.peak_period)) {
        return cli_bad("eval sea: --%s is missing",
                       isnan(sea.significant_height) ? "height" : "period");
    }
    sea.direction = turning_direction(degrees);
    if (buoy_sea_state(&sea, gravity, depth, count, waves, &error) != BUOY_OK) {
        return cli_bad("eval sea: %s", error.message);
    }
    return eval_each(
        "", 0, count,
        &(struct eval_questions){.header = "amplitude,wavelength,direction,phase,period",
                                 .columns = 5,
                                 .context = waves,
                                 .answer = answer_wave});
}

const struct eval_family eval_sea = {
    .name = "sea",
    .help =
        "usage: buoybench eval sea --height H --period T [--peakedness G] [--direction D]\n"
        "                          [--spreading S] [--waves N] [--seed N] [--depth h]\n"
        "                          [--gravity G]\n"
        "\n"
        "Prints the waves of an irregular sea of JONSWAP's spectrum, from the longest to the\n"
        "shortest: one CSV row each with the header\n"
        "  amplitude,wavelength,direction,phase,period\n"
        "with enough digits to get the same bits back. Metres, radians, seconds; the surface is\n"
        "the sum of a sin(k (x cos d + y sin d) - w t + phase), as 'eval water' has it of\n"
        "components. These are the waves of the key \"sea\" in files of water, and of\n"
        "buoy_sea_state(): 4 sqrt(sum of a a / 2) is H to 1e-6, their mean period the spectrum's\n"
        "to 1e-4, and nothing repeats within an hour.\n"
        "\n"
        "  --height H      significant height, metres\n"
        "  --period T      of the spectrum's peak, seconds\n"
        "  --peakedness G  gamma, 1 (Pierson and Moskowitz's) to 20 (default 3.3)\n"
        "  --direction D   where the waves run to, degrees from +x towards +y (default 0)\n"
        "  --spreading S   directions are as frequent as cos^2S of half the angle from D; 0: all\n"
        "                  waves run along D (default)\n"
        "  --waves N       how many, 1 to 1024 (default 100)\n"
        "  --seed N        another sea of the same spectrum (default 0)\n"
        "  --depth h       of the water, metres; 0 for deep water (default)\n"
        "  --gravity G     metres per second squared (default 9.81)\n"
        "\n"
        "examples:\n"
        "  buoybench eval sea --height 2.5 --period 8\n"
        "  buoybench eval sea --height 1 --period 6 --spreading 15 --waves 200 --depth 12\n",
    .run = run,
};
