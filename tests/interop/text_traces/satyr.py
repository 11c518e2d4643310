# SPDX-License-Identifier: GPL-3.0-or-later
"""Kernel oopses and stacks of GDB, Python and Ruby: tests/*_stacktraces and tests/kerneloopses of abrt/satyr.

What counts is that every frame that a text has is in our stacks.
"""
import json
import re

import reports

OOPS = re.compile(r"^(?:<\d>)?(?:\[[\s\d.]+\])?\s*\(?(?:\[<?[0-9a-f]+>?\]\s*)+\(?\.?([A-Za-z_][\w.]*)\+0x[0-9a-f]+/0x[0-9a-f]+")
NO_FRAME = re.compile(r"\?|\bat: |last |lock\(|IP:|RIP|[PL][CR] is|NIP|LR \[|PSW|Breaking")


def bare(name):
    return re.sub(r"\.(isra|part|constprop|clone)\b.*", "", name)


def frames_of(found):
    return [frame for report in found for stack in report["stacktraces"] for frame in stack["frames"]]


def missing_of_oops(text, found):
    lines = [line for line in text.splitlines() if not NO_FRAME.search(line)]
    wanted = {bare(match[1]) for match in map(OOPS.match, lines) if match}
    return wanted - {bare(reports.name_of(frame)) for frame in frames_of(found)}


def missing_of_gdb(text, found):
    numbers = [int(number) for number in re.findall(r"(?m)^#(\d+)\s", text)]
    # GDB says where it stands before it lists the stack.
    repeated = sum(number == 0 and numbers[i + 1:i + 2] != [1] for i, number in enumerate(numbers))
    physical = [frame for frame in frames_of(found) if not frame["faultline"].get("inlined")]
    return range(len(physical), len(numbers) - repeated)


def missing_of_python(text, found):
    return range(len(frames_of(found)), len(re.findall(r'(?m)^ *File "[^"]*", line \d+', text)))


KINDS = {"kerneloopses": missing_of_oops, "gdb_stacktraces": missing_of_gdb, "python_stacktraces": missing_of_python}


def run(faultline, folder):
    for kind, missing in KINDS.items():
        rows = []
        for path in sorted((folder / "tests" / kind).iterdir()):
            data = path.read_bytes()
            found = faultline.reports(data)
            lost = missing(data.decode("utf-8", "replace"), found)
            rows.append({"case": path.name, "group": "whole", "opens": bool(found), "frames": bool(found) and not lost})
        yield f"satyr {kind}", rows
    rows = []
    for path in sorted((folder / "tests/ruby_stacktraces").glob("ruby-0?")):
        wanted = json.loads(path.with_name(path.name + "-expected-json").read_text())["stacktrace"]
        found = faultline.reports(path.read_bytes())
        rows.append({"case": path.name, "group": "whole", "frames": len(frames_of(found)) == len(wanted)})
    yield "satyr ruby_stacktraces", rows
