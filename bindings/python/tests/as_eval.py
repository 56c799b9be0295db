"""The program's commands `eval`, `curves`, `gz` and `equilibrium`, answered by the package."""
import fnmatch
import json
import math
import pathlib

import bodies
import buoyancy
import numpy as np

DEGREES = math.pi / 180


def flat(rows):
    """All numbers of rows of answers, a line each; of several columns side by side."""
    if isinstance(rows, tuple):
        return np.concatenate([flat(one) for one in rows], 1)
    rows = np.asarray(rows)
    if rows.dtype.names:
        return flat(tuple(rows[name] for name in rows.dtype.names))
    return rows.astype(float).reshape(len(rows), int(np.prod(rows.shape[1:])))


def line(*rows):
    """Single rows side by side."""
    return flat(tuple(row[None] for row in rows))[0]


def tensor(i):
    """A 3 × 3 tensor of ixx, iyy, izz, ixy, ixz, iyz."""
    return np.array([[i[0], i[3], i[4]], [i[3], i[1], i[5]], [i[4], i[5], i[2]]], float)


class Asked:
    """A command line: options as attributes, None where they are not given."""

    def __init__(self, words, text):
        words = words[words[0] == "eval":]
        self.family, self.text = words.pop(0).replace("-", "_"), text
        while words:
            name, equals, value = words.pop(0)[2:].partition("=")
            follows = words and not words[0].startswith("--") and not equals
            setattr(self, name.replace("-", "_"), value if equals else words.pop(0) if follows else True)
        if self.kernel:
            self.kernel = next(name for name in [*buoyancy.kernels(), self.kernel] if fnmatch.fnmatch(name, self.kernel))

    def __getattr__(self, name):
        return None

    def answer(self):
        """The numbers that the program prints, a line a row."""
        return flat(getattr(self, f"ask_{self.family}")())

    def numbers(self, name, usual=(0, 0, 0)):
        return usual if getattr(self, name) is None else [float(x) for x in getattr(self, name).split(",")]

    def number(self, name, usual=0.0):
        return self.numbers(name, [usual])[0]

    def content(self, path):
        return self.text if path == "-" else pathlib.Path(path).read_text(encoding="utf-8")

    def words(self, path):
        """Rows of a table, as lists of words."""
        lines = self.content(path).replace("\ufeff", "").replace('"', "").splitlines()
        return [[word.strip() for word in line.split(",")] for line in lines if line.strip()]

    def table(self):
        """Numbers below a header."""
        header, *rows = self.words(self.planes or self.input)
        return np.array(rows, float).reshape(len(rows), len(header))

    def outlines(self, path, first=0):
        """Rows without a header: the numbers that come first, and a disc (3 numbers) or a polygon."""
        rows = [np.array(row, np.float32) for row in self.words(path)]
        return [(row[:first], row[first:] if len(row) == first + 3 else row[first:].reshape(-1, 2)) for row in rows]

    def hull(self, part=None):
        part, flags = {"mesh": self.mesh} if part is None else part, ("open_ok", "repair", "close", "fill", "inside_out_ok")
        vertices, triangles = bodies.read_mesh(part["mesh"]) if "mesh" in part else (part["vertices"], part["faces"])
        return buoyancy.Mesh.from_arrays(np.array(vertices, float) * part.get("scale", 1.0), triangles, keep=True,
                                         **{flag: bool(getattr(self, flag) or part.get(flag)) for flag in flags})

    # ----------------------------------------------------------------------------- meshes in level water

    def ask_volume(self):
        return self.hull().volume(self.table(), errors=bool(self.errors), kernel=self.kernel)

    def ask_hydrostatics(self):
        return self.hull().hydrostatics(self.table(), kernel=self.kernel)

    def ask_radii(self):
        return [np.hstack([*self.hull().radii(plane).values()]) for plane in self.table()]

    def ask_stiffness(self):
        more = {"mass": self.number("mass"), "com": self.numbers("com")} if self.mass else {}
        return [self.hull().stiffness(plane, point=self.numbers("point"), density=self.number("density", 1025),
                                      gravity=self.number("gravity", 9.81), **more).ravel() for plane in self.table()]

    def ask_draft(self):
        def draft(row):
            try:
                return [self.hull().draft(row[3], row[:3], density=1)]
            except buoyancy.BuoyancyError as refused:
                assert refused.status == "BUOY_ERROR_OPEN", refused
                return [math.nan]
        return [draft(row) for row in self.table()]

    def ask_pose(self):
        rows = self.table()
        return buoyancy.planes_in_body(rows[:, 7:], rows[:, :3], rows[:, 3:7])

    def ask_curves(self):
        rows = self.hull().curves(int(self.number("count", 19)), self.numbers("up", None))
        return (rows["draft"], rows["at"][["volume", "centre", "waterplane_area", "waterplane_centroid", "wetted_area"]],
                rows[["bm_transverse", "bm_longitudinal"]])

    def floating(self):
        """A hull, and what it weighs."""
        hull = self.hull()
        mass = self.number("mass") if self.mass else self.number("density", 500) * hull.info["volume"]
        return hull, {"mass": mass, "com": self.numbers("com", hull.info["centroid"]), "density": self.number("water_density", 1025)}

    def ask_gz(self):
        hull, body = self.floating()
        first, by = self.number("from"), self.number("by", 5)
        heels = first + np.arange(int((self.number("to", 90) - first) / by + 1e-9) + 1) * by
        return hull.gz(heels, **body, axis=self.numbers("axis", None), up=self.numbers("up", None), fixed_trim=bool(self.fixed_trim))

    def ask_equilibrium(self):
        hull, body = self.floating()
        rows = hull.equilibria(**body, all=bool(self.all), seed=int(self.number("seed")))
        return rows[["up", "d", "volume", "centre", "gm_min", "gm_max", "stable", "energy", "family"]]

    # --------------------------------------------------------------------------------------- shapes

    def ask_box(self):
        rows = self.table()
        return buoyancy.evaluate("shapes", shapes=[("box", row) for row in rows[:, :3]], planes=rows[:, 3:],
                                 kernel=self.kernel or "box/auto/best", voxels=int(self.number("voxels", 64)))

    def ask_shapes(self):
        rows = self.words(self.input)[1:]
        shapes = [(row[0], np.array(row[1:4], float)) for row in rows]
        if self.whole:
            return np.array([buoyancy.evaluate("shape_get_info", shape) for shape in shapes])
        wet, surface = buoyancy.evaluate("shapes", shapes=shapes, planes=np.array([row[4:] for row in rows], float).reshape(-1, 4),
                                         kernel=self.kernel, surfaces=True)
        return wet, surface[["wetted_area", "waterplane_area"]]

    def ask_columns(self):
        sea = self.sea()
        return np.array([buoyancy.evaluate("box_on_columns", ("box", row[:3]), row[3:], sea, bool(self.corners))
                         for row in self.table()])

    # --------------------------------------------------------------------------------------- the plane

    def drag2d(self, **query):
        """Drag and lift in the plane; what it also needs elsewhere."""
        inverse = {f"inverse_{name}": 1 / self.number(name) for name in ("mass", "inertia") if getattr(self, name)}
        motion = {"point": self.numbers("point", (0, 0)), "velocity": self.numbers("velocity", (0, 0)),
                  "angular_velocity": self.number("spin"), "dt": self.number("step"), **inverse}
        density = self.number("density", 1025)
        return buoyancy.evaluate("drag2d", motion=motion, density=density, drag=self.number("drag"), lift=self.number("lift"),
                                 **query), motion, density

    def ask_polygon(self):
        rows = self.outlines(self.input, 3)
        if self.whole:
            return np.array([buoyancy.evaluate("polygon_get_info", outline) for _, outline in rows])
        return buoyancy.evaluate("polygon", polygons=[outline for _, outline in rows], lines=[below for below, _ in rows],
                                 kernel=self.kernel)

    def ask_circle(self):
        rows = self.table()
        areas = buoyancy.evaluate("circle", rows[:, :3], rows[:, 3:])
        return [line(area, *(self.drag2d(circle=row[:3], line=row[3:])[0] if self.forces else ())) for area, row in zip(areas, rows)]

    def ask_basin(self):
        return np.array([buoyancy.evaluate("polygon_in_circle", body, disc) for disc, body in self.outlines(self.input, 3)])

    def ask_pool(self):
        answers, pools, rows = [], self.outlines(self.pool), self.outlines(self.input)
        for (_, body), (_, pool) in zip(rows, pools if len(pools) > 1 else pools * len(rows)):
            names = ["circle" if one.ndim == 1 else "polygon" for one in (body, pool)]
            query = {names[0]: body, "basin" if names[1] == "circle" else "pool": pool}
            area = buoyancy.evaluate("{}_in_{}".format(*names), body, pool)
            answers.append(line(area, *(self.drag2d(**query)[0] if self.forces else ())))
        return answers

    def ask_forces2d(self):
        answers = []
        for below, body in self.outlines(self.input, 3):
            (drag, lift), motion, density = self.drag2d(polygon=body, line=below)
            area = buoyancy.evaluate("polygon", polygons=[body], lines=[below])[0]
            push = buoyancy.evaluate("buoyancy2d", area, below, density, self.number("gravity", 9.81), motion["point"])
            if self.simple:
                lift, drag = np.zeros_like(lift), buoyancy.evaluate("simple_drag2d", area, motion, density, *self.numbers("simple"))
            if self.simple and self.step:
                inverse = (motion[f"inverse_{name}"] for name in ("mass", "inertia"))
                drag = buoyancy.evaluate("limit_drag2d", motion, *inverse, motion["dt"], drag)
            answers.append(line(area, push, drag, lift))
        return answers

    # ------------------------------------------------------------------------------------------ forces

    def ask_forces(self):
        r = self.table()
        return buoyancy.evaluate("forces", submerged=r[:, :5], bodies=r[:, 5:17], motions=r[:, 17:26], waters=r[:, 26:32],
                                 drag=self.numbers("drag"), dt=self.number("step"), density=self.number("density", 1025),
                                 gravity=self.number("gravity", 9.81), kernel=self.kernel)

    def ask_hydrodynamics(self):
        body = json.loads(self.content(self.body))
        given = {name: np.diag(body[name]) if len(body[name]) == 6 else body[name]
                 for name in ("linear", "quadratic", "added_mass") if name in body}
        mass = buoyancy.evaluate("mass_matrix", body.get("mass", 0), body.get("centre_of_mass", (0, 0, 0)),
                                 tensor(body.get("inertia", [0] * 6)), (0, 0, 0))
        motion = {"share": self.number("share", 1), "dt": self.number("step"), "mass": mass}
        rows = [buoyancy.evaluate("hydrodynamics", given, {"velocity": row, **motion}) for row in self.table()]
        return np.array(rows)[["drag", "coriolis"]]

    def models(self, scene):
        """The models of a scene by name."""
        made = {}
        for name, m in scene["models"].items():
            parts = [buoyancy.Part(part.get("shape") or self.hull(part), part.get("size", ()), part.get("position", (0, 0, 0)),
                                   part.get("rotation", (0, 0, 0, 1)), part.get("density", m.get("density", 500))) for part in m["parts"]]
            drag, usual, given = m.get("drag", {}), buoyancy.Model(parts).info["mass"], {}
            if m.keys() & {"mass", "centre_of_mass", "inertia"}:
                mass = m.get("mass", usual["mass"])
                inertia = tensor(m["inertia"]) if "inertia" in m else usual["inertia"] * (mass / usual["mass"])
                given = {"mass": mass, "com": m.get("centre_of_mass", usual["centre_of_mass"]), "inertia": inertia if inertia.any() else None}
            made[name] = buoyancy.Model(parts, drag=[drag.get(kind, 0) for kind in ("linear", "angular", "quadratic")],
                                        length=drag.get("length", 0), **given)
        return made

    def ask_mass(self):
        rows = [model.info for model in self.models(json.loads(self.content(self.scene))).values()]
        return [np.hstack([*row["mass"].item()[:2], row["mass"]["inertia"][[0, 4, 8, 1, 2, 5]], *(row[name] for name in (
            "volume", "length", "diagonal", "middle", "part_count", "is_box"))]) for row in rows]

    def ask_body(self):
        scene, rows = json.loads(self.content(self.scene)), []
        models = self.models(scene)
        for body in scene["bodies"]:
            copies = body.get("copies", {"columns": 1, "rows": 1, "spacing": 0})
            for j, i in np.ndindex(copies["rows"], copies["columns"]):
                at = np.add(body.get("position", (0, 0, 0)), [i * copies["spacing"], j * copies["spacing"], 0])
                rows.append((models[body.get("model", [*models][0])], *at, *body.get("rotation", (0, 0, 0, 1)),
                             *body.get("velocity", (0, 0, 0)), *body.get("spin", (0, 0, 0))))
        states, out = np.array([row[1:] for row in rows], float).reshape(-1, 13), np.zeros((2, len(rows), 3))
        step = buoyancy.Step([row[0] for row in rows], self.sea(scene.get("water", {"type": "plane", "normal": [0, 0, 1], "offset": 0})),
                             position=states[:, :3], rotation=states[:, 3:7], velocity=states[:, 7:10], spin=states[:, 10:],
                             linear=out[0], angular=out[1], kind="forces", details=True, kernel=self.kernel)
        step(self.number("step"))
        pushed, dragged = step.details["buoyancy"], step.details["drag"]
        return pushed["force"] + dragged["force"], pushed["torque"] + dragged["torque"], step.details[["volume", "centre"]]

    # --------------------------------------------------------------------------------- water of any shape

    def sea(self, w=None, **more):
        """Water described by JSON."""
        w = json.loads(self.content(self.water)) if w is None else w
        kind, pool = w.get("type", w.get("kind")), w.get("pool") or self.numbers("pool", None)
        options = {"gravity": w.get("gravity", self.number("gravity", 9.81)), "time": w.get("time", 0), "level": w.get("level", 0),
                   "density": w.get("density", self.number("density", 1025)), "current": w.get("current", self.numbers("current")),
                   "region": pool and ([pool["low"], pool["high"]] if isinstance(pool, dict) else np.reshape(pool, (2, 3)))}
        if kind == "plane":
            n, d = np.array(w["normal"], float), w.get("offset", w.get("d"))
            power = 0 if 1e-30 <= np.abs(n).max() <= 1e30 else -int(np.floor(np.log2(np.abs(n).max())))
            return buoyancy.Sea(**{**options, "normal": np.ldexp(n, power), "level": np.ldexp(d, power)})
        if kind != "waves":
            return buoyancy.Sea(heights=np.reshape(w["heights"], (w["rows"], w["columns"])), spacing=w["spacing"],
                                origin=np.float32(w["origin"]), **options)

        def angle(given):
            return given.pop("direction", math.fmod(np.float32(given.pop("direction_degrees", 0)), 360) * DEGREES)
        options.update(decay=w.get("decay", self.decay), depth=w.get("depth", 0), **{"orbital": w.get("orbital"), **more})
        if "sea" in w:
            sea = dict(w["sea"])
            return buoyancy.Sea.state(sea.pop("height"), sea.pop("period"), count=sea.pop("waves", 100), direction=angle(sea),
                                      **sea, **options)
        return buoyancy.Sea(waves=[(c["amplitude"], c["wavelength"], angle(c), c["phase"], c.get("period", 0))
                                   for c in w.get("components", w.get("waves"))], **options)

    def ask_sea(self):
        return buoyancy.Sea.state(self.number("height"), self.number("period"), count=int(self.number("waves", 100)), direction=math.fmod(
            self.number("direction"), 360) * DEGREES, seed=int(self.number("seed")), gravity=self.number("gravity", 9.81), **{
                name: self.number(name) for name in ("peakedness", "spreading", "depth")}).waves

    def pressed(self, **more):
        return self.hull().pressure(self.sea(), self.numbers("position"), self.numbers("rotation", (0, 0, 0, 1)),
                                    kernel=self.kernel, tolerance=self.number("tolerance"), **more)

    def ask_pressure(self):
        return self.pressed()[None][["force", "torque", "wetted_area"]]

    def motion(self):
        motion = {"velocity": self.numbers("velocity"), "angular_velocity": self.numbers("spin"), **{
            name: self.number(name) for name in ("drag", "lift", "skin", "mass")}, "dt": self.number("step"), "centre_of_mass":
            self.numbers("com")}
        if self.inertia:  # by cofactors, as the program inverts it
            (xx, xy, xz), (_, yy, yz), (_, _, zz) = tensor(self.numbers("inertia"))
            c = np.array([yy * zz - yz * yz, xz * yz - xy * zz, xy * yz - xz * yy, xz * yz - xy * zz, xx * zz - xz * xz,
                          xy * xz - xx * yz, xy * yz - xz * yy, xy * xz - xx * yz, xx * yy - xy * xy])
            motion["inverse_inertia"] = c / (xx * c[0] + xy * c[1] + xz * c[2])
        return motion

    def ask_surface_drag(self):
        return self.pressed(hide=bool(self.hide), **self.motion())[None]

    def ask_triangles(self):
        return self.pressed(triangles=True, **self.motion())[1]

    def ask_waterline(self):
        return self.hull().waterline(self.sea(), self.numbers("position"), self.numbers("rotation", (0, 0, 0, 1)), kernel=self.kernel)

    def ask_water(self):
        waves = {"orbital": True} if json.loads(self.content(self.water)).get("type") == "waves" else {}
        return self.sea(**waves).surface(self.table(), kernel=self.kernel)

    def ask_sea(self):
        rest = {"peakedness": self.number("peakedness"), "spreading": self.number("spreading"), "seed": int(self.number("seed")),
                "direction": math.radians(self.number("direction")), "depth": self.number("depth")}
        return buoyancy.Sea.state.__func__(lambda waves, **rest: waves, self.number("height"), self.number("period"),
                                           count=int(self.number("waves", 100)), **rest)
