// A header of the consumer's own, of a name that the library has in use inside.
#define CONSUMER_PLANE 1
