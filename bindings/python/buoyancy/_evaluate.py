"""Questions that are rows of numbers: closed forms, the plane, forces and coefficients."""
import math

import numpy as np

from ._library import ask, dtype, ffi, given, insist, lib, members_of, rows_of

_SIZE = ffi.typeof("size_t")

# The questions: C's functions without buoy_ and _compute, and how long arrays of numbers are, by their place.
QUESTIONS = {"shapes": {}, "shape_get_info": {}, "box_on_columns": {}, "polygon": {}, "polygon_get_info": {}, "circle": {},
             "circle_in_circle": {}, "circle_in_polygon": {}, "polygon_in_circle": {}, "polygon_in_polygon": {},
             "drag2d": {}, "buoyancy2d": {4: 2}, "simple_drag2d": {}, "limit_drag2d": {}, "forces": {}, "hydrodynamics": {},
             "mass_matrix": {1: 3, 2: 9, 3: 3}, "metacentric_radii": {1: 3}, "stiffness": {1: 3, 3: 3}}


def evaluate(question, *inputs, **members):
    """Asks a question about rows of numbers by the name of C's function, without buoy_ and _compute. Metres, kilograms,
    seconds, radians, z up.

        evaluate("shapes", shapes=[("sphere", 1), ("box", (1, 2, 3))], planes=[(0, 0, 1, 0.5)] * 2)
        evaluate("circle", [(x, y, radius)], [(nx, ny, d)])

    By name: "shapes" (shapes, planes, voxels; surfaces=True: areas and waterplanes, too), "polygon" (polygons, lines),
    "forces" (submerged, bodies, motions, waters, density, gravity, drag, dt), all three with kernel; "drag2d" (polygon
    or circle; line, pool or basin; motion, density, drag, lift).
    In order: "circle" (circles, lines); "circle_in_circle", "circle_in_polygon", "polygon_in_circle",
    "polygon_in_polygon" (body, pool); "shape_get_info", "polygon_get_info" (one); "box_on_columns" (shape, pose, sea,
    at_corners); "buoyancy2d" (area, line, density, gravity, point); "simple_drag2d" (area, motion, density, linear,
    angular); "limit_drag2d" (motion, 1/mass, 1/inertia, dt, force); "hydrodynamics" (coefficients, motion);
    "mass_matrix" (mass, com, inertia, point); "metacentric_radii" (hydrostatics, normal); "stiffness" (hydrostatics,
    normal, weight density, point). The headers in kernels/include say more.

    Inputs are rows of dtype("drag_body") and the like, or plain numbers (n, k) where a struct has k numbers of one
    type; shapes are (kind, size), polygons arrays (n, 2); a single row may be a dict of what is not 0 or usual. Where C
    counts rows, all arrays have one shape; elsewhere each is one row.
    Returns rows of C's struct of answers; a tuple of several.
    """
    insist(isinstance(question, str) and question in QUESTIONS, f"evaluate: {question!r} is none of {', '.join(QUESTIONS)}")
    function = getattr(lib, f"buoy_{question}_compute", None) or getattr(lib, f"buoy_{question}")
    types = [ctype for ctype in ffi.typeof(function).args if ctype.cname != "struct buoy_error *"]
    query = members_of(types[0].item) if types[0].cname.endswith("_query *") else {}
    taken, counted, kept = [ctype for ctype in types if ctype is not _SIZE], "count" in query or _SIZE in types, []
    changes = question == "limit_drag2d"
    needed = 0 if query else len(taken) - (not changes)
    insist(len(inputs) == needed and members.keys() <= query.keys() - {"count", "failed"},
           f"{question}: its inputs are {', '.join(query) or needed}, not {', '.join(members) or len(inputs)}")
    for place, size in QUESTIONS[question].items():
        insist(np.size(inputs[place]) == size, f"{question}: input {place} has {size} numbers")
    for ctype, value in [*zip(taken, inputs), *((query[name], value) for name, value in members.items())]:
        insist(not hasattr(value, "_frame") or value._frame.plain, f"{question}: its frame must be z-up")
        insist(ctype.cname != "struct buoy_water *" or hasattr(value, "_held"), f"{question}: water is a buoyancy.Sea")
    surfaces = members.pop("surfaces", False)
    if changes:
        inputs = *inputs[:-1], rows_of(taken[-1].item, inputs[-1], kept, "force").copy()
    inputs = [given(ctype, value, kept, question) for ctype, value in zip(taken, inputs)]
    members = {name: given(query[name], value, kept, name) if query[name].kind == "pointer" else value
               for name, value in members.items()}
    shapes = {getattr(rows, "shape", ()) for rows in kept if not isinstance(rows, np.ndarray) or rows.dtype.names}
    shape = shapes.pop() if shapes else ()
    insist(not shapes and (counted or not shape), f"{question}: "
           f"{'its arrays have different lengths' if counted else 'it takes one row of each input'}")
    if surfaces:
        areas = np.empty(shape, dtype("shape_surface"))
        members["surfaces"] = areas
    if query:
        inputs = [{**members, "count": math.prod(shape)} if counted else members]
    elif counted:
        inputs.insert(types.index(_SIZE), math.prod(shape))
    answers = ask(function, *inputs, shape=shape)
    return kept[-1] if changes else (answers, areas) if surfaces else answers
