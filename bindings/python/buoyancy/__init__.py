"""Exact buoyancy of closed triangle meshes and primitive shapes.

    import buoyancy
    hull = buoyancy.Mesh.from_arrays(vertices, triangles)   # (n, 3) in metres; (m, 3), outward
    wet = hull.volume([0, 0, 1, 0.2])                       # below z = 0.2
    wet["volume"], wet["centre"]                            # m³; x, y, z of the centre of buoyancy

Words. A plane is nx, ny, nz, d of the water surface {x : n·x = d}; n points up, out of the water, and has
any length. Planes and answers are in the mesh's own frame.

Units. Metres, kilograms, seconds; degrees where a name says so, radians elsewhere. Densities in kg/m³, by
default that of sea water, 1025.

Frames. "z-up" (the default: ROS, MuJoCo, Blender, trimesh), "y-up" (Godot, three.js), "y-up-left" (Unity),
"z-up-left" (Unreal), "z-down" (north, east, down). Triangles are counter-clockwise seen from outside;
under a left hand clockwise.

Answers. numpy arrays of structs, asked by name: answers["volume"]. Their bits are the same on every machine.

Errors. BuoyancyError with the library's own sentence, which ends in what helps, such as close=True. In an
array an element fails alone: ElementError has the `answers` of all others.

Bodies. Model (shapes, meshes, mass, drag), Sea (still, waves, heights), Step: each frame's forces on arrays of
bodies, in place, in your own arrays. Any number of threads may ask at once; calls release the GIL.

Further. evaluate() asks about shapes, polygons and circles in the plane, forces, drag and added mass by matrices.
"""
import contextlib
import threading
import time as _time
from typing import NamedTuple

import numpy as np

from ._evaluate import evaluate
from ._library import (FLAGS, NULL, BuoyancyError, ElementError, Frame, aligned, ask, dtype, ffi, given, insist, kernels,
                       lib, made, numbers, refusal, rows_of, scratch)
from ._library import described as _described, kernel as _kernel

__all__ = ["BuoyancyError", "ElementError", "Mesh", "Model", "Part", "Sea", "Step", "dtype", "evaluate", "kernels",
           "planes_in_body", "race", "version"]

_number = lib.buoy_version()
version = f"{_number // 1000000}.{_number // 1000 % 1000}.{_number % 1000}"

# What one question needs, looked up once.
_VOLUME, _BOUND = dtype("volume"), dtype("volume_error")
_QUERY, _ERROR, _VOLUMES, _BOUNDS = (ffi.typeof(f"struct buoy_{name}") for name in (
    "volume_query *", "error *", "volume[]", "volume_error[]"))
_PLANES = {"planes": ffi.typeof("struct buoy_plane[]"), "planes64": ffi.typeof("struct buoy_plane64[]")}
_EFFECTS = ["forces", "impulses", "velocities"]


def _held(thing, kind, name):
    """A library's object behind one of Python's, which must have been made by its constructor."""
    insist(isinstance(thing, kind) and hasattr(thing, "_held"), f"{name}: a buoyancy.{kind.__name__}, not {thing!r}")
    return thing._held


def _plain(rows):
    """A single answer as a dict of numbers and small arrays."""
    members = ((name, rows[name][()]) for name in rows.dtype.names)
    return {name: value if value.ndim or value.dtype.names else value.item() for name, value in members}


def _mesh_input(vertices, triangles, frame, flags=0):
    """A struct buoy_mesh_input, as a dict."""
    vertices, triangles = np.asarray(vertices), np.asarray(triangles)
    single = vertices.dtype == np.float32
    vertices = numbers(vertices, "vertices", (None, 3), np.float32 if single else np.float64)
    insist(triangles.ndim == 2 and triangles.shape[1] in (3, 4),
           f"triangles: an array of shape (m, 3), or (m, 4) of quads, not {triangles.shape}")
    insist(triangles.dtype.kind in "iu" or not triangles.size, "triangles: whole numbers are needed")
    insist(not triangles.size or 0 <= int(triangles.min()) <= int(triangles.max()) < 2**32,
           f"triangles: vertex {triangles.min() if triangles.size else 0} is not there: indices count from 0")
    if triangles.shape[1] == 4:
        triangles = triangles[:, [0, 1, 2, 0, 2, 3]].reshape(-1, 3)
        a, b, c = triangles.T  # a triangle among quads has a corner twice
        triangles = triangles[(a != b) & (b != c) & (c != a)]
    return {"positions" if single else "positions64": vertices, "vertex_count": len(vertices), "indices": triangles,
            "triangle_count": len(triangles), "frame": frame.number, "flags": flags}


