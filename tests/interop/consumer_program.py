#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Installs the library, builds the program of docs/library.md with it, and compares its frames with those of the command line.

usage: consumer_program.py BUILD FAULTLINE CRASH
"""
import json
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent


def run(*command, **options):
    result = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False, **options)
    if result.returncode != 0:
        sys.exit(f"{shlex.join(str(word) for word in command)}: exit status {result.returncode}\n{result.stdout}{result.stderr}")
    return result.stdout


def frames_of_command_line(faultline, crash, home):
    report = json.loads(run(faultline, "symbolicate", "--offline", "--format", "json", crash, env=home))
    thread = next(stack for stack in report["stacktraces"] if stack.get("is_requesting"))
    return [f"{frame.get('function', '?')} {frame.get('abs_path', '?')}:{frame.get('lineno', 0)}" for frame in thread["frames"]]


def check_document(program):
    """The page shows the program itself."""
    page = (ROOT / "docs/library.md").read_text(encoding="utf-8")
    code = re.search(r"```cpp\n(.*?)```", page, re.DOTALL).group(1)
    body = program.read_text(encoding="utf-8").split("\n", 1)[1]
    assert code == body, "docs/library.md shows another program than tests/interop/library/frames.cpp"


def main():
    build, faultline, crash = (pathlib.Path(word).resolve() for word in sys.argv[1:4])
    check_document(HERE / "library/frames.cpp")
    with tempfile.TemporaryDirectory() as folder:
        prefix = pathlib.Path(folder, "installed")
        for component in ("library", "library_dev"):
            run("cmake", "--install", build, "--component", component, "--prefix", prefix)
        home = {"HOME": folder, "PATH": "/usr/bin:/bin", "XDG_CACHE_HOME": folder}
        expected = frames_of_command_line(faultline, crash, home)
        assert any(frame.startswith("scene::") for frame in expected), expected

        run("cmake", "-S", HERE / "library", "-B", f"{folder}/by_cmake", f"-DCMAKE_PREFIX_PATH={prefix}")
        run("cmake", "--build", f"{folder}/by_cmake")
        frames = run(f"{folder}/by_cmake/frames", crash, env=home).splitlines()
        assert frames == expected, f"the library's frames:\n{frames}\nthe command line's:\n{expected}"

        pkgconfig = next(prefix.rglob("faultline.pc")).parent
        flags = shlex.split(run("pkg-config", "--cflags", "--libs", "faultline", env={**home, "PKG_CONFIG_PATH": str(pkgconfig)}))
        checked = pathlib.Path(folder, "version.cpp")
        checked.write_text("#include <faultline_version.h>\nnamespace faultline { const char* libraryVersion(); }\n"
                           "int main() { return faultline::libraryVersion()[0] == FAULTLINE_VERSION_STRING[0] ? 0 : 1; }\n", encoding="utf-8")
        run("c++", "-std=c++23", checked, "-o", f"{folder}/version", *flags, f"-Wl,-rpath,{pkgconfig.parent}")
        run(f"{folder}/version")


main()
