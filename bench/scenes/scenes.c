// The scenes that come with the program.
#include "scenes.h"

#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "numbers.h"
#include "scene_file.h"

int scenes_open(const char *word, unsigned flags, struct scene *scene) {
    *scene = (struct scene){.count = 0};
    if (strcmp(word, "-") == 0 || strpbrk(word, "/.")) {
        return scene_file_read(word, flags, scene);
    }
    for (size_t i = 0; i < scenes_count; ++i) {
        const struct scenes_entry *entry = &scenes_all[i];
        if (strcmp(entry->name, word) == 0) {
            return scene_text_read(entry->name, entry->text, entry->length, scene);
        }
    }
    char names[1000] = "";
    for (size_t i = 0; i < scenes_count; ++i) {
        const size_t used = strlen(names);
        snprintf(names + used, sizeof names - used, "%s%s", i > 0 ? ", " : "", scenes_all[i].name);
    }
    return cli_bad("--scene: no scene '%s'; there are %s, and files (with '/' or '.')", word,
                   names);
}

// ------------------------------------------------------------------------------- listing

static void print_text(const char *text) {
    while (*text != '\0') {
        const size_t length = padding_line(text, 92);
        printf("    %.*s\n", (int)length, text);
        text += length;
        text += strspn(text, " ");
    }
}

int scenes_print(void) {
    struct scene *scenes = calloc(scenes_count + 1, sizeof *scenes);
    if (!scenes) {
        return cli_out_of_memory();
    }
    int status = 0;
    for (size_t i = 0; i < scenes_count && status == 0; ++i) {
        status = scenes_open(scenes_all[i].name, 0, &scenes[i]);
    }
    for (size_t i = 0; i < scenes_count && status == 0; ++i) {
        const struct scene_motion *motion = &scenes[i].motion;
        printf("%s%s: %s\n", i > 0 ? "\n" : "", scenes_all[i].name,
               motion->title ? motion->title : "");
        print_text(motion->text ? motion->text : "");
    }
    for (size_t i = 0; i < scenes_count; ++i) {
        scene_file_free(&scenes[i]);
    }
    free(scenes);
    return status;
}