class Mesh:
    """A closed triangle mesh, checked and prepared for questions: Mesh.from_arrays(), from_trimesh().

    It never changes, serves any number of threads, and can be pickled.
    """

    def __init__(self):
        raise TypeError("Mesh: made by Mesh.from_arrays(), Mesh.from_trimesh() or Mesh.load()")

    @classmethod
    def _of(cls, held, frame, image=None):
        mesh = cls.__new__(cls)
        mesh._held, mesh._frame, mesh._image = held, frame, image
        return mesh

    @classmethod
    def from_arrays(cls, vertices, triangles, *, frame="z-up", **flags):
        """Makes a mesh; the arrays are copied.

        vertices: (n, 3) in metres, float32 or float64 (kept near the mesh's centre, however far the origin).
        triangles: (m, 3) indices, counter-clockwise from outside; (m, 4) are quads, which are split.
        repair: weld equal corners, drop what is degenerate or written twice, wind outward.
        weld: only the first of these. close: repair, and put lids on holes. fill: close, and fill what
        holds no water: cavities, hulls of thick plates.
        open_ok: leave it open; planes that wet an open edge are answered by NaN.
        inside_out_ok: accept what crosses itself and is inside out; answers are signed sums.
        keep: keep further layouts, for pressure() and kernels asked by name.
        Raises BuoyancyError: its sentence names the first bad triangle, and the keyword that helps.
        """
        if not flags.keys() <= FLAGS.keys():
            raise TypeError(f"from_arrays() has no {', '.join(flags.keys() - FLAGS.keys())}; it has {', '.join(FLAGS)}")
        frame, bits = Frame(frame), sum(FLAGS[name] for name, wanted in flags.items() if wanted)
        return cls._of(made(lib.buoy_mesh_create, lib.buoy_mesh_destroy, _mesh_input(vertices, triangles, frame, bits)),
                       frame)

    @classmethod
    def from_trimesh(cls, mesh, **options):
        """Makes a mesh of anything with `vertices` and `faces`, such as trimesh's and capytaine's; the
        options are those of from_arrays()."""
        return cls.from_arrays(mesh.vertices, mesh.faces, **options)

    @staticmethod
    def diagnose(vertices, triangles, *, frame="z-up"):
        """Says what is right and wrong with the arrays of a mesh, also of a broken one: a dict with counts
        (open_edges, repeated_triangles, parts, …), closed, outward, volume, centroid, inertia (unit density)."""
        frame = Frame(frame)
        return _plain(frame.out(ask(lib.buoy_mesh_diagnose, _mesh_input(vertices, triangles, frame))))

    def save(self):
        """Returns the mesh as bytes, for Mesh.load() of the same version; pickle uses this, too."""
        image, size = scratch(lib.buoy_mesh_image_bytes, self._held)
        ask(lib.buoy_mesh_save, self, image, size)
        return self._frame.name.encode() + b"\n" + bytes(ffi.buffer(image))[:size]

    @classmethod
    def load(cls, data):
        """Makes a mesh of what save() returned, some fifty times as fast as from_arrays()."""
        name, _, content = bytes(data).partition(b"\n")
        frame, image = Frame(name.decode(errors="replace")), aligned(len(content))
        ffi.memmove(image, content, len(content))
        return cls._of(made(lib.buoy_mesh_load, lib.buoy_mesh_destroy, image, len(content)), frame, image)

    def __reduce__(self):
        return Mesh.load, (self.save(),)

    @property
    def info(self):
        """A dict: vertex_count, triangle_count, bytes, closed, centre, half_extent and diagonal of the bounding
        box, volume, centroid, area, conditioning, and what repairs moved."""
        return _plain(self._frame.out(ask(lib.buoy_mesh_get_info, self)))

    def _planes(self, planes):
        """The planes as the library takes them, and the member of queries that they are for: float32 as they are, all
        else as float64, without a copy where possible."""
        if type(planes) is not np.ndarray or planes.dtype != np.float32:
            planes = np.asarray(planes, np.float64)
        if not self._frame.plain:
            planes = np.concatenate([planes[..., :3] @ self._frame.matrix.astype(planes.dtype), planes[..., 3:]], -1)
        if not planes.flags.c_contiguous or not planes.flags.aligned:
            planes = np.array(planes, order="C")
        if planes.shape[-1:] != (4,):
            raise BuoyancyError(f"planes: nx, ny, nz, d each, an array of shape (…, 4), not {planes.shape}")
        return planes, "planes64" if planes.dtype == np.float64 else "planes"

    def volume(self, planes, *, errors=False, kernel=None):
        """Submerged volumes and centres of buoyancy.

        planes: (…, 4): nx, ny, nz, d of each; float32, or float64 for frames with a far origin.
        errors: also return proven bounds, an array with "volume" and "centre" (some three times the time).
        kernel: the id of one of kernels() or "volume/METHOD/best"; None: the library chooses.
        Returns an array of shape (…) with "volume" (m³) and "centre" (x, y, z); with errors, also the bounds.
        Raises ElementError if a plane is not finite or has no normal.
        """
        planes, member = self._planes(planes)
        rows, query, error = np.empty(planes.shape[:-1], _VOLUME), ffi.new(_QUERY), ffi.new(_ERROR)
        kept = ffi.from_buffer(_PLANES[member], planes)
        setattr(query, member, kept)
        query.mesh, query.count = self._held, len(kept)
        if errors:
            bounds = np.empty(rows.shape, _BOUND)
            query.errors = kept_bounds = ffi.from_buffer(_BOUNDS, bounds)
        if kernel is not None:
            query.kernel = _kernel(kernel)
            query.scratch, query.scratch_bytes = memory = scratch(lib.buoy_volume_scratch_bytes, query.kernel, self._held)
        status = lib.buoy_volume_compute(query, ffi.from_buffer(_VOLUMES, rows), error)
        if not self._frame.plain:
            self._frame.out(rows)
        if status:
            raise refusal(error, rows)
        return (rows, bounds) if errors else rows

    def _hydrostatics(self, planes, kernel, frame):
        """The planes in the library's frame, and hydrostatics in the given one."""
        planes, member = self._planes(planes)
        query = {"mesh": self, member: planes, "count": planes.size // 4, "kernel": kernel}
        return planes, ask(lib.buoy_hydrostatics_compute, query, shape=planes.shape[:-1], frame=frame)

    def hydrostatics(self, planes, *, kernel=None):
        """Volume, centre, wetted_area, and the waterplane: waterplane_area, waterplane_centroid, and its second
        moments xx, xy, xz, yy, yz, zz about that centroid (xx is ∫ x² dA). Parameters as volume()."""
        return self._hydrostatics(planes, kernel, self._frame)[1]

    def _stability(self, function, form, plane, kernel, *inputs):
        """The plane's normal, and what a function says of it and the hydrostatics: NaN where an open edge is wet."""
        plane, body = self._hydrostatics(numbers(plane, "plane", (4,)), kernel, None)
        largest = np.abs(plane[:3]).max()  # beyond floats, the normal is scaled
        normal = (plane[:3] if 1e-30 <= largest <= 1e30 else plane[:3] / largest).astype(np.float32)
        answer = np.full((), np.nan, form) if np.isnan(body["volume"]) else ask(function, body, normal, *inputs)
        return normal.astype(float), answer

    def radii(self, plane, *, kernel=None):
        """Metacentric radii BM = I / V below a plane, m, as a dict: transverse, the smaller one, for rolling about
        `axis`, along which the waterplane is longest; and longitudinal."""
        radii = self._stability(lib.buoy_metacentric_radii_compute, dtype("metacentric_radii"), plane, kernel)[1]
        return _plain(self._frame.out(radii))

    def stiffness(self, plane, mass=None, com=None, *, point=None, density=1025.0, gravity=9.81, kernel=None):
        """The 6 × 6 matrix K = −∂(F, τ)/∂(u, θ): how force and torque about a point that moves with the body (N, N m)
        change with its displacement (m) and rotation (rad). Rows and columns are x, y, z of forces, then of torques,
        along the mesh's axes.

        plane: nx, ny, nz, d of the water. mass: kg, at com, whose weight is added; None: buoyancy alone.
        point: what torques and rotations are about; None: com, or else the origin.
        """
        frame = self._frame
        com = frame.into((0, 0, 0) if com is None else com, "com")
        point = com if point is None else frame.into(point, "point")
        n, stiffness = self._stability(lib.buoy_stiffness, (float, (6, 6)), plane, kernel, density * gravity, point)
        if mass is not None:
            up, arm = n / np.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]), com - point
            above = arm[0] * up[0] + arm[1] * up[1] + arm[2] * up[2]
            stiffness[3:, 3:] -= mass * gravity * (above * np.eye(3) - np.outer(arm, up))
        turn = np.kron(np.diag([1, frame.hand]), frame.matrix)
        return turn @ stiffness @ turn.T

    def pressure(self, sea, position=(0, 0, 0), rotation=(0, 0, 0, 1), *, tolerance=0.0, triangles=False, kernel=None,
                 hide=False, **motion):
        """What the water does to each triangle, in water of any shape: force and torque about the mesh's origin (N,
        N m), wetted_area, and drag_force, drag_torque where the mesh moves; with triangles=True also rows of the same
        for each triangle. Of meshes made with keep=True; all of it z up.

        position: of the mesh's origin, m. rotation: a quaternion x, y, z, w. tolerance: m, within which the water is
        linear over triangles, which are cut for that; 0: none is. hide: leave out drag on what other parts hide.
        motion: velocity (of the origin), angular_velocity (rad/s), drag, lift, skin (coefficients), and, for a step:
        dt (s), mass (kg), centre_of_mass, inverse_inertia (3 × 3, about it).
        """
        query = self._pressing(sea, position, rotation, kernel)
        if motion or hide:
            hidden = ask(lib.buoy_mesh_find_hidden, self, shape=(self.info["triangle_count"],)) if hide else None
            query["motion"] = dict(hidden=hidden, **motion)
        if not triangles and not tolerance:
            return ask(lib.buoy_pressure_compute, query, None)
        each = np.empty(self.info["triangle_count"], dtype("triangle_force"))
        row = ask(lib.buoy_pressure_in_detail, query, {"tolerance": tolerance, "triangles": each})
        return (row, each) if triangles else row

    def waterline(self, sea, position=(0, 0, 0), rotation=(0, 0, 0, 1), *, kernel=None):
        """Where the water meets the mesh: (n, 2, 3), starts and ends of segments, counter-clockwise seen from above, m.
        Parameters as pressure()."""
        query = self._pressing(sea, position, rotation, kernel)
        points = np.empty((self.info["triangle_count"] * 2, 2, 3))
        line = given(ffi.typeof("struct buoy_waterline *"), {"points": points, "capacity": len(points)}, [points])
        ask(lib.buoy_pressure_compute, query, line)
        return points[:line.count].copy()

    def _pressing(self, sea, position, rotation, kernel):
        """A struct buoy_pressure_query, as a dict."""
        water = _held(sea, Sea, "sea")
        insist(self._frame.plain and sea._frame.plain, "pressure: of a mesh and a sea made with frame=\"z-up\"")
        memory, size = scratch(lib.buoy_pressure_scratch_bytes, self._held)
        pose = {"position": position, "rotation": rotation}
        return {"mesh": self, "pose": pose, "water": water, "kernel": kernel, "scratch": memory,
                "scratch_bytes": size}

    def _floating(self, mass, com, density):
        """A struct buoy_floating, as a dict."""
        return {"mesh": self, "volume": float(mass) / density if density else np.nan,
                "centre_of_mass": self._frame.into(com, "com")}

    def _up(self, up):
        return self._frame.into(self._frame.up if up is None else up, "up")

    def draft(self, mass, up=None, *, density=1025.0):
        """How deep the mesh floats in an attitude: the offset d of the water {x : up·x = d} below which it displaces
        its mass, in units of up's length.

        mass: kg. up: 3 numbers, the upward normal in the mesh's frame; None: the frame's.
        """
        volume = float(mass) / density if density else np.nan
        return float(ask(lib.buoy_draft, self, self._up(up), volume)[0])

    def curves(self, drafts=20, up=None):
        """Curves of form, upright, in double: rows with draft (m above the keel), d, at (as hydrostatics()),
        bm_transverse, bm_longitudinal.

        drafts: (n,) heights of the water above the keel, m; or a number of equal steps.
        """
        drafts, count = (None, drafts) if isinstance(drafts, (int, np.integer)) else (numbers(drafts, "drafts", (None,)), None)
        count = len(drafts) if count is None else count
        insist(0 <= count < 10**8, f"drafts: {count} rows")
        return ask(lib.buoy_curves_of_form, self, self._up(up), drafts, count, shape=(count,), frame=self._frame)

    def gz(self, heel_degrees, mass, com, axis=None, *, up=None, fixed_trim=False, density=1025.0):
        """Righting arms: rows with heel_degrees, arm (GZ, m; positive rights the body at positive heel),
        trim_degrees, d, up. The body trims freely unless fixed_trim.

        heel_degrees: (n,). mass: kg. com: the centre of mass. axis: of heel, the body's length; None: x.
        """
        heels, frame = numbers(heel_degrees, "heel_degrees", (None,)), self._frame
        axis = frame.hand * frame.into(frame.matrix[:, 0] if axis is None else axis, "axis")
        heeling = {"up": self._up(up), "axis": axis, "fixed_trim": bool(fixed_trim)}
        return ask(lib.buoy_righting_arms, self._floating(mass, com, density), heeling, heels, len(heels),
                   shape=heels.shape, frame=frame)

    def equilibrium(self, mass, com, start=None, *, density=1025.0):
        """The stable attitude to which the body rolls from `start` up (None: the frame's): a dict with up, d, volume,
        centre, gm_min, gm_max (metacentric heights, m), energy, stable."""
        return _plain(ask(lib.buoy_equilibrium, self._floating(mass, com, density), self._up(start), frame=self._frame))

    def equilibria(self, mass, com, *, all=False, seed=0, density=1025.0):
        """All attitudes in which the body floats at rest, lowest energy first: rows as equilibrium() has them, and
        `family`. all: unstable ones, too. seed: turns the directions from which it searches."""
        rows, count = np.empty(1000, dtype("attitude")), np.zeros((), np.uintp)
        ask(lib.buoy_equilibria, self._floating(mass, com, density), {"all": bool(all), "seed": seed}, rows, len(rows), count)
        return self._frame.out(rows[:int(count)].copy())


