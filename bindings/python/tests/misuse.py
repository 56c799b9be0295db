"""Random misuse: an exception or an answer, never a crash. misuse.py COUNT [SEED]"""
import gc
import random
import sys
import threading
import warnings

import bodies
import buoyancy
import numpy as np

ODD = [None, 0, -1, 1, 3.5, float("nan"), float("inf"), 1e300, 2**63, -2**70, "", "z-up", "box", b"\0", (), [], {}, [[]], object(), True,
       np.float32(2), np.zeros(0), np.zeros((0, 3)), 1j, "y-up-left", "volume/blocks/best", "volume/auto/tuned", "step/auto/tuned"]
TYPES = ["f4", "f8", ">f8", "f2", "i1", "u4", "i8", "u8", "c8", "?", "S3", "O"]
BOX, PLANES, TWO = bodies.box(), [[0, 0, 1, 0.1], [0, 1, 1, 0.3], [1, 0, 0, 9]], [[0, 0, 1], [1, 2, 3]]
# What may be done to an array: other types, strides, sizes, layouts, alignment, odd numbers.
WAYS = [lambda dice, a: a.astype(dice.choice(TYPES)), lambda dice, a: a[..., ::dice.choice([-1, 2, 1])],
        lambda dice, a: np.repeat(a, 2, 0)[::dice.choice([2, -2, 1])], lambda dice, a: a[:dice.randrange(4)],
        lambda dice, a: np.asfortranarray(a), lambda dice, a: np.broadcast_to(a[:1], a.shape),
        lambda dice, a: np.frombuffer(b"x" + a.tobytes(), a.dtype, a.size, 1).reshape(a.shape),
        lambda dice, a: np.where(np.arange(a.size).reshape(a.shape) == dice.randrange(9), dice.choice([np.nan, 1e30, -1e308, 2**32, -1]), a),
        lambda dice, a: a.reshape(dice.choice([(-1,), (1, -1), (-1, 2), (-1, 3), (-1, 4)])), lambda dice, a: a.tolist(),
        lambda dice, a: np.ones(dice.randrange(3), buoyancy.dtype(dice.choice(["plane64", "circle", "polygon", "part", "water", "body_forces"])))]


