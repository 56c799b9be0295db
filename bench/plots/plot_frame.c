// The frame of every picture: terminal, title, the line about the machine.
#include "machine.h"
#include "plot_script.h"

// A text between single quotes, where gnuplot expands nothing: `it's` becomes 'it''s'.
static void put_quoted(FILE *script, const char *text) {
    putc('\'', script);
    for (; *text != '\0'; ++text) {
        if (*text == '\'') {
            putc('\'', script);
        }
        putc(*text, script);
    }
    putc('\'', script);
}

void plot_put_frame(FILE *script, int width, int height, const char *title, const char *note) {
    char machine[512];
    snprintf(machine, sizeof machine, "%s, %s. %s", machine_cpu(), machine_compiler(), note);
    fprintf(script,
            "set encoding utf8\n"
            "set terminal pngcairo size %d,%d font 'DejaVu Sans,12'\n"
            "set label at screen 0,1 offset character 2,-1.4 noenhanced font ',15' ",
            width, height);
    put_quoted(script, title);
    fputs("\nset label at screen 0,1 offset character 2,-3 noenhanced font ',11' "
          "textcolor rgb '#444444' ",
          script);
    put_quoted(script, machine);
    fputs("\nset tmargin 5\nset border linecolor rgb '#444444'\nset tics textcolor rgb '#000000'\n",
          script);
}