class Part(NamedTuple):
    """A shape or a mesh of a body, at a place in it.

    shape: a Mesh, or "box" (half extents), "sphere" (radius), "ellipsoid" (semi-axes), "capsule" and "cylinder"
    (radius, half length), "cone" (radius, half height); axes upward. size: in metres. position: m. rotation: a
    quaternion x, y, z, w. density: kg/m³, where the model's mass is that of its parts.
    """

    shape: object
    size: tuple = ()
    position: tuple = (0, 0, 0)
    rotation: tuple = (0, 0, 0, 1)
    density: float = 500.0


class Model:
    """What alike bodies share: parts, mass, drag. Serves any number of bodies and threads."""

    def __init__(self, parts, *, mass=None, com=(0, 0, 0), inertia=None, drag=(0, 0, 0), length=0.0, merge=False,
                 frame="z-up"):
        """parts: Part, or several. Their meshes were made in the same frame.
        mass: kg, with com (m) and inertia (3 × 3, kg m², about com); None: those of the parts' densities.
        drag: linear and angular (1/s; 1 to 10 for most bodies), quadratic (C_D: .05 for a hull, 1 for a crate).
        length: L of angular drag, m; 0: from the parts. merge: closed meshes become one, two to three times as fast.
        """
        parts = [parts] if isinstance(parts, Part) else list(parts)
        rows, self._frame = np.zeros(len(parts), dtype("part")), Frame(frame)
        for i, part in enumerate(parts):
            insist(isinstance(part, Part), f"part {i}: a buoyancy.Part, not {type(part).__name__}")
            if isinstance(part.shape, Mesh):
                rows["shape"]["kind"][i] = lib.BUOY_SHAPE_MESH
                rows["mesh"][i] = int(ffi.cast("uintptr_t", _held(part.shape, Mesh, f"part {i}")))
            else:
                rows["shape"][i] = rows_of(ffi.typeof("struct buoy_shape"), (part.shape, part.size), [], f"part {i}")
            rows["place"]["position"][i] = numbers(part.position, f"part {i}: position", (3,))
            rows["place"]["rotation"][i] = numbers(part.rotation, f"part {i}: rotation", (4,))
        query = {"parts": rows, "part_count": len(parts), "frame": self._frame.number, "merge": bool(merge),
                 "drag": drag, "length": length}
        insist(mass is not None or inertia is None,
               "inertia: goes with a mass; without, both are those of the parts' densities")
        if mass is None:
            query["densities"] = numbers([part.density for part in parts], "density", (len(parts),))
        else:
            query["mass"] = {"mass": mass, "centre_of_mass": com, "inertia": np.zeros(9) if inertia is None else inertia}
            query["flags"] = lib.BUOY_BODY_DOES_NOT_TURN if inertia is None else 0
        self._parts = parts  # keeps their meshes
        self._held = made(lib.buoy_model_create, lib.buoy_model_destroy, query)

    @property
    def info(self):
        """A dict: mass (mass, centre_of_mass, inertia by rows), drag, volume, length, diagonal, middle, part_count,
        bytes, is_box."""
        return _plain(ask(lib.buoy_model_get_info, self))


