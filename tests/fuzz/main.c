// Fuzz targets without libFuzzer: files, packed corpora, and random bytes.
#include "fuzz.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "child.h"
#include "pack.h"

enum {
    GOOD,
    FOUND,
    BAD,
    SKIPPED = 77, // as CTest knows it
};

static const char help[] =
    "usage: fuzz TARGET [FILE|CORPUS.pack]... [--random N [--seed S]] [--go-on] [--save FOLDER]\n"
    "       fuzz --list\n"
    "       fuzz --pack FOLDER CORPUS.pack\n"
    "       fuzz --unpack CORPUS.pack FOLDER\n"
    "\n"
    "Puts each file to a target, then random bytes until N questions were asked.\n"
    "\n"
    "  --random N     that many questions; prints how many a second, and the largest share of a\n"
    "                 documented bound that an error took up\n"
    "  --seed S       of the random bytes (default 1)\n"
    "  --go-on        count errors beyond bounds and go on; anything else wrong ends the program\n"
    "  --save FOLDER  where the bytes go that something was found with (default: here)\n"
    "\n"
    "Exit codes: 0 good, 1 an error was beyond its bound, 2 bad usage; else it was aborted.\n";

struct arguments {
    const struct fuzz_target *target;
    size_t random;
    uint64_t seed;
    size_t paths;
};

static int bad(const char *subject, const char *problem) {
    fprintf(stderr, "fuzz: %s: %s\n", subject, problem);
    return BAD;
}

// ----------------------------------------------------------------- what is running, if it dies

static char save_path[600] = "finding";
static const uint8_t *running;
static size_t running_size;
static const char *running_name; // a file's; NULL: the bytes are random

// Only calls that are allowed in a signal handler.
static void say(const char *text) {
    const size_t length = strlen(text);
    if (write(STDERR_FILENO, text, length) != (ssize_t)length) {
        _exit(BAD);
    }
}

