// A terminal's size, where there is no terminal.
#include_next <sys/ioctl.h>

struct winsize {
    unsigned short ws_col, ws_row;
};
#define TIOCGWINSZ (-1)
