#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Says what a built program lacks of the protections that what ships has (BAS-17).

usage: check_hardening.py PROGRAM OBJECTS

OBJECTS are the program's own object files, with semicolons between them. What the startup files and static libraries of the distribution bring
is not ours, so the markers of control flow are looked for in our objects.
"""
import re
import subprocess
import sys


def readelf(option, path):
    return subprocess.run(["readelf", "--wide", option, path], check=True, capture_output=True, text=True).stdout


def dynamic_flags(program):
    dynamic = readelf("--dynamic", program)
    return set(re.findall(r"\((?:FLAGS|FLAGS_1)\)\s+(?:Flags: )?(.*)", dynamic)), "(BIND_NOW)" in dynamic


def lacks_of_image(program):
    """What the loader does to protect the process."""
    flags, is_bound = dynamic_flags(program)
    words = set(" ".join(flags).split())
    segments = readelf("--segments", program)
    if "INTERP" in segments and ("DYN (" not in readelf("--file-header", program) or "PIE" not in words):
        yield "is no position-independent executable"
    if not is_bound and not words & {"BIND_NOW", "NOW"}:
        yield "binds functions lazily (no BIND_NOW)"
    if "GNU_RELRO" not in segments:
        yield "leaves relocated data writable (no GNU_RELRO)"
    stack = re.search(r"GNU_STACK\s.*", segments)
    if not stack or re.search(r"\sRWE\s", stack[0]):
        yield "has an executable stack"
    if re.search(r"^\s+LOAD\s.*\sRWE\s", segments, flags=re.M):
        yield "has memory that is both writable and executable"


def lacks_of_code(program):
    """What the compiler put into the functions: seen by the functions of libc and libstdc++ that these checks call."""
    symbols = readelf("--dyn-syms", program)
    if "__stack_chk_fail" not in symbols:
        yield "does not check its stack (-fstack-protector-strong)"
    if not re.search(r"\b__\w+_chk\b", symbols):
        yield "does not check the sizes of buffers (_FORTIFY_SOURCE)"
    if "__glibcxx_assert_fail" not in symbols:
        yield "does not check the containers of the standard library (_GLIBCXX_ASSERTIONS)"


def lacks_of_objects(program, objects):
    machine = readelf("--file-header", program)
    wanted = {"X86-64": ("IBT", "SHSTK"), "AArch64": ("BTI", "PAC")}
    features = next((names for name, names in wanted.items() if name in machine), ())
    for path in objects:
        notes = readelf("--notes", path)
        for feature in features:
            if not re.search(rf"\b{feature}\b", notes):
                yield f"has code without {feature}: {path}"


def main():
    program, objects = sys.argv[1], [path for path in sys.argv[2].split(";") if path.endswith(".o")]
    if not objects:
        sys.exit("check_hardening: no object files")
    lacks = [*lacks_of_image(program), *lacks_of_objects(program, objects)]
    # A shared object with little code of ours may have no buffer and no container to check.
    if not program.endswith(".so"):
        lacks += lacks_of_code(program)
    for lack in lacks:
        print(f"{program} {lack}")
    return 1 if lacks else 0


if __name__ == "__main__":
    sys.exit(main())
