// Shared objects, where there are none: opening one fails.
#define RTLD_NOW 0
#define RTLD_LOCAL 0
#define dlopen(path, how) ((void)(path), (void *)0)
#define dlerror() "browsers have no shared objects"
#define dlsym(object, name) ((void)(object), (void *)0)
#define dlclose(object) ((void)(object), 0)
