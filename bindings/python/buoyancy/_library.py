"""The shared library, its structs as numpy sees them, and its refusals as exceptions."""
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


class BuoyancyError(ValueError):
    """What the library refuses, in its own words: they name the first offending element and end in
    what helps. `status`: the name of its enum buoy_status, such as "BUOY_ERROR_OPEN"."""

    status = "BUOY_ERROR_ARGUMENT"


class ElementError(BuoyancyError):
    """Some elements of an array have no answer. `answers`: those of all others, and NaN."""

    answers = None


# Keywords of Mesh.from_arrays(), and their bits in enum buoy_mesh_flags.
FLAGS = {"weld": lib.BUOY_MESH_WELD, "repair": lib.BUOY_MESH_REPAIR, "close": lib.BUOY_MESH_CLOSE,
         "fill": lib.BUOY_MESH_FILL, "open_ok": lib.BUOY_MESH_ACCEPT_OPEN,
         "inside_out_ok": lib.BUOY_MESH_ACCEPT_INSIDE_OUT, "keep": lib.BUOY_MESH_KEEP_ALL}
_WORDS = {"ACCEPT_OPEN": "open_ok", "ACCEPT_INSIDE_OUT": "inside_out_ok", "KEEP_TRIANGLES": "keep",
          "KEEP_BLOCKS": "keep", "KEEP_FACETS": "keep", "KEEP_TREE": "keep", "KEEP_ALL": "keep"}


def _in_keywords(found):
    word = _WORDS.get(found[1], found[1].lower())
    return f"{word}=True" if word in FLAGS else found[0]


def refusal(error, answers=None):
    """Returns the exception for a filled struct buoy_error."""
    message = ffi.string(error.message).decode(errors="replace")
    kind = ElementError if error.status == lib.BUOY_ERROR_ELEMENT else BuoyancyError
    refused = kind(re.sub(r"BUOY_MESH_([A-Z_]+)", _in_keywords, message))
    refused.status = ffi.string(ffi.cast("enum buoy_status", error.status))
    if kind is ElementError:
        refused.answers = answers
    return refused


def call(function, *arguments, answers=None):
    """Calls a function of the library whose last parameter is the error."""
    error = ffi.new("struct buoy_error *")
    if function(*arguments, error):
        raise refusal(error, answers)


def made(function, release, *arguments):
    """Returns what a function of the library makes, to be released with the last reference to it."""
    result = ffi.new(ffi.typeof(function).args[-2])
    call(function, *arguments, result)
    return ffi.gc(result[0], release)


def dtype_of(ctype):
    """Returns numpy's view of a C type: structs are structured dtypes with the same offsets."""
    if ctype.kind == "struct":
        names, fields = zip(*ctype.fields)
        return np.dtype({"names": names, "formats": [dtype_of(field.type) for field in fields],
                         "offsets": [field.offset for field in fields], "itemsize": ffi.sizeof(ctype)})
    if ctype.kind == "array":
        return np.dtype((dtype_of(ctype.item), (ctype.length,)))
    letter = {"float": "f", "double": "f", "_Bool": "?"}.get(ctype.cname, "u" if ctype.kind != "primitive" or
                                                            ctype.cname.startswith(("u", "size")) else "i")
    return np.dtype(letter if letter == "?" else f"{letter}{ffi.sizeof(ctype)}")


class Rows:
    """Arrays of one struct, filled by the library in place."""

    def __init__(self, name):
        self.dtype = dtype_of(ffi.typeof(f"struct {name}"))
        self.pointer = ffi.typeof(f"struct {name}[]")

    def empty(self, shape):
        """Returns an array of the shape, and its address for the library."""
        rows = np.empty(shape, self.dtype)
        return rows, ffi.from_buffer(self.pointer, rows)


def aligned(size):
    """Returns scratch memory of at least one byte, aligned to 64, as the library takes it."""
    if size > 2**40:
        raise BuoyancyError("this kernel cannot answer such a question")
    memory = np.empty(size + 64, np.uint8)
    begin = -memory.ctypes.data % 64
    return ffi.from_buffer(memory[begin:begin + max(size, 1)])