static void save_bytes(void) {
    const int file = open(save_path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (file >= 0) {
        const ssize_t written = write(file, running, running_size);
        say(written == (ssize_t)running_size ? "fuzz: found with the bytes in "
                                             : "fuzz: cannot write ");
        close(file);
    } else {
        say("fuzz: cannot write ");
    }
    say(save_path);
    say("\n");
}

static void on_death(void) {
    if (!running) {
        return;
    }
    if (running_name) {
        say("fuzz: found with ");
        say(running_name);
        say("\n");
    } else {
        save_bytes();
    }
    running = NULL;
}

// All calls of abort() are made where printing is safe.
static void on_signal(int number) {
    if (number == SIGABRT) {
        fuzz_print_question(); // NOLINT(bugprone-signal-handler,cert-sig30-c)
    }
    on_death();
    signal(number, SIG_DFL);
    raise(number);
}

// A hook of the sanitizers' runtime, which ends programs without a signal; the name is theirs.
// NOLINTNEXTLINE(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp)
void __sanitizer_set_death_callback(void (*callback)(void)) __attribute__((weak));

static void watch_for_death(void) {
    static const int signals[] = {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL};
    if (__sanitizer_set_death_callback) {
        __sanitizer_set_death_callback(on_death);
        signal(SIGABRT, on_signal);
        return;
    }
    for (size_t i = 0; i < sizeof signals / sizeof *signals; ++i) {
        signal(signals[i], on_signal);
    }
}

static void put(const struct fuzz_target *target, const uint8_t *bytes, size_t size,
                const char *name) {
    running = bytes;
    running_size = size;
    running_name = name;
    target->run(bytes, size);
    running = NULL;
}

// ------------------------------------------------------------------------------------ files

static int put_file(const struct fuzz_target *target, const char *path) {
    struct pack_input input;
    if (!pack_read_file(path, &input)) {
        return BAD;
    }
    put(target, input.bytes, input.size, path);
    free(input.bytes);
    return GOOD;
}

static int put_pack(const struct fuzz_target *target, const char *path) {
    struct pack_input input;
    FILE *pack = fopen(path, "rb");
    if (!pack) {
        return bad(path, strerror(errno));
    }
    int more;
    size_t count = 0;
    while ((more = pack_read(pack, &input)) > 0) {
        char name[1024];
        snprintf(name, sizeof name, "%s of %s", input.name, path);
        put(target, input.bytes, input.size, name);
        free(input.bytes);
        ++count;
    }
    fclose(pack);
    return more == 0 && count > 0 ? GOOD : bad(path, "not a pack, or empty");
}

static int put_path(const struct fuzz_target *target, const char *path) {
    const size_t length = strlen(path);
    const bool is_pack = length > 5 && strcmp(path + length - 5, ".pack") == 0;
    return is_pack ? put_pack(target, path) : put_file(target, path);
}

// ------------------------------------------------------------------------------------ random

// xorshift64* (Vigna, "An experimental exploration of Marsaglia's xorshift generators, scrambled",
// 2016).
static uint64_t next_random(uint64_t *state) {
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return *state * UINT64_C(0x2545f4914f6cdd1d);
}

// All new, or the last ones with some bytes changed: neighbours of what was asked before.
static size_t make_bytes(uint64_t *state, uint8_t *bytes, size_t size, size_t most) {
    if (next_random(state) >> 62 != 0 || size == 0) {
        size = 1 + (size_t)(next_random(state) >> 33) % most;
        for (size_t i = 0; i < size; ++i) {
            bytes[i] = (uint8_t)(next_random(state) >> 56);
        }
    }
    for (uint64_t changes = next_random(state) >> 61; changes > 0; --changes) {
        bytes[(next_random(state) >> 33) % size] = (uint8_t)(next_random(state) >> 56);
    }
    return size;
}

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void put_random(const struct arguments *arguments) {
    const struct fuzz_target *target = arguments->target;
    uint8_t *bytes = malloc(target->most_bytes);
    if (!bytes) {
        abort();
    }
    uint64_t state = (arguments->seed + 1) * UINT64_C(0x9e3779b97f4a7c15);
    state += state == 0;
    size_t size = 0, inputs = 0;
    const size_t before = fuzz_tally.questions;
    const double start = seconds();
    // Inputs that make no question count for one, too: a target that makes none ends all the same.
    while (fuzz_tally.questions - before + inputs / 64 < arguments->random) {
        size = make_bytes(&state, bytes, size, target->most_bytes);
        put(target, bytes, size, NULL);
        ++inputs;
    }
    const double time = seconds() - start;
    printf("%s: %zu questions of seed %llu, %zu answers, %.0f questions/s; largest error/bound "
           "%.3g (%s), %zu beyond\n",
           target->name, fuzz_tally.questions - before, (unsigned long long)arguments->seed,
           fuzz_tally.answers, (double)(fuzz_tally.questions - before) / time, fuzz_tally.worst,
           fuzz_tally.of_worst, fuzz_tally.beyond);
    free(bytes);
}

// ------------------------------------------------------------------------------------ usage

// Names, the most bytes of an input that matter, and what about: tests/fuzz/fuzz.sh reads it.
static int list(void) {
    const struct fuzz_target *target;
    for (size_t i = 0; (target = fuzz_target_at(i)); ++i) {
        printf("%-14s%6zu  %s\n", target->name, target->most_bytes, target->about);
    }
    return GOOD;
}

static int parse_number(const char *text, uint64_t *number) {
    char *end;
    errno = 0;
    *number = strtoull(text, &end, 10);
    return text[0] >= '0' && text[0] <= '9' && *end == '\0' && errno == 0
               ? GOOD
               : bad(text, "not a number");
}

static int find_target(const char *name, const struct fuzz_target **found) {
    const struct fuzz_target *target;
    for (size_t i = 0; (target = fuzz_target_at(i)); ++i) {
        if (strcmp(target->name, name) == 0) {
            *found = target;
            return GOOD;
        }
    }
    return bad(name, "there is no such target; see fuzz --list");
}

// Paths are moved to the front of argv.
static int parse(int argc, char **argv, struct arguments *arguments) {
    int status = find_target(argv[1], &arguments->target);
    for (int i = 2; i < argc && status == GOOD; ++i) {
        const bool has_value = i + 1 < argc;
        uint64_t number = 0;
        if (strcmp(argv[i], "--go-on") == 0) {
            fuzz_goes_on = true;
        } else if (strcmp(argv[i], "--random") == 0 && has_value) {
            status = parse_number(argv[++i], &number);
            arguments->random = (size_t)number;
        } else if (strcmp(argv[i], "--seed") == 0 && has_value) {
            status = parse_number(argv[++i], &arguments->seed);
        } else if (strcmp(argv[i], "--save") == 0 && has_value) {
            snprintf(save_path, sizeof save_path, "%s/finding", argv[++i]);
        } else if (argv[i][0] == '-') {
            status = bad(argv[i], "an unknown option, or its value is missing");
        } else {
            argv[arguments->paths++] = argv[i];
        }
    }
    if (status == GOOD && arguments->random > 0 && !arguments->target->takes_random_bytes) {
        status = bad(arguments->target->name, "takes files, not random bytes");
    }
    return status;
}

int main(int argc, char **argv) {
    if (argc < 2 || strcmp(argv[1], "--help") == 0) {
        fputs(help, argc < 2 ? stderr : stdout);
        return argc < 2 ? BAD : GOOD;
    }
    if (strcmp(argv[1], "--list") == 0) {
        return list();
    }
    if (argc == 4 && strcmp(argv[1], "--pack") == 0) {
        return pack_folder(argv[2], argv[3]) ? GOOD : BAD;
    }
    if (argc == 4 && strcmp(argv[1], "--unpack") == 0) {
        return unpack(argv[2], argv[3]) ? GOOD : BAD;
    }
    struct arguments arguments = {.seed = 1};
    int status = parse(argc, argv, &arguments);
    if (status != GOOD) {
        return status;
    }
    fuzz_start();
    if (arguments.target->needs_importer && !importer_is_built()) {
        printf("skipped: this build reads no mesh files\n");
        return SKIPPED;
    }
    watch_for_death();
    snprintf(save_path + strlen(save_path), sizeof save_path - strlen(save_path), "-%s",
             arguments.target->name);
    for (size_t i = 0; i < arguments.paths && status == GOOD; ++i) {
        status = put_path(arguments.target, argv[i]);
    }
    if (status == GOOD && arguments.random > 0) {
        put_random(&arguments);
    }
    return status == GOOD && fuzz_tally.beyond > 0 ? FOUND : status;
}
