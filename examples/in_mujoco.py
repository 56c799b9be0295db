"""100 crates fall into the sea in MuJoCo: what mujoco.c does, in Python.

Needs the packages buoyancy (bindings/python), mujoco and numpy. The tests have run it with a stand-in for the package
mujoco, which has the same arrays of the same engine (tests/engines/mujoco.py); with the package itself it was never run.
(A script named mujoco.py would import itself.)
"""

import sys
import time

import buoyancy
import mujoco
import numpy as np

HALF, CRATE, WATER, CRATES, STEPS = np.array([0.5, 0.4, 0.25]), 500.0, 1025.0, 100, 6000


# ---- what a program needs of the library: from here
def float_bodies(model, data, body_model, sea, generalised):
    """A step on the arrays of mjData, for bodies 1 to the last, which have a free joint each and no children.

    Returns what is called between mj_step1(), which brings xipos, xquat and cvel up to date, and mj_step2().
    """
    # cvel has spin, then the velocity at the centre of mass of the whole tree: the body's own if it is alone.
    spin, velocity = data.cvel[1:, :3], data.cvel[1:, 3:]
    applied = data.qfrc_applied.reshape(-1, 6) if generalised else data.xfrc_applied[1:]
    step = buoyancy.Step(body_model, sea, position=data.xipos[1:], rotation=data.xquat[1:], w_first=True,
                         velocity=velocity, spin=spin, kind="forces", linear=applied[:, :3], angular=applied[:, 3:])
    axes = data.xmat[1:].reshape(-1, 3, 3)

    def push():
        step(model.opt.timestep)
        if generalised:  # a free joint takes torques about the body's own axes
            applied[:, 3:] = np.einsum("nij,ni->nj", axes, applied[:, 3:])

    return push
# ---- to here


def scene():
    """Each crate at another height, and turned another way."""
    bodies = "".join(
        f"<body pos='{2 * (i % 10)} {2 * (i // 10)} {0.01 * i}' euler='{20 * np.sin(i)} {20 * np.cos(i)} {3.6 * i}'>"
        f"<freejoint/><geom type='box' size='{' '.join(map(str, HALF))}' density='{CRATE}'/></body>"
        for i in range(CRATES))
    return f"<mujoco><size nconmax='100' njmax='600'/><option timestep='.005'/><worldbody>{bodies}</worldbody></mujoco>"


def run(generalised):
    """Prints a row; returns whether the crates float as Archimedes has it."""
    model = mujoco.MjModel.from_xml_string(scene())
    data = mujoco.MjData(model)
    crate = buoyancy.Model([buoyancy.Part("box", HALF, density=CRATE)], drag=(2, 2, 0))
    push = float_bodies(model, data, crate, buoyancy.Sea(), generalised)
    ours, began = 0.0, time.perf_counter()
    for _ in range(STEPS):
        mujoco.mj_step1(model, data)
        middle = time.perf_counter()
        push()
        ours += time.perf_counter() - middle
        mujoco.mj_step2(model, data)
    whole = time.perf_counter() - began
    mujoco.mj_forward(model, data)
    off = np.abs(data.xipos[1:, 2] - (HALF[2] - 2 * HALF[2] * CRATE / WATER)).max()
    up = data.xmat[1:].reshape(-1, 3, 3)[:, :, 2]
    tilt = np.degrees(np.arctan2(np.hypot(up[:, 0], up[:, 1]), up[:, 2])).max()
    energy = 0.5 * 8 * HALF.prod() * CRATE * (data.cvel[1:, 3:] ** 2).sum()
    print(f"{'qfrc' if generalised else 'xfrc'}_applied draft off by {1000 * off:.2g} mm, tilt left {tilt:.2g}°, energy "
          f"{energy:.2g} J, share of the step {1e6 * ours / STEPS:.1f} µs of {1e6 * whole / STEPS:.0f}, {100 * ours / whole:.1f} %")
    return off <= 1e-4 and tilt <= 0.01 and energy < 1e-6


if __name__ == "__main__":
    sys.exit(not all([run(False), run(True)]))