class Sea:
    """Water: a level plane unless waves, heights or a normal are given. `time` (s) may be changed at any time. `waves`:
    (n, 5), those that it was made with, or None."""

    def __init__(self, *, frame="z-up", level=0.0, normal=None, waves=None, heights=None, origin=(0, 0), spacing=(1, 1),
                 current=(0, 0, 0), density=1025.0, gravity=9.81, decay=False, orbital=False, region=None, time=0.0,
                 depth=0.0):
        """level: height of the still water, m. normal: of a plane aslant, normal·x = level.
        waves: (n, 5), or fewer columns: amplitude (m), wavelength (m), direction (rad, where it runs to), phase (rad),
        period (s; 0: that of the depth). decay: their pressure dies away with depth. orbital: they move the water, for
        drag, on top of the current. depth: of the water below waves, m; 0: deep.
        heights: (rows, columns) of water about the level, m; [j, i] stands at origin + (i, j) spacing.
        current: the water's velocity, m/s: 3 numbers, or a function of points (n, 3) that returns (n, 3).
        region: lowest and highest corner of a pool, (2, 3).
        Waves run and heights lie along +x and the frame's second horizontal axis (y-up: −z).
        """
        insist(sum(one is not None for one in (normal, waves, heights)) <= 1, "one of normal, waves, heights")
        self._frame, self._kept, self._orbital, self.waves = Frame(frame), [], None, None
        normal = self._frame.up if normal is None else numbers(normal, "normal", (3,))
        water = {"density": density, "gravity": gravity, "time": time, "level": level, "plane64": [*normal, level]}
        if waves is not None:
            waves = np.zeros((0, 5)) if len(waves) == 0 else numbers(waves, "waves", (None, None))
            insist(2 <= waves.shape[1] <= 5, "waves: amplitude, wavelength, direction, phase, period of each")
            self.waves = waves = np.pad(waves, ((0, 0), (0, 5 - waves.shape[1]))).astype(np.float32)
            waves.flags.writeable = False  # the library has copied them
            self._waves = made(lib.buoy_waves_create, lib.buoy_waves_destroy, waves, len(waves), gravity, depth)
            water.update(kind=lib.BUOY_WATER_WAVES, wave_pressure=bool(decay), waves=self._waves)
        insist(waves is not None or not orbital, "orbital: waves move the water, and there are none")
        if heights is not None:
            self._shape = np.shape(heights)
            insist(len(self._shape) == 2, f"heights: an array of shape (rows, columns), not {self._shape}")
            grid = {"origin": origin, "spacing": spacing, "rows": self._shape[0], "columns": self._shape[1]}
            self._patch = made(lib.buoy_patch_create, lib.buoy_patch_destroy, grid)
            water.update(kind=lib.BUOY_WATER_PATCH, patch=self._patch)
            self.set_heights(heights)
        if region is not None:
            water["region"] = dict(zip(("low", "high"), numbers(region, "region", (2, 3))))
        water.update(self._flow(current, orbital, water))
        self._held = given(ffi.typeof("struct buoy_water *"), water, self._kept)
        ask(lib.buoy_water_check, self)

    def _flow(self, current, orbital, water):
        """Members of struct buoy_water for what moves it."""
        if orbital:
            moving = {"waves": self._waves, "time": water["time"], "current": current, "level": water["level"]}
            self._orbital = given(ffi.typeof("struct buoy_orbital_motion *"), moving, self._kept)
            return {"current_at": lib.buoy_waves_orbital_velocity, "current_context": self._orbital}
        if callable(current):
            @ffi.callback("void(void *, double *, size_t, double *)")
            def function(_context, points, count, velocities):
                points, velocities = (np.frombuffer(ffi.buffer(one, 24 * count)).reshape(-1, 3)
                                      for one in (points, velocities))
                velocities[:] = np.nan  # if the caller's function fails
                velocities[:] = current(points.copy())
            self._kept.append(function)
            return {"current_at": function}
        return {"current": current}

    @classmethod
    def state(cls, height, period, *, count=100, peakedness=0.0, direction=0.0, spreading=0.0, seed=0, **options):
        """An irregular sea of `count` waves by JONSWAP's spectrum; further options are those of Sea().

        height: significant, Hs, m. period: of the spectrum's peak, Tp, s. peakedness: γ; 0: 3.3. direction: where the
        waves run to, rad. spreading: of directions; 0: none. seed: of phases.
        """
        sea = {"significant_height": height, "peak_period": period, "direction": direction, "peakedness": peakedness,
               "spreading": spreading, "seed": seed}
        waves = np.zeros(count, dtype("wave"))
        ask(lib.buoy_sea_state, sea, options.get("gravity", 9.81), options.get("depth", 0.0), count, waves)
        return cls(waves=waves.view(np.float32).reshape(count, 5), **options)

    @property
    def time(self):
        """Seconds, for waves."""
        return self._held.time

    @time.setter
    def time(self, seconds):
        self._held.time = seconds
        if self._orbital:
            self._orbital.time = seconds

    def set_heights(self, heights):
        """Changes the heights that the sea was made with; no Step may be using them."""
        insist(hasattr(self, "_patch"), "set_heights: this sea was made without heights")
        ask(lib.buoy_patch_set, self._patch, numbers(heights, "heights", self._shape, np.float32))

    def surface(self, points, *, kernel=None):
        """The water at points (…, 3), m: rows of its height above or below each (m, upwards), its slope along x and along
        the frame's other horizontal axis, and its velocity at the point (m/s); NaN where a point is not finite.
        kernel: one of the family water."""
        points, frame = np.array(points, float, order="C"), self._frame
        insist(points.shape[-1:] == (3,), f"points: an array of shape (…, 3), not {points.shape}")
        rows = np.empty(points.shape[:-1], [("height", "f4"), ("slope", "f4", 2), ("velocity", "f8", 3)])
        # The library samples in its own frame.
        water, inside = ffi.new("struct buoy_water *", self._held[0]), points @ frame.matrix
        water.plane64.normal = list(frame.into(list(water.plane64.normal)))
        x, y = np.ascontiguousarray(inside[..., 0]), np.ascontiguousarray(inside[..., 1])
        height, slope_x, slope_y = (np.empty(rows.shape, np.float32) for _ in range(3))
        surface = {"x": x, "y": y, "count": x.size, "height": height, "slope_x": slope_x, "slope_y": slope_y,
                   "kernel": kernel}
        with contextlib.suppress(ElementError):  # NaN says so
            ask(lib.buoy_water_sample, water, surface)
        rows["height"], rows["velocity"] = height, list(water.current)
        rows["slope"][..., 0], rows["slope"][..., 1] = slope_x, slope_y * frame.matrix[:, 1].sum()
        if water.current_at != NULL:
            if self._orbital:
                points, moving = inside, ffi.new("struct buoy_orbital_motion *", self._orbital[0])
                moving.current, water.current_context = list(frame.into(list(moving.current))), moving
            velocity = np.empty(points.shape)
            water.current_at(water.current_context, ffi.from_buffer("double[]", points), x.size,
                             ffi.from_buffer("double[]", velocity))
            rows["velocity"] = velocity @ frame.matrix.T if self._orbital else velocity
        return rows


