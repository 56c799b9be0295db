"""The package answers with the bits of the program, in every frame, on any arrays, and refuses the rest in words."""
import ast
import contextlib
import csv
import gc
import inspect
import io
import json
import os
import pathlib
import pickle
import re
import resource
import subprocess
import tempfile
import threading
import time
import tracemalloc
import unittest
from types import SimpleNamespace

import as_eval
import bodies
import buoyancy
import numpy as np
from buoyancy import _library as raw
from numpy.testing import assert_allclose, assert_array_equal

# Exchanges of axes: from z up to each frame.
FRAMES = {"z-up": lambda v: v, "y-up": lambda v: v[..., [0, 2, 1]] * [1, 1, -1], "y-up-left": lambda v: v[..., [0, 2, 1]],
          "z-up-left": lambda v: v * [1, -1, 1], "z-down": lambda v: v * [1, -1, -1]}
PACKAGE, ASAN = pathlib.Path(os.environ["PACKAGE"]), "address" in os.environ.get("SANITIZE", "")
# Left out: methods for comparison, which are in no library, and other forms of the same numbers.
OTHER = ["box/voxel/*", "pressure/centre/scalar", "--format", "--table"]


def examples(path):
    """Commands of a list of examples, and what they read; files are written. See tests/test_commands.c."""
    def plain(text):
        known = {"n": "\n", "r": "\r", "t": "\t", "0": "\0"}
        text = text[:-2] if text.endswith("\\c") else text + "\n"
        return re.sub(r"\\x(..)|\\(.)", lambda found: chr(int(found[1], 16)) if found[1] else known.get(found[2], found[2]), text)
    named, commands = {}, []
    for line in path.read_text(encoding="utf-8").splitlines():
        for name, text in named.items():
            line = line.replace(f"$({name})", text)
        word, _, rest = line.partition(" ")
        if word == "let":
            named[rest.split(" ")[0]] = rest.partition(" ")[2]
        elif word == "file":
            file = pathlib.Path(rest)
            file.write_bytes(b"")
        elif word == "|":
            file.write_bytes(file.read_bytes() + plain(rest).encode("latin-1"))
        elif word == "$":
            commands.append([rest.replace("@", "").split(), ""])
        elif word == "<":
            commands[-1][1] += plain(rest)
    return [command for command in commands if command[0][-1] != "..."]


