// Corpora in one file each: a folder of two thousand small files takes longer to check out and to
// list than to ask.
#include "pack.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static int bad(const char *path, const char *problem) {
    fprintf(stderr, "fuzz: %s: %s\n", path, problem);
    return 0;
}

static uint8_t *allocate(size_t size) {
    uint8_t *bytes = malloc(size > 0 ? size : 1);
    if (!bytes) {
        abort();
    }
    return bytes;
}

int pack_read(FILE *pack, struct pack_input *input) {
    char line[128];
    int end = 0;
    if (!fgets(line, sizeof line, pack)) {
        return 0;
    }
    if (sscanf(line, "%63s %zu%n", input->name, &input->size, &end) != 2 || line[end] != '\n' ||
        input->size > (size_t)1 << 24) {
        return -1;
    }
    input->bytes = allocate(input->size);
    if (fread(input->bytes, 1, input->size, pack) != input->size || getc(pack) != '\n') {
        free(input->bytes);
        return -1;
    }
    return 1;
}

int pack_read_file(const char *path, struct pack_input *input) {
    FILE *file = fopen(path, "rb");
    if (!file) {
        return bad(path, strerror(errno));
    }
    uint8_t *bytes = NULL;
    size_t size = 0, got;
    do {
        uint8_t *larger = realloc(bytes, size + 65536);
        if (!larger) {
            abort();
        }
        bytes = larger;
        got = fread(bytes + size, 1, 65536, file);
        size += got;
    } while (got > 0);
    fclose(file);
    input->bytes = allocate(size);
    input->size = size;
    memcpy(input->bytes, bytes, size);
    free(bytes);
    return 1;
}

static int is_shown(const struct dirent *entry) {
    return entry->d_name[0] != '.';
}

static int append(FILE *pack, const char *folder, const char *name) {
    struct pack_input input;
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    if (strlen(name) >= sizeof input.name || strpbrk(name, " \n")) {
        return bad(path, "its name is too long for a pack, or has a space");
    }
    if (!pack_read_file(path, &input)) {
        return 0;
    }
    fprintf(pack, "%s %zu\n", name, input.size);
    fwrite(input.bytes, 1, input.size, pack);
    putc('\n', pack);
    free(input.bytes);
    return 1;
}

int pack_folder(const char *folder, const char *path) {
    struct dirent **entries;
    const int count = scandir(folder, &entries, is_shown, alphasort);
    FILE *pack = count > 0 ? fopen(path, "wb") : NULL;
    int good = count > 0 ? pack || bad(path, strerror(errno)) : bad(folder, "holds no files");
    for (int i = 0; i < count; ++i) {
        good = good && append(pack, folder, entries[i]->d_name);
        free(entries[i]);
    }
    if (count >= 0) {
        free(entries);
    }
    const int closed = !pack || fclose(pack) == 0;
    return closed ? good : bad(path, "cannot be written");
}

static int write_file(const char *folder, const struct pack_input *input) {
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", folder, input->name);
    FILE *file = fopen(path, "wb");
    if (!file) {
        return bad(path, strerror(errno));
    }
    const int whole = fwrite(input->bytes, 1, input->size, file) == input->size;
    return fclose(file) == 0 && whole ? 1 : bad(path, "cannot be written");
}

int unpack(const char *path, const char *folder) {
    struct pack_input input;
    FILE *pack = fopen(path, "rb");
    if (!pack) {
        return bad(path, strerror(errno));
    }
    int good = 1, more;
    while (good && (more = pack_read(pack, &input)) != 0) {
        good = more > 0 ? write_file(folder, &input) : bad(path, "not a pack");
        if (more > 0) {
            free(input.bytes);
        }
    }
    fclose(pack);
    return good;
}
