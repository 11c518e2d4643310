# SPDX-License-Identifier: GPL-3.0-or-later
"""What the tests of the Python module share. FL_PROGRAM is the built command line, FL_SOURCE the root of the sources; PYTHONPATH has the built module."""
import json
import os
import pathlib
import subprocess
import tempfile
import unittest

PROGRAM = os.environ["FL_PROGRAM"]
SOURCE = pathlib.Path(os.environ["FL_SOURCE"])
SAMPLES = SOURCE / "tests/corpora/samples"

# Settings and caches of whoever runs the tests play no part.
HOME = tempfile.TemporaryDirectory(prefix="faultline-python-")
for name in ("XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "_NT_SYMBOL_PATH", "DEBUGINFOD_URLS"):
    os.environ.pop(name, None)
os.environ["HOME"] = HOME.name

import faultline  # noqa: E402 - it reads the environment

DUMPS = {"default": "sample.dmp", "windows_mingw": "sample.dmp", "windows_pdb": "sample.dmp"}


def folder(sample):
    return SAMPLES / sample


def dump(sample):
    return folder(sample) / DUMPS.get(sample, f"{sample}.dmp")


def opened(sample="default", **options):
    return faultline.open(dump(sample), folder(sample), offline=True, **options)


def run(*arguments, cwd=None):
    """What the command line prints."""
    return subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True, check=True, cwd=cwd, timeout=300).stdout


def symbolicated(sample):
    return json.loads(run("symbolicate", dump(sample), "--symbols", folder(sample), "--offline", "--format", "json"))


def resident_kib():
    return int(pathlib.Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") // 1024


def text_stack(functions, file="/src/work.c"):
    """A stack as GDB prints it."""
    rows = [f"#{row}  0x{0x401000 + row:016x} in {function} () at {file}:{row % 100 + 1}" for row, function in enumerate(functions)]
    return "Thread 1 (Thread 0x7f0000000700 (LWP 77)):\n" + "\n".join(rows) + "\n"


class WithFolder(unittest.TestCase):
    """Each test has a folder of its own."""

    def setUp(self):
        kept = tempfile.TemporaryDirectory()
        self.addCleanup(kept.cleanup)
        self.folder = pathlib.Path(kept.name)

    def file(self, name, content):
        path = self.folder / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path


def shapes_core(where):
    """Builds shapes.cpp in a folder and lets it crash: shapes.core and shapes. False where that is not possible."""
    core_name = pathlib.Path("/proc/sys/kernel/core_pattern").read_text()
    if core_name.startswith(("|", "/")):
        return False
    program = pathlib.Path(where) / "shapes"
    source = SOURCE / "tests/app/python/shapes.cpp"
    try:
        subprocess.run(["g++", "-g", "-O0", "-ffile-prefix-map=" + str(source.parent) + "=/src", "-o", program, source], check=True)
    except FileNotFoundError:
        return False
    crash = f'ulimit -c unlimited && exec "{program}"'
    subprocess.run(["sh", "-c", crash], cwd=where, env={"PATH": os.environ["PATH"]}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    cores = list(pathlib.Path(where).glob("core*"))
    if cores:
        cores[0].rename(pathlib.Path(where) / "shapes.core")
    return bool(cores)
