"""Stands in for MuJoCo's package, which is not at hand: its names, over the arrays of libmujoco itself, in place."""

import ctypes
import os

import numpy as np

_lib = ctypes.CDLL(os.environ["ENGINE"])  # mujoco.c beside this, linked with libmujoco
_pointer, _text, _int = ctypes.c_void_p, ctypes.c_char_p, ctypes.POINTER(ctypes.c_int)
for _name, _result, _arguments in (
        ("engine_load", _pointer, [_text, _text, ctypes.c_int]), ("engine_timestep", ctypes.c_double, [_pointer]),
        ("engine_array", ctypes.POINTER(ctypes.c_double), [_pointer, _pointer, _text, _int, _int]),
        ("mj_makeData", _pointer, [_pointer]), ("mj_step1", None, [_pointer] * 2), ("mj_step2", None, [_pointer] * 2),
        ("mj_forward", None, [_pointer] * 2)):
    getattr(_lib, _name).restype, getattr(_lib, _name).argtypes = _result, _arguments


class _Options:
    def __init__(self, model):
        self.timestep = _lib.engine_timestep(model)


class MjModel:
    @classmethod
    def from_xml_string(cls, text):
        model, error = cls(), ctypes.create_string_buffer(400)
        model.address = _lib.engine_load(text.encode(), error, len(error))
        if not model.address:
            raise ValueError(error.value.decode())
        model.opt = _Options(model.address)
        return model


class MjData:
    def __init__(self, model):
        self._model, self.address = model, _lib.mj_makeData(model.address)

    def __getattr__(self, name):
        rows, columns = ctypes.c_int(), ctypes.c_int()
        first = _lib.engine_array(self._model.address, self.address, name.encode(), rows, columns)
        if not first:
            raise AttributeError(name)
        array = np.ctypeslib.as_array(first, (rows.value, columns.value))
        return array[:, 0] if columns.value == 1 else array


def mj_step1(model, data):
    _lib.mj_step1(model.address, data.address)


def mj_step2(model, data):
    _lib.mj_step2(model.address, data.address)


def mj_forward(model, data):
    _lib.mj_forward(model.address, data.address)
