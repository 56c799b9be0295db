// Symbolic links, where there are none.
#include_next <stdlib.h>

#define realpath(path, resolved) ((void)(path), (void)(resolved), (char *)NULL)
