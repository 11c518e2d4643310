#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures how often stacks are right (docs/truth.md).

score_truth.py --tracer TRACE_PROGRAM --faultline PROGRAM --out FOLDER [--programs N] [--instants N] [--only TEXT] [--walkers NAMES] [--details]

Traces the installed programs of programs.py one instruction at a time, writes cores at chosen instants, asks every walker that is installed
for the stack of each core, and prints one table. With --details each wrong stack of faultline is listed.
"""
import argparse
import json
import shutil
import subprocess
import sys
from collections import Counter
from functools import lru_cache
from pathlib import Path

from chains import Score, compare
from programs import programs
from unwind_coverage import UnwindCoverage
from walkers import WALKERS

TOOLS = {"faultline": "", "LLDB": "lldb-19", "GDB": "gdb", "eu-stack": "eu-stack"}
CLASSES = ("with CFI", "without CFI")


@lru_cache(maxsize=None)
def coverage_of(file):
    return UnwindCoverage(file)


def has_unwind_data(frame):
    if frame["file"] == "[vdso]":
        return True
    return Path(frame["file"]).is_file() and coverage_of(frame["file"]).covers(frame["offset"])


def class_of(chain):
    return CLASSES[0] if all(has_unwind_data(frame) for frame in chain) else CLASSES[1]


def trace(options, program):
    """The instants of a program; an earlier trace of the same folder is used again."""
    folder = options.out / program.folder
    chains = folder / "chains.json"
    if not chains.exists():
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        words = [options.tracer, "--out", folder, "--instants", options.instants, "--steps", options.steps, "--seed", options.seed, "--"]
        try:
            words += program.command(folder)
            ran = subprocess.run([str(word) for word in words], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, timeout=300,
                                 cwd=folder, check=False)
        except (subprocess.TimeoutExpired, subprocess.CalledProcessError) as error:
            print(f"{program.name}: {error}", file=sys.stderr)
            return []
        if ran.returncode != 0:
            print(f"{program.name}: {ran.stderr.decode(errors='replace').strip()}", file=sys.stderr)
            return []
    return [json.loads(line) for line in chains.read_text().splitlines()]


def note(program, instant, kind, difference):
    chain = instant["chain"]
    frame = chain[difference.missing[0]] if difference.missing else chain[0]
    first = max(difference.missing[0] - 1, 0) if difference.missing else 0
    where = f"{Path(chain[first]['file']).name}+{chain[first]['offset']:#x}"
    print(f"  {program.name}/{instant['core']} {kind}, {instant['place']}: missing {difference.missing[:6]} of {len(chain)} "
          f"(first {frame['address']:#x}, callee {where}), invented {[hex(a) for a in difference.invented[:4]]}")


def score_program(options, program, totals, doubts):
    instants = trace(options, program)
    for instant in instants:
        if instant["doubt"]:
            doubts[instant["doubt"]] += 1
    instants = [instant for instant in instants if not instant["doubt"]]
    cores = [options.out / program.folder / instant["core"] for instant in instants]
    for walker in options.walkers if cores else ():
        answers = WALKERS[walker](program.file(options.out / program.folder), cores, options.faultline)
        for instant, walked in zip(instants, answers):
            kind = class_of(instant["chain"])
            difference = compare([frame["address"] for frame in instant["chain"]], walked)
            totals.setdefault((kind, walker), Score()).add(difference.score)
            if options.details and walker == "faultline" and not difference.score.perfect:
                note(program, instant, kind, difference)
    return len(instants)


def print_table(totals):
    print("| chains | walker | stacks | perfect | frames found | invented |\n|---|---|---|---|---|---|")
    for kind in CLASSES:
        for walker in WALKERS:
            score = totals.get((kind, walker))
            if score:
                print(f"| {kind} | {walker} | {score.stacks} | {score.perfect} ({100 * score.perfect / score.stacks:.1f} %) "
                      f"| {score.found}/{score.frames} ({100 * score.found / max(score.frames, 1):.1f} %) | {score.invented} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("--tracer", "--faultline", "--out"):
        parser.add_argument(name, type=lambda text: Path(text).resolve(), required=True)
    parser.add_argument("--programs", type=int, default=1000, help="how many programs at most")
    parser.add_argument("--instants", type=int, default=40)
    parser.add_argument("--steps", type=int, default=300_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="")
    parser.add_argument("--walkers", default=",".join(WALKERS))
    parser.add_argument("--details", action="store_true")
    options = parser.parse_args()
    wanted = options.walkers.split(",")
    options.walkers = [name for name in wanted if not TOOLS[name] or shutil.which(TOOLS[name])]
    for name in wanted:
        if name not in options.walkers:
            print(f"left out: {name} ({TOOLS[name]} is not installed)", file=sys.stderr)
    totals, doubts, traced = {}, Counter(), 0
    for program in [p for p in programs() if options.only in p.name][:options.programs]:
        count = score_program(options, program, totals, doubts)
        traced += count > 0
        print(f"{program.name}: {count} instants", file=sys.stderr, flush=True)
    print(f"{traced} programs; left out as doubtful: {dict(doubts)}")
    print_table(totals)
    return 0 if traced else 1


if __name__ == "__main__":
    sys.exit(main())
