// Signals, where none arrive: handlers are forgotten, and masks are empty.
#include_next <signal.h>

typedef int sigset_t;
struct sigaction {
    void (*sa_handler)(int);
    sigset_t sa_mask;
    int sa_flags;
};

enum {
    SA_RESTART,
    SA_RESETHAND,
    SA_NODEFER,
    SIG_BLOCK,
    SIG_UNBLOCK,
    SIG_SETMASK
};

static inline int sigaction_nothing(const void *object) {
    (void)object;
    return 0;
}
#define sigaction(number, now, before) ((void)(number), sigaction_nothing(now))
#define sigemptyset(set) (*(set) = 0)
#define sigaddset(set, number) ((void)(number), sigaction_nothing(set))
#define sigprocmask(how, set, before) sigaction_nothing((set) ? (const void *)(set) : (before))
