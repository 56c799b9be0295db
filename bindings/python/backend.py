"""Builds wheels of the package: CMake builds the shared library, cffi describes it by its own headers."""
import base64
import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import sysconfig
import tempfile
import zipfile

import cffi

HERE = pathlib.Path(__file__).resolve().parent
# A source archive has the library beside the package; in a clone it stands two folders up.
ROOT = HERE / "library" if (HERE / "library").exists() else HERE.parent.parent
SOURCES = ("CMakeLists.txt", "LICENSE", "cmake", "kernels", "scalar", "simd")


def declarations(compiler, include):
    """Returns the C declarations of all public headers, as cffi reads them."""
    headers = sorted(path.name for path in include.glob("*.h"))
    with tempfile.TemporaryDirectory() as folder:
        unit = pathlib.Path(folder, "headers.c")
        unit.write_text("".join(f"#include <{name}>\n" for name in headers))
        flags = ["/nologo", "/EP"] if pathlib.Path(compiler[0]).stem.lower() == "cl" else ["-E", "-P"]
        text = subprocess.run([*compiler, *flags, f"-I{include}", str(unit)], check=True, capture_output=True,
                              text=True, encoding="utf-8").stdout
    text = text[text.index("enum buoy_status {"):]  # behind the system's headers
    text = re.sub(r"__attribute__\(\(.*?\)\)\)?|__declspec\(\w+\)", "", text)
    text, inline = re.subn(r"static inline [^;{]*\{.*?\n\}", "", text, flags=re.DOTALL)
    if inline != 4:
        raise SystemExit(f"backend.py: 4 inline functions were left out of the headers once, now {inline}")
    return text


def build_library(folder, settings):
    """Builds the shared library, or takes `library`. Returns it, its name in the package and the compiler."""
    if "library" in settings:
        return pathlib.Path(settings["library"]), os.environ.get("CC", "cc").split()
    options = settings.get("cmake", "").split()
    subprocess.run(["cmake", "-S", ROOT, "-B", folder, "-DCMAKE_BUILD_TYPE=Release", "-DBUILD_SHARED_LIBS=ON",
                    "-DBUOY_BUILD_CLI=OFF", "-DBUOY_BUILD_TESTS=OFF", "-DBUOY_INSTALL=OFF", "-DBUOY_WERROR=OFF",
                    *options], check=True)
    subprocess.run(["cmake", "--build", folder, "--config", "Release", "--parallel", str(os.cpu_count() or 1)],
                   check=True)
    found = [path for pattern in ("**/*buoyancy*.so", "**/*buoyancy*.dylib", "**/*buoyancy*.dll")
             for path in pathlib.Path(folder).glob(pattern)]
    chosen = next(pathlib.Path(folder).glob("CMakeFiles/*/CMakeCCompiler.cmake")).read_text(encoding="utf-8")
    return found[0], [re.search(r'^set\(CMAKE_C_COMPILER "(.*)"\)$', chosen, re.M)[1]]


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """PEP 517. Settings: library, one that is built; cmake, further options; platform, of the wheel's name."""
    settings = config_settings or {}
    platform = settings.get("platform") or re.sub(r"[-.]", "_", sysconfig.get_platform())
    project = (HERE / "pyproject.toml").read_text(encoding="utf-8")
    version, summary, python = (re.search(rf'^{key} = "(.*)"$', project, re.M)[1]
                                for key in ("version", "description", "requires-python"))
    needs = re.findall(r'"([^"]*)"', re.search(r"^dependencies = (.*)$", project, re.M)[1])
    with tempfile.TemporaryDirectory() as folder:
        library, compiler = build_library(folder, settings)
        ffi = cffi.FFI()
        ffi.set_source("buoyancy._declared", None)
        ffi.cdef(declarations(compiler, ROOT / "kernels" / "include"))
        declared = pathlib.Path(folder, "_declared.py")
        ffi.emit_python_code(str(declared))
        files = {f"buoyancy/{path.name}": path.read_bytes() for path in sorted((HERE / "buoyancy").glob("*"))
                 if path.suffix in (".py", ".pyi", ".typed")}
        files["buoyancy/_declared.py"] = declared.read_bytes()
        # One name on each system, whatever the version behind it.
        suffix = ".so" if ".so" in library.name else library.suffix
        files[f"buoyancy/library{suffix}"] = library.read_bytes()
    info = f"buoyancy-{version}.dist-info"
    files[f"{info}/METADATA"] = "\n".join([
        "Metadata-Version: 2.1", "Name: buoyancy", f"Version: {version}", f"Summary: {summary}", "License: MIT",
        f"Requires-Python: {python}", *(f"Requires-Dist: {need}" for need in needs),
        "Description-Content-Type: text/markdown", "", (HERE / "README.md").read_text(encoding="utf-8")]).encode()
    files[f"{info}/LICENSE"] = (ROOT / "LICENSE").read_bytes()
    files[f"{info}/WHEEL"] = (f"Wheel-Version: 1.0\nGenerator: backend\nRoot-Is-Purelib: false\n"
                              f"Tag: py3-none-{platform}\n").encode()
    record = [f"{name},sha256={base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b'=').decode()},"
              f"{len(data)}\n" for name, data in files.items()]
    files[f"{info}/RECORD"] = ("".join(record) + f"{info}/RECORD,,\n").encode()
    name = f"buoyancy-{version}-py3-none-{platform}.whl"
    with zipfile.ZipFile(pathlib.Path(wheel_directory, name), "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, data in files.items():
            wheel.writestr(path, data)
    return name


def build_sdist(sdist_directory, config_settings=None):
    """PEP 517: an archive that holds the library's sources, too."""
    version = re.search(r'^version = "(.*)"$', (HERE / "pyproject.toml").read_text(encoding="utf-8"), re.M)[1]
    with tempfile.TemporaryDirectory() as folder:
        top = pathlib.Path(folder, f"buoyancy-{version}")
        shutil.copytree(HERE, top, ignore=shutil.ignore_patterns("__pycache__", "build", "*.egg-info", "library"))
        for name in SOURCES:
            copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
            (top / "library").mkdir(exist_ok=True)
            copy(ROOT / name, top / "library" / name)
        (top / "PKG-INFO").write_text(f"Metadata-Version: 2.1\nName: buoyancy\nVersion: {version}\n")
        return os.path.basename(shutil.make_archive(str(pathlib.Path(sdist_directory, top.name)), "gztar", folder,
                                                    top.name))
