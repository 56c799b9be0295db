// A header of the consumer with the same name as a private header of the library.
#define CONSUMER_PLANE 1
