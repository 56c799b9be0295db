"""The shared library: its structs as numpy sees them, its functions with arrays in and arrays out, its refusals as
exceptions."""
import functools
import pathlib
import re

import numpy as np

from ._declared import ffi

NULL = ffi.NULL
_here = pathlib.Path(__file__).parent
_file = next((str(path) for path in _here.glob("library.*")), None)
if _file is None:
    raise ImportError(f"buoyancy: no library in {_here}: install the package (pip install ./bindings/python)")
lib = ffi.dlopen(_file)
for _name in ffi.list_types()[1]:
    _bytes = lib.buoy_struct_bytes(_name.encode())
    if _bytes and _bytes != ffi.sizeof(f"struct {_name}"):
        raise ImportError(f"buoyancy: {_file} is of another version: its {_name} has {_bytes} bytes, "
                          f"not {ffi.sizeof(f'struct {_name}')}")

# Keywords of Mesh.from_arrays(), and their bits in enum buoy_mesh_flags.
FLAGS = {"weld": lib.BUOY_MESH_WELD, "repair": lib.BUOY_MESH_REPAIR, "close": lib.BUOY_MESH_CLOSE,
         "fill": lib.BUOY_MESH_FILL, "open_ok": lib.BUOY_MESH_ACCEPT_OPEN,
         "inside_out_ok": lib.BUOY_MESH_ACCEPT_INSIDE_OUT, "keep": lib.BUOY_MESH_KEEP_ALL}
SHAPES = ["box", "sphere", "ellipsoid", "capsule", "cylinder", "cone"]


class BuoyancyError(ValueError):
    """What the library refuses, in its own words: they name the first offending element and end in
    what helps. `status`: the name of its enum buoy_status, such as "BUOY_ERROR_OPEN"."""

    status = "BUOY_ERROR_ARGUMENT"


class ElementError(BuoyancyError):
    """Some elements of an array have no answer. `answers`: those of all others, and NaN."""

    answers = None


def insist(condition, message):
    """Refuses unless the condition holds. The message is made either way: nothing slow belongs in it."""
    if not condition:
        raise BuoyancyError(message)


def refusal(error, answers=None):
    """Returns the exception for a filled struct buoy_error. Flags of C become keywords."""
    def keyword(found):
        word = found[1].lower()
        return "keep=True" if word.startswith("keep_") else re.sub(r"accept_(.*)", r"\1_ok", word) + "=True"
    message = ffi.string(error.message).decode(errors="replace")
    kind = ElementError if error.status == lib.BUOY_ERROR_ELEMENT else BuoyancyError
    refused = kind(re.sub(r"BUOY_MESH_([A-Z_]+)", keyword, message))
    refused.status = ffi.string(ffi.cast("enum buoy_status", error.status))
    if kind is ElementError:
        refused.answers = answers
    return refused


# ------------------------------------------------------------------------------------------- rows

@functools.lru_cache(None)
def dtype_of(ctype):
    """Returns numpy's view of a C type: structs are structured dtypes with the same offsets."""
    if ctype.kind == "struct":
        names, fields = zip(*ctype.fields)
        return np.dtype({"names": names, "formats": [dtype_of(field.type) for field in fields],
                         "offsets": [field.offset for field in fields], "itemsize": ffi.sizeof(ctype)})
    if ctype.kind == "array":
        item = dtype_of(ctype.item)
        return np.dtype((item.base, (ctype.length, *item.shape)))
    unsigned = ctype.kind != "primitive" or ctype.cname.startswith(("u", "size"))
    letter = {"float": "f", "double": "f", "_Bool": "b"}.get(ctype.cname, "u" if unsigned else "i")
    return np.dtype(bool) if letter == "b" else np.dtype(f"{letter}{ffi.sizeof(ctype)}")


@functools.lru_cache(None)
def members_of(struct):
    """Returns the types of a C struct's members by their names."""
    return {name: field.type for name, field in struct.fields}


@functools.lru_cache(None)
def dtype(name):
    """Returns the dtype of rows of a public struct of C, by its name without buoy_, such as "drag_body"."""
    known = [one[5:] for one in ffi.list_types()[1] if ffi.typeof(f"struct {one}").fields]
    insist(name in known, f"dtype: {name!r} is none of {', '.join(known)}")
    return dtype_of(ffi.typeof(f"struct buoy_{name}"))


