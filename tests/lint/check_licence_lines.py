#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every source file names its licence in its first or second line.

usage: check_licence_lines.py ROOT"""
import pathlib
import subprocess
import sys

LINE = "SPDX-License-Identifier: GPL-3.0-or-later"
SUFFIXES = (".cpp", ".h", ".inc", ".py", ".cmake", ".sh")
NAMES = ("CMakeLists.txt", "dev", "pre-commit")
# Inputs of tests: a line more would change what is expected of them.
DATA = ("tests/corpora/", "tests/samples/", "tests/core/formats/debug/dwarf/programs/")


def is_source(name):
    path = pathlib.PurePosixPath(name)
    return not name.startswith(DATA) and (path.suffix in SUFFIXES or path.name in NAMES)


def files_without(root):
    listed = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=root, capture_output=True, text=True, check=True)
    for name in filter(is_source, listed.stdout.split("\0")):
        path = root / name
        if path.is_file() and not any(LINE in line for line in path.read_text(encoding="utf-8").splitlines()[:2]):
            yield name


if __name__ == "__main__":
    missing = list(files_without(pathlib.Path(sys.argv[1])))
    for missing_name in missing:
        print(f"{missing_name}: no line '{LINE}' at its head")
    sys.exit(bool(missing))
