// A header of the consumer's own, in a folder of a name that the library has in use inside.
#error "the library includes what is the consumer's"
