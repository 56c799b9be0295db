// The readers, one per format. A reader checks the whole file, records the line or element of a
// fault, and adds the vertices and faces. What `faces` refuses is recorded by the caller, at the
// line that `faces` was told of. Only the reader of glTF opens other files: buffers.
#ifndef MESHES_READERS_H
#define MESHES_READERS_H

#include "faces.h"
#include "source.h"

typedef bool mesh_reader(struct source *source, struct faces *faces);
mesh_reader read_obj;
mesh_reader read_stl;
mesh_reader read_off;
mesh_reader read_ply;
mesh_reader read_gltf;

#endif
