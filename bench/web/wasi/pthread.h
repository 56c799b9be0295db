// Threads, where there are none: creating one fails.
#include <errno.h>

typedef int pthread_t, pthread_mutex_t, pthread_cond_t;

static inline int pthread_create(pthread_t *thread, const void *attributes, void *(*work)(void *),
                                 void *argument) {
    (void)thread, (void)attributes, (void)work, (void)argument;
    return EAGAIN;
}

static inline int pthread_nothing(const void *object) {
    (void)object;
    return 0;
}
#define pthread_join(thread, result) ((void)(thread), (void)(result), 0)
#define pthread_mutex_init(mutex, attributes) pthread_nothing(mutex)
#define pthread_mutex_destroy pthread_nothing
#define pthread_mutex_lock pthread_nothing
#define pthread_mutex_unlock pthread_nothing
#define pthread_cond_init(condition, attributes) pthread_nothing(condition)
#define pthread_cond_destroy pthread_nothing
#define pthread_cond_broadcast pthread_nothing
#define pthread_cond_wait(condition, mutex) ((void)(condition), pthread_nothing(mutex))
