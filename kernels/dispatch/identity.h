// Which library, compiler and processor timings belong to.
#ifndef BUOY_IDENTITY_H
#define BUOY_IDENTITY_H

// Printable ASCII without quotes and backslashes, so that files can hold the texts as they are.
struct buoy_identity {
    char library[24];  // its version
    char compiler[72]; // that made the library
    char cpu[72]; // as it names itself; "unknown" where that takes more than a file to find out
    char features[160]; // the instruction sets that were built and that this machine has
};

// Finds out; allocates nothing.
void buoy_identify(struct buoy_identity *identity);

#endif
