"""How stable is a barge? Its righting arms, and, where matplotlib is installed, a drawing: gz.py [FILE.png]"""
import sys

import numpy as np

import buoyancy

# A barge of 40 × 10 × 5 m of 600 t, whose centre of mass is 3 m above its bottom.
corners = np.array([[x, y, z] for z in (0, 5) for y in (-5, 5) for x in (-20, 20)], float)
quads = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [1, 3, 7, 5], [3, 2, 6, 7], [2, 0, 4, 6]]
barge = buoyancy.Mesh.from_arrays(corners, quads)
mass, com = 6e5, (0, 0, 3)

rows = barge.gz(np.arange(0, 91, 5), mass, com)
upright = barge.equilibrium(mass, com)
print(f"floats {barge.draft(mass):.3f} m deep, GM = {upright['gm_min']:.2f} m")
best = rows[np.argmax(rows["arm"])]
print(f"largest arm {best['arm']:.3f} m at {best['heel_degrees']:.0f}°, "
      f"vanishing between {rows['heel_degrees'][rows['arm'] > 1e-9].max():.0f}° and 5° more")

try:
    import matplotlib
except ImportError:
    print("no matplotlib: not drawn")
else:
    matplotlib.use("Agg")
    from matplotlib import pyplot
    pyplot.plot(rows["heel_degrees"], rows["arm"], label="GZ")
    pyplot.plot([0, 57.3], [0, upright["gm_min"]], "--", label="GM at 1 rad")
    pyplot.ylim(min(rows["arm"].min(), 0) * 1.2, best["arm"] * 1.3)
    pyplot.xlabel("heel, degrees")
    pyplot.ylabel("righting arm, m")
    pyplot.legend()
    pyplot.savefig(sys.argv[1] if len(sys.argv) > 1 else "gz.png")
