# SPDX-License-Identifier: GPL-3.0-or-later
"""Prints a table: what Faultline and GDB know of the variables of crashed programs, by compiler and level. Forms of GDB that only look different count as right."""
import argparse
import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

from build_programs import builds, crash
from check_values import found_values, is_equal, judge, report_of

HERE = Path(__file__).resolve().parent


def verdict_of_gdb(line, answer):
    _, _, kind, said = line.split("\t")
    state, _, text = answer.partition("\t")
    if state != "known":
        return "no value"
    text = re.sub(r"^(-?\d+) '.*'$", r"\1", text)  # A byte and its character.
    text = re.sub(r"^\((.*)\)$", r"\1", text)      # Flags.
    text = text.split("::")[-1].replace(" * I", "i")
    try:
        return "right" if is_equal(kind, said, {"pointer": text, "text": text, "number": text}) else "wrong"
    except (ValueError, ArithmeticError):
        return "wrong"


def ask_gdb(program, core, lines):
    said, answers = program.with_name("said"), program.with_name("answers")
    said.write_text("".join(f"{line}\n" for line in lines))
    subprocess.run(["gdb", "-nx", "-batch", "-ex", "set debuginfod enabled off", "-x", HERE / "debugger_values.py", program, core],
                   env={**os.environ, "FL_LINES": str(said), "FL_ANSWERS": str(answers)}, capture_output=True, check=False)
    return [verdict_of_gdb(line, answer) for line, answer in zip(lines, answers.read_text().splitlines())]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--faultline", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    if not shutil.which("gdb"):
        sys.exit("gdb is not installed")
    rows = {}
    for build in builds():
        if not build.is_possible():
            continue
        program = build.make(arguments.out / re.sub(r"\W+", "_", build.name))
        lines, core = crash(program)
        ours = [verdict if verdict in ("right", "wrong") else "no value"
                for _, verdict in judge(lines, found_values(report_of(arguments.faultline, core, program)))]
        theirs = ask_gdb(program, core, lines)
        row = rows.setdefault((build.compiler, build.options[0]), (Counter(), Counter()))
        row[0].update(ours)
        row[1].update(theirs)
        for line, our, their in zip(lines, ours, theirs):
            if their == "right" and our != "right":
                print(f"only GDB: {build.name}: {line!r}", file=sys.stderr)
            if their == "wrong":
                print(f"GDB wrong: {build.name}: {line!r}", file=sys.stderr)
    print("| build | | right | wrong | no value |\n|---|---|---|---|---|")
    for (compiler, level), counters in rows.items():
        for name, counts in zip((f"{compiler} {level} | faultline", " | GDB"), counters):
            print(f"| {name} | {counts['right']} | {counts['wrong']} | {counts['no value']} |")


if __name__ == "__main__":
    main()
