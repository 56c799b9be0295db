"""Meshes that the tests ask about, and the program that they are compared with."""
import os
import pathlib
import subprocess

import numpy as np

PROGRAM = os.environ.get("BUOYBENCH", "")


def box(x=1.0, y=1.0, z=1.0):
    """Vertices and triangles of a box with these half extents."""
    corners = np.array([[i & 1, i >> 1 & 1, i >> 2] for i in range(8)]) * 2.0 - 1.0
    faces = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [1, 3, 7, 5], [3, 2, 6, 7], [2, 0, 4, 6]]
    return corners * [x, y, z], np.array(faces)[:, [0, 1, 2, 0, 2, 3]].reshape(-1, 3)


def hull(sections=24, points=13, length=8.0, beam=2.0, depth=1.5):
    """A pointed hull along x with a flat deck, of quads: doubles that are no floats."""
    s, t = np.meshgrid(np.linspace(-1, 1, sections), np.linspace(-1, 1, points), indexing="ij")
    vertices = np.stack([s * length / 2, beam / 2 * (1 - s * s) * t, depth * (t * t - 1) * (1 - s**4)], -1)
    a = np.arange(sections * points).reshape(sections, points)
    side = np.stack([a[:-1, :-1], a[:-1, 1:], a[1:, 1:], a[1:, :-1]], -1).reshape(-1, 4)
    deck = np.stack([a[:-1, 0], a[1:, 0], a[1:, -1], a[:-1, -1]], -1)
    return vertices.reshape(-1, 3), np.concatenate([side, deck])


def planes(mesh, count, seed=1):
    """Water through a mesh, at random."""
    normals = np.random.default_rng(seed).normal(size=(count, 3))
    reach = np.abs(normals) @ mesh.info["half_extent"]
    return np.column_stack([normals, normals @ mesh.info["centre"] + reach * np.linspace(-1, 1, count)])


def read_mesh(name):
    """Vertices and triangles of a mesh that the program knows; other polygons are split by the program."""
    if name.endswith(".obj"):
        lines = [line.split() for line in pathlib.Path(name).read_text(encoding="ascii").splitlines()]
        vertices, faces = ([line[1:] for line in lines if line[:1] == [kind]] for kind in "vf")
        if {len(face) for face in faces} <= {3}:
            return np.array(vertices, float), np.array(faces, int) - 1
    subprocess.run([PROGRAM, "mesh", name, "--repair", "built.obj"], capture_output=True, check=True)
    return read_mesh("built.obj")


def write_obj(path, vertices, triangles):
    """Writes a mesh as the program reads it, with all digits."""
    with open(path, "w", encoding="ascii") as file:
        file.writelines("v " + " ".join(map(repr, row)) + "\n" for row in np.asarray(vertices, float).tolist())
        file.writelines("f " + " ".join(str(i + 1) for i in row) + "\n" for row in np.asarray(triangles).tolist())
