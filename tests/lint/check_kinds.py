#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""State is kinds and values: no code decides by a text for people.

Names the lines outside renderers that compare such a text (`detail`, `note`, `reason`, …, or what an error describes) with == or !=, search in it, or ask
whether it is empty. A kind beside the text decides (docs/style.md, "Errors"). Names of enumerators and the same field of another value may be compared.
Joining texts (`x.detail.empty() ? "" : ", "`) decides nothing.

usage: check_kinds.py ROOT"""
import pathlib
import re
import sys

# Members whose text is for people.
FIELD = r"(?:\.|->)(?:\w*(?:[dD]etails?|[nN]ote|[oO]utcome|[rR]eason))\b(?!\s*\()"
TEXT = rf"(?:{FIELD}|(?:\.|->)(?:describe|explain)\(\))"
ASKS = re.compile(rf"{TEXT}\s*(?:\.|->)(?:empty|isEmpty|starts_with|startsWith|ends_with|endsWith|contains|find|rfind|compare|indexOf)\s*\(")
EQUALS = re.compile(rf"(?P<left>[\w.>()\[\]:*-]*{TEXT})\s*[!=]=\s*(?P<right>[^;&|?),]*)|(?P<other>[\w.>()\[\]:*\"' -]+?)\s*[!=]=\s*(?P<text>[\w.>()\[\]*-]*{TEXT}(?![.\w(]))")
JOINS = re.compile(rf"{TEXT}\.(?:empty|isEmpty)\(\)\s*\?\s*(?:\"\"|QString\(\)|std::string\(\))")
ENUMERATOR = re.compile(r"\b[A-Z]\w*::[A-Z]\w*|\bnullopt\b|\bnullptr\b|\bend\(\)")
LAST = re.compile(r"\w+\W*$")

# Folders that make words of values.
RENDERERS = ("core/report/", "ui/models/", "ui/views/")

# What a line of a file (or folder) may contain, because of the reason given.
ALLOWED = (
    ("", "crash.reason", "the name of a signal or an exception, as the crash file has it"),
    ("core/formats/crash/", "crash.details", "what the crash file says of itself"),
    ("core/base/error.cpp", "", "makes the words of errors"),
    ("core/base/skip_reason.cpp", "said.reason == skip.reason", "kinds"),
    ("core/model/codec/version1_fields.cpp", "", "reads the words of a former format once, to make kinds of them"),
    ("core/symbolicate/native/stack_maker.cpp", "hasBoth", "joins two texts"),
    ("core/symbolicate/native/report_facts.cpp", "stack.endNote.empty()", "chooses between two texts"),
    ("core/signature/", "facts.reason", "the name of an exception, as the crash file has it; Socorro's rules compare it"),
    ("core/unwind/walk/step_result.cpp", "more.note.empty()", "joins two texts"),
    ("ui/bridge/", "codeNote.empty()", "shows the text or nothing"),
    ("ui/bridge/", "endNote.empty()", "shows the text or nothing"),
    ("ui/bridge/frame_rows.cpp", "row->note.isEmpty()", "joins two texts"),
    ("ui/bridge/module_rows.cpp", "row.outcome.isEmpty()", "the row's own text"),
)


def without_comments(text):
    return re.sub(r"//[^\n]*", "", re.sub(r"/\*.*?\*/", lambda found: "\n" * found.group().count("\n"), text, flags=re.S))


def is_allowed(name, line):
    return any(name.startswith(place) and part in line for place, part, _ in ALLOWED)


def last_name(text):
    found = LAST.search(text.strip())
    return re.sub(r"\W", "", found.group()) if found else ""


def decides(line):
    if ASKS.search(line):
        return not JOINS.search(line)
    found = EQUALS.search(line)
    if not found:
        return False
    sides = (found["left"], found["right"]) if found["left"] else (found["text"], found["other"])
    return not ENUMERATOR.search(sides[1]) and last_name(sides[0]) != last_name(sides[1])


def lines_that_decide(root):
    for folder in ("core", "app", "ui"):
        for path in sorted((root / folder).rglob("*")):
            name = path.relative_to(root).as_posix()
            if path.suffix not in (".cpp", ".h") or name.startswith(RENDERERS):
                continue
            for number, line in enumerate(without_comments(path.read_text(encoding="utf-8")).splitlines(), 1):
                if decides(line) and not is_allowed(name, line):
                    yield f"{name}:{number}: decides by a text for people: {line.strip()}"


if __name__ == "__main__":
    found_lines = list(lines_that_decide(pathlib.Path(sys.argv[1])))
    print("\n".join(found_lines) if found_lines else "no decision reads a text for people")
    sys.exit(bool(found_lines))