def _in_place(name, array, count, width, written):
    """Where the caller's array lies: address, stride, type; refuses in words what would need a copy."""
    must = f"{name}: Step works in your arrays and copies none: "
    insist(isinstance(array, np.ndarray), f"{must}it must be a numpy array, not {type(array).__name__}")
    insist(array.dtype == np.float32 or array.dtype == np.float64, f"{must}float32 or float64, not {array.dtype}")
    insist(array.shape == (count, width), f"{must}of shape ({count}, {width}), not {array.shape}")
    insist(count == 0 or array.strides[1] == array.itemsize,
            f"{must}a body's numbers must be adjacent, not {array.strides[1]} bytes apart")
    insist(array.flags.aligned, f"{must}its numbers must be aligned")
    step = array.strides[0] if count > 1 else 0
    least = width * array.itemsize if written and count > 1 else 0
    insist(least <= step < 2**32, f"{must}bodies must be {least} bytes apart or more, not {step}")
    insist(not written or array.flags.writeable, f"{must}it is written, and read-only")
    return {"first": ffi.cast("void *", array.ctypes.data), "stride": step, "type": int(array.dtype == np.float32)}


class Step:
    """Each frame's forces of the water on an array of bodies, in place: nothing is copied or allocated.

        step = buoyancy.Step(model, sea, position=p, rotation=q, velocity=v, spin=w)
        step(dt)                # adds what the water changes within dt to v and w
        v[:, 2] -= 9.81 * dt    # gravity comes after the call, and the motion itself is yours
    """

    def __init__(self, models, sea, *, position, rotation, velocity=None, spin=None, linear=None, angular=None,
                 kind="velocities", add=None, w_first=False, frame="z-up", kernel=None, details=False):
        """models: a Model for all, or one per body. sea: of the same frame.
        position: (n, 3), of the bodies' origins, m. rotation: (n, 4), quaternions x, y, z, w, or w first.
        velocity: (n, 3), of the centres of mass, m/s. spin: (n, 3), rad/s, in the world. None: at rest.
        Arrays are float32 or float64, at any stride between bodies (also fields of one structured array).
        kind: what is stored in linear and angular, (n, 3): "velocities" (changes, added to velocity and spin unless
        others are given), "forces" (N, N m about the centre of mass) or "impulses".
        add: added to what is there; None: velocities are, others are not. kernel: one of the family step.
        details: also fill `details` (buoyancy, drag, volume, centre, wetted_area of each body).
        """
        insist(isinstance(position, np.ndarray) and position.ndim == 2, "position: a numpy array of shape (n, 3)")
        count = self._count = len(position)
        models = [models] * count if isinstance(models, Model) else list(models)
        insist(len(models) == count, f"models: {count}, as many as positions, not {len(models)}")
        insist(kind in _EFFECTS, f"kind: {kind!r} is none of {', '.join(_EFFECTS)}")
        velocities = kind == "velocities"
        linear = velocity if linear is None and velocities else linear
        angular = spin if angular is None and velocities else angular
        self.failed, self._bodies = np.zeros(count, np.uint8), np.empty(count, np.uint32)
        self.details = np.empty(count, dtype("body_forces")) if details else None
        states = {"position": (position, 3), "rotation": (rotation, 4), "velocity": (velocity, 3), "spin": (spin, 3)}
        effects = {"linear": (linear, 3), "angular": (angular, 3)}

        def places(arrays, written):
            return {name: _in_place(name, array, count, width, written) for name, (array, width) in arrays.items()
                    if array is not None or name == "rotation"}
        self._frame, self._lock, self._error = Frame(frame), threading.Lock(), ffi.new(_ERROR)
        self._kept = [models, position, rotation, velocity, spin, linear, angular]
        held = ffi.new("struct buoy_model *[]", [_held(model, Model, f"models[{i}]") for i, model in enumerate(models)])
        query = self._query = given(ffi.typeof("struct buoy_step_query *"), {
            "models": held, "frame": self._frame.number, "w_first": bool(w_first),
            "options": {"failed": self.failed, "kernel": _kernel(kernel)}, "states": places(states, False),
            "effects": {**places(effects, True), "kind": _EFFECTS.index(kind), "add": velocities if add is None else bool(add)},
            "count": count}, self._kept)
        memory, size = scratch(lib.buoy_step_scratch_bytes, query)
        query.options.scratch, query.options.scratch_bytes = memory, size
        self._kept += [memory, held]
        self._results = NULL if self.details is None else ffi.from_buffer("struct buoy_body_forces[]", self.details)
        self._listed = ffi.from_buffer("uint32_t[]", self._bodies)
        self.sea = sea

    @property
    def sea(self):
        """The water; another may be set, of the same frame."""
        return self._sea

    @sea.setter
    def sea(self, sea):
        water = _held(sea, Sea, "sea")
        insist(sea._frame.name == self._frame.name, f"sea: its frame is {sea._frame.name}, not {self._frame.name}")
        with self._lock:
            self._sea, self._query.water = sea, water

    def __call__(self, dt, bodies=None):
        """Steps all bodies, or those whose numbers `bodies` lists, each once.

        dt: s, within which drag reverses no motion.
        Raises ElementError if some bodies have no answer: `failed` marks them; all others were stepped.
        """
        query = self._query
        with self._lock:
            query.dt = dt
            if bodies is None:
                query.bodies, query.count = NULL, self._count
            else:
                numbers = np.asarray(bodies)
                count = len(numbers) if numbers.ndim == 1 else -1
                insist(0 <= count <= self._count and (numbers.dtype.kind in "iu" or not count) and
                        (not count or 0 <= int(numbers.min()) <= int(numbers.max()) < self._count),
                        f"bodies: up to {self._count} numbers from 0 to {self._count - 1}")
                self._bodies[:count] = numbers
                query.bodies, query.count = self._listed, count
            if lib.buoy_water_forces_compute(query, self._results, self._error):
                raise refusal(self._error, self.details)


