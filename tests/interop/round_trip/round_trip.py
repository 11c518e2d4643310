#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Prints the stacks of dumps as texts and reads them again.

    round_trip.py FAULTLINE FOLDER [--examples N]

FOLDER holds what `score_crashes.py --out FOLDER` of tests/truth left: programs, and their crash files (*.crash) beside them. The crashed thread of each
is printed in every form that gives a frame's module and offset, without any name. The text must give the frames of the dump again: functions, files,
lines, and the calls that were inlined. Frames in no module have no place in such a text and are not compared.
"""
import argparse
import json
import os
import re
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

MAX_FRAMES = 200  # A stack that overflowed has many more.


def with_names(module):
    """The copy of a stripped program that has its names, which score_crashes.py keeps."""
    named = os.path.join(os.path.dirname(module), "names", os.path.basename(module))
    return named if os.path.isfile(named) else module


def is_of_kernel(frame):
    """The code that the kernel gives a process has its names in the dump's memory and in no file, so that no text can lead to them."""
    return bool(re.match(r"linux-(gate|vdso)|\[vdso", os.path.basename(frame.get("package") or "")))


def symbolicate(faultline, symbols, path, modules=()):
    with tempfile.TemporaryDirectory() as home:
        environment = {**os.environ, "HOME": home, "XDG_CACHE_HOME": home, "XDG_CONFIG_HOME": home}
        words = [faultline, "symbolicate", "--offline", "--format", "json", "--symbols", symbols, path]
        words += [word for module in modules for word in ("--module", f"{os.path.basename(module)}={with_names(module)}")]
        run = subprocess.run(words, capture_output=True, env=environment, timeout=300, check=False)
    try:
        return json.loads(run.stdout)
    except ValueError:
        return None


def crashed_stack(report):
    stacks = report["stacktraces"] if report else []
    return next((stack for stack in stacks if stack.get("is_requesting")), {"frames": []})["frames"]


class Frame:
    """A physical frame of a dump, and its module."""

    def __init__(self, frame, modules):
        self.pc = int(frame["faultline"]["pc"], 16)
        self.call = int(frame["instruction_addr"], 16)
        holding = [module for module in modules if int(module["image_addr"], 16) <= self.call < int(module["image_addr"], 16) + module["image_size"]]
        self.module = holding[0] if holding else None

    @property
    def path(self):
        return self.module["code_file"]

    @property
    def build_id(self):
        return self.module.get("code_id", "")

    def offset(self, address):
        return address - int(self.module["image_addr"], 16)

    @property
    def is_exact(self):
        return self.pc == self.call


def tombstone(frames):
    yield "*** *** *** *** *** *** *** *** *** *** *** *** *** *** *** ***"
    yield "pid: 1, tid: 1, name: crashes  >>> crashes <<<"
    yield "signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x8"
    yield "backtrace:"
    for number, frame in enumerate(frames):
        yield f"      #{number:02} pc {frame.offset(frame.call):016x}  {frame.path} (BuildId: {frame.build_id})"


def sanitizer(frames):
    yield "==1==ERROR: AddressSanitizer: SEGV on unknown address 0x8 (pc 0x1 bp 0x1 sp 0x1 T0)"
    for number, frame in enumerate(frames):
        yield f"    #{number} 0x{frame.call:x}  ({frame.path}+0x{frame.offset(frame.call):x}) (BuildId: {frame.build_id})"
    yield "SUMMARY: AddressSanitizer: SEGV"


def markup(frames):
    yield "{{{reset}}}"
    modules = {frame.path: frame for frame in frames}
    for number, frame in enumerate(modules.values()):
        yield f"{{{{{{module:{number}:{frame.path}:elf:{frame.build_id}}}}}}}"
        yield f"{{{{{{mmap:{frame.module['image_addr']}:0x{frame.module['image_size']:x}:load:{number}:rx:0x0}}}}}}"
    for number, frame in enumerate(frames):
        yield f"{{{{{{bt:{number}:0x{frame.pc:x}:{'pc' if frame.is_exact else 'ra'}}}}}}}"


def backtrace_symbols(frames):
    yield "Received signal 11 SEGV_MAPERR 000000000008"
    for frame in frames:
        yield f"{frame.path}(+0x{frame.offset(frame.pc):x}) [0x{frame.pc:x}]"


