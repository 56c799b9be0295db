"""A folder of hulls, asked in all processes of the machine: folder.py FOLDER [MASS/KG]

Hulls are .npz files with `vertices` and `triangles`; with trimesh, trimesh.load(path) reads most others."""
import multiprocessing
import pathlib
import sys

import numpy as np

import buoyancy


def ask(job):
    """A line about one hull; the library's reason if it is refused."""
    path, mass = job
    try:
        with np.load(path) as arrays:
            hull = buoyancy.Mesh.from_arrays(arrays["vertices"], arrays["triangles"], close=True)
        weight = mass or hull.info["volume"] * 500
        at = hull.equilibrium(weight, hull.info["centroid"])
        return f"{path.name}: {hull.info['volume']:.3f} m³, floats at rest with GM = {at['gm_min']:.3f} m"
    except (buoyancy.BuoyancyError, KeyError, OSError) as refused:
        return f"{path.name}: {refused}"


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    mass_of_each = float(sys.argv[2]) if len(sys.argv) > 2 else None
    hulls = sorted(pathlib.Path(sys.argv[1]).glob("*.npz"))
    with multiprocessing.Pool() as pool:
        for line in pool.imap(ask, [(hull, mass_of_each) for hull in hulls]):
            print(line)
