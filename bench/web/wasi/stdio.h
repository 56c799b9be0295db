// Files without a name, where there are none.
#include_next <stdio.h>

#define tmpfile() ((FILE *)NULL)