def coredump_of_systemd(frames):
    yield "Process 1 (crashes) of user 1000 dumped core."
    yield ""
    for frame in {frame.path: frame for frame in frames}.values():
        yield f"Module {frame.path} with build-id {frame.build_id}"
    yield "Stack trace of thread 1:"
    for number, frame in enumerate(frames):
        yield f"#{number}  0x{frame.pc:016x} n/a ({frame.path} + 0x{frame.offset(frame.pc):x})"


# Forms of return addresses say only of the first frame that its address is exact.
FORMS = {  # The printer; may inner frames be exact; does the text identify modules? A file of others is named by --module.
    "tombstone": (tombstone, True, True), "sanitizer": (sanitizer, True, True), "markup of LLVM": (markup, True, True),
    "backtrace_symbols": (backtrace_symbols, False, False), "systemd-coredump": (coredump_of_systemd, False, True)}


def facts(frame, compared):
    """Returns what is compared of a frame. The separate debug file of a file without an id is not found, so that libraries known by name have fewer names."""
    if not compared(frame):
        return None
    if is_of_kernel(frame):
        return ("the kernel's",)
    return frame.get("function") or frame.get("symbol"), frame.get("filename"), frame.get("lineno"), bool(frame["faultline"].get("inlined"))


def judge_form(faultline, crash, frames, rows, form):
    printer, _, is_identified = FORMS[form]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "trace.txt"
        path.write_text("\n".join(printer(frames)) + "\n", encoding="utf-8")
        unidentified = {frame.path for frame in frames if not is_identified or not frame.build_id}
        stack = crashed_stack(symbolicate(faultline, crash.parent, path, unidentified))

    def is_compared(frame):
        return not unidentified or frame.get("package", "").startswith(str(crash.parent))
    found = [facts(frame, is_compared) for frame in stack]
    wanted = [facts(row, is_compared) for row in rows]
    if unidentified:  # Inlined calls of a library that is known by its name alone.
        found, wanted = [fact for fact in found if fact], [fact for fact in wanted if fact]
    wrong = next((i for i, (one, other) in enumerate(zip(wanted + [None], found + [None])) if one != other), None)
    return {"crash": f"{crash.parent.name}/{crash.name}", "form": form, "right": found == wanted, "frames": len(wanted),
            "wrong at": wrong, "wanted": wanted[wrong:wrong + 1] if wrong is not None else [], "found": found[wrong:wrong + 1] if wrong is not None else []}


def judge(faultline, crash):
    report = symbolicate(faultline, crash.parent, crash)
    rows = [row for row in crashed_stack(report) if row.get("package")][:MAX_FRAMES]
    while rows and rows[-1]["faultline"].get("inlined"):  # Whose physical frame is beyond the limit.
        rows.pop()
    frames = [Frame(row, report["modules"]) for row in rows if not row["faultline"].get("inlined")]
    if not frames or any(frame.module is None for frame in frames):
        return []
    has_inner_exact = any(frame.is_exact for frame in frames[1:]) or not frames[0].is_exact
    forms = [form for form, (_, may_be_exact, _) in FORMS.items() if may_be_exact or not has_inner_exact]
    return [judge_form(faultline, crash, frames, rows, form) for form in forms]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("faultline")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--examples", type=int, default=0, help="how many wrong texts to print")
    arguments = parser.parse_args()
    faultline = Path(arguments.faultline).resolve()
    crashes = sorted(path.resolve() for path in arguments.folder.glob("**/*.crash"))
    with ThreadPoolExecutor(2) as pool:
        rows = [row for some in pool.map(lambda crash: judge(faultline, crash), crashes) for row in some]
    for form in FORMS:
        members = [row for row in rows if row["form"] == form]
        right = [row for row in members if row["right"]]
        print(f"{form:20} {len(right)} of {len(members)} texts, {sum(row['frames'] for row in right)} of {sum(row['frames'] for row in members)} frames")
    for row in [row for row in rows if not row["right"]][:arguments.examples]:
        print("   ", row)
    return 0 if rows and all(row["right"] for row in rows) else 1


if __name__ == "__main__":
    raise SystemExit(main())
