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
"""
import threading
import time as _time
from typing import NamedTuple

import numpy as np

from ._library import (FLAGS, NULL, BuoyancyError, ElementError, Frame, Rows, aligned, call, described, ffi, kernels,
                       lib, made, refusal)
from ._library import kernel as _kernel

__all__ = ["BuoyancyError", "ElementError", "Mesh", "Model", "Part", "Sea", "Step", "kernels", "race", "version"]

_number = lib.buoy_version()
version = f"{_number // 1000000}.{_number // 1000 % 1000}.{_number % 1000}"

_INFO, _DIAGNOSIS = Rows("buoy_mesh_info"), Rows("buoy_diagnosis")
_VOLUME, _BOUND, _HYDROSTATICS = Rows("buoy_volume"), Rows("buoy_volume_error"), Rows("buoy_hydrostatics")
_FORM, _ARM, _ATTITUDE = Rows("buoy_form"), Rows("buoy_righting_arm"), Rows("buoy_attitude")
_MODEL, _BODY = Rows("buoy_model_info"), Rows("buoy_body_forces")
_QUERY, _QUERY_OF_HYDROSTATICS = (ffi.typeof(f"struct buoy_{name}_query *") for name in ("volume", "hydrostatics"))
_PLANES, _PLANES64 = ffi.typeof("struct buoy_plane[]"), ffi.typeof("struct buoy_plane64[]")
_FLOATS, _DOUBLES = ffi.typeof("float[]"), ffi.typeof("double[]")
_KINDS = ["box", "sphere", "ellipsoid", "capsule", "cylinder", "cone", "mesh"]
_EFFECTS = ["forces", "impulses", "velocities"]


def _insist(condition, message):
    if not condition:
        raise BuoyancyError(message)


def _held(thing, kind, name):
    """A library's object behind one of Python's, which must have been made by its constructor."""
    _insist(isinstance(thing, kind) and hasattr(thing, "_held"), f"{name}: a buoyancy.{kind.__name__}, not {thing!r}")
    return thing._held


def _plain(rows, frame):
    """A single answer as a dict of numbers and small arrays."""
    row = frame.rows_out(rows)[()]
    return {name: row[name].copy() if getattr(row[name], "ndim", 0) else row[name].item() for name in row.dtype.names}


def _numbers(values, name, shape=None):
    """The caller's numbers, as contiguous doubles; shape: with None for any length."""
    array = np.require(values, float, "CA")
    _insist(shape is None or (array.ndim == len(shape) and all(b in (None, a) for a, b in zip(array.shape, shape))),
            f"{name}: an array of shape {shape}, not {array.shape}".replace("None", "n"))
    return array


