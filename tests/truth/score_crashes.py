#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures how often the stacks of crashes are right whose callers are known from how the programs are written (docs/truth.md).

score_crashes.py --faultline PROGRAM --dumper SAMPLE_DUMPER --out FOLDER [--builds TEXT] [--kinds TEXT] [--writers TEXT] [--details]

Builds crashes.c in several ways, lets each writer write each crash, and asks `faultline symbolicate --offline` for the crashed thread. The frames' names
come from the programs' own symbols by `nm`, not from Faultline. Crash files stay in FOLDER; a second run scores the same ones.
"""
import argparse
import bisect
import json
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from crash_programs import BUILDS, CHAINS, START_CODE, WINDOWS_LIBRARIES, name_at, pattern_of
from crash_writers import WRITERS, missing_tool


@dataclass
class Tally:
    crashes: int = 0
    right: int = 0
    frames: int = 0
    missing: int = 0
    invented: int = 0


def stack_of(report):
    threads = report.get("stacktraces") or [{"frames": []}]
    crashed = next((thread for thread in threads if thread.get("is_requesting")), threads[0])
    return [int(frame["faultline"]["pc"], 16) for frame in crashed["frames"] if not frame["faultline"].get("inlined")]


def words_of(report, program):
    """The stack as words: the names of the program's functions, L for libraries, X for no module."""
    modules = sorted((int(module["image_addr"], 16), module["image_size"], module.get("code_file") or "") for module in report["modules"])
    starts = [module[0] for module in modules]
    words = []
    for index, pc in enumerate(stack_of(report)):
        address = pc if index == 0 else pc - 1
        at = bisect.bisect_right(starts, address) - 1
        if at < 0 or address >= modules[at][0] + modules[at][1]:
            words.append("X")
            continue
        twin = program.parent / "names" / modules[at][2].replace("\\", "/").rsplit("/", 1)[-1]
        words.append(name_at(twin, address - modules[at][0]) if twin.exists() else "L")
    return words


def common_length(a, b):
    row = [0] * (len(b) + 1)
    for x in a:
        before = 0
        for j, y in enumerate(b):
            before, row[j + 1] = row[j + 1], before + 1 if x == y else max(row[j + 1], row[j])
    return row[-1]


def score(kind, words):
    """(right, frames, missing, invented); start code and libraries do not count as frames."""
    own = [word for word in words if word != "L" and word not in START_CODE]
    expected = []
    for word in CHAINS[kind]:
        if word.endswith("+"):
            expected += [word[:-1]] * max(own.count(word[:-1]), 50)
        elif word != "L":
            expected.append(word)
    found = common_length(expected, own)
    right = pattern_of(kind).match("".join(word + " " for word in words)) is not None
    invented = len(own) - found
    if not right and found == len(expected) == len(own):
        invented += 1  # A library's frame where none is, or none where one is.
    return right, len(expected), len(expected) - found, invented


def ask(faultline, program, file):
    with tempfile.TemporaryDirectory() as cache:
        environment = {**os.environ, "XDG_CACHE_HOME": cache, "XDG_CONFIG_HOME": cache}
        words = [faultline, "symbolicate", "--offline", "--format", "json", "--symbols", program.parent, file]
        if program.suffix == ".exe":
            words += ["--symbols", WINDOWS_LIBRARIES]
        text = subprocess.run([str(word) for word in words], capture_output=True, text=True, errors="replace", env=environment, timeout=300, check=False).stdout
    try:
        return json.loads(text)
    except ValueError:
        return {"modules": [], "stacktraces": []}


def crash_file(options, build, program, writer, kind):
    target = program.parent / (f"{writer} {kind}".replace(",", "").replace(" ", "-") + ".crash")
    if not target.exists():
        WRITERS[writer](program, kind, target, {"dumper": options.dumper})
    return target if target.exists() and target.stat().st_size > 0 else None


def score_build(options, build, tallies):
    folder = options.out / build.name.replace(" ", "_")
    program = folder / ("crashes.exe" if build.is_windows else "crashes")
    if not (folder / "names" / program.name).exists():
        build.make(folder)
    for writer in WRITERS:
        if options.writers not in writer or missing_tool(writer, build, {"dumper": options.dumper}):
            continue
        for kind in build.kinds:
            if options.kinds and kind not in options.kinds.split(","):
                continue
            file = crash_file(options, build, program, writer, kind)
            if file is None:
                print(f"{build.name}, {writer}, {kind}: no file was written", file=sys.stderr)
                continue
            words = words_of(ask(options.faultline, program, file), program)
            right, frames, missing, invented = score(kind, words)
            tally = tallies.setdefault(writer, Tally())
            tally.crashes += 1
            tally.right += right
            tally.frames += frames
            tally.missing += missing
            tally.invented += invented
            if options.details and not right:
                print(f"  {build.name}, {writer}, {kind}: {' '.join(words[:14])} ({len(words)} frames)", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("--faultline", "--dumper", "--out"):
        parser.add_argument(name, type=lambda text: Path(text).resolve(), required=True)
    for name in ("--builds", "--kinds", "--writers"):
        parser.add_argument(name, default="")
    parser.add_argument("--details", action="store_true")
    options = parser.parse_args()
    tallies = {}
    for build in BUILDS:
        if options.builds and options.builds != build.name:
            continue
        if not build.is_here():
            print(f"left out: {build.name} ({build.compiler} is not installed)", file=sys.stderr)
            continue
        score_build(options, build, tallies)
        print(f"{build.name}: done", file=sys.stderr, flush=True)
    print("| writer | crashes | right | frames found | missing | invented |\n|---|---|---|---|---|---|")
    for writer, tally in tallies.items():
        print(f"| {writer} | {tally.crashes} | {tally.right} | {tally.frames - tally.missing}/{tally.frames} | {tally.missing} | {tally.invented} |")
    return 0 if tallies else 1


if __name__ == "__main__":
    sys.exit(main())