class Misuse:
    """A pot of things made by misuse, out of which further misuse is made."""

    def __init__(self, dice, pot=None):
        self.dice, self.pot = dice, {kind: [] for kind in ("Mesh", "Model", "Sea", "Step")} if pot is None else pot
        mesh = buoyancy.Mesh.from_arrays(*BOX, keep=True)
        self.things = {"Mesh": mesh, "Sea": buoyancy.Sea(), "Model": buoyancy.Model(buoyancy.Part(mesh)), "Step": None}

    def odd(self, usual):
        """Mostly what is usual, in time something else."""
        return usual if self.dice.random() < 0.85 else self.dice.choice(ODD)

    def array(self, usual):
        """An array much like what is usual, or none."""
        made = np.array(usual)
        for _ in range(self.dice.choice([0, 0, 1, 1, 2, 3])):
            try:
                made = self.dice.choice(WAYS)(self.dice, made)
            except Exception:  # of numpy: this way is none
                pass
        if isinstance(made, np.ndarray) and self.dice.random() < 0.1:
            made.flags.writeable = False
        return self.odd(made) if self.dice.random() < 0.3 else made

    def any(self, kind):
        """One of the pot, one that was never made, or nothing of the kind."""
        cls = getattr(buoyancy, kind)
        return cls.__new__(cls) if self.dice.random() < 0.02 else self.odd(self.dice.choice(self.pot[kind] + [self.things[kind]]))

    def some(self, **options):
        """Some of the options, each often odd."""
        return {name: self.odd(value) for name, value in options.items() if self.dice.random() < 0.3}

    def damaged(self, data):
        data = bytearray(data)
        for _ in range(self.dice.randrange(3)):
            data[self.dice.randrange(len(data))] ^= 1 << self.dice.randrange(8)
        return data[:self.dice.choice([len(data), len(data) // 2, 5])]

    def bodies(self, count, frame):
        arrays = {name: self.array(np.tile([0.0, 0, 0, 1][4 - width:], (count, 1))) for name, width in
                  (("position", 3), ("rotation", 4), ("velocity", 3), ("spin", 3))}
        models = self.odd(self.dice.choice([self.any("Model"), [self.any("Model")] * count]))
        return buoyancy.Step(models, self.any("Sea"), **arrays, frame=frame, **self.some(kind="velocities", add=True, kernel=None, details=True))

    def once(self):
        """One question of many."""
        odd, array, some, mesh, sea, step, dice = self.odd, self.array, self.some, self.any("Mesh"), self.any("Sea"), self.any("Step"), self.dice
        frame = dice.choice(["z-up"] * 5 + ["y-up", "y-up-left", "z-down", odd("z-up")])

        def three():
            return array([0.1, 0.2, 0.3])

        def planes():
            return array(PLANES)

        def flags():
            return some(repair=True, close=True, fill=True, open_ok=True, inside_out_ok=True, keep=True)

        def water():
            return dice.choice([{}, {"waves": array([[0.1, 5], [0.2, 7]])}, {"heights": array(np.ones((3, 4)))}, {"normal": three()}])

        def part():
            return buoyancy.Part(odd(dice.choice(["box", mesh])), odd((1, 2, 3)), **some(position=(0, 0, 0), density=300))
        return dice.choice([
            lambda: buoyancy.Mesh.from_arrays(array(BOX[0]), array(BOX[1]), frame=frame, **flags()),
            lambda: buoyancy.Mesh.diagnose(array(BOX[0]), array(BOX[1]), frame=frame),
            lambda: buoyancy.Mesh.load(self.damaged(mesh.save())), lambda: mesh.volume(planes(), **some(errors=True, kernel=None)),
            lambda: mesh.hydrostatics(planes(), **some(kernel=None)), lambda: mesh.radii(planes()[0]), lambda: mesh.curves(odd(array([0.1, 0.2])), three()),
            lambda: mesh.stiffness(planes()[0], odd(3), three(), **some(point=None, density=1025)), lambda: mesh.draft(odd(1000), three()),
            lambda: mesh.gz(array([0, 5.0, 90]), odd(1000), three(), **some(axis=three(), up=three(), fixed_trim=True)), lambda: mesh.info,
            lambda: mesh.equilibrium(odd(1000), three(), **some(start=three())),
            lambda: dice.random() < 0.02 and mesh.equilibria(odd(1000), three(), **some(all=True, seed=1)),
            lambda: mesh.pressure(sea, three(), array([0, 0, 0, 1.0]), **some(tolerance=0.01, triangles=True, hide=True, velocity=three(), dt=0.1, mass=3, kernel=None)),
            lambda: mesh.waterline(sea, three(), array([0, 0, 0, 1.0])),
            lambda: buoyancy.Model(odd([part()] * dice.randrange(1, 4)), frame=frame, **some(mass=3, inertia=np.eye(3), drag=(1, 1, 0), merge=True)),
            lambda: buoyancy.Sea(frame=frame, **water(), **some(level=0.5, density=1025, spacing=(1, 1), current=three(), orbital=True, depth=3, region=TWO)),
            lambda: buoyancy.Sea.state(odd(2.0), odd(8.0), **some(count=5, seed=3, depth=9)), lambda: sea.set_heights(array(np.ones((3, 4)))),
            lambda: sea.surface(array(TWO), **some(kernel=None)), lambda: setattr(sea, "time", odd(1.0)), lambda: self.bodies(dice.randrange(5), frame),
            lambda: setattr(step, "sea", sea), lambda: step(odd(0.01)), lambda: step(odd(0.01), array([0, 1])),
            lambda: buoyancy.planes_in_body(planes(), three(), array([0, 0, 0, 1.0])),
            lambda: buoyancy.evaluate("shapes", **some(shapes=[("box", three())] * 3, planes=planes(), surfaces=True, voxels=3, count=9, failed=three())),
            lambda: buoyancy.evaluate("polygon", **some(polygons=[array(TWO), array(TWO)], lines=array(TWO), kernel=None)),
            lambda: buoyancy.evaluate("forces", **some(submerged=array(np.ones((2, 5))), bodies=array(np.ones((2, 12))), motions=array(np.ones((2, 9))),
                                                       waters=array(np.ones((2, 6))), drag=three(), dt=0.1)),
            lambda: buoyancy.evaluate("drag2d", motion=some(dt=1, point=(0, 0)), **some(polygon=array(TWO), circle=three(), line=three(), pool=array(TWO))),
            lambda: buoyancy.evaluate(dice.choice([*buoyancy._evaluate.QUESTIONS]), *[odd(dice.choice([three(), planes(), array(TWO), sea, part()[:2], {}, 1.0]))
                                                                                      for _ in range(dice.randrange(6))])])()


def run(count, seed, pot=None):
    """Misuses many times; the pot loses things at random. Returns how often there was an answer, and why else not."""
    dice, answers, reasons = random.Random(seed), 0, {}
    misuse = Misuse(dice, pot)
    for _ in range(count):
        try:
            made = misuse.once()
            answers += 1
            things = misuse.pot.get(type(made).__name__, [])
            things.append(made)
            if len(things) > 8:
                del things[dice.randrange(len(things))]
        except Exception as refused:  # any, as long as it is one
            reasons[type(refused).__name__] = reasons.get(type(refused).__name__, 0) + 1
    return answers, reasons


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    total, first = int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1
    print(f"seed {first}:", *run(total // 2, first))
    shared = Misuse(random.Random(0)).pot  # now four threads, on the same objects
    threads = [threading.Thread(target=run, args=(total // 8, first + i, shared)) for i in range(1, 5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    gc.collect()
    box = buoyancy.Mesh.from_arrays(*bodies.box())
    assert box.volume([0, 0, 1, 0])["volume"] == 4
    print(f"{total} misuses, and a box is still half under water")