def planes_in_body(planes, position, rotation):
    """Planes of the world in the frames of bodies, for Mesh.volume() and others of a mesh that was moved.

    planes: (…, 4), nx, ny, nz, d. position: (…, 3), of the body's origin, m. rotation: (…, 4), quaternions x, y, z, w.
    Returns (…, 4); the three broadcast.
    """
    planes, position, rotation = (np.asarray(one, float) for one in (planes, position, rotation))
    insist((planes.shape[-1:], position.shape[-1:], rotation.shape[-1:]) == ((4,), (3,), (4,)),
           "planes_in_body: arrays of shape (…, 4), (…, 3) and (…, 4)")
    (a, b, c, d), (px, py, pz), (x, y, z, w) = (np.moveaxis(one, -1, 0) for one in (planes, position, rotation))
    length2 = x * x + y * y + z * z + w * w
    insist(np.all(np.abs(length2 - 1) <= 0.02), "rotation: not a unit quaternion")
    s = 2 / length2
    xx, yy, zz, xy, yz, zx = s * x * x, s * y * y, s * z * z, s * x * y, s * y * z, s * z * x
    wx, wy, wz = s * w * x, s * w * y, s * w * z
    return np.stack(np.broadcast_arrays((1 - (yy + zz)) * a + (xy + wz) * b + (zx - wy) * c,
                                        (xy - wz) * a + (1 - (zz + xx)) * b + (yz + wx) * c,
                                        (zx + wy) * a + (yz - wx) * b + (1 - (xx + yy)) * c,
                                        d - (a * px + b * py + c * pz)), -1)


