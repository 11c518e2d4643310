#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Restores the traces of make_cases.py with Faultline and with other tools, and compares them with the truth.

    compare_traces.py FAULTLINE TOOLS CASES [--examples N]

R8's retrace is taken from TOOLS, ProGuard's ReTrace too if TOOLS has retrace.jar and proguard.jar. FAULTLINE_JVM_PEER may name a
program that is asked as well: it gets a mapping and a trace, and prints the trace with its names.
"""
import argparse
import os
import re
import subprocess
import sys
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from pathlib import Path

import rules

FRAME = re.compile(r"^\s*(<OR> )?at ([^()]+)\.([^.()]+)\(([^()]*)\)(?: ~\[(\d+)\])?\s*$")
# ReTrace writes further possibilities below a frame, without "at".
OTHER = re.compile(r"^ {10,}([^\s()]+)\(([^()]*)\)\s*$")
THREAD = re.compile(r'^Exception in thread "([^"]+)" (.*)')
HEADER = re.compile(r"^\s*(?:Caused by: |Suppressed: |\[CIRCULAR REFERENCE: ?)(.*)")
MORE = re.compile(r"^\s*\.\.\. (\d+) more$")


@dataclass
class Row:
    owner: str
    method: str
    file: str
    line: int
    mark: str = ""
    is_or: bool = False
    others: list = field(default_factory=list) # Further possibilities, one for each of Row.

    def name(self):
        return f"{self.owner}.{self.method}"

    def text(self):
        return f"{self.name()}({self.file}:{self.line})"


@dataclass
class Section:
    """A throwable: its class with the message, and its frames."""
    header: str
    rows: list = field(default_factory=list)


def expanded(text):
    """The trace with the frames in place of "... 3 more", which obfuscation counts differently."""
    lines, open_frames = [], []
    for line in text.splitlines():
        depth = len(line) - len(line.lstrip("\t"))
        if THREAD.match(line):
            open_frames = [(0, [])]
        elif HEADER.match(line):
            while len(open_frames) > 1 and open_frames[-1][0] > depth:
                open_frames.pop()
            open_frames.append((depth, []))
        elif FRAME.match(line):
            open_frames[-1][1].append(line.strip())
        elif more := MORE.match(line):
            # Causes share the indentation of what they caused; what is suppressed is indented further.
            enclosing = next(f for d, f in reversed(open_frames[:-1]) if d <= open_frames[-1][0])
            common = enclosing[-int(more[1]):]
            open_frames[-1][1].extend(common)
            lines.extend("\t" * depth + frame for frame in common)
            continue
        lines.append(line)
    return "\n".join(lines) + "\n"


def marked(text):
    """Numbers the frames, so that the rows of one frame can be told from the next."""
    return "\n".join(f"{line} ~[{i}]" if FRAME.match(line) else line for i, line in enumerate(text.splitlines())) + "\n"


def row_of(match):
    file, _, line = match[4].rpartition(":")
    if not line.isdigit():
        file, line = match[4], "0"
    owner = match[2].rsplit("/", 1)[-1].strip()
    return Row(owner, match[3], file, int(line), match[5] or "", bool(match[1]))


def scenarios(text):
    """The sections of each scenario, by its name."""
    found, current = {}, None
    for line in text.splitlines():
        if thread := THREAD.match(line):
            current = found.setdefault(thread[1], [])
            current.append(Section(thread[2]))
        elif current is None:
            continue
        elif frame := FRAME.match(line):
            current[-1].rows.append(row_of(frame))
        elif header := HEADER.match(line):
            current.append(Section(header[1]))
        elif (other := OTHER.match(line)) and current[-1].rows:
            last = current[-1].rows[-1]
            current[-1].rows.append(Row(last.owner, other[1].split(".")[-1], last.file, 0, is_or=True))
        elif not current[-1].rows and not line.startswith(("no end", "no crash")):
            current[-1].header += "\n" + line
    return found


def is_of_program(row):
    return not row.owner.startswith(("java.", "jdk.", "sun."))


def chosen(rows, truth):
    """One row after the other. Of several chains for a frame, the one that fits best; each of its rows has the others' rows."""
    names = Counter(row.name() for row in truth)
    result, i = [], 0
    while i < len(rows):
        end = i + 1
        while end < len(rows) and (rows[end].is_or or (rows[i].mark and rows[end].mark == rows[i].mark)):
            end += 1
        chains = [[]]
        for row in rows[i:end]:
            if row.is_or:
                chains.append([])
            chains[-1].append(row)
        best = max(chains, key=lambda chain: sum(names[row.name()] > 0 for row in chain) / max(len(chain), 1))
        if len(chains) > 1:
            for row in best:
                row.others = [other for chain in chains for other in chain]
        result.extend(best)
        i = end
    return result


def likeness(truth, row):
    if row.others:
        return max(likeness(truth, Row(other.owner, other.method, other.file, other.line)) for other in row.others)
    if truth.name() != row.name():
        return 0
    return 100 if (truth.line, truth.file) == (row.line, row.file) else 40


def aligned(truth, rows):
    """Pairs of both lists in order; one side is None where the other has no counterpart."""
    score = [[0] * (len(rows) + 1) for _ in range(len(truth) + 1)]
    for i in reversed(range(len(truth))):
        for j in reversed(range(len(rows))):
            like = likeness(truth[i], rows[j])
            score[i][j] = max(score[i + 1][j], score[i][j + 1], like + score[i + 1][j + 1] if like else 0)
    pairs, i, j = [], 0, 0
    while i < len(truth) or j < len(rows):
        like = likeness(truth[i], rows[j]) if i < len(truth) and j < len(rows) else 0
        if like and score[i][j] == like + score[i + 1][j + 1]:
            pairs.append((truth[i], rows[j]))
            i, j = i + 1, j + 1
        elif i < len(truth) and (j == len(rows) or score[i][j] == score[i + 1][j]):
            pairs.append((truth[i], None))
            i += 1
        else:
            pairs.append((None, rows[j]))
            j += 1
    return pairs