@unittest.skipUnless(bodies.PROGRAM and os.access(bodies.PROGRAM, os.X_OK), "no program to compare with")
class AsTheProgram(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(folder.name)

    def same(self, command, text):
        """Whether the program answered; if so, the package has all its numbers, bit for bit."""
        told = subprocess.run([bodies.PROGRAM, *command], input=text.encode("latin-1"), capture_output=True, check=False)
        if told.returncode or any(name in command for name in OTHER):
            return False
        ours = as_eval.Asked(list(command), text.encode("latin-1").decode("utf-8", "replace")).answer()
        rows = [row[:ours.shape[1]] for row in csv.reader(told.stdout.decode().splitlines()[1:])]
        theirs = np.array([[float(x) for x in row] for row in rows]).reshape(ours.shape)
        assert_array_equal((ours + 0.0).view("u8")[~np.isnan(theirs)], (theirs + 0.0).view("u8")[~np.isnan(theirs)], f"{command} {text}")
        assert_array_equal(np.isnan(ours), np.isnan(theirs), f"{command} {text}")
        return True

    def test_examples(self):
        """Every example of `eval`, and of curves, arms and equilibria."""
        lists, asked = PACKAGE.parents[1] / "tests" / "commands", []
        for name in ("eval_rows", "eval_scenes", "statics"):
            for command, text in examples(lists / f"{name}.list"):
                if command[0] in ("eval", "curves", "gz", "equilibrium") and self.same(command, text):
                    asked.append(command[command[0] == "eval"])
        told = subprocess.run([bodies.PROGRAM, "help", "eval"], capture_output=True, text=True, check=True).stdout
        print(f"{len(asked)} examples of {len(set(asked))} commands")
        self.assertEqual(set(asked), {*re.findall(r"^  (\S+)  +\S", told, re.M), "curves", "gz", "equilibrium"})

    def test_random(self):
        """A hull in doubles, below random planes; poses; a shallow irregular sea, and a pool's wall in it."""
        vertices, quads = bodies.hull()
        bodies.write_obj("hull.obj", vertices, quads[:, [0, 1, 2, 0, 2, 3]].reshape(-1, 3))
        sea = {"type": "waves", "depth": 7, "sea": {"height": 2, "period": 6, "waves": 30, "seed": 3, "direction_degrees": 40}}
        pathlib.Path("sea.json").write_text(json.dumps(sea), encoding="ascii")
        turns = np.random.default_rng(4).normal(size=(50, 4))
        turns /= np.linalg.norm(turns, axis=1)[:, None]
        mesh, below = "--mesh hull.obj --repair", "nx,ny,nz,d"
        planes = bodies.planes(as_eval.Asked(["eval", "volume", *mesh.split()], "").hull(), 200)
        for command, header, rows in ((f"volume {mesh} --errors --planes -", below, planes), (f"hydrostatics {mesh} --planes -", below, planes),
                                      (f"volume {mesh} --kernel=volume/hierarchy64/best --planes -", below, planes),
                                      (f"radii {mesh} --planes -", below, planes), ("water --water sea.json --gravity 9 --input -", "x,y,z", planes[:, :3]),
                                      (f"stiffness {mesh} --mass=3000 --com=0,.1,-.4 --planes -", below, planes),
                                      ("pose --input -", f"x,y,z,qx,qy,qz,qw,{below}", np.column_stack([planes[:50, :3], turns, planes[50:100]])),
                                      (f"pressure {mesh} --water sea.json --pool=-1,-.2,-9,2,.3,9", "", np.zeros((0, 0)))):
            text = header + "\n" + "".join(",".join(map(repr, row)) + "\n" for row in rows.tolist())
            self.assertTrue(self.same(["eval", *command.split()], text), command)


def members(rows):
    """Names and values of what an answer holds, also of structs in it."""
    for name in rows if isinstance(rows, dict) else rows.dtype.names:
        yield from members(rows[name]) if getattr(getattr(rows[name], "dtype", None), "names", None) else [(name, rows[name])]


def moments(rows):
    return np.moveaxis([[rows["".join(sorted(i + j))] for j in "xyz"] for i in "xyz"], (0, 1), (-2, -1))


class Meshes(unittest.TestCase):
    def test_frames(self):
        """In every frame the answers are those of z up with axes exchanged, bit for bit."""
        vertices, quads = bodies.hull()
        faces = quads[:, [0, 1, 2, 0, 2, 3]].reshape(-1, 3)
        plain = buoyancy.Mesh.from_arrays(vertices, faces, repair=True)
        water, mass, com = bodies.planes(plain, 50), plain.info["volume"] * 300, np.array([0.1, 0.05, -0.4])
        for frame, turn in FRAMES.items():
            hand, axes, at = -1 if frame.endswith("left") else 1, turn(np.eye(3)).T, turn(np.array([1.0, 2, 3]))
            winding, turned = faces[:, [0, 2, 1]] if hand < 0 else faces, np.column_stack([turn(water[:, :3]), water[:, 3]])
            mesh = buoyancy.Mesh.from_arrays(turn(vertices), winding, frame=frame, repair=True)
            mesh = pickle.loads(pickle.dumps(mesh))
            exchanged = {**dict.fromkeys(("centre", "centroid", "waterplane_centroid", "up", "axis"), turn), "half_extent": lambda v: abs(turn(v)),
                         "inertia": lambda t: axes @ t @ axes.T, "trim_degrees": lambda angle: angle * hand}
            diagnosis = mesh.diagnose(turn(vertices), winding, frame=frame)
            for a, b in ((plain.volume(water), mesh.volume(turned)), (plain.volume(water.astype("f4")), mesh.volume(turned.astype("f4"))),
                         (plain.hydrostatics(water), mesh.hydrostatics(turned)), (plain.info, mesh.info), (plain.curves(9), mesh.curves(9)),
                         (plain.diagnose(vertices, faces), diagnosis), (plain.radii(water[25]), mesh.radii(turned[25])),
                         (plain.gz([-20, 10, 40], mass, com, (hand, 0, 0)), mesh.gz([-20, 10, 40], mass, turn(com))),
                         (plain.equilibrium(mass, com), mesh.equilibrium(mass, turn(com))),
                         (plain.equilibria(mass, com), mesh.equilibria(mass, turn(com)))):
                for (name, one), (_, other) in zip(members(a), members(b)):
                    if name not in ("bytes", "minimum", "maximum", "xx", "xy", "xz", "yy", "yz", "zz"):
                        assert_array_equal(exchanged.get(name, lambda x: x)(one), other, f"{frame}: {name}")
            assert_array_equal(axes @ moments(plain.hydrostatics(water)) @ axes.T, moments(mesh.hydrostatics(turned)))
            assert_array_equal(axes @ moments(plain.curves(9)["at"]) @ axes.T, moments(mesh.curves(9)["at"]))
            corners = turn(np.array([plain.diagnose(vertices, faces)[side] for side in ("minimum", "maximum")]))
            assert_array_equal([corners.min(0), corners.max(0)], [diagnosis["minimum"], diagnosis["maximum"]])
            self.assertEqual([plain.draft(mass), plain.draft(mass, water[3, :3])], [mesh.draft(mass), mesh.draft(mass, turned[3, :3])])
            big = np.kron(np.diag([1, hand]), axes)
            assert_array_equal(big @ plain.stiffness(water[25], mass, com, point=(1, 2, 3)) @ big.T,
                               mesh.stiffness(turned[25], mass, turn(com), point=at), frame)
            assert_array_equal(mesh.stiffness(turned[25], mass, at), mesh.stiffness(turned[25], mass, at, point=at))
            far = [[9, 9, 9, np.nan], *turned]
            with self.assertRaises(buoyancy.ElementError) as caught:  # what it answers is in the frame, too
                mesh.volume(far)
            assert_array_equal(caught.exception.answers[1:], mesh.volume(turned))

    def test_arrays(self):
        """Of any type, layout and shape, empty ones, too; pickled; trimesh's; in threads. Answers are the caller's own."""
        vertices, triangles = bodies.box()
        mesh = buoyancy.Mesh.from_arrays(vertices, triangles)
        water = bodies.planes(mesh, 24)
        answers = mesh.volume(water)
        for planes in (water.tolist(), np.asfortranarray(water), np.repeat(water, 2, 0)[::2], water.astype(">f8"), water[::-1][::-1],
                       np.frombuffer(b"x" + water.tobytes(), "f8", 96, 1).reshape(24, 4), np.longdouble(water)):
            assert_array_equal(mesh.volume(planes), answers)
            assert_array_equal(mesh.hydrostatics(planes)["volume"], answers["volume"])
        for name in ("volume", "hydrostatics"):
            for shape in ((2, 3, 4, 4), (0, 4), (2, 0, 4), (4,)):
                self.assertEqual(getattr(mesh, name)(np.resize(water, shape)).shape, shape[:-1])
            for wrong in (None, 3.0, [], np.ones((2, 3))):
                with self.assertRaisesRegex(buoyancy.BuoyancyError, r"^planes: .*\(…, 4\), not"):
                    getattr(mesh, name)(wrong)
        other = buoyancy.Mesh.from_arrays(moved := vertices.copy(), triangles)
        moved *= 2  # it has been copied
        for other in (other, buoyancy.Mesh.from_arrays(vertices.astype("f4")[:, ::-1][:, ::-1], triangles.astype("u2")), pickle.loads(pickle.dumps(mesh)),
                      buoyancy.Mesh.from_trimesh(SimpleNamespace(vertices=vertices.tolist(), faces=triangles[:, [0, 1, 2, 2]]), keep=True)):
            assert_array_equal(other.volume(water), answers)
        self.assertEqual(other.waterline(buoyancy.Sea()).shape, (8, 2, 3))  # which needs keep=True
        kept, force = answers.copy(), np.zeros((), buoyancy.dtype("force2d"))
        force["force"] = 1, 0
        self.assertEqual(buoyancy.evaluate("limit_drag2d", {"velocity": (-1, 0)}, 2.0, 0.0, 1.0, force)["force"][0], 0.5)
        self.assertEqual(force["force"][0], 1)
        self.assertEqual(buoyancy.evaluate("box_on_columns", ("box", (1, 1, 1)), {"position": (0, 0, 0.5)}, buoyancy.Sea(), False)["volume"], 2)
        mesh.volume(water[::-1])["volume"][:] = 0
        mesh.info["centre"][:] = 7
        assert_array_equal(answers, kept)
        assert_array_equal(mesh.info["centre"], 0)
        found = []
        threads = [threading.Thread(target=lambda: found.append([mesh.volume(water) for _ in range(50)])) for _ in range(4)]
        for call in ("start", "join"):
            for thread in threads:
                getattr(thread, call)()
        self.assertTrue(all((one == answers).all() for many in found for one in many) and len(found) == 4)

    def test_cures(self):
        """A refusal's cure, followed to the letter, works."""
        vertices, triangles = bodies.box()
        apart, each = vertices[triangles].reshape(-1, 3), np.arange(36).reshape(-1, 3)
        cured = {"missing": (vertices, triangles[1:]), "inward": (vertices, triangles[:, ::-1]), "split": (apart, each),
                 "twice": (vertices, np.vstack([triangles, triangles[:1]])), "apart": (apart + 1e-8 * (np.arange(36) % 3)[:, None], each),
                 "bow tie": (np.where(vertices[:, 1:2] > 0, vertices * [-0.5, 1, 1], vertices), triangles)}
        for name, body in cured.items():
            options = {}
            for _ in range(4):
                try:
                    buoyancy.Mesh.from_arrays(*body, **options)
                    break
                except buoyancy.BuoyancyError as refused:
                    self.assertNotIn("BUOY_", str(refused))
                    options[re.search(r": (\w+)=True [^:]*$", str(refused))[1]] = True
            self.assertTrue(options and _ < 3, name)

    def test_refusals(self):
        """What the package itself refuses, in words."""
        v, t = bodies.box()
        mesh, part, wave = buoyancy.Mesh.from_arrays(v, t), buoyancy.Part("box", (1, 1, 1)), [(1.0, 2.0)]
        known = {**vars(buoyancy), "np": np, "v": v, "t": t, "mesh": mesh, "part": part, "wave": wave, "up": (0, 0, 1, 0)}
        for asked, words in {"Mesh.from_arrays(v, t + 9)": "indices count from 0", "Mesh.from_arrays(v, -t)": "indices count from 0",
                             "Mesh.from_arrays(v[:, :2], t)": r"\(n, 3\)", "Mesh.from_arrays(v, t * 1.0)": "whole numbers",
                             "mesh.volume(up, kernel='volume/blocks/best')": "keep=True", "mesh.pressure(Sea())": "keep=True",
                             "mesh.volume(up, kernel='blocks')": "none of volume/auto/best, .*family/method/best",
                             "mesh.gz([10], 4000, (0, 0))": r"^com: .*\(3,\), not \(2,\)", "Model(Part(mesh), frame='y-up')": "another frame",
                             "Model(part, mass=3, inertia=np.eye(2))": r"^inertia: 9 numbers, not .*\(2, 2\)",
                             "Model(part, inertia=np.eye(3))": "^inertia: goes with a mass", "Model(part, drag=np.ones((0, 3)))": "^drag: a single row",
                             "Model(Part('box', (1, 1, 1), density=()))": r"^density: .*\(1,\), not \(1, 0\)", "Model(Part('bax', 1))": "^part 0: shape 'bax' is none",
                             "Sea(frame='up')": "^frame: 'up' is none of z-up", "Sea(orbital=True)": "^orbital",
                             "Sea(waves=wave, normal=(0, 0, 1))": "one of", "Sea(normal=(1, 0, 0)).surface([0, 0, 0])": "too steep",
                             "Sea(heights=np.ones((2, 2))).set_heights(np.ones((2, 3)))": r"\(2, 2\), not \(2, 3\)",
                             "dtype('boat')": "^dtype: 'boat' is none of ", "evaluate('sphere')": "^evaluate: 'sphere' is none of shapes, ",
                             "evaluate('circle', [(0, 0, 1)])": "^circle: its inputs are 2, not 1",
                             "evaluate('circle', [(0, 0, 1)], [(0, 1, 0)] * 2)": "different lengths",
                             "evaluate('circle_in_circle', [(0, 0, 1)], (0, 1, 0))": "one row",
                             "evaluate('circle', [(0, 0)], [(0, 1, 0)])": r"\(…, 3\), not \(1, 2\)",
                             "evaluate('shapes', shapes=[('box', 1)], planes=[up], count=9)": "its inputs are shapes, planes",
                             "evaluate('metacentric_radii', mesh.hydrostatics(up), (0, 1))": "3 numbers",
                             "evaluate('box_on_columns', ('box', 1), (0,) * 7, np.ones((), dtype('water')), False)": "Sea",
                             "evaluate('box_on_columns', ('box', 1), (0,) * 7, Sea(frame='y-up'), False)": "z-up"}.items():
            with self.assertRaisesRegex(buoyancy.BuoyancyError, words, msg=asked):
                eval(asked, known)
        for asked in ("Mesh()", "Mesh.from_arrays(v, t, reapir=True)", "Mesh.from_arrays(v, t, keep=True).pressure(Sea(), hidden=[1])"):
            self.assertRaises(TypeError, eval, asked, known)
        with self.assertRaises(buoyancy.ElementError) as caught:
            mesh.volume([[0, 0, 1, 0], [0, 0, 0, 1]])
        assert_array_equal(caught.exception.answers["volume"], [4, np.nan])
        self.assertEqual(caught.exception.status, "BUOY_ERROR_ELEMENT")

    def test_race(self):
        """Kernels are found, timed, and answer alike when chosen."""
        mesh = buoyancy.Mesh.from_arrays(*bodies.box(), keep=True)
        water = bodies.planes(mesh, 64)
        rows = buoyancy.race(mesh, water, seconds=0.05)
        self.assertTrue(len(rows) > 5 and rows["ns"][0] > 0 and (np.diff(rows["ns"]) >= 0).all() and (rows["reason"] == "").all(), rows)
        for row in rows:
            assert_allclose(mesh.volume(water, kernel=row["kernel"])["volume"], mesh.volume(water)["volume"], atol=1e-5 * 8)
        poor = buoyancy.race(buoyancy.Mesh.from_arrays(*bodies.box()), seconds=0)
        self.assertTrue(any("keep=True" in reason for reason in poor["reason"]) and np.isnan(poor["ns"][-1]))


class Stepping(unittest.TestCase):
    def world(self, kind=np.float64, frame="z-up", states=np.tile([0.0] * 6 + [1] + [0] * 6, (5, 1))):
        """Bodies in one structured array, at strides of the caller's."""
        fields = [("name", "S3"), ("position", kind, 3), ("rotation", kind, 4), ("velocity", kind, 3), ("spin", kind, 3)]
        rows, turn, hand = np.zeros(len(states), np.dtype(fields, align=True)), FRAMES[frame], -1 if frame.endswith("left") else 1
        rows["position"], rows["velocity"], rows["spin"] = turn(states[:, :3]), turn(states[:, 7:10]), hand * turn(states[:, 10:])
        rows["rotation"] = np.column_stack([hand * turn(states[:, 3:6]), states[:, 6]])
        return rows, {name: rows[name] for name in rows.dtype.names[1:]}

    def test_frames(self):
        """In every frame, in floats and doubles, a step does what it does with z up, bit for bit, in every water."""
        dice = np.random.default_rng(2)
        states = dice.normal(size=(40, 13))
        states[:, 3:7] /= np.linalg.norm(states[:, 3:7], axis=1)[:, None]
        states, waves, grid = states.astype("f4").astype(float), [(0.3, 5, 0.4), (0.2, 9, 2)], dice.normal(size=(6, 7))
        seas = [{"level": 0.25}, {"normal": np.array([0.1, 0.2, 1])}, {"waves": waves, "decay": True, "time": 2.0},
                {"waves": waves, "depth": 1.5, "orbital": True, "level": 0.5}, {"heights": grid, "origin": (-3, -3)},
                {"region": np.array([[-0.5, -0.5, -9], [0.5, 2, 9]])}, {"current": lambda points: points * 0.5}]
        turns = {"normal": lambda turn, n: turn(n), "region": lambda turn, corners: np.sort(turn(corners), 0)}

        def asked(frame, kind, sea):
            turn = FRAMES[frame]
            sea = {"current": turn(np.array([1, 0.5, 0.25])), **{name: turns.get(name, lambda _, x: x)(turn, value) for name, value in sea.items()}}
            part, w_first = buoyancy.Part("box", tuple(abs(turn(np.array([1.0, 2.0, 0.5]))))), kind == np.float32
            model, (_rows, arrays) = buoyancy.Model(part, drag=(2, 1, 0.5), frame=frame), self.world(kind, frame, states)
            arrays["rotation"] = np.roll(arrays["rotation"], w_first, 1)
            sea, (linear, angular) = buoyancy.Sea(frame=frame, **sea), np.zeros((2, 40, 3))
            buoyancy.Step(model, sea, **arrays, linear=linear, angular=angular, kind="forces", frame=frame, w_first=w_first)(0.01)
            surface = sea.surface(arrays["position"])
            return linear, angular, surface["velocity"], surface["slope"], surface["height"]
        found = []
        for sea in seas:
            plain = asked("z-up", np.float64, sea)
            found.append(plain[0].tobytes())
            self.assertTrue(np.isfinite(plain[0]).all() and len(set(found)) == len(found))
            for frame, turn in FRAMES.items():
                hand, across = -1 if frame.endswith("left") else 1, turn(np.array([0.0, 1, 0])).sum()
                expected = turn(plain[0]), hand * turn(plain[1]), turn(plain[2]), plain[3] * [1, across], plain[4]
                for kind in (np.float32, np.float64):
                    for one, other in zip(expected, asked(frame, kind, sea)):
                        assert_array_equal(one, other, f"{frame} {sea}")

    def test_some(self):
        """Those listed are stepped, with the bits of all; one that is nowhere fails alone; another sea may be set."""
        model, sea = buoyancy.Model(buoyancy.Part(buoyancy.Mesh.from_arrays(*bodies.hull(), repair=True))), buoyancy.Sea(waves=[(0.1, 5)])
        all_rows, arrays = self.world()
        buoyancy.Step(model, sea, **arrays)(0.01)
        rows, arrays = self.world()
        step = buoyancy.Step([model] * 5, sea, **arrays, details=True)
        step(0.01, bodies=[3, 1])
        assert_array_equal(rows["velocity"], all_rows["velocity"] * [[0], [1], [0], [1], [0]])
        rows["position"][2] = np.nan
        with self.assertRaisesRegex(buoyancy.ElementError, "body 2") as caught:
            step(0.01)
        assert_array_equal(step.failed, [0, 0, 1, 0, 0])
        assert_array_equal(rows["velocity"][4], all_rows["velocity"][4])
        self.assertTrue(caught.exception.answers is step.details and np.isnan(step.details["volume"][2]))
        step.sea, before = buoyancy.Sea(level=-9), rows["velocity"].copy()
        step(0.01, bodies=[0])
        self.assertTrue((rows["velocity"] == before).all() and step.details["volume"][0] == 0)
        rows, arrays = self.world()
        buoyancy.Step(model, sea, **arrays, add=False)(0.01)
        buoyancy.Step(model, sea, **arrays, add=False)(0.01)  # stored, not added twice
        self.assertLess(np.abs(rows["velocity"] - all_rows["velocity"]).max(), np.abs(all_rows["velocity"]).max() / 2)

    def test_models(self):
        """What a model is told: its length, and whether its meshes become one, which has other last digits."""
        mesh = buoyancy.Mesh.from_arrays(*bodies.hull(), repair=True)
        parts = [buoyancy.Part(mesh, rotation=(0.6, 0, 0, 0.8)), buoyancy.Part(mesh, position=(0, 5, 0))]
        apart, merged = (buoyancy.Model(parts, merge=merge, length=3).info for merge in (False, True))
        self.assertEqual((apart["length"], apart["volume"]), (3, 2 * mesh.info["volume"]))
        self.assertNotEqual(merged["diagonal"], apart["diagonal"])

    def test_refusals(self):
        """What would need a copy is refused in words."""
        model, sea, (_rows, good) = buoyancy.Model(buoyancy.Part("box", (1, 1, 1))), buoyancy.Sea(), self.world()
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
            step.sea = buoyancy.Sea(frame="y-up")

    def test_seas(self):
        """Heights and times that are set; an irregular sea's height; a stream, also one that fails; a point that is none."""
        sea, patch = buoyancy.Sea(waves=[(1, 9, 0, 0, 4)], orbital=True), buoyancy.Sea(heights=np.zeros((2, 2)))
        sea.time = 1.0  # a trough at the origin, where the water runs back
        assert_allclose([sea.surface([0, 0, 0])["height"], sea.surface([0, 0, 0])["velocity"][0]], [-1, -np.pi / 2], atol=1e-6)
        patch.set_heights([[1, 2], [3, 4]])
        self.assertFalse(sea.waves.flags.writeable or patch.waves is not None)
        assert_array_equal(patch.surface([(0, 0, 0), (1, 1, 0), (np.nan, 0, 0)])["height"], [1, 4, np.nan])
        irregular = buoyancy.Sea.state(2.0, 8.0, count=200, seed=3, depth=30).surface(np.arange(0, 50000, 7.3)[:, None] * [1, 0, 0])["height"]
        self.assertAlmostEqual(4 * irregular.std(), 2.0, delta=0.1)  # of many waves' length

        def failing(points):
            raise ZeroDivisionError
        for flow, speed in ((lambda points: np.broadcast_to([3, 0, 0], points.shape), 3), (failing, np.nan)):
            rows, arrays = self.world(states=np.array([[0.0, 0, -9, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0]]))
            step = buoyancy.Step(buoyancy.Model(buoyancy.Part("box", (1, 1, 1)), drag=(1e9, 0, 0)), buoyancy.Sea(current=flow), **arrays)
            rows["velocity"][0, 0] = 2
            with contextlib.redirect_stderr(io.StringIO()), contextlib.suppress(buoyancy.ElementError):
                step(1.0)
            assert_allclose(rows["velocity"][0, 0], 2 if np.isnan(speed) else speed, atol=1e-6)


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
        mesh, out = buoyancy.Mesh.from_arrays(*bodies.box()), np.empty(10000, buoyancy.dtype("volume"))
        water, kept = bodies.planes(mesh, 10000), []
        query = raw.given(raw.ffi.typeof("struct buoy_volume_query *"), {"mesh": mesh, "count": 10000, "planes64": water}, kept)
        results = raw.ffi.from_buffer("struct buoy_volume[]", out)
        c, many = self.least(lambda: raw.lib.buoy_volume_compute(query, results, raw.NULL), lambda: mesh.volume(water), number=1)
        assert_array_equal(out, mesh.volume(water))
        one, = self.least(lambda: mesh.volume(water[0]), number=500)
        print(f"one plane {one:.2f} µs; 10000 planes {many:.0f} µs, C {c:.0f} µs")
        self.assertLess(many, 1.1 * c)
        self.assertLess(one, 2.5 if "BUOY_TEST_QUIET" in os.environ else 25)

    def test_step(self):
        _rows, arrays = Stepping().world(np.float32, states=np.tile([0.0] * 6 + [1] + [0] * 6, (1000, 1)))
        step = buoyancy.Step(buoyancy.Model(buoyancy.Part("box", (1, 1, 1)), drag=(1, 1, 0)), buoyancy.Sea(), **arrays)
        step(1e-9)
        c, ours = self.least(lambda: raw.lib.buoy_water_forces_compute(step._query, raw.NULL, raw.NULL), lambda: step(1e-9))
        print(f"step of 1000: {ours:.2f} µs, C {c:.2f} µs")
        self.assertLess(ours - c, 1 if "BUOY_TEST_QUIET" in os.environ else 10)

    def test_memory(self):
        """No growth over 10 000 calls, after the first ones; a step allocates next to nothing."""
        body, (_rows, arrays), plane = bodies.box(), Stepping().world(), np.array([0, 0, 1, 0.1])
        mesh = buoyancy.Mesh.from_arrays(*body)
        step = buoyancy.Step(buoyancy.Model(buoyancy.Part(mesh)), buoyancy.Sea(), **arrays)

        def calls(count):
            for _ in range(count):
                step(1e-6)
                mesh.volume(plane)
                mesh.hydrostatics(plane)
                buoyancy.Mesh.from_arrays(*body)
            gc.collect()
            return tracemalloc.get_traced_memory()[0], resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        tracemalloc.start()
        grown, resident = -np.subtract(calls(1000), calls(10000))
        tracemalloc.reset_peak()
        before = tracemalloc.get_traced_memory()[0]
        step(1e-6)
        peak = tracemalloc.get_traced_memory()[1] - before
        tracemalloc.stop()
        print(f"grown by {grown} bytes of Python's, {resident} KiB resident; a step takes {peak} bytes for a moment")
        self.assertTrue(grown < 4096 and resident < 2048 and peak < 256)


class Documents(unittest.TestCase):
    def test_stub(self):
        """The stub has all public names and their parameters, and all of them have docstrings."""
        stub, typed = ast.parse(pathlib.Path(buoyancy.__file__).with_suffix(".pyi").read_text(encoding="utf-8")), {}
        for node in stub.body:
            for one, owner in [(node, "")] + [(child, node.name + ".") for child in getattr(node, "body", ())]:
                if isinstance(one, ast.FunctionDef):
                    typed[owner + one.name] = [a.arg for a in one.args.args + one.args.kwonlyargs if a.arg not in ("self", "cls")]
        for name in buoyancy.__all__:
            thing = getattr(buoyancy, name)
            members = {name: thing} if inspect.isroutine(thing) else {f"{name}.{key}": getattr(thing, key) for key in vars(thing) if (
                key in ("__init__", "__call__") or key[0] != "_")} if inspect.isclass(thing) and not issubclass(thing, (tuple, Exception)) else {}
            members.pop("Mesh.__init__", None)
            for key, member in members.items():
                self.assertTrue(member.__doc__, key)
                if inspect.isroutine(member):
                    kinds = (inspect.Parameter.VAR_KEYWORD, inspect.Parameter.VAR_POSITIONAL)
                    taken = [p.name for p in inspect.signature(member).parameters.values() if p.name != "self" and p.kind not in kinds]
                    self.assertEqual([p for p in typed[key] if p in taken], taken, key)

    def test_readme(self):
        """The first example of the README runs and prints what it says."""
        code, said = re.search(r"```python\n(.*?)```", (PACKAGE / "README.md").read_text(encoding="utf-8"), re.S)[1], []
        exec(code, {"print": lambda *words: said.append(" ".join(map(str, words)))})
        self.assertEqual(said, re.findall(r"# prints (.*)", code))


if __name__ == "__main__":
    unittest.main()