def _mesh_input(vertices, triangles, frame, flags):
    """A filled struct buoy_mesh_input, and what it points to."""
    vertices = np.asarray(vertices)
    single = vertices.dtype == np.float32
    vertices = np.require(vertices, np.float32 if single else np.float64, "CA")
    _insist(vertices.ndim == 2 and vertices.shape[1] == 3, f"vertices: an array of shape (n, 3), not {vertices.shape}")
    triangles = np.asarray(triangles)
    _insist(triangles.ndim == 2 and triangles.shape[1] in (3, 4),
            f"triangles: an array of shape (m, 3), or (m, 4) of quads, not {triangles.shape}")
    _insist(triangles.dtype.kind in "iu" or not triangles.size, f"triangles: whole numbers, not {triangles.dtype}")
    if triangles.size and not 0 <= int(triangles.min()) <= int(triangles.max()) < 2**32:
        raise BuoyancyError(f"triangles: vertex {triangles.min()} is not there: indices count from 0")
    if triangles.shape[1] == 4:
        triangles = triangles[:, [0, 1, 2, 0, 2, 3]].reshape(-1, 3)
        a, b, c = triangles.T  # a triangle among quads has a corner twice
        triangles = triangles[(a != b) & (b != c) & (c != a)]
    triangles = np.require(triangles, np.uint32, "CA")
    made_of = ffi.new("struct buoy_mesh_input *")
    held = ffi.from_buffer(_FLOATS if single else _DOUBLES, vertices), ffi.from_buffer("uint32_t[]", triangles)
    setattr(made_of, "positions" if single else "positions64", held[0])
    made_of.indices, made_of.vertex_count, made_of.triangle_count = held[1], len(vertices), len(triangles)
    made_of.frame, made_of.flags = frame.number, flags
    return made_of, held


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
        keep: keep further layouts, for kernels asked by name.
        Raises BuoyancyError: its sentence names the first bad triangle, and the keyword that helps.
        """
        unknown = set(flags) - set(FLAGS)
        if unknown:
            raise TypeError(f"from_arrays() has no {', '.join(sorted(unknown))}; it has {', '.join(FLAGS)}")
        frame, bits = Frame(frame), 0
        for name, wanted in flags.items():
            bits |= FLAGS[name] if wanted else 0
        made_of, _kept = _mesh_input(vertices, triangles, frame, bits)
        return cls._of(made(lib.buoy_mesh_create, lib.buoy_mesh_destroy, made_of), frame)

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
        made_of, _kept = _mesh_input(vertices, triangles, frame, 0)
        rows, address = _DIAGNOSIS.empty(())
        call(lib.buoy_mesh_diagnose, made_of, address)
        return _plain(rows, frame)

    def save(self):
        """Returns the mesh as bytes, for Mesh.load() of the same version; pickle uses this, too."""
        error = ffi.new("struct buoy_error *")
        size = lib.buoy_mesh_image_bytes(self._held, error)
        image = aligned(size)
        call(lib.buoy_mesh_save, self._held, image, size)
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
        rows, address = _INFO.empty(())
        call(lib.buoy_mesh_get_info, self._held, address)
        return _plain(rows, self._frame)

    def _planes(self, planes, query):
        """Hands planes to a query: float32 as they are, all else as float64, without a copy where possible."""
        if type(planes) is not np.ndarray:
            planes = np.asarray(planes, np.float64)
        single = planes.dtype == np.float32
        if planes.dtype != np.float64 and not single:
            planes = planes.astype(np.float64)
        shape = planes.shape
        if shape[-1:] != (4,):
            raise BuoyancyError(f"planes: nx, ny, nz, d each, an array of shape (…, 4), not {shape}")
        if not self._frame.plain:
            planes = (planes[..., self._frame.four] * self._frame.four_signs).astype(planes.dtype)
        if not planes.flags.c_contiguous or not planes.flags.aligned:
            planes = np.array(planes, order="C")
        if single:
            query.planes = kept = ffi.from_buffer(_PLANES, planes)
        else:
            query.planes64 = kept = ffi.from_buffer(_PLANES64, planes)
        query.count = len(kept)
        return shape[:-1], kept

    def volume(self, planes, *, errors=False, kernel=None):
        """Submerged volumes and centres of buoyancy.

        planes: (…, 4): nx, ny, nz, d of each; float32, or float64 for frames with a far origin.
        errors: also return proven bounds, an array with "volume" and "centre" (some three times the time).
        kernel: the id of one of kernels() or "volume/METHOD/best"; None: the library chooses.
        Returns an array of shape (…) with "volume" (m³) and "centre" (x, y, z); with errors, also the bounds.
        Raises ElementError if a plane is not finite or has no normal.
        """
        query = ffi.new(_QUERY)
        shape, _kept = self._planes(planes, query)
        query.mesh = self._held
        rows, address = _VOLUME.empty(shape)
        if errors:
            bounds, query.errors = _BOUND.empty(shape)
        if kernel is not None:
            _memory = self._choose(kernel, query)
        if lib.buoy_volume_compute(query, address, NULL):
            call(lib.buoy_volume_compute, query, address, answers=rows)
        if not self._frame.plain:
            self._frame.rows_out(rows)
        return (rows, bounds) if errors else rows

    def _choose(self, name, query):
        """Has a query answered by a kernel; returns the scratch memory, to be held."""
        query.kernel = _kernel(name)
        error = ffi.new("struct buoy_error *")
        size = lib.buoy_volume_scratch_bytes(query.kernel, self._held, error)
        if error.status:
            raise refusal(error)
        query.scratch = memory = aligned(size)
        query.scratch_bytes = size
        return memory

    def hydrostatics(self, planes, *, kernel=None):
        """Volume, centre, wetted_area, and the waterplane: waterplane_area, waterplane_centroid, and its second
        moments xx, xy, xz, yy, yz, zz about that centroid (xx is ∫ x² dA). Parameters as volume()."""
        query = ffi.new(_QUERY_OF_HYDROSTATICS)
        shape, _kept = self._planes(planes, query)
        query.mesh = self._held
        rows, address = _HYDROSTATICS.empty(shape)
        if kernel is not None:
            query.kernel = _kernel(kernel)
        if lib.buoy_hydrostatics_compute(query, address, NULL):
            call(lib.buoy_hydrostatics_compute, query, address, answers=rows)
        return self._frame.rows_out(rows)

    def stiffness(self, plane, mass=None, com=None, *, point=None, density=1025.0, gravity=9.81):
        """The 6 × 6 matrix K = −∂(F, τ)/∂(u, θ): how force and torque about a point that moves with the body (N, N m)
        change with its displacement (m) and rotation (rad). Rows and columns are x, y, z of forces, then of torques,
        along the mesh's axes.

        plane: nx, ny, nz, d of the water. mass: kg, at com, whose weight is added; None: buoyancy alone.
        point: what torques and rotations are about; None: com, or else the origin.
        """
        frame, plane = self._frame, _numbers(plane, "plane", (4,))
        com = frame.into((0, 0, 0) if com is None else com, "com")
        point = com if point is None else frame.into(point, "point")
        query, (rows, address) = ffi.new(_QUERY_OF_HYDROSTATICS), _HYDROSTATICS.empty(())
        _shape, _kept = self._planes(plane, query)
        query.mesh, normal, stiffness = self._held, frame.into(plane[:3]), np.empty((6, 6))
        call(lib.buoy_hydrostatics_compute, query, address)
        call(lib.buoy_stiffness, address, ffi.new("float[3]", list(normal)), density * gravity, list(point),
             ffi.from_buffer("double[][6]", stiffness))
        if mass is not None:
            up, arm = normal / np.linalg.norm(normal), com - point
            stiffness[3:, 3:] -= mass * gravity * (arm @ up * np.eye(3) - np.outer(arm, up))
        signs = np.array([frame.out_signs, frame.hand * frame.out_signs])
        turned = stiffness.reshape(2, 3, 2, 3)[:, frame.axes][..., frame.axes]
        return (turned * signs[:, :, None, None] * signs).reshape(6, 6)

    def _floating(self, mass, com, density):
        """A filled struct buoy_floating."""
        body = ffi.new("struct buoy_floating *")
        body.mesh, body.volume = self._held, float(mass) / density if density else np.nan
        body.centre_of_mass = list(self._frame.into(com, "com"))
        return body

    def _up(self, up):
        return list(self._frame.into(self._frame.up if up is None else up, "up"))

    def draft(self, mass, up=None, *, density=1025.0):
        """How deep the mesh floats in an attitude: the offset d of the water {x : up·x = d} below which it displaces
        its mass, in units of up's length.

        mass: kg. up: 3 numbers, the upward normal in the mesh's frame; None: the frame's.
        """
        d = ffi.new("double *")
        call(lib.buoy_draft, self._held, self._up(up), float(mass) / density if density else np.nan, d, NULL)
        return d[0]

    def curves(self, drafts=20, up=None):
        """Curves of form, upright, in double: rows with draft (m above the keel), d, at (as hydrostatics()),
        bm_transverse, bm_longitudinal.

        drafts: (n,) heights of the water above the keel, m; or a number of equal steps.
        """
        given = not isinstance(drafts, (int, np.integer))
        drafts = _numbers(drafts, "drafts", (None,)) if given else drafts
        count = len(drafts) if given else drafts
        _insist(0 <= count < 10**8, f"drafts: {count} rows")
        rows, address = _FORM.empty(count)
        call(lib.buoy_curves_of_form, self._held, self._up(up), ffi.from_buffer(_DOUBLES, drafts) if given else NULL,
             count, address, answers=rows)
        return self._frame.rows_out(rows)

    def gz(self, heel_degrees, mass, com, axis=None, *, up=None, fixed_trim=False, density=1025.0):
        """Righting arms: rows with heel_degrees, arm (GZ, m; positive rights the body at positive heel),
        trim_degrees, d, up. The body trims freely unless fixed_trim.

        heel_degrees: (n,). mass: kg. com: the centre of mass. axis: of heel, the body's length; None: x.
        """
        heels = _numbers(heel_degrees, "heel_degrees", (None,))
        heeling = ffi.new("struct buoy_heeling *")
        heeling.up, heeling.fixed_trim = self._up(up), bool(fixed_trim)
        heeling.axis = list(self._frame.hand * self._frame.into((1, 0, 0) if axis is None else axis, "axis"))
        rows, address = _ARM.empty(len(heels))
        call(lib.buoy_righting_arms, self._floating(mass, com, density), heeling, ffi.from_buffer(_DOUBLES, heels),
             len(heels), address, answers=rows)
        return self._frame.rows_out(rows)

    def equilibrium(self, mass, com, start=None, *, density=1025.0):
        """The stable attitude to which the body rolls from `start` up (None: the frame's): a dict with up, d, volume,
        centre, gm_min, gm_max (metacentric heights, m), energy, stable."""
        rows, address = _ATTITUDE.empty(())
        call(lib.buoy_equilibrium, self._floating(mass, com, density), self._up(start), address)
        return _plain(rows, self._frame)

    def equilibria(self, mass, com, *, all=False, seed=0, density=1025.0):
        """All attitudes in which the body floats at rest, lowest energy first: rows as equilibrium() has them, and
        `family`. all: unstable ones, too. seed: turns the directions from which it searches."""
        options = ffi.new("struct buoy_equilibria_options *", {"all": bool(all), "seed": seed})
        rows, address = _ATTITUDE.empty(1000)
        count = ffi.new("size_t *")
        call(lib.buoy_equilibria, self._floating(mass, com, density), options, address, len(rows), count)
        return self._frame.rows_out(rows[:count[0]].copy())


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
        self._frame, given = Frame(frame), ffi.new("struct buoy_model_input *")
        rows = ffi.new("struct buoy_part[]", max(len(parts), 1))
        densities = ffi.new("double[]", max(len(parts), 1))
        for i, part in enumerate(parts):
            _insist(isinstance(part, Part), f"part {i}: a buoyancy.Part, not {part!r}")
            kind = "mesh" if isinstance(part.shape, Mesh) else part.shape
            _insist(kind in _KINDS and (kind != "mesh" or isinstance(part.shape, Mesh)),
                    f"part {i}: shape {kind!r} is none of {', '.join(_KINDS[:-1])}, and no Mesh")
            rows[i].shape.kind = _KINDS.index(kind)
            size = np.atleast_1d(_numbers(part.size, f"part {i}: size"))
            _insist(size.ndim == 1 and len(size) <= 3, f"part {i}: size: up to 3 numbers, not {part.size!r}")
            rows[i].shape.size = list(size) + [0.0] * (3 - len(size))
            if kind == "mesh":
                rows[i].mesh = _held(part.shape, Mesh, f"part {i}")
            rows[i].place.position = list(_numbers(part.position, f"part {i}: position", (3,)))
            rows[i].place.rotation = list(_numbers(part.rotation, f"part {i}: rotation", (4,)))
            densities[i] = part.density
        given.parts, given.part_count, given.frame, given.merge = rows, len(parts), self._frame.number, bool(merge)
        drag = _numbers(drag, "drag: linear, angular, quadratic", (3,))
        given.drag.linear, given.drag.angular, given.drag.quadratic = drag
        given.length = length
        if mass is None:
            _insist(inertia is None, "inertia: goes with a mass; without, both are those of the parts' densities")
            given.densities = densities
        else:
            given.mass.mass, given.mass.centre_of_mass = mass, list(_numbers(com, "com", (3,)))
            if inertia is None:
                given.flags = lib.BUOY_BODY_DOES_NOT_TURN
            else:
                given.mass.inertia = list(_numbers(inertia, "inertia", (3, 3)).ravel())
        self._parts = parts  # keeps their meshes
        self._held = made(lib.buoy_model_create, lib.buoy_model_destroy, given)

    @property
    def info(self):
        """A dict: mass (mass, centre_of_mass, inertia by rows), drag, volume, length, diagonal, middle, part_count,
        bytes, is_box."""
        rows, address = _MODEL.empty(())
        call(lib.buoy_model_get_info, self._held, address)
        return {name: rows[name][()] if rows[name].dtype.names or rows[name].ndim else rows[name].item()
                for name in rows.dtype.names}


class Sea:
    """Water: a level plane unless waves, heights or a normal are given. `time` (s) may be changed at any time."""

    def __init__(self, *, frame="z-up", level=0.0, normal=None, waves=None, heights=None, origin=(0, 0), spacing=(1, 1),
                 current=(0, 0, 0), density=1025.0, gravity=9.81, decay=False, region=None, time=0.0, depth=0.0):
        """level: height of the still water, m. normal: of a plane aslant, normal·x = level.
        waves: (n, 5), or fewer columns: amplitude (m), wavelength (m), direction (rad, where it runs to), phase (rad),
        period (s; 0: that of the depth). decay: their pressure dies away with depth.
        depth: of the water below waves, m; 0: deep.
        heights: (rows, columns) of water about the level, m; [j, i] stands at origin + (i, j) spacing.
        current: the water's velocity, m/s. region: lowest and highest corner of a pool, (2, 3).
        Waves run and heights lie along +x and the frame's second horizontal axis (y-up: −z).
        """
        self._frame = Frame(frame)
        self._held = water = ffi.new("struct buoy_water *", lib.buoy_calm_sea_in(self._frame.number))
        _insist(sum(given is not None for given in (normal, waves, heights)) <= 1, "one of normal, waves, heights")
        water.plane.d = water.level = level
        water.density, water.gravity, water.time = density, gravity, time
        water.current = list(_numbers(current, "current", (3,)))
        if normal is not None:
            water.plane64.normal, water.plane64.d = list(_numbers(normal, "normal", (3,))), level
        if waves is not None:
            rows = np.zeros((len(waves), 5), np.float32)
            table = _numbers(waves, "waves", (None, None)) if len(waves) else rows
            _insist(2 <= table.shape[1] <= 5, "waves: amplitude, wavelength, direction, phase, period of each")
            rows[:, :table.shape[1]] = table
            water.kind, water.wave_pressure = lib.BUOY_WATER_WAVES, bool(decay)
            water.waves = self._waves = made(lib.buoy_waves_create, lib.buoy_waves_destroy,
                                             ffi.from_buffer("struct buoy_wave[]", rows), len(rows), float(gravity),
                                             float(depth))
        if heights is not None:
            self._shape = np.shape(heights)
            _insist(len(self._shape) == 2, f"heights: an array of shape (rows, columns), not {self._shape}")
            grid = ffi.new("struct buoy_patch_grid *", {
                "origin": list(_numbers(origin, "origin", (2,))), "spacing": list(_numbers(spacing, "spacing", (2,))),
                "columns": min(self._shape[1], 2**31), "rows": min(self._shape[0], 2**31)})
            water.kind = lib.BUOY_WATER_PATCH
            water.patch = self._patch = made(lib.buoy_patch_create, lib.buoy_patch_destroy, grid)
            self.set_heights(heights)
        if region is not None:
            low, high = _numbers(region, "region", (2, 3)).tolist()
            water.region = self._region = ffi.new("struct buoy_region *", {"low": low, "high": high})
        call(lib.buoy_water_check, water)

    @classmethod
    def state(cls, height, period, *, count=100, peakedness=0.0, direction=0.0, spreading=0.0, seed=0, **options):
        """An irregular sea of `count` waves by JONSWAP's spectrum; further options are those of Sea().

        height: significant, Hs, m. period: of the spectrum's peak, Tp, s. peakedness: γ; 0: 3.3. direction: where the
        waves run to, rad. spreading: of directions; 0: none. seed: of phases.
        """
        given = ffi.new("struct buoy_sea *", {"significant_height": height, "peak_period": period, "direction": direction,
                                              "peakedness": peakedness, "spreading": spreading, "seed": seed})
        _insist(0 < count <= 1024, f"count: {count} is not from 1 to 1024")
        waves = np.zeros((count, 5), np.float32)
        call(lib.buoy_sea_state, given, float(options.get("gravity", 9.81)), float(options.get("depth", 0)), count,
             ffi.from_buffer("struct buoy_wave[]", waves))
        return cls(waves=waves, **options)

    @property
    def time(self):
        """Seconds, for waves."""
        return self._held.time

    @time.setter
    def time(self, seconds):
        self._held.time = seconds

    def set_heights(self, heights):
        """Changes the heights that the sea was made with; no Step may be using them."""
        _insist(hasattr(self, "_patch"), "set_heights: this sea was made without heights")
        heights = np.require(heights, np.float32, "CA")
        _insist(heights.shape == self._shape, f"heights: an array of shape {self._shape}, not {heights.shape}")
        call(lib.buoy_patch_set, self._patch, ffi.from_buffer(_FLOATS, heights))

    def heights(self, x, across):
        """Heights of the water at points: x and the other horizontal coordinate, m, of one shape."""
        x, across = np.broadcast_arrays(_numbers(x, "x"), self._frame.signs[1] * _numbers(across, "across"))
        x, across, heights = np.array(x, order="C"), np.array(across, order="C"), np.empty(x.shape, np.float32)
        # The library samples in its own frame.
        water = ffi.new("struct buoy_water *", self._held[0])
        water.plane.normal = list(self._frame.into(list(water.plane.normal)))
        water.plane64.normal = list(self._frame.into(list(water.plane64.normal)))
        points = ffi.new("struct buoy_surface *", {"count": x.size})
        points.x, points.y, points.height = _kept = (ffi.from_buffer(_DOUBLES, x), ffi.from_buffer(_DOUBLES, across),
                                                     ffi.from_buffer(_FLOATS, heights))
        call(lib.buoy_water_sample, water, points, answers=heights)
        return heights


def _in_place(name, array, count, width, written):
    """Where the caller's array lies: address, stride, type; refuses in words what would need a copy."""
    must = f"{name}: Step works in your arrays and copies none: "
    _insist(isinstance(array, np.ndarray), f"{must}it must be a numpy array, not {type(array).__name__}")
    _insist(array.dtype == np.float32 or array.dtype == np.float64, f"{must}float32 or float64, not {array.dtype}")
    _insist(array.shape == (count, width), f"{must}of shape ({count}, {width}), not {array.shape}")
    _insist(count == 0 or array.strides[1] == array.itemsize,
            f"{must}a body's numbers must be adjacent, not {array.strides[1]} bytes apart")
    _insist(array.flags.aligned, f"{must}its numbers must be aligned")
    step = array.strides[0] if count > 1 else 0
    least = width * array.itemsize if written and count > 1 else 0
    _insist(least <= step < 2**32, f"{must}bodies must be {least} bytes apart or more, not {step}")
    _insist(not written or array.flags.writeable, f"{must}it is written, and read-only")
    return ffi.cast("void *", array.__array_interface__["data"][0]), step, int(array.dtype == np.float32)


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
        _insist(isinstance(position, np.ndarray) and position.ndim == 2, "position: a numpy array of shape (n, 3)")
        count, self._lock = len(position), threading.Lock()
        models = [models] * count if isinstance(models, Model) else list(models)
        _insist(len(models) == count, f"models: {count}, as many as positions, not {len(models)}")
        _insist(kind in _EFFECTS, f"kind: {kind!r} is none of {', '.join(_EFFECTS)}")
        velocities = kind == "velocities"
        self._frame, self._query, self._error = Frame(frame), ffi.new("struct buoy_step_query *"), \
            ffi.new("struct buoy_error *")
        query, options = self._query, ffi.new("struct buoy_step_options *")
        held = ffi.new("struct buoy_model *[]", [_held(model, Model, f"models[{i}]") for i, model in enumerate(models)])
        query.models, query.frame, query.w_first, query.options = held, self._frame.number, bool(w_first), options
        linear, angular = (velocity if linear is None and velocities else linear,
                           spin if angular is None and velocities else angular)
        for name, array, width in (("position", position, 3), ("rotation", rotation, 4), ("velocity", velocity, 3),
                                   ("spin", spin, 3)):
            if array is not None or name == "rotation":
                place = getattr(query.states, name)
                place.first, place.stride, place.type = _in_place(name, array, count, width, False)
        for name, array in (("linear", linear), ("angular", angular)):
            if array is not None:
                place = getattr(query.effects, name)
                place.first, place.stride, place.type = _in_place(name, array, count, 3, True)
        query.effects.kind, query.effects.add = _EFFECTS.index(kind), velocities if add is None else bool(add)
        self.failed = np.zeros(count, np.uint8)
        self.details, results = _BODY.empty(count) if details else (None, NULL)
        self._bodies = np.empty(count, np.uint32)
        self._listed, options.failed = ffi.from_buffer("uint32_t[]", self._bodies), ffi.from_buffer(self.failed)
        self._results, self._count, self._frame_of = results, count, frame
        query.count, query.dt = count, 0.0
        options.kernel = _kernel(kernel)
        size = lib.buoy_step_scratch_bytes(query, self._error)
        if self._error.status:
            raise refusal(self._error)
        options.scratch, options.scratch_bytes = memory = aligned(size), size
        self._kept = models, position, rotation, velocity, spin, linear, angular, held, options, memory, \
            options.failed, self.failed, self.details
        self.sea = sea

    @property
    def sea(self):
        """The water; another may be set, of the same frame."""
        return self._sea

    @sea.setter
    def sea(self, sea):
        water = _held(sea, Sea, "sea")
        _insist(sea._frame.name == self._frame.name, f"sea: its frame is {sea._frame.name}, not {self._frame.name}")
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
                _insist(0 <= count <= self._count and (numbers.dtype.kind in "iu" or not count) and
                        (not count or 0 <= int(numbers.min()) <= int(numbers.max()) < self._count),
                        f"bodies: up to {self._count} numbers from 0 to {self._count - 1}")
                self._bodies[:count] = numbers
                query.bodies, query.count = self._listed, count
            if lib.buoy_water_forces_compute(query, self._results, self._error):
                raise refusal(self._error, self.details)


def race(mesh, planes=None, *, seconds=1.0, family="volume"):
    """Times the kernels on a mesh, one after the other in turns, as this machine runs them from Python.

    planes: (n, 4), asked in one call; None: 256 random ones. family: "volume" or "hydrostatics".
    Returns rows, fastest first: kernel, ns (least time of a plane), deterministic, reason (why it has no time). Meshes
    made with keep=True have what all kernels need. `mesh.volume(planes, kernel=rows["kernel"][0])` uses the first.
    """
    _insist(family in ("volume", "hydrostatics"), f"family: {family!r} is neither volume nor hydrostatics")
    _held(mesh, Mesh, "mesh")
    if planes is None:
        normals = np.random.default_rng(1).normal(size=(256, 3))
        info, normals = mesh.info, normals / np.linalg.norm(normals, axis=1)[:, None]
        reach = np.abs(normals) @ info["half_extent"]
        depth = normals @ info["centre"] + reach * np.linspace(-0.9, 0.9, 256)
        planes = np.column_stack([normals, depth]).astype(np.float32)
    planes = np.ascontiguousarray(planes)
    _insist(planes.ndim == 2 and len(planes), "planes: an array of shape (n, 4)")
    ask, rows = getattr(mesh, family), []
    for one in map(described, range(lib.buoy_kernel_count())):
        if one["family"] == family and one["runnable"]:
            try:
                ask(planes, kernel=one["id"])
                rows.append([one["id"], np.inf, one["deterministic"], ""])
            except BuoyancyError as refused:
                rows.append([one["id"], np.nan, one["deterministic"], str(refused)])
    end = _time.perf_counter() + seconds
    while True:
        for row in rows:
            if not row[3]:
                begin = _time.perf_counter()
                ask(planes, kernel=row[0])
                row[1] = min(row[1], (_time.perf_counter() - begin) * 1e9 / len(planes))
        if _time.perf_counter() >= end:
            break
    table = np.array([tuple(row) for row in rows], [("kernel", "U64"), ("ns", "f8"), ("deterministic", "?"),
                                                    ("reason", "U240")])
    return table[np.argsort(table["ns"], kind="stable")]