def outcome_of(truth, row, has_lines):
    """What a row is that has the name of a frame."""
    if row.others:
        return "ambiguous"
    if not truth.line and truth.file == "Unknown Source":
        return "exact" # No tool can know that the class names no file.
    if truth.file != row.file:
        return "other file" if has_lines else rules.RULE
    if truth.line == row.line or (not has_lines and row.line == 0):
        return "exact"
    return "no line" if row.line == 0 else "other line"


class Tally:
    def __init__(self):
        self.counts = defaultdict(Counter)
        self.examples = defaultdict(list)

    def add(self, key, outcome, example=""):
        self.counts[key][outcome] += 1
        self.examples[key, outcome].append(example)


def compare_section(tally, key, place, truth, found, raw, has_lines):
    told = [row for row in truth.rows if is_of_program(row)]
    rows = [row for row in chosen(found.rows, told) if is_of_program(row)]
    obfuscated = {row.name() for row in raw.rows if is_of_program(row)}
    pairs = aligned(told, rows)
    for at, (expected, row) in enumerate(pairs):
        if expected is None:
            what = "obfuscated" if row.name() in obfuscated else rules.of_extra(pairs, at, truth.header) or "invented"
            tally.add(key, what, f"{place}: {row.text()}")
        elif row is None:
            tally.add(key, rules.of_missing(pairs, at) or "missing", f"{place}: {expected.text()}")
        else:
            tally.add(key, outcome_of(expected, row, has_lines), f"{place}: {expected.text()} is {row.text()}")


def compare(tally, configuration, who, truth, found, raw, has_lines):
    for scenario, sections in truth.items():
        key = (configuration, who)
        answer, source = found.get(scenario, []), raw.get(scenario, [])
        if not source or not answer:
            tally.add(key, "section lost", scenario)
            continue
        if len(answer) != len(sections) or len(source) != len(sections):
            tally.add(key, "section lost", scenario)
            continue
        for number, (expected, section, given) in enumerate(zip(sections, answer, source)):
            place = f"{scenario}/{number}"
            if rules.is_same_message(expected.header, given.header):
                right = rules.comparable(expected.header) == rules.comparable(section.header)
                tally.add(key, "header right" if right else "header wrong", f"{place}: {expected.header} is {section.header}")
            compare_section(tally, key, place, expected, section, given, has_lines)


def run(command):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False).stdout


def tools_of(arguments):
    jars = arguments.tools
    r8 = next(jars.glob("r8-*.jar"))
    tools = {
        "faultline": (True, lambda mapping, trace: run([arguments.faultline, "symbolicate", trace, "--module", f"mapping.txt={mapping}",
                                                        "--offline"])),
        "R8 retrace": (True, lambda mapping, trace: run(["java", "-cp", r8, "com.android.tools.r8.retrace.Retrace", mapping, trace])),
    }
    if (jars / "retrace.jar").exists():
        path = f"{jars}/retrace.jar:{jars}/proguard.jar"
        tools["ReTrace"] = (False, lambda mapping, trace: run(["java", "-cp", path, "proguard.retrace.ReTrace", mapping, trace]))
    if peer := os.environ.get("FAULTLINE_JVM_PEER"):
        tools["peer"] = (False, lambda mapping, trace: run([peer, mapping, trace]))
    return tools


def show(tally, examples):
    order = ["exact", "ambiguous", "no line", "other line", "other file", "missing", "obfuscated", "invented", "by rule", "header right",
             "header wrong", "section lost"]
    print(f"{'':40}" + "".join(f"{name:>13}" for name in order))
    whole = defaultdict(Counter)
    for (configuration, who), counts in tally.counts.items():
        whole[who].update(counts)
        print(f"{configuration:26}{who:14}" + "".join(f"{counts[name]:13}" for name in order))
    for who, counts in whole.items():
        print(f"{'all':26}{who:14}" + "".join(f"{counts[name]:13}" for name in order))
    for (key, outcome), texts in tally.examples.items():
        if key[1] == "faultline" and outcome not in ("exact", "header right", "by rule"):
            for text, count in Counter(texts).most_common(examples):
                print(f"{key[0]} {outcome} {count} {text}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("faultline", type=Path)
    parser.add_argument("tools", type=Path)
    parser.add_argument("cases", type=Path)
    parser.add_argument("--examples", type=int, default=0)
    arguments = parser.parse_args()
    truth = scenarios(expanded((arguments.cases / "plain" / "trace.txt").read_text()))
    tally = Tally()
    for folder in sorted(arguments.cases.iterdir()):
        mapping = folder / "mapping.txt"
        if not mapping.exists():
            continue
        raw = expanded((folder / "trace.txt").read_text())
        given, numbered = folder / "expanded.txt", folder / "marked.txt"
        given.write_text(raw)
        numbered.write_text(marked(raw))
        for who, (takes_marks, ask) in tools_of(arguments).items():
            answer = scenarios(ask(mapping, numbered if takes_marks else given))
            compare(tally, folder.name, who, truth, answer, scenarios(raw), "no_lines" not in folder.name)
    show(tally, arguments.examples)


if __name__ == "__main__":
    sys.exit(main())
