"""The package answers with the bits of the program, in every frame, on any arrays, and refuses the rest in words."""
import ast
import inspect
import json
import os
import pathlib
import pickle
import re
import tempfile
import threading
import time
import unittest
from types import SimpleNamespace

import bodies
import buoyancy
import numpy as np

FRAMES = {"z-up": lambda v: v, "y-up": lambda v: v[..., [0, 2, 1]] * [1, 1, -1], "y-up-left": lambda v: v[..., [0, 2, 1]],
          "z-up-left": lambda v: v * [1, -1, 1], "z-down": lambda v: v * [1, -1, -1]}
ASAN = "address" in os.environ.get("SANITIZE", "")


def flat(rows):
    """All numbers of rows, a line each."""
    if rows.dtype.names:
        return np.concatenate([flat(rows[name]).reshape(len(rows), -1) for name in rows.dtype.names], 1)
    return rows.astype(float)


@unittest.skipUnless(bodies.PROGRAM and os.access(bodies.PROGRAM, os.X_OK), "no program to compare with")
class AsTheProgram(unittest.TestCase):
    """Bit for bit."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.meshes = []
        for name, (vertices, triangles) in {"box": bodies.box(1, 2, 0.5), "hull": bodies.hull()}.items():
            bodies.write_obj(f"{self.folder.name}/{name}.obj", vertices, triangles)
            # Quads are split by the program, too, not always alike: it is given what the package has.
            if triangles.shape[1] == 4:
                split = triangles[:, [0, 1, 2, 0, 2, 3]].reshape(-1, 3)
                bodies.write_obj(f"{self.folder.name}/{name}.obj", vertices, split)
                triangles = split
            options = {"repair": True} if name == "hull" else {}
            self.meshes.append((["--mesh", f"{name}.obj", *(f"--{key}" for key in options)],
                                buoyancy.Mesh.from_arrays(vertices, triangles, **options)))

    def same(self, printed, answers, label):
        np.testing.assert_array_equal(printed.view("u8") << np.uint64(1), np.ascontiguousarray(answers).view("u8") << np.uint64(1),
                                      err_msg=label)  # −0 is 0

    def test_eval(self):
        for options, mesh in self.meshes:
            water = bodies.planes(mesh, 200)
            wet, bounds = mesh.volume(water, errors=True)
            printed = bodies.program(self.folder.name, ["eval", "volume", *options, "--errors", "--planes", "-"], water)
            self.same(printed, np.concatenate([flat(wet), flat(bounds)], 1), "volume")
            for kernel in ("volume/blocks64/best", "volume/hierarchy/best"):
                printed = bodies.program(self.folder.name, ["eval", "volume", *options, "--planes", "-", "--kernel", kernel], water)
                keep = buoyancy.Mesh.from_arrays(*bodies.box(1, 2, 0.5), keep=True) if "box.obj" in options else None
                if keep:
                    self.same(printed, flat(keep.volume(water, kernel=kernel)), kernel)
            printed = bodies.program(self.folder.name, ["eval", "hydrostatics", *options, "--planes", "-"], water)
            self.same(printed, flat(mesh.hydrostatics(water)), "hydrostatics")
            printed = bodies.program(self.folder.name, ["eval", "stiffness", *options, "--planes", "-", "--point", "1,2,3"], water[50:60])
            self.same(printed, np.array([mesh.stiffness(plane, point=(1, 2, 3)).ravel() for plane in water[50:60]]), "stiffness")
            masses = mesh.info["volume"] * np.linspace(0.1, 0.9, 9) * 1025.0
            rows = np.column_stack([water[90:99, :3], masses / 1025.0])
            printed = bodies.program(self.folder.name, ["eval", "draft", *options, "--input", "-"], rows, "nx,ny,nz,volume")
            self.same(printed, np.array([[mesh.draft(mass, row[:3])] for mass, row in zip(masses, rows)]), "draft")

    def test_statics(self):
        for options, mesh in self.meshes:
            mass, com = repr(mesh.info["volume"] * 400.0), (0.0, 0.125, 0.25)
            body = [*options, "--mass", mass, "--com", "0,0.125,0.25"]
            form = mesh.curves(19)
            printed = bodies.program(self.folder.name, ["curves", *options])
            at = form["at"]
            self.same(printed, np.column_stack([form["draft"], at["volume"], at["centre"], at["waterplane_area"], at["waterplane_centroid"],
                                                at["wetted_area"], form["bm_transverse"], form["bm_longitudinal"]]), "curves")
            np.testing.assert_array_equal(mesh.curves(form["draft"])["at"]["volume"], at["volume"])
            for fixed in ([], ["--fixed-trim"]):
                printed = bodies.program(self.folder.name, ["gz", *body, *fixed, "--to", "60"])
                self.same(printed, flat(mesh.gz(np.arange(0, 61, 5), float(mass), com, fixed_trim=bool(fixed))), "gz")
            printed = bodies.program(self.folder.name, ["equilibrium", *body, "--all"])
            found = mesh.equilibria(float(mass), com, all=True)
            self.same(printed[:, :13], np.column_stack([flat(found[["up", "d", "volume", "centre", "gm_min", "gm_max", "stable", "energy",
                                                                   "family"]])]), "equilibrium")
            first = mesh.equilibrium(float(mass), com, found["up"][0] + 0.01)
            np.testing.assert_allclose(first["up"], found["up"][0], atol=1e-9)

    def test_step(self):
        """Forces on bodies of shapes and meshes, in waves and in still water, as `eval body` prints them."""
        state = {"position": [0.1, 0.2, 0.3], "rotation": [0, 0.6, 0, 0.8], "velocity": [1.0, 2, 3], "spin": [0.1, 0.2, 0.3]}
        parts = [{"shape": "box", "size": [1, 2, 0.5], "density": 300}, {"shape": "sphere", "size": [0.5], "position": [0, 0, 1], "density": 200},
                 {"mesh": "box.obj", "position": [0, 3, 0], "density": 100}]
        water = {"type": "waves", "components": [{"amplitude": 0.2, "wavelength": 8, "direction": 0.5, "phase": 1}], "time": 2.5}
        scene = {"models": {"m": {"parts": parts, "drag": {"linear": 1, "angular": 0.5, "quadratic": 0.25}}}, "bodies": [{"model": "m", **state}]}
        made = [buoyancy.Part(self.meshes[0][1] if "mesh" in p else p["shape"], tuple(p.get("size", ())), tuple(p.get("position", (0, 0, 0))),
                              density=p["density"]) for p in parts]
        model = buoyancy.Model(made, drag=(1, 0.5, 0.25))
        for given, sea in ((water, buoyancy.Sea(waves=[(0.2, 8, 0.5, 1)], time=2.5)), (None, buoyancy.Sea())):
            pathlib.Path(self.folder.name, "scene.json").write_text(json.dumps({**scene, **({"water": given} if given else {})}))
            printed = bodies.program(self.folder.name, ["eval", "body", "--scene", "scene.json"])
            arrays = {name: np.array([value], float) for name, value in state.items()}
            out = np.zeros((2, 1, 3))
            step = buoyancy.Step(model, sea, **arrays, linear=out[0], angular=out[1], kind="forces", details=True)
            step(0.0)
            self.same(printed, np.concatenate(
                [flat(step.details["buoyancy"]) + flat(step.details["drag"]), flat(step.details)[:, 12:16]], 1), "body")
            np.testing.assert_allclose(np.concatenate(out, 1), printed[:, :6], rtol=1e-12)


class Meshes(unittest.TestCase):
    def test_frames(self):
        """In every frame the answers are those of z up, turned."""
        vertices, quads = bodies.hull()
        quads = quads[:, [0, 1, 2, 0, 2, 3]].reshape(-1, 3)
        plain = buoyancy.Mesh.from_arrays(vertices, quads, repair=True)
        water, mass, com = bodies.planes(plain, 50), plain.info["volume"] * 300, np.array([0.1, 0.05, -0.4])
        for name, turn in FRAMES.items():
            left = name.endswith("left")
            mesh = buoyancy.Mesh.from_arrays(turn(vertices), quads[:, ::-1] if left else quads, frame=name, repair=True)
            turned = np.column_stack([turn(water[:, :3]), water[:, 3]])
            for ask in ("volume", "hydrostatics"):
                a, b = getattr(plain, ask)(water), getattr(mesh, ask)(turned)
                for field in a.dtype.names:
                    if len(field) > 2:
                        np.testing.assert_allclose(b[field], turn(a[field]) if a[field].ndim == 2 else a[field], 1e-4, 1e-5, err_msg=f"{name} {field}")
            moments = [np.array([[r["xx"], r["xy"], r["xz"]], [r["xy"], r["yy"], r["yz"]], [r["xz"], r["yz"], r["zz"]]])
                       for r in (plain.hydrostatics(water[25]), mesh.hydrostatics(turned[25]))]
            axes = turn(np.eye(3)).T
            np.testing.assert_allclose(axes @ moments[0] @ axes.T, moments[1], 1e-4, 1e-4)
            for key in ("centre", "centroid"):
                np.testing.assert_allclose(turn(plain.info[key]), mesh.info[key], 1e-12, 1e-12)
            self.assertAlmostEqual(plain.draft(mass), mesh.draft(mass), 6)
            b, sign = mesh.gz([-20, 10, 40], mass, turn(com)), -1 if left else 1  # a left hand heels the other way
            a = plain.gz(sign * b["heel_degrees"], mass, com)
            np.testing.assert_allclose([a["arm"] * sign, a["trim_degrees"]], [b["arm"], b["trim_degrees"]], 1e-9, 1e-9)
            np.testing.assert_allclose(turn(a["up"]), b["up"], 1e-9, 1e-9)
            np.testing.assert_allclose(turn(plain.equilibrium(mass, com)["up"]), mesh.equilibrium(mass, turn(com))["up"], 1e-8, 1e-8)
            big = np.zeros((6, 6))
            big[:3, :3], big[3:, 3:] = axes, axes * sign
            np.testing.assert_allclose(big @ plain.stiffness(water[25], mass, com, point=(1, 2, 3)) @ big.T,
                                       mesh.stiffness(turned[25], mass, turn(com), point=turn(np.array([1.0, 2, 3]))), rtol=1e-5, atol=1)
            lo = mesh.diagnose(turn(vertices), quads, frame=name)
            np.testing.assert_allclose([lo["minimum"], lo["maximum"]], [turn(vertices).min(0), turn(vertices).max(0)], rtol=1e-7)

    def test_stiffness_is_a_derivative(self):
        """Of buoyancy and weight on a body that is turned by little, about a point apart from its centre of mass."""
        vertices, quads = bodies.hull()
        mesh = buoyancy.Mesh.from_arrays(vertices, quads, repair=True)
        mass, com, point, h = 3000.0, np.array([0.5, 0.1, 0.2]), np.array([-1.0, 0.3, 0.4]), 1e-3
        plane = np.array([0.1, 0.2, 1.0, -0.6])
        up = plane[:3] / np.linalg.norm(plane[:3])

        def wrench(move, spin):
            angle = np.linalg.norm(spin)
            k = np.cross(np.eye(3), spin / angle if angle else spin)
            turn = np.eye(3) + np.sin(angle) * k + (1 - np.cos(angle)) * k @ k
            d = plane[3] / np.linalg.norm(plane[:3]) - up @ (move + point - turn @ point)
            wet = mesh.volume([*(turn.T @ up), d])
            force = 1025 * 9.81 * wet["volume"] * up
            torque = np.cross(turn @ (wet["centre"] - point), force) + np.cross(turn @ (com - point), -mass * 9.81 * up)
            return np.concatenate([force - mass * 9.81 * up, torque])
        steps = [(np.eye(6)[i][:3] * h, np.eye(6)[i][3:] * h) for i in range(6)]
        numeric = -np.array([(wrench(*s) - wrench(-s[0], -s[1])) / (2 * h) for s in steps]).T
        exact = mesh.stiffness(plane, mass, com, point=point)
        np.testing.assert_allclose(exact, numeric, atol=2e-3 * np.abs(exact).max())

    def test_arrays(self):
        """Of any type, layout and shape; pickled; trimesh's; in threads."""
        vertices, triangles = bodies.box()
        mesh = buoyancy.Mesh.from_arrays(vertices, triangles)
        water = bodies.planes(mesh, 24)
        answers = mesh.volume(water)
        for planes in (water.tolist(), np.asfortranarray(water), np.repeat(water, 2, 0)[::2], water.astype(">f8"), water[::-1][::-1]):
            np.testing.assert_array_equal(mesh.volume(planes), answers)
        self.assertEqual(mesh.volume(water.reshape(2, 3, 4, 4)).shape, (2, 3, 4))
        np.testing.assert_allclose(mesh.volume(water.astype("f4"))["volume"], answers["volume"], atol=1e-5)
        for other in (buoyancy.Mesh.from_arrays(vertices.astype("f4")[:, ::-1][:, ::-1], triangles.astype("u2")), pickle.loads(pickle.dumps(mesh)),
                      buoyancy.Mesh.from_trimesh(SimpleNamespace(vertices=vertices.tolist(), faces=triangles[:, [0, 1, 2, 2]]))):
            np.testing.assert_array_equal(other.volume(water), answers)
        self.assertEqual(mesh.volume(np.empty((0, 4))).shape, (0,))
        found = []
        threads = [threading.Thread(target=lambda: found.append([mesh.volume(water) for _ in range(50)])) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertTrue(all((one == answers).all() for many in found for one in many) and len(found) == 4)

    def test_cures(self):
        """A refusal's cure, followed to the letter, works."""
        vertices, triangles = bodies.box()
        apart = vertices[triangles].reshape(-1, 3)
        cured = {"missing": (vertices, triangles[1:]), "inward": (vertices, triangles[:, ::-1]), "split": (apart, np.arange(36).reshape(-1, 3)),
                 "twice": (vertices, np.vstack([triangles, triangles[:1]])), "apart": (apart + 1e-8 * (np.arange(36) % 3)[:, None], np.arange(36).reshape(-1, 3)),
                 "bow tie": (np.where(vertices[:, 1:2] > 0, vertices * [-0.5, 1, 1], vertices), triangles)}
        for name, body in cured.items():
            options = {}
            for _ in range(4):
                try:
                    buoyancy.Mesh.from_arrays(*body, **options)
                    break
                except buoyancy.BuoyancyError as refused:
                    self.assertNotIn("BUOY_", str(refused))
                    helps = re.findall(r": (\w+)=True [^:]*$", str(refused))
                    self.assertTrue(helps and helps[0] not in options, f"{name}: {refused}")
                    options[helps[0]] = True
            else:
                self.fail(f"{name}: no end of cures")
            self.assertTrue(options, name)
        for body, words in (((vertices, triangles + 9), "indices count from 0"), ((vertices * [1, 1, 0], triangles), "inside a sheet"),
                            ((vertices * np.nan, triangles), "mend it where"), ((vertices, -triangles), "indices count from 0"),
                            ((vertices[:, :2], triangles), r"\(n, 3\)"), ((vertices, triangles * 1.0), "whole numbers")):
            with self.assertRaisesRegex(buoyancy.BuoyancyError, words):
                buoyancy.Mesh.from_arrays(*body)
        with self.assertRaisesRegex(buoyancy.BuoyancyError, "keep=True"):
            buoyancy.Mesh.from_arrays(vertices, triangles).volume([0, 0, 1, 0], kernel="volume/blocks/best")
        with self.assertRaises(buoyancy.ElementError) as caught:
            buoyancy.Mesh.from_arrays(vertices, triangles).volume([[0, 0, 1, 0], [0, 0, 0, 1]])
        self.assertEqual(caught.exception.answers["volume"][0], 4)
        self.assertTrue(np.isnan(caught.exception.answers["volume"][1]))
        self.assertEqual(caught.exception.status, "BUOY_ERROR_ELEMENT")

    def test_race(self):
        """Kernels are found, timed, and answer alike when chosen."""
        mesh = buoyancy.Mesh.from_arrays(*bodies.box(), keep=True)
        water = bodies.planes(mesh, 64)
        rows = buoyancy.race(mesh, water, seconds=0.05)
        self.assertTrue(len(rows) > 5 and rows["ns"][0] > 0 and (rows["reason"] == "").all(), rows)
        for row in rows:
            np.testing.assert_allclose(mesh.volume(water, kernel=row["kernel"])["volume"], mesh.volume(water)["volume"], atol=1e-5 * 8)
        poor = buoyancy.race(buoyancy.Mesh.from_arrays(*bodies.box()), seconds=0)
        self.assertTrue(any("keep=True" in reason for reason in poor["reason"]))


class Stepping(unittest.TestCase):
    def world(self, kind=np.float64, count=5, frame="z-up"):
        """Boxes in one structured array, at strides of the caller's."""
        fields = [("name", "S3"), ("position", kind, 3), ("rotation", kind, 4), ("velocity", kind, 3), ("spin", kind, 3)]
        rows = np.zeros(count, np.dtype(fields, align=True))
        rows["rotation"][:, 3] = 1
        rows["position"] = FRAMES[frame](np.column_stack([np.zeros(count), np.zeros(count), np.linspace(-1, 0.5, count)]))
        return rows, {name: rows[name] for name in rows.dtype.names[1:]}

    def test_frames_and_types(self):
        """A box floats at its draft in every frame, in floats and doubles."""
        for frame, turn in FRAMES.items():
            for kind in (np.float32, np.float64):
                up = turn(np.array([0.0, 0, 1]))
                rows, arrays = self.world(kind, frame=frame)
                model = buoyancy.Model(buoyancy.Part("box", tuple(np.abs(turn(np.array([1.0, 2.0, 0.5]))))), drag=(4, 2, 0), frame=frame)
                step = buoyancy.Step(model, buoyancy.Sea(frame=frame, level=2), **arrays, frame=frame)
                for _ in range(900):
                    step(1 / 60)
                    arrays["velocity"] -= (9.81 / 60 * up).astype(kind)
                    arrays["position"] += kind(1 / 60) * arrays["velocity"]
                np.testing.assert_allclose(rows["position"] @ up, 2 + 0.5 - 500 / 1025, atol=1e-4)

    def test_some(self):
        """Those listed are stepped, with the bits of all; one that is nowhere fails alone."""
        model, sea = buoyancy.Model(buoyancy.Part(buoyancy.Mesh.from_arrays(*bodies.hull(), repair=True))), buoyancy.Sea(waves=[(0.1, 5)])
        all_rows, arrays = self.world()
        buoyancy.Step(model, sea, **arrays)(0.01)
        rows, arrays = self.world()
        step = buoyancy.Step([model] * 5, sea, **arrays)
        step(0.01, bodies=[3, 1])
        np.testing.assert_array_equal(rows["velocity"][[1, 3]], all_rows["velocity"][[1, 3]])
        self.assertFalse(rows["velocity"][[0, 2, 4]].any())
        rows["position"][2] = np.nan
        with self.assertRaisesRegex(buoyancy.ElementError, "body 2"):
            step(0.01)
        np.testing.assert_array_equal(step.failed, [0, 0, 1, 0, 0])
        np.testing.assert_array_equal(rows["velocity"][4], all_rows["velocity"][4])

    def test_refusals(self):
        """What would need a copy is refused in words."""
        model, sea = buoyancy.Model(buoyancy.Part("box", (1, 1, 1))), buoyancy.Sea()
        _rows, good = self.world()
        frozen = np.zeros((5, 3))
        frozen.flags.writeable = False
        for name, array, words in (("linear", frozen, "read-only"), ("velocity", np.zeros((5, 6))[:, ::2], "adjacent"),
                                   ("velocity", np.zeros((5, 3), "f2"), "float32 or float64, not float16"),
                                   ("spin", np.zeros((4, 3)), r"shape \(5, 3\), not \(4, 3\)"), ("rotation", np.zeros((5, 3)), r"shape \(5, 4\)"),
                                   ("velocity", np.zeros((5, 3), ">f8"), "float32 or float64"), ("position", np.zeros((5, 3))[::-1], "not -24"),
                                   ("velocity", [[0, 0, 0]] * 5, "not list"), ("linear", np.broadcast_to(np.zeros(3), (5, 3)), "24 bytes apart or more, not 0"),
                                   ("angular", np.frombuffer(bytearray(121), "f8", 15, 1).reshape(5, 3), "aligned")):
            with self.assertRaisesRegex(buoyancy.BuoyancyError, f"^{name}: Step works in your arrays and copies none: .*{words}"):
                buoyancy.Step(model, sea, **{**good, name: array})
        step = buoyancy.Step(model, sea, **good)
        for wrong in ([5], [-1], [0.5], np.arange(6), [[0]]):
            with self.assertRaisesRegex(buoyancy.BuoyancyError, "^bodies: "):
                step(0.1, bodies=wrong)
        with self.assertRaisesRegex(buoyancy.BuoyancyError, "frame"):
            buoyancy.Step(model, buoyancy.Sea(frame="y-up"), **good)

    def test_seas(self):
        """Heights of every kind of sea; a patch holds what it is given."""
        x = np.linspace(-3, 3, 7)
        for frame, sign in (("z-up", 1), ("y-up", -1)):
            sea = buoyancy.Sea(frame=frame, level=2, waves=[(0.5, 4, 0.3), (0.25, 3, 0)])
            k = 2 * np.pi / np.array([4, 3])
            true = 2 + 0.5 * np.sin(k[0] * (x * np.cos(0.3) + sign * x * np.sin(0.3))) + 0.25 * np.sin(k[1] * x)
            np.testing.assert_allclose(sea.heights(x, x), true, atol=1e-5)
            grid = np.arange(12.0).reshape(3, 4)
            patch = buoyancy.Sea(frame=frame, heights=grid, origin=(1, 2), spacing=(0.5, 2), level=-1)
            np.testing.assert_allclose(patch.heights(*np.broadcast_arrays(1 + 0.5 * np.arange(4), sign * (2 + 2 * np.arange(3))[:, None])), grid - 1)
            self.assertEqual(buoyancy.Sea(frame=frame, level=3).heights(0, 0), 3)
        sea.time = 1.5
        self.assertEqual(sea.time, 1.5)
        irregular = buoyancy.Sea.state(2.0, 8.0, count=200, seed=3, depth=30).heights(np.arange(0, 50000, 7.3), 0)
        self.assertAlmostEqual(4 * irregular.std(), 2.0, delta=0.1)  # of many waves' length
        with self.assertRaisesRegex(buoyancy.BuoyancyError, "density"):
            buoyancy.Sea(density=0)


@unittest.skipIf(ASAN, "times mean nothing")
class Costs(unittest.TestCase):
    """Least times in turns, against the library called through prepared structs; memory."""

    def least(self, *asked, rounds=60, number=20):
        times = [np.inf] * len(asked)
        for _ in range(rounds):
            for i, ask in enumerate(asked):
                begin = time.perf_counter()
                for _ in range(number):
                    ask()
                times[i] = min(times[i], (time.perf_counter() - begin) / number * 1e6)
        return times

    def test_volume(self):
        from buoyancy import _library as raw
        mesh = buoyancy.Mesh.from_arrays(*bodies.box())
        water = bodies.planes(mesh, 10000)
        query, out = raw.ffi.new("struct buoy_volume_query *"), np.empty(10000, buoyancy._VOLUME.dtype)
        query.mesh, query.count = mesh._held, 10000
        query.planes64, results = raw.ffi.from_buffer("struct buoy_plane64[]", water), raw.ffi.from_buffer("struct buoy_volume[]", out)
        c, many = self.least(lambda: raw.lib.buoy_volume_compute(query, results, raw.NULL), lambda: mesh.volume(water), number=1)
        np.testing.assert_array_equal(out, mesh.volume(water))
        one, = self.least(lambda: mesh.volume(water[0]), number=500)
        print(f"one plane {one:.2f} µs; 10000 planes {many:.0f} µs, C {c:.0f} µs")
        self.assertLess(many, 1.1 * c)
        self.assertLess(one, 2.5 if "BUOY_TEST_QUIET" in os.environ else 25)

    def test_step(self):
        from buoyancy import _library as raw
        rows, arrays = Stepping().world(np.float32, 1000)
        step = buoyancy.Step(buoyancy.Model(buoyancy.Part("box", (1, 1, 1)), drag=(1, 1, 0)), buoyancy.Sea(), **arrays)
        step(1e-9)
        c, ours = self.least(lambda: raw.lib.buoy_water_forces_compute(step._query, raw.NULL, raw.NULL), lambda: step(1e-9))
        print(f"step of 1000: {ours:.2f} µs, C {c:.2f} µs")
        self.assertLess(ours - c, 1 if "BUOY_TEST_QUIET" in os.environ else 10)

    def test_memory(self):
        """No growth over 10 000 calls, after the first ones."""
        import resource
        import tracemalloc
        vertices, triangles = bodies.box()
        mesh, (rows, arrays) = buoyancy.Mesh.from_arrays(vertices, triangles), Stepping().world()
        step, plane = buoyancy.Step(buoyancy.Model(buoyancy.Part(mesh)), buoyancy.Sea(), **arrays), np.array([0, 0, 1, 0.1])

        def calls(count):
            for _ in range(count):
                step(1e-6)
                mesh.volume(plane)
                mesh.hydrostatics(plane)
                buoyancy.Mesh.from_arrays(vertices, triangles)
        calls(1000)
        tracemalloc.start()
        before, resident = tracemalloc.get_traced_memory()[0], resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        calls(10000)
        grown, resident = tracemalloc.get_traced_memory()[0] - before, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - resident
        tracemalloc.reset_peak()
        before = tracemalloc.get_traced_memory()[0]
        step(1e-6)
        peak = tracemalloc.get_traced_memory()[1] - before
        tracemalloc.stop()
        print(f"grown by {grown} bytes of Python's, {resident} KiB resident; a step takes {peak} bytes for a moment")
        self.assertLess(grown, 4096)
        self.assertLess(resident, 2048)
        self.assertLess(peak, 256)


class Documents(unittest.TestCase):
    def test_stub(self):
        """The stub has all public names and their parameters, and all of them have docstrings."""
        stub = ast.parse(pathlib.Path(buoyancy.__file__).with_suffix(".pyi").read_text(encoding="utf-8"))
        typed = {}
        for node in stub.body:
            for one, owner in [(node, "")] + [(child, node.name + ".") for child in getattr(node, "body", ())]:
                if isinstance(one, ast.FunctionDef):
                    typed[owner + one.name] = [a.arg for a in one.args.args + one.args.kwonlyargs if a.arg not in ("self", "cls")]
        for name in buoyancy.__all__:
            thing = getattr(buoyancy, name)
            members = {name: thing} if inspect.isfunction(thing) else {}
            if inspect.isclass(thing) and not issubclass(thing, (tuple, Exception)):
                members = {f"{name}.{key}": getattr(thing, key) for key in vars(thing)
                           if key in ("__init__", "__call__") or not key.startswith("_")}
            for key, member in members.items():
                if key == "Mesh.__init__":
                    continue
                if inspect.isroutine(member):
                    taken = [p for p in inspect.signature(member).parameters if p not in ("self", "flags", "options")]
                    self.assertEqual([p for p in typed[key] if p in taken], taken, key)
                self.assertTrue(member.__doc__, key)

    def test_readme(self):
        """The first example of the README runs and prints what it says."""
        text = pathlib.Path(os.environ["PACKAGE"], "README.md").read_text(encoding="utf-8")
        code = re.search(r"```python\n(.*?)```", text, re.S)[1]
        said = []
        exec(code, {"print": lambda *words: said.append(" ".join(map(str, words)))})
        self.assertEqual(said, re.findall(r"# prints (.*)", code))


if __name__ == "__main__":
    unittest.main()