def race(mesh, planes=None, *, seconds=1.0, family="volume"):
    """Times the kernels on a mesh, one after the other in turns, as this machine runs them from Python.

    planes: (n, 4), asked in one call; None: 256 random ones. family: "volume" or "hydrostatics".
    Returns rows, fastest first: kernel, ns (least time of a plane), deterministic, reason (why it has no time). Meshes
    made with keep=True have what all kernels need. `mesh.volume(planes, kernel=rows["kernel"][0])` uses the first.
    """
    insist(family in ("volume", "hydrostatics"), f"family: {family!r} is neither volume nor hydrostatics")
    _held(mesh, Mesh, "mesh")
    if planes is None:
        info, normals = mesh.info, np.random.default_rng(1).normal(size=(256, 3))
        reach = np.abs(normals) @ info["half_extent"] * np.linspace(-0.9, 0.9, 256)
        planes = np.column_stack([normals, normals @ info["centre"] + reach]).astype(np.float32)
    planes, ask_mesh = np.ascontiguousarray(planes), getattr(mesh, family)
    insist(planes.ndim == 2 and len(planes), "planes: an array of shape (n, 4)")
    names = [(name, deterministic) for name, of, deterministic, runnable in _described() if of == family and runnable]
    table = np.array([(name, np.inf, deterministic, "") for name, deterministic in names],
                     [("kernel", "U64"), ("ns", "f8"), ("deterministic", "?"), ("reason", "U240")])
    end = _time.perf_counter() + seconds
    while True:
        for row in table:
            try:
                begin = _time.perf_counter()
                ask_mesh(planes, kernel=row["kernel"])
                row["ns"] = min(row["ns"], (_time.perf_counter() - begin) * 1e9 / len(planes))
            except BuoyancyError as refused:
                row["ns"], row["reason"] = np.nan, str(refused)
        if _time.perf_counter() >= end:
            return table[np.argsort(table["ns"], kind="stable")]
