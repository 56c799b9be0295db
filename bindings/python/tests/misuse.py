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


def array(dice, usual):
    """An array much like what is usual, or none: of other types, strides, sizes, alignment, read-only, with odd numbers."""
    made = np.array(usual)
    for _ in range(dice.choice([0, 0, 1, 1, 2, 3])):
        way = dice.randrange(10)
        try:
            if way == 0:
                made = made.astype(dice.choice(TYPES))
            elif way == 1:
                made = made[..., ::dice.choice([-1, 2, 1])]
            elif way == 2:
                made = np.repeat(made, 2, 0)[::dice.choice([2, -2, 1])]
            elif way == 3:
                made = made[:dice.randrange(4)]
            elif way == 4:
                made = np.asfortranarray(made)
            elif way == 5:
                made.flags.writeable = False
            elif way == 6 and made.size:
                made = made.copy()
                made.reshape(-1)[dice.randrange(made.size)] = dice.choice([np.nan, np.inf, 1e30, -1e308, 2**32, -1, 0])
            elif way == 7:
                made = np.frombuffer(b"x" + made.tobytes(), made.dtype, made.size, 1).reshape(made.shape)
            elif way == 8:
                made = np.broadcast_to(made[:1], made.shape)
            else:
                made = made.reshape(dice.choice([(-1,), (1, -1), (-1, 2), (-1, 3), (-1, 4)]))
        except Exception:  # of numpy: this way is none
            pass
    return made if dice.random() < 0.9 else dice.choice(ODD)


class Misuse:
    """A pot of things made by misuse, out of which further misuse is made."""

    def __init__(self, dice):
        self.dice, self.pot = dice, {"Mesh": [], "Model": [], "Sea": [], "Step": []}
        self.vertices, self.triangles = bodies.box()
        self.things = {"Mesh": buoyancy.Mesh.from_arrays(self.vertices, self.triangles, keep=True), "Sea": buoyancy.Sea()}
        self.things["Model"] = buoyancy.Model(buoyancy.Part(self.things["Mesh"]))

    def odd(self, usual):
        """Mostly what is usual, in time something else."""
        return usual if self.dice.random() < 0.8 else self.dice.choice(ODD)

    def any(self, kind):
        """One of the pot, one that was never made, or nothing of the kind."""
        cls, fate = getattr(buoyancy, kind), self.dice.random()
        if fate < 0.02:
            return cls.__new__(cls)
        return self.odd(self.dice.choice(self.pot[kind] + [self.things[kind]]))

    def once(self):
        dice, odd, any_of = self.dice, self.odd, self.any
        planes = array(dice, [[0, 0, 1, 0.1], [0, 1, 1, 0.3], [1, 0, 0, 9]])
        three, mesh = array(dice, [0.1, 0.2, 0.3]), any_of("Mesh")
        frame = dice.choice(["z-up"] * 5 + ["y-up", "y-up-left", "z-down", odd("z-up")])
        call = dice.randrange(17)
        if call == 0:
            flags = {name: odd(True) for name in ("repair", "close", "fill", "open_ok", "inside_out_ok", "keep") if dice.random() < 0.3}
            return buoyancy.Mesh.from_arrays(array(dice, self.vertices), array(dice, self.triangles), frame=frame, **flags)
        if call == 1:
            return buoyancy.Mesh.diagnose(array(dice, self.vertices), array(dice, self.triangles), frame=frame)
        if call == 2:
            data = bytearray(mesh.save())
            for _ in range(dice.randrange(3)):
                data[dice.randrange(len(data))] ^= 1 << dice.randrange(8)
            return buoyancy.Mesh.load(data[:dice.choice([len(data), len(data) // 2, 5])])
        if call == 3:
            return mesh.volume(planes, errors=odd(False), kernel=odd(None))
        if call == 4:
            return mesh.hydrostatics(planes, kernel=odd(None))
        if call == 5:
            return mesh.stiffness(planes[0], odd(3), three, point=odd(None), density=odd(1025))
        if call == 6:
            return mesh.draft(odd(1000), three, density=odd(1025))
        if call == 7:
            return mesh.curves(odd(array(dice, [0.1, 0.2])), three)
        if call == 8:
            return mesh.gz(array(dice, [0, 5.0, 90]), odd(1000), three, odd(None), fixed_trim=odd(False))
        if call == 9:
            return mesh.equilibrium(odd(1000), three, odd(None)) if dice.random() < 0.9 else mesh.info
        if call == 10 and dice.random() < 0.02:
            return mesh.equilibria(odd(1000), three, all=odd(False), seed=odd(0))
        if call == 11:
            part = buoyancy.Part(odd(dice.choice(["box", mesh])), odd((1, 2, 3)), odd((0, 0, 0)), odd((0, 0, 0, 1)), odd(300))
            return buoyancy.Model(odd([part] * dice.randrange(1, 4)), mass=odd(None), inertia=odd(None), drag=odd((1, 1, 0)), merge=odd(False), frame=frame)
        if call == 12:
            kinds = {"waves": array(dice, [[0.1, 5], [0.2, 7]]), "heights": array(dice, np.ones((3, 4))), "normal": three, "region": array(dice, [[-1] * 3, [1] * 3])}
            chosen = {name: kinds[name] for name in dice.sample(sorted(kinds), dice.randrange(2))}
            return buoyancy.Sea(frame=frame, level=odd(0.0), density=odd(1025), spacing=odd((1, 1)), current=odd((0, 0, 0)), time=odd(0.0), **chosen)
        if call == 13:
            sea = any_of("Sea")
            if dice.random() < 0.3:
                sea.set_heights(array(dice, np.ones((3, 4))))
            sea.time = odd(1.0)
            return sea.heights(array(dice, [0, 1.0]), array(dice, [0, 1.0]))
        if call == 14:
            count = dice.randrange(5)
            arrays = {name: array(dice, np.tile([0.0, 0, 0, 1][4 - width:], (count, 1))) for name, width in
                      (("position", 3), ("rotation", 4), ("velocity", 3), ("spin", 3))}
            return buoyancy.Step(odd(dice.choice([any_of("Model"), [any_of("Model")] * count])), any_of("Sea"), **arrays, kind=odd("velocities"),
                                 add=odd(None), frame=frame, kernel=odd(None), details=odd(False))
        step = any_of("Step") if self.pot["Step"] else None
        if call == 15 and dice.random() < 0.2:
            step.sea = any_of("Sea")
        return step(odd(0.01), bodies=array(dice, [0, 1]) if dice.random() < 0.5 else None)


def run(count, seed, things=None):
    """Misuses many times; the pot loses things at random. Returns how often there was an answer."""
    dice, answers, reasons = random.Random(seed), 0, {}
    misuse = Misuse(dice)
    misuse.pot, misuse.things["Step"] = things or misuse.pot, None
    for _ in range(count):
        try:
            made = misuse.once()
            answers += 1
            pot = misuse.pot.get(type(made).__name__)
            if pot is not None:
                pot.append(made)
            if pot and len(pot) > 8:
                del pot[dice.randrange(len(pot))]
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
