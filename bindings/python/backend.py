"""Builds wheels of the package: CMake builds the shared library, cffi describes it by its own headers."""
import base64
import hashlib
import importlib
import os
import pathlib
import re
import subprocess
import sys
import sysconfig
import tarfile
import tempfile
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
# A source archive has the library beside the package; in a clone it stands two folders up.
ROOT = HERE / "library" if (HERE / "library").exists() else HERE.parent.parent
SOURCES = ("CMakeLists.txt", "LICENSE", "cmake", "kernels", "scalar", "simd")
PROJECT = (HERE / "pyproject.toml").read_text(encoding="utf-8")
VERSION, SUMMARY, PYTHON = (re.search(rf'^{key} = "(.*)"$', PROJECT, re.M)[1]
                            for key in ("version", "description", "requires-python"))
NEEDS = re.findall(r'"([^"]*)"', re.search(r"^dependencies = (.*)$", PROJECT, re.M)[1])
METADATA = "\n".join(["Metadata-Version: 2.1", "Name: buoyancy", f"Version: {VERSION}", f"Summary: {SUMMARY}",
                      "License: MIT", f"Requires-Python: {PYTHON}", *(f"Requires-Dist: {need}" for need in NEEDS),
                      "Description-Content-Type: text/markdown", "",
                      (HERE / "README.md").read_text(encoding="utf-8")]).encode()


def outer_cffi():
    """Returns where cffi is in the environment that is built for, which pip's isolation hides; "" if it is nowhere."""
    ask = "import cffi, pathlib; print(pathlib.Path(cffi.__file__).parent.parent)"
    return subprocess.run([sys.executable, "-I", "-c", ask], capture_output=True, text=True, check=False).stdout.strip()


def get_requires_for_build_wheel(config_settings=None):
    """PEP 517: what pip must fetch."""
    return [] if outer_cffi() else NEEDS[:1]


def declarations(include):
    """Returns what all public headers declare, as cffi reads it: each header behind those that it includes."""
    texts = {}

    def add(name):
        text = (include / name).read_text(encoding="utf-8")
        for other in re.findall(r'^#include "(.*)"', text, re.M):
            texts.get(other) or add(other)
        texts.setdefault(name, text)
    for path in sorted(include.glob("*.h")):
        add(path.name)
    return re.sub(r'/\*.*?\*/|#ifdef __cplusplus.*?#endif|#(?:[^\n]*\\\n)*[^\n]*|\bBUOY_(?:API|RESTRICT)\b|'
                  r"static inline [^;{]*\{.*?\n\}", "", "".join(texts.values()), flags=re.DOTALL)


def build_library(folder, options):
    """Builds the shared library by CMake."""
    subprocess.run(["cmake", "-S", ROOT, "-B", folder, "-DCMAKE_BUILD_TYPE=Release", "-DBUILD_SHARED_LIBS=ON",
                    "-DBUOY_BUILD_CLI=OFF", "-DBUOY_BUILD_TESTS=OFF", "-DBUOY_INSTALL=OFF", "-DBUOY_WERROR=OFF",
                    *options], check=True)
    subprocess.run(["cmake", "--build", folder, "--config", "Release", "--parallel", str(os.cpu_count() or 1)],
                   check=True)
    return next(path for path in pathlib.Path(folder).glob("**/*buoyancy*") if path.suffix in (".so", ".dylib", ".dll"))


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """PEP 517. Settings: library, one that is built; cmake, further options; platform, of the wheel's name."""
    settings = config_settings or {}
    tag = "py3-none-" + (settings.get("platform") or re.sub(r"[-.]", "_", sysconfig.get_platform()))
    sys.path.append(outer_cffi())
    ffi = importlib.import_module("cffi").FFI()
    ffi.set_source("buoyancy._declared", None)
    ffi.cdef(declarations(ROOT / "kernels" / "include"))
    files = {f"buoyancy/{path.name}": path.read_bytes() for path in sorted((HERE / "buoyancy").glob("*"))
             if path.suffix in (".py", ".pyi", ".typed")}
    with tempfile.TemporaryDirectory() as folder:
        library = pathlib.Path(settings.get("library") or build_library(folder, settings.get("cmake", "").split()))
        # One name on each system, whatever the version behind it.
        files[f"buoyancy/library{'.so' if '.so' in library.name else library.suffix}"] = library.read_bytes()
        declared = pathlib.Path(folder, "_declared.py")
        ffi.emit_python_code(str(declared))
        files["buoyancy/_declared.py"] = declared.read_bytes()
    info = f"buoyancy-{VERSION}.dist-info"
    files[f"{info}/METADATA"], files[f"{info}/LICENSE"] = METADATA, (ROOT / "LICENSE").read_bytes()
    files[f"{info}/WHEEL"] = f"Wheel-Version: 1.0\nGenerator: backend\nRoot-Is-Purelib: false\nTag: {tag}\n".encode()
    record = [f"{name},sha256={base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b'=').decode()},"
              f"{len(data)}\n" for name, data in files.items()]
    files[f"{info}/RECORD"] = ("".join(record) + f"{info}/RECORD,,\n").encode()
    name = f"buoyancy-{VERSION}-{tag}.whl"
    with zipfile.ZipFile(pathlib.Path(wheel_directory, name), "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, data in files.items():
            wheel.writestr(path, data)
    return name


def build_sdist(sdist_directory, config_settings=None):
    """PEP 517: an archive that holds the library's sources, too."""
    top = f"buoyancy-{VERSION}"
    with tempfile.TemporaryDirectory() as folder, tarfile.open(
            pathlib.Path(sdist_directory, f"{top}.tar.gz"), "w:gz") as archive:
        def kept(file):
            return None if re.search(r"__pycache__|\.egg-info|/build$", file.name) else file
        pathlib.Path(folder, "PKG-INFO").write_bytes(METADATA)
        archive.add(pathlib.Path(folder, "PKG-INFO"), f"{top}/PKG-INFO")
        for path in HERE.iterdir():
            if path.name != "library":
                archive.add(path, f"{top}/{path.name}", filter=kept)
        for name in SOURCES:
            archive.add(ROOT / name, f"{top}/library/{name}", filter=kept)
    return f"{top}.tar.gz"
