# SPDX-License-Identifier: GPL-3.0-or-later
"""Prints a table: what Faultline, GDB and LLDB know of the variables of crashed programs, by language, compiler and level. Summaries of containers, which each of them words in its own way, are not
compared. Says on the error output which values a debugger knows and Faultline does not. Fails when a row of the table has a wrong value of Faultline's, or fewer right ones than a debugger."""
import argparse
import json
import os
import re
import resource
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

from build_programs import PROGRAMS, SOURCES, builds
from check_values import MISDESCRIBED, crash_of, is_equal, judged, kept_crash

HERE = Path(__file__).resolve().parent
LANGUAGES = {".c": "C", ".cpp": "C++", ".rs": "Rust", ".go": "Go"}
SECONDS = 60
MOST_BYTES = 4 << 30


def forms_of(answer):
    """What debuggers show as numbers, in the words that the programs print."""
    if "number" not in answer:
        return answer
    text = answer["number"]
    text = re.sub(r"^(-?\d+) '.*'$", r"\1", text)  # A byte and its character.
    text = re.sub(r"^\((.*)\)$", r"\1", text)      # Flags and complex numbers.
    text = {"True": "true", "False": "false"}.get(text, text).split("::")[-1].replace(" * I", "i").replace("*I", "i")
    text = re.sub(r"^(-?[\d.]+) ([+-]) (-?[\d.]+)i$", lambda m: f"{m[1]} + {'-' if m[2] == '-' else ''}{m[3]}i", text)
    return {**answer, "number": text, "text": text}


def is_said(kind, said, answer):
    kind = kind.removesuffix(" if known")
    if kind == "text" and said.endswith("..."):
        return answer.get("text", "").startswith(said[:-3])
    if kind == "text" and answer.get("text", "").strip('"') == said:
        return True
    try:
        return is_equal(kind, said, {"kind": "string", "state": "known", **forms_of(answer)})
    except (ValueError, ArithmeticError):
        return False


def verdicts_of(lines, all_answers):
    counts = Counter(tuple(line.split("\t")[:2]) for line in lines)
    seen, verdicts = Counter(), []
    for line, answers in zip(lines, all_answers):
        function, path, kind, said = line.split("\t")
        if len(answers) == counts[function, path] > 1:
            answers = [answers[-1 - seen[function, path]]]
        seen[function, path] += 1
        known = [answer for answer in answers if answer is not None]
        if any(is_said(kind, said, answer) for answer in known):
            verdicts.append("right")
        else:
            verdicts.append("wrong" if known else "no value")
    return verdicts


def limit_memory():
    """What optimized code has in the place of a container may have any size."""
    resource.setrlimit(resource.RLIMIT_AS, (MOST_BYTES, MOST_BYTES))


def run_debugger(words, crash):
    said, answers = crash.folder / "said", crash.folder / f"answers.{Path(words[0]).name}"
    if crash.is_kept and answers.is_file():
        return json.loads(answers.read_text())
    said.write_text("".join(f"{line}\n" for line in crash.lines))
    answers.unlink(missing_ok=True)
    environment = {**os.environ, "FL_LINES": str(said), "FL_ANSWERS": str(answers), "FL_FOLDER": str(HERE)}
    try:
        done = subprocess.run(words, env=environment, capture_output=True, text=True, timeout=SECONDS, check=False, preexec_fn=limit_memory)
    except subprocess.TimeoutExpired:
        print(f"{words[0]} does not end: {crash.program}", file=sys.stderr)
        return [[] for _ in crash.lines]
    if not answers.is_file():
        print(f"{words[0]} has no answers: {done.stdout[-500:]}{done.stderr[-2000:]}", file=sys.stderr)
        return [[] for _ in crash.lines]
    return json.loads(answers.read_text())


def printers_of_rust():
    done = subprocess.run(["rustc", "--print", "sysroot"], capture_output=True, text=True, check=False)
    return Path(done.stdout.strip()) / "lib/rustlib/etc"


