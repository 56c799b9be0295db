// Pictures while they are made: a script in memory, which gnuplot draws into a file.
#include "pictures.h"

#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "gnuplot.h"
#include "output.h"

bool pictures_open(struct picture_script *script) {
    *script = (struct picture_script){0};
    script->stream = open_memstream(&script->text, &script->length);
    return script->stream;
}

int pictures_draw(struct picture_script *script, const char *name, struct pictures *pictures) {
    struct gnuplot_picture picture;
    int status = 0;
    if (fclose(script->stream) != 0) {
        free(script->text);
        return cli_out_of_memory();
    }
    switch (gnuplot_draw(script->text, script->length, &picture)) {
    case GNUPLOT_DREW:
        status = output_write(pictures->directory, name, picture.bytes, picture.count);
        ++pictures->drawn;
        break;
    case GNUPLOT_ABSENT:
        pictures->absent = true;
        break;
    case GNUPLOT_FAILED:
        ++pictures->failed;
        break;
    }
    free(picture.bytes);
    free(script->text);
    return status;
}

static bool is_plain(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           strchr("._+-", c);
}

void pictures_name(const char *what, const char *of, char *name, size_t size) {
    snprintf(name, size, "%.30s-%.200s.png", what, of);
    char *end = name;
    for (const char *c = name; *c != '\0'; ++c) {
        if (is_plain(*c)) {
            *end++ = *c;
        } else if (end[-1] != '-') {
            *end++ = '-';
        }
    }
    *end = '\0';
}