def kernel(name):
    """Returns a kernel of the library by its id, NULL by None."""
    if name is None:
        return NULL
    found = lib.buoy_kernel_find(str(name).encode())
    if found == NULL:
        raise BuoyancyError(f"kernel: '{name}' is none of {', '.join(kernels())}, or family/method/best")
    return found


def kernels():
    """Returns the ids of all kernels that this machine can run, such as "volume/blocks/avx2"."""
    return [one["id"] for one in map(described, range(lib.buoy_kernel_count())) if one["runnable"]]


def described(index):
    """Returns id, family, whether it is deterministic and runnable, of the kernel at a place."""
    info = ffi.new("struct buoy_kernel_info *")
    call(lib.buoy_kernel_get_info, lib.buoy_kernel_at(index), info)
    return {"id": ffi.string(info.id).decode(), "family": ffi.string(info.family).decode(),
            "deterministic": info.deterministic, "runnable": info.runnable}


class Frame:
    """Which axis is up and which hand, as enum buoy_frame has it: `axes` and `signs` of the caller's
    frame by the library's, whose z is up."""

    def __init__(self, name):
        table = {"z-up": ((0, 1, 2), (1, 1, 1)), "y-up": ((0, 2, 1), (1, -1, 1)),
                 "y-up-left": ((0, 2, 1), (1, 1, 1)), "z-up-left": ((0, 1, 2), (1, -1, 1)),
                 "z-down": ((0, 1, 2), (1, -1, -1))}
        if not isinstance(name, str) or name not in table:
            raise BuoyancyError(f"frame: {name!r} is none of {', '.join(table)}")
        self.name, self.number = name, list(table).index(name)
        self.axes, self.signs = list(table[name][0]), np.array(table[name][1], float)
        self.hand = -1.0 if name.endswith("left") else 1.0
        self.plain = self.number == 0
        # The same exchange for n, d of planes, and from the library's frame, as all are involutions.
        self.four, self.four_signs = self.axes + [3], np.append(self.signs, 1)
        self.out_signs = self.signs[self.axes]
        self.up = self.out(np.array([0.0, 0.0, 1.0]))

    def into(self, vector, name="vector"):
        """A caller's vector of 3 numbers in the library's frame."""
        vector = np.asarray(vector, float)
        if vector.shape != (3,):
            raise BuoyancyError(f"{name}: 3 numbers, not an array of shape {vector.shape}")
        return vector[self.axes] * self.signs

    def out(self, vectors):
        """The library's vectors in the caller's frame."""
        return vectors[..., self.axes] * self.out_signs

    def tensors_out(self, tensors):
        """The library's symmetric tensors in the caller's frame."""
        turned = tensors[..., self.axes, :][..., self.axes]
        return turned * np.outer(self.out_signs, self.out_signs)

    def rows_out(self, rows):
        """Exchanges the axes of all that rows of answers hold, in place. Returns them."""
        if self.plain:
            return rows
        for name in rows.dtype.names:
            if name in ("centre", "centroid", "waterplane_centroid", "up", "minimum", "maximum"):
                rows[name] = self.out(rows[name])
            elif name == "half_extent":
                rows[name] = np.abs(self.out(rows[name]))
            elif name == "inertia":
                rows[name] = self.tensors_out(rows[name])
            elif name == "at":
                self.rows_out(rows[name])
            elif name == "trim_degrees":
                rows[name] *= self.hand
        if "xx" in rows.dtype.names:
            six = np.stack([rows[name] for name in ("xx", "xy", "xz", "xy", "yy", "yz", "xz", "yz", "zz")], -1)
            turned = self.tensors_out(six.reshape(*six.shape[:-1], 3, 3))
            for name in ("xx", "xy", "xz", "yy", "yz", "zz"):
                rows[name] = turned[..., "xyz".index(name[0]), "xyz".index(name[1])]
        if "minimum" in rows.dtype.names:
            rows["minimum"], rows["maximum"] = np.sort([rows["minimum"], rows["maximum"]], 0)
        return rows
