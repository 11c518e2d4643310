#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Threads are started in one place, core/base/thread_start.h, whose callers say what they do without one.

usage: check_threads.py ROOT

Elsewhere in core/, ui/ and app/ nothing names the means of the library and of the system that start a thread: a limit of the process would
make them end it. Qt's own pool is left to Qt: it goes on with the threads that it has."""
import pathlib
import re
import subprocess
import sys

TOPS = ("core", "ui", "app")
ALLOWED = {
    "core/base/thread_start.h": "the one place",
    "core/base/thread_start.cpp": "the one place",
    "app/faultline/console_log.cpp": "the log's library starts its own thread; makeServerLog() contains the failure",
}
FORBIDDEN = re.compile(
    r"\bstd\s*::\s*jthread\b|\bstd\s*::\s*thread\b(?!\s*::\s*(?:hardware_concurrency|id)\b)|\bstd\s*::\s*async\b|"
    r"\bpthread_create\b|\bthrd_create\b|\bthread_pool\b|\bQtConcurrent\b|\bQThread\s*::\s*create\b|\bnew\s+QThread\b"
)
COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)


def findings(name, text):
    """(line, what) for each use that `name` may not have."""
    if name in ALLOWED:
        return
    code = COMMENT.sub(lambda match: "\n" * match.group().count("\n"), text)
    for match in FORBIDDEN.finditer(code):
        yield code.count("\n", 0, match.start()) + 1, match.group()


def check(root):
    listed = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", *TOPS],
                            cwd=root, capture_output=True, text=True, check=True)
    failed = False
    for name in listed.stdout.split("\0"):
        path = root / name
        if path.suffix not in (".cpp", ".h") or not path.is_file():
            continue
        for line, what in findings(name, path.read_text(encoding="utf-8")):
            print(f"{name}:{line}: {what}: start it with startThread() (core/base/thread_start.h)")
            failed = True
    for name in ALLOWED:
        if not (root / name).is_file():
            print(f"{name}: allowed, but does not exist")
            failed = True
    return failed


if __name__ == "__main__":
    sys.exit(check(pathlib.Path(sys.argv[1])))
