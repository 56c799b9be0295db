// The readers, one for each format. A reader checks the whole file, knows the line or element of
// what is wrong, and adds what vertices and faces there are. It opens no other file.
#ifndef MESHES_READERS_H
#define MESHES_READERS_H

#include "faces.h"
#include "source.h"

typedef enum buoy_status mesh_reader(struct source *source, struct faces *faces);

mesh_reader read_obj;
mesh_reader read_stl;
mesh_reader read_off;
mesh_reader read_ply;
mesh_reader read_gltf;

#endif
