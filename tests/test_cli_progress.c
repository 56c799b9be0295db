// Progress where stderr is no terminal: jobs that are announced write nothing, and those that are
// mostly short write one line once they have taken two seconds.
#include <unistd.h>

#include "progress.h"
#include "test.h"

// What three looks at a job that began so long ago write to stderr, which is a file meanwhile.
static void show_thrice(struct progress *progress, double seconds_ago, char *text, size_t size) {
    FILE *file = tmpfile();
    assert_non_null(file);
    fflush(stderr);
    const int before = dup(STDERR_FILENO);
    dup2(fileno(file), STDERR_FILENO);
    progress->began -= seconds_ago;
    for (int i = 0; i < 3; ++i) {
        progress_step(progress);
        progress_show(progress, "item");
    }
    fflush(stderr);
    dup2(before, STDERR_FILENO);
    close(before);
    rewind(file);
    text[fread(text, 1, size - 1, file)] = '\0';
    fclose(file);
}

TEST(pipe) {
    char text[200];
    struct progress progress;
    progress_begin_silently(&progress, "job: item", 10);
    show_thrice(&progress, 2.0, text, sizeof text);
    assert_string_equal(text, "job: item 10 %\n");
    show_thrice(&progress, 2.0, text, sizeof text);
    assert_string_equal(text, "");

    progress_begin_silently(&progress, "job: item", 10);
    show_thrice(&progress, 0.0, text, sizeof text);
    assert_string_equal(text, "");

    progress_begin(&progress, "job: item", 10);
    show_thrice(&progress, 3600.0, text, sizeof text);
    assert_string_equal(text, "");
}
