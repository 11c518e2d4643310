#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Fails on a test row that was skipped and is not listed in tests/allowed_skips.txt.

usage: check_skips.py ALLOWED LOG…

LOG is ctest's build/PRESET/Testing/Temporary/LastTest.log, which holds the whole output of each test of the last run. A test that ctest
itself did not run counts too. With a tool missing that CI has, a row would be skipped there without anybody knowing.
"""
import fnmatch
import pathlib
import re
import sys

TEST = re.compile(r"^\d+/\d+ Testing: (\S+)", re.MULTILINE)
SKIP = re.compile(r"^SKIP\s*: \w+::([^\n]*?\)) ([^\n]*)$", re.MULTILINE)
NOT_RUN = re.compile(r"^Test (?:not run|Skipped|Disabled)[^\n]*|^Unable to find executable[^\n]*", re.MULTILINE | re.IGNORECASE)


def allowed_rows(path):
    rows = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        parts = [part.strip() for part in line.split(" | ")]
        if len(parts) != 4 or not all(parts):
            sys.exit(f"{path}:{number}: expected test | function | text | reason")
        rows.append(parts)
    return rows


def skips_of(log):
    """(test, function, text) of each skipped row."""
    starts = list(TEST.finditer(log))
    for match, end in zip(starts, [other.start() for other in starts[1:]] + [len(log)]):
        block = log[match.start() : end]
        for skip in SKIP.finditer(block):
            yield match.group(1), skip.group(1), skip.group(2)
        for line in NOT_RUN.findall(block):
            yield match.group(1), "", line


def matches(pattern, text):
    # Brackets are no sets here: rows' names may hold them.
    return fnmatch.fnmatchcase(text, pattern.replace("[", "[[]"))


def defects_of(log, allowed):
    return [skip for skip in skips_of(log) if not any(all(map(matches, row[:3], skip)) for row in allowed)]


def main():
    allowed = allowed_rows(pathlib.Path(sys.argv[1]))
    logs = [pathlib.Path(name).read_text(encoding="utf-8", errors="replace") for name in sys.argv[2:]]
    count = sum(len(TEST.findall(log)) for log in logs)
    defects = [defect for log in logs for defect in defects_of(log, allowed)]
    for test, function, text in defects:
        print(f"{test}: {function or 'the whole test'} was skipped: {text}; mend it or list it in tests/allowed_skips.txt")
    if count == 0:
        print("no test ran")
    elif not defects:
        print(f"{count} tests, none skipped but for what tests/allowed_skips.txt lists")
    sys.exit(1 if defects or count == 0 else 0)


if __name__ == "__main__":
    main()
