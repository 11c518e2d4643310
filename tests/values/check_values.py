# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares the values that Faultline reads out of cores with those that the crashed programs printed. Fails when one is wrong, or when a program that was not optimized has one without
a value. `--table` prints how many of each build are right, wrong and without a value, and why."""
import argparse
import json
import re
import struct
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path

from build_programs import builds, crash
from value_paths import plain_name, steps_of

FRAMES = 32
LISTED_DEPTH = 2 # Levels of parts in the list of a frame's variables.
SKIPPED = 77
# What Clang describes wrongly in a form that holds elsewhere, so that every debugger shows it too: a sum by an induction variable that is another one's, and a list as it was before it was filled.
MISDESCRIBED = {("passed clang arm64 -O2 -gdwarf-5", "unused", "total"), ("containers clang arm64 -O1 -gdwarf-5", "sequences", "forward[0]"),
                ("containers clang arm64 -O1 -gdwarf-5", "sequences", "forward[2]")}
# Ends the kind of a value that may be absent, because nothing has it yet or any more.
IF_KNOWN = " if known"


def path_of(variables, index):
    variable = variables[index]
    name, role = variable["name"], variable["role"]
    if "parent" not in variable:
        return name
    before = path_of(variables, variable["parent"])
    if role == "base" or not name:
        return before
    if role == "pointee":
        return f"(*{before})"
    return before + (name if name.startswith("[") else f".{name}")


def found_values(report):
    """{(function, path): [variables]}; a function may be on the stack more than once, and blocks may hide a name."""
    found = {}
    for frame in report["faultline"]["variables"]["frames"]:
        row = report["stacktraces"][frame["thread"]]["frames"][frame["row"]]
        function = plain_name(row.get("function") or "")
        for index in range(len(frame["variables"])):
            key = function, path_of(frame["variables"], index)
            found.setdefault(key, []).append(frame["variables"][index])
    return found


def is_equal(kind, said, variable):
    kind = kind.removesuffix(IF_KNOWN)
    if kind == "pointer":
        return variable.get("pointer") == ("0x0" if said == "(nil)" else said)
    if kind in ("text", "summary"):
        return variable["kind"] in (("string", "pointer") if kind == "text" else (kind,)) and variable.get("text", "") == said
    if kind == "char":
        return variable.get("text") == chr(int(said))
    number = variable.get("number", "")
    if kind == "float":
        return struct.pack("f", float(number)) == struct.pack("f", float(said))
    if kind == "double":
        return float(number) == float(said)
    if kind == "long double":
        return abs(Decimal(number) - Decimal(said)) <= abs(Decimal(said)) * Decimal("1e-18")
    return number == said


def ancestors(path):
    """The values around a part, the nearest first: of "(*a.b).c[1]" these are "(*a.b).c", "(*a.b)", "a.b", "a"."""
    before = ""
    while path and path != before:
        before = path
        if path.startswith("(*") and path.endswith(")"):
            path = path[2:-1]
        else:
            path = re.sub(r"(\.\w+|\[\w+\]|\w+)$", "", path)
        if path and path != before:
            yield path


def state_of_first(function, around, found):
    """A container whose items are not known has one, which says why."""
    for variable in found.get((function, f"{around}[0]"), []):
        if variable["state"] != "known":
            return variable["state"]
    return "absent"


def state_of_missing(function, path, found):
    """A part of a value that is not known is not listed; the value around it says why."""
    captured = [f"(*this).{path}"] if function == "operator()" and not path.startswith("(") else []
    parents = [*ancestors(path), *(name for whole in captured for name in ancestors(whole))]
    states = [variable["state"] for around in parents for variable in found.get((function, around), [])]
    for state in states:
        if state != "known":
            return state
    return next((state_of_first(function, around, found) for around in parents if (function, around) in found), "absent")


def judge(lines, found):
    """[(line, verdict)]: right, wrong, absent, or the state of a value that is not known."""
    verdicts, said_of = [], Counter(tuple(line.split("\t")[:2]) for line in lines)
    seen = Counter()
    for line in lines:
        function, path, kind, said = line.split("\t")
        # Clang has no variables for what a lambda has captured: they are members of its object.
        variables = found.get((function, path)) or found.get((function, f"(*this).{path}")) or []
        # Calls print from the outermost on, and frames are listed from the innermost on.
        if len(variables) == said_of[function, path] > 1:
            variables = [variables[-1 - seen[function, path]]]
        seen[function, path] += 1
        known = [variable for variable in variables if variable["state"] == "known" and (variable["kind"] != "none")]
        if any(is_equal(kind, said, variable) for variable in known):
            verdicts.append((line, "right"))
        elif known:
            verdicts.append((line, "wrong"))
        else:
            verdicts.append((line, variables[0]["state"] if variables else state_of_missing(function, path, found)))
    return verdicts


@dataclass
class Crash:
    folder: Path
    program: Path
    lines: list
    core: Path
    verdicts: list = field(default_factory=list)
    is_kept: bool = False
    libraries: str = ""  # The folder of another CPU's libraries.

    def modules(self):
        files = [self.program, *self.folder.glob("lib*.so")]
        return [word for file in files for word in ("--module", f"{file.name}={file}")]


def folder_of(build, out):
    return out / re.sub(r"\W+", "_", build.name)


def crash_of(build, out):
    """Makes a program and lets it crash; absent where the kernel writes no core."""
    folder = folder_of(build, out)
    program = build.make(folder)
    lines, core = crash(program, build.emulator())
    return None if core is None else Crash(folder, program, lines, core, libraries=(build.emulator() or ("", ""))[1])


def kept_crash(build, out):
    """The crash of an earlier run with the same folder."""
    folder = folder_of(build, out)
    cores = list(folder.glob("core*"))
    if not cores or not (folder / "said").is_file():
        return None
    return Crash(folder, folder / build.program, (folder / "said").read_text().splitlines(), cores[0], is_kept=True, libraries=(build.emulator() or ("", ""))[1])


def answer_of(faultline, command, crash_file, *options):
    """The report; absent where an expression has no value."""
    words = [faultline, command, crash_file.core, *options, "--format", "json", "--offline", *crash_file.modules()]
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, check=False)
    if done.returncode != 0 and command != "inspect":
        sys.exit(f"{' '.join(map(str, words))}: {done.stderr}")
    return json.loads(done.stdout) if done.returncode == 0 else None


def row_of(report, function):
    """The first row of a function; 0 for what is outside functions."""
    for frame in report["faultline"]["variables"]["frames"]:
        if plain_name(report["stacktraces"][frame["thread"]]["frames"][frame["row"]].get("function") or "") == function:
            return frame["row"]
    return 0


def add_others(faultline, crash_file, report, found):
    """Asks for each value that no list has: those outside functions, those that lie deeper, and elements of arrays whose size is not known."""
    for line in crash_file.lines:
        function, path, *_ = line.split("\t")
        is_unlisted = len(steps_of(path)[1]) > LISTED_DEPTH or path.endswith("]")
        if function == "" or (is_unlisted and (function, path) not in found):
            answer = answer_of(faultline, "inspect", crash_file, path, "--frame", row_of(report, function))
            if answer is not None:
                found[function, path] = answer["variables"]["frames"][0]["variables"][:1]


def judged(faultline, crash_file):
    """Fills in the verdicts about a crash."""
    report = answer_of(faultline, "symbolicate", crash_file, f"--locals={FRAMES}")
    found = found_values(report)
    add_others(faultline, crash_file, report, found)
    crash_file.verdicts = judge(crash_file.lines, found)
    return crash_file.verdicts


def is_defect(build, line, verdict):
    if (build.name, *line.split("\t")[:2]) in MISDESCRIBED:
        return False
    is_optional = line.split("\t")[2].endswith(IF_KNOWN)
    is_needed = "-O0" in build.options and not is_optional
    # Clang joins numbers of 64 and of 32 bits there, and neighbours, and forgets loads, which its expressions must not.
    may_be_damaged = build.compiler in ("clang -m32", "clang arm", "clang arm64")
    is_lost = verdict in ("absent", "type_unknown") or (verdict == "damaged" and not may_be_damaged)
    return verdict == "wrong" or (not is_optional and is_lost) or (is_needed and verdict != "right")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--faultline", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--only", help="builds whose name matches")
    parser.add_argument("--levels", default="-O0,-O1,-O2")
    parser.add_argument("--table", action="store_true")
    arguments = parser.parse_args()
    if Path("/proc/sys/kernel/core_pattern").read_text().startswith(("|", "/")):
        print("the kernel writes no core beside the program")
        return SKIPPED
    failed, total, count = False, Counter(), 0
    for build in builds(tuple(arguments.levels.split(","))):
        if not build.is_possible() or (arguments.only and not re.search(arguments.only, build.name)):
            continue
        crash_file = crash_of(build, arguments.out)
        if crash_file is None:
            print("the kernel wrote no core")
            return SKIPPED
        verdicts = judged(arguments.faultline, crash_file)
        counts = Counter(verdict for _, verdict in verdicts)
        total += counts
        count += 1
        if arguments.table:
            print(f"{build.name}: {dict(counts)}")
        for line, verdict in verdicts:
            if is_defect(build, line, verdict):
                failed = True
                print(f"  {build.name}: {verdict}: {line!r}")
    print(f"{count} builds: {dict(total)}")
    return 1 if failed or count == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
