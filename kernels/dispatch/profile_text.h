// Reads a tuning profile from its file format.
#ifndef BUOY_PROFILE_TEXT_H
#define BUOY_PROFILE_TEXT_H

#include "base/text_file.h"
#include "dispatch/profile.h"

// The version of the format, and the most bytes of a file.
#define BUOY_PROFILE_FORMAT 1
#define BUOY_PROFILE_MOST_BYTES 65536

// Reads a whole file and checks that it was measured with this library on this machine. `name` goes
// in front of messages. Allocates nothing. Returns BUOY_OK; BUOY_ERROR_PROFILE, and an undefined
// profile, with a message that names the line.
enum buoy_status buoy_profile_parse(struct buoy_text_file *file, const char *name,
                                    struct buoy_profile *profile, struct buoy_error *error);

#endif
