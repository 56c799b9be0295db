// Runs that are kept.
#include "kept.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli.h"
#include "files.h"
#include "output.h"

#define ROOT "results"
#define TIME "%Y-%m-%d-%H%M%S-"
#define TIME_LENGTH (sizeof "2026-11-29-012345-" - 1)
#define MOST_WHAT 60

int kept_begin(const char *what, char folder[KEPT_PATH_BYTES]) {
    char word[MOST_WHAT + 1];
    snprintf(word, sizeof word, "%s", what);
    for (char *c = word; *c != '\0'; ++c) {
        *c = (char)(isalnum((unsigned char)*c) || strchr(".+_", *c) ? *c : '-');
    }
    int made = 1;
    // If two runs begin in one second, the later one gets the next second's date.
    for (time_t now = time(NULL); made == 1; ++now) {
        char date[TIME_LENGTH + 1];
        strftime(date, sizeof date, TIME, localtime(&now));
        snprintf(folder, KEPT_PATH_BYTES, ROOT "/%s%s", date, word);
        if (output_prepare(ROOT) != 0) {
            return CLI_BAD;
        }
        made = files_make_folder(folder);
    }
    return made == 0 ? 0 : cli_bad("cannot create %s: %s", folder, strerror(errno));
}

// Whoever reads results/latest finds the old run or the new one.
bool kept_lead(const char *folder) {
    char link[KEPT_PATH_BYTES];
    snprintf(link, sizeof link, ROOT "/.latest.%d", (int)getpid());
    if (files_link(files_name(folder), link) != 0) {
        return false;
    }
    if (files_replace(link, KEPT_LATEST) != 0) {
        unlink(link);
        return false;
    }
    return true;
}

static bool is_dated(const char *name) {
    for (size_t i = 0; i < TIME_LENGTH; ++i) {
        const bool digit = isdigit((unsigned char)name[i]);
        if (i == 4 || i == 7 || i == 10 || i + 1 == TIME_LENGTH ? name[i] != '-' : !digit) {
            return false;
        }
    }
    return true;
}

// Behind results/ and the time.
const char *kept_what(const char *path) {
    static char what[MOST_WHAT + 1];
    const char *begin = path + sizeof ROOT + TIME_LENGTH;
    snprintf(what, sizeof what, "%.*s", (int)strcspn(begin, "/"), begin);
    return what;
}

int kept_find(const char *what, const char *before, char path[KEPT_PATH_BYTES]) {
    char **names;
    const long count = files_list(ROOT, is_dated, &names);
    bool found = false;
    for (long i = count; i-- > 0;) {
        if (!found && (!what || strcmp(names[i] + TIME_LENGTH, what) == 0)) {
            snprintf(path, KEPT_PATH_BYTES, ROOT "/%.100s/results.json", names[i]);
            found = (!before || strcmp(path, before) < 0) && access(path, R_OK) == 0;
        }
        free(names[i]);
    }
    if (count >= 0) {
        free(names);
    }
    return found ? 0
                 : cli_bad("%s/: no %srun%s%s is kept there, '%s run' makes one; or name a file of "
                           "results",
                           ROOT, before ? "earlier " : "", what ? " of " : "", what ? what : "",
                           cli_program());
}
