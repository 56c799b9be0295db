// All kernels that the program knows: the library's, and those that plug-ins add.
#include "kernels.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buoyancy_kernels.h"
#include "cli.h"

static const struct buoy_kernel **added;
static size_t added_count;

size_t kernels_count(void) {
    return buoy_kernel_count() + added_count;
}

const struct buoy_kernel *kernels_at(size_t index) {
    const size_t own = buoy_kernel_count();
    return index < own                 ? buoy_kernel_at(index)
           : index - own < added_count ? added[index - own]
                                       : NULL;
}

const struct buoy_kernel *kernels_find(const char *id) {
    for (size_t i = 0; i < added_count; ++i) {
        struct buoy_kernel_info info;
        buoy_kernel_get_info(added[i], &info, NULL);
        if (strcmp(info.id, id) == 0) {
            return added[i];
        }
    }
    return buoy_kernel_find(id);
}

int kernels_add(const struct buoy_kernel *kernel) {
    const struct buoy_kernel **more = realloc(added, (added_count + 1) * sizeof *more);
    if (!more) {
        return cli_out_of_memory();
    }
    added = more;
    added[added_count++] = kernel;
    return 0;
}

void kernels_forget_added(void) {
    free(added);
    added = NULL;
    added_count = 0;
}

// --------------------------------------------------------------------------------------- selection

// Whether a character is in a set, as in [a-z], or in none of it, as in [!a-z]; the set begins
// behind its bracket, and `end` is where it ends.
static bool is_in_set(char c, const char *set, const char *end) {
    const bool without = *set == '!' || *set == '^';
    bool found = false;
    for (set += without; set < end; ++set) {
        const bool is_range = end - set > 2 && set[1] == '-';
        found = found || (is_range ? *set <= c && c <= set[2] : *set == c);
        set += is_range ? 2 : 0;
    }
    return found != without;
}

// As fnmatch(), which Windows lacks, without flags: a slash in an id is like any other character.
static bool fits(const char *glob, const char *id) {
    for (; *glob != '\0'; ++glob, ++id) {
        if (*glob == '*') {
            return fits(glob + 1, id) || (*id != '\0' && fits(glob, id + 1));
        }
        const char *end = *glob == '[' && glob[1] != '\0' ? strchr(glob + 2, ']') : NULL;
        const bool one = end ? is_in_set(*id, glob + 1, end) : *glob == '?' || *glob == *id;
        if (*id == '\0' || !one) {
            return false;
        }
        glob = end ? end : glob;
    }
    return *id == '\0';
}

bool cli_is_best(const struct buoy_kernel *kernel, const struct buoy_kernel_info *info,
                 char best[64]) {
    snprintf(best, 64, "%s/%s/best", info->family, info->method);
    return buoy_kernel_find(best) == kernel;
}

// Whether a glob selects a kernel, by its id or as the best of its method, which for some methods
// is the family's auto/best.
static bool matches(const char *glob, const struct buoy_kernel *kernel,
                    const struct buoy_kernel_info *info) {
    char best[64];
    const bool is_best = cli_is_best(kernel, info, best);
    return fits(glob, info->id) || (is_best && fits(glob, best)) ||
           buoy_kernel_find(glob) == kernel;
}

static bool is_of(const char *family, const struct buoy_kernel_info *info) {
    return !family || strcmp(info->family, family) == 0;
}

// Complains about a glob that selects nothing that can run.
static int check_glob(const char *family, const char *glob) {
    size_t found = 0;
    struct buoy_kernel_info first = {0};
    for (size_t i = 0; i < kernels_count(); ++i) {
        const struct buoy_kernel *kernel = kernels_at(i);
        struct buoy_kernel_info info;
        buoy_kernel_get_info(kernel, &info, NULL);
        if (!is_of(family, &info) || !matches(glob, kernel, &info)) {
            continue;
        }
        if (info.runnable) {
            return 0;
        }
        if (found++ == 0) {
            first = info;
        }
    }
    if (found == 0) {
        return cli_bad("--kernel '%s': there is no such %s%skernel; see 'buoybench list'", glob,
                       family ? family : "", family ? " " : "");
    }
    return cli_bad("--kernel '%s': cannot run here: %s: %s", glob, first.id, first.reason);
}

static bool matches_any(const struct cli_strings *globs, const struct buoy_kernel *kernel,
                        const struct buoy_kernel_info *info) {
    for (size_t i = 0; i < globs->count; ++i) {
        if (matches(globs->items[i], kernel, info)) {
            return true;
        }
    }
    return globs->count == 0;
}

// The number of spheres that meshes are packed with for volume/spheres, which takes milliseconds
// for each mesh.
#define SPHERES 64

static bool spheres_wanted; // by any kernel selected so far

int cli_select_kernels(const char *family, const struct cli_strings *globs,
                       struct cli_kernels *kernels) {
    *kernels = (struct cli_kernels){0};
    for (size_t i = 0; i < globs->count; ++i) {
        if (check_glob(family, globs->items[i]) != 0) {
            return CLI_BAD;
        }
    }
    kernels->items = calloc(kernels_count(), sizeof *kernels->items);
    if (!kernels->items) {
        return cli_out_of_memory();
    }
    for (size_t i = 0; i < kernels_count(); ++i) {
        const struct buoy_kernel *kernel = kernels_at(i);
        struct buoy_kernel_info info;
        buoy_kernel_get_info(kernel, &info, NULL);
        if (info.runnable && is_of(family, &info) && matches_any(globs, kernel, &info)) {
            kernels->items[kernels->count++] = kernel;
            spheres_wanted = spheres_wanted || strcmp(info.method, "spheres") == 0;
        }
    }
    return 0;
}

unsigned cli_spheres(void) {
    return spheres_wanted ? SPHERES : 0;
}

void cli_kernels_free(struct cli_kernels *kernels) {
    free(kernels->items);
    *kernels = (struct cli_kernels){0};
}