def numbers(values, name, shape=None, dtype=float):
    """The caller's numbers, contiguous and aligned, copied if they must. shape: with None for any length."""
    array = np.require(values, dtype, "CA")
    insist(shape is None or (array.ndim == len(shape) and all(b in (None, a) for a, b in zip(array.shape, shape))),
           f"{name}: an array of shape {shape}, not {array.shape}".replace("None", "n"))
    return array


def _leaves(dtype):
    return set().union(*(_leaves(dtype[name]) for name in dtype.names)) if dtype.names else {dtype.base}


def rows_of(ctype, values, kept, name):
    """The caller's rows of a C type: structured, as tuples, or, where all members of a struct are of one type, as plain
    numbers, (…, n) for structs of n; shapes as (kind, size), polygons as arrays (n, 2). `kept`: what they point to."""
    form = dtype_of(ctype)
    insist(not isinstance(values, str), f"{name}: rows of numbers, not text")
    if ctype.cname == "struct buoy_shape":
        if len(values) == 2 and isinstance(values[0], str):
            size = np.atleast_1d(numbers(values[1], f"{name}: size"))
            insist(values[0] in SHAPES, f"{name}: shape {values[0]!r} is none of {', '.join(SHAPES)}")
            insist(size.ndim == 1 and len(size) <= 3, f"{name}: up to 3 sizes, not an array of shape {size.shape}")
            return np.array((SHAPES.index(values[0]), [*size, 0, 0, 0][:3]), form)
        return np.array([rows_of(ctype, one, kept, name) for one in values], form)
    if ctype.cname == "struct buoy_polygon":
        if len(values) == 0 or np.ndim(values[0]) == 1:
            kept.append(numbers(values, name, (None, 2), np.float32))
            return np.array((kept[-1].ctypes.data, len(kept[-1])), form)
        return np.array([rows_of(ctype, one, kept, name) for one in values], form)
    leaf, *others = _leaves(form)
    if others or not form.names or getattr(getattr(values, "dtype", None), "names", None):
        return np.require(values, form.base, "CA")
    array, width = numbers(values, name, None, leaf), form.itemsize // leaf.itemsize
    insist(array.shape[-1:] == (width,), f"{name}: an array of shape (…, {width}), not {array.shape}")
    return array.view(form)[..., 0]


# ------------------------------------------------------------------------------------------ calls

def given(ctype, value, kept, name="input"):
    """Returns what the library takes for Python's value: None, an object of this package, a kernel's id, a dict of a
    struct's members (others have their defaults), rows. `kept` receives what must live as long."""
    if ctype.kind in ("primitive", "enum"):
        return value
    if ctype.kind == "array":
        form = dtype_of(ctype)
        value, size = numbers(value, name, None, form.base), np.prod(form.shape)
        insist(value.size == size, f"{name}: {size} numbers, not an array of shape {value.shape}")
        return value.reshape(form.shape).tolist()
    if ctype.kind == "struct":
        pointer = given(ffi.typeof(ffi.getctype(ctype, "*")), value, kept, name)
        insist(isinstance(value, dict) or kept[-1].shape == (), f"{name}: a single row")
        return pointer[0]
    value = NULL if value is None else getattr(value, "_held", value)
    if isinstance(value, ffi.CData):
        return value
    if ctype.item.cname == "struct buoy_kernel":
        return kernel(value)
    if isinstance(value, dict):
        struct, types = ffi.new(ctype), members_of(ctype.item)
        lib.buoy_struct_fill(ctype.item.cname[7:].encode(), struct, ffi.sizeof(ctype.item), NULL)
        for name, member in value.items():
            insist(name in types, f"{name}: {ctype.item.cname} has {', '.join(types)}")
            setattr(struct, name, given(types[name], member, kept, name))
        kept.append(struct)
        return struct
    kept.append(rows_of(ctype.item, value, kept, name))
    return ffi.cast(ctype, ffi.from_buffer(kept[-1]))


def ask(function, *inputs, shape=(), frame=None):
    """Calls a function of the library. inputs: in the order of its parameters, as given() takes them. What they leave
    over, but the error, are answers, which are returned: rows of the shape, a tuple of several. frame: theirs."""
    types, kept, error = ffi.typeof(function).args, [], ffi.new("struct buoy_error *")
    last = [error] if types[-1] is ffi.typeof(error) else []
    forms = [dtype_of(ctype.item) for ctype in types[len(inputs):len(types) - len(last)]]
    answers = [np.empty(shape + form.shape * 2, form.base) for form in forms]  # C's matrices are square
    status = function(*(given(*one, kept) for one in zip(types, [*inputs, *answers])), *last)
    answers = [frame.out(rows) if frame else rows for rows in answers]
    answers = answers[0] if len(answers) == 1 else tuple(answers)
    if status:
        raise refusal(error, answers)
    return answers