def ask_gdb(crash):
    setup = ["set debuginfod enabled off"]
    if crash.libraries:
        setup.append(f"set sysroot {crash.libraries}")
    if crash.program.name == "enums":
        setup.append(f"python import sys; sys.path.insert(0, '{printers_of_rust()}'); import gdb_lookup; gdb_lookup.register_printers(gdb)")
    words = ["gdb-multiarch" if crash.libraries else "gdb", "-nx", "-batch", *(word for line in setup for word in ("-ex", line)), "-x", HERE / "ask_gdb.py", crash.program, crash.core]
    return verdicts_of(crash.lines, run_debugger([str(word) for word in words], crash))


def ask_lldb(crash):
    setup = []
    if crash.program.name == "enums":
        etc = printers_of_rust()
        setup = ["-o", f"command script import {etc}/lldb_lookup.py", "-o", f"command source -s 0 {etc}/lldb_commands"]
    words = ["lldb-19", "--no-lldbinit", "--batch", *setup, "-o", f"target create {crash.program} --core {crash.core}", "-o", f"command script import {HERE / 'ask_lldb.py'}"]
    return verdicts_of(crash.lines, run_debugger(words, crash))


DEBUGGERS = {"GDB": ("gdb", ask_gdb), "LLDB": ("lldb-19", ask_lldb)}


def is_compared(line):
    return not line.split("\t")[2].startswith("summary")


class Table:
    def __init__(self):
        self.rows = {}
        self.misdescribed = 0 # Wrong values that MISDESCRIBED names and that no debugger has right.

    def add(self, build, crash):
        row = self.rows.setdefault((LANGUAGES[Path(SOURCES[build.program][0]).suffix], build.compiler, build.options[0]), {})
        all_verdicts = {"Faultline": [verdict if verdict in ("right", "wrong") else "no value" for _, verdict in crash.verdicts]}
        states = [verdict for _, verdict in crash.verdicts]
        for name, (command, ask) in DEBUGGERS.items():
            if shutil.which("gdb-multiarch" if command == "gdb" and build.emulator() else command):
                all_verdicts[name] = ask(crash)
        for name, verdicts in all_verdicts.items():
            row.setdefault(name, Counter()).update(verdict for line, verdict in zip(crash.lines, verdicts) if is_compared(line))
            for line, our, state, their in zip(crash.lines, all_verdicts["Faultline"], states, verdicts):
                if their == "right" and our != "right" and is_compared(line):
                    print(f"only {name}: {build.name}: {line!r} (here {state})", file=sys.stderr)
                if their == "wrong" and is_compared(line):
                    print(f"{name} wrong: {build.name}: {line!r}", file=sys.stderr)
        for line, *verdicts in zip(crash.lines, *all_verdicts.values()): # Faultline's first.
            is_named = (build.name, *line.split("\t")[:2]) in MISDESCRIBED
            self.misdescribed += is_compared(line) and is_named and verdicts[0] == "wrong" and "right" not in verdicts

    def write(self):
        names = ["Faultline", *DEBUGGERS]
        print("| language | build | " + " | ".join(f"{name} right | wrong | no value" for name in names) + " |")
        print("|---|---|" + "---|" * 3 * len(names))
        for (language, compiler, level), row in self.rows.items():
            cells = [str(row.get(name, Counter())[verdict]) for name in names for verdict in ("right", "wrong", "no value")]
            print(f"| {language} | {compiler} {level} | {' | '.join(cells)} |")

    def is_best(self):
        wrong = sum(row["Faultline"]["wrong"] for row in self.rows.values())
        return wrong == self.misdescribed and all(row["Faultline"]["right"] >= row[name]["right"] for row in self.rows.values() for name in DEBUGGERS if name in row)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--faultline", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--only", help="builds whose name matches")
    parser.add_argument("--again", action="store_true", help="with the cores and the debuggers' answers of the last run")
    arguments = parser.parse_args()
    table = Table()
    for build in builds():
        if not build.is_possible() or (arguments.only and not re.search(arguments.only, build.name)):
            continue
        crash = (kept_crash(build, arguments.out) if arguments.again else None) or crash_of(build, arguments.out)
        if crash is None:
            sys.exit("the kernel wrote no core")
        judged(arguments.faultline, crash)
        table.add(build, crash)
    table.write()
    return 0 if table.rows and table.is_best() else 1


if __name__ == "__main__":
    sys.exit(main())