def made(function, release, *inputs):
    """Returns what a function of the library makes, to be released with the last reference to it."""
    return ffi.gc(ffi.cast(ffi.typeof(release).args[0], int(ask(function, *inputs))), release)


def aligned(size):
    """Returns memory of at least one byte, aligned to 64."""
    insist(size < 2**40, "this kernel cannot answer such a question")
    memory = np.empty(size + 64, np.uint8)
    begin = -memory.ctypes.data % 64
    return ffi.from_buffer(memory[begin:begin + max(size, 1)])


def scratch(function, *inputs):
    """Returns aligned memory as a function of the library says it is needed, and its size."""
    error = ffi.new("struct buoy_error *")
    size = function(*inputs, error)
    if error.status:
        raise refusal(error)
    return aligned(size), size


# ---------------------------------------------------------------------------------------- kernels

def kernel(name):
    """Returns a kernel of the library by its id, NULL by None."""
    found = NULL if name is None else lib.buoy_kernel_find(str(name).encode())
    if name is not None and found == NULL:
        raise BuoyancyError(f"kernel: '{name}' is none of {', '.join(kernels())}, or family/method/best")
    return found


def described():
    """Yields id, family, whether deterministic and whether runnable, of each kernel."""
    for index in range(lib.buoy_kernel_count()):
        info = ask(lib.buoy_kernel_get_info, lib.buoy_kernel_at(index))
        text = [ffi.string(ffi.cast("char *", int(info[name]))).decode() for name in ("id", "family")]
        yield (*text, bool(info["deterministic"]), bool(info["runnable"]))


def kernels():
    """Returns the ids of all kernels that this machine can run, such as "volume/blocks/avx2"."""
    return [name for name, _family, _deterministic, runnable in described() if runnable]


# ----------------------------------------------------------------------------------------- frames

class Frame:
    """Which axis is up and which hand, as enum buoy_frame has it. The library's own frame is z up, right-handed.
    matrix: v @ matrix is a caller's vector in the library's frame, v @ matrix.T is the way back, both exact."""

    TABLE = {"z-up": [(1, 0, 0), (0, 1, 0), (0, 0, 1)], "y-up": [(1, 0, 0), (0, 0, 1), (0, -1, 0)],
             "y-up-left": [(1, 0, 0), (0, 0, 1), (0, 1, 0)], "z-up-left": [(1, 0, 0), (0, -1, 0), (0, 0, 1)],
             "z-down": [(1, 0, 0), (0, -1, 0), (0, 0, -1)]}

    def __init__(self, name):
        insist(isinstance(name, str) and name in self.TABLE, f"frame: {name!r} is none of {', '.join(self.TABLE)}")
        self.name, self.number, self.matrix = name, list(self.TABLE).index(name), np.array(self.TABLE[name], float)
        self.hand, self.plain, self.up = -1.0 if name.endswith("left") else 1.0, name == "z-up", self.matrix[:, 2]

    def into(self, vector, name="vector"):
        """A caller's vector of 3 numbers in the library's frame."""
        return numbers(vector, name, (3,)) @ self.matrix

    def tensors_out(self, tensors):
        """The library's tensors in the caller's frame."""
        return self.matrix @ tensors @ self.matrix.T

    def out(self, rows):
        """Exchanges the axes of all that rows of answers hold, in place. Returns them."""
        names = () if self.plain else rows.dtype.names or ()
        for name in names:
            form = rows.dtype[name]
            if form.names:
                self.out(rows[name])
            elif form.shape == (3,):
                rows[name] = rows[name] @ (np.abs(self.matrix.T) if name == "half_extent" else self.matrix.T)
            elif form.shape == (3, 3):
                rows[name] = self.tensors_out(rows[name])
        if "trim_degrees" in names:
            rows["trim_degrees"] *= self.hand
        if "minimum" in names:
            rows["minimum"], rows["maximum"] = np.sort([rows["minimum"], rows["maximum"]], 0)
        if "xx" in names:
            moments = [[rows["".join(sorted(i + j))] for j in "xyz"] for i in "xyz"]
            turned = self.tensors_out(np.moveaxis(np.array(moments), (0, 1), (-2, -1)))
            for i, j in ((0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2)):
                rows["xyz"[i] + "xyz"[j]] = turned[..., i, j]
        return rows
