#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What core/, ui/ and app/ may not use, because the process would end with it when something runs out.

usage: check_forbidden.py ROOT

Qt's own pool of threads is left to Qt: it goes on with the threads that it has."""
import pathlib
import re
import subprocess
import sys

TOPS = ("core", "ui", "app")
RULES = (
    {
        "pattern": re.compile(
            r"\bstd\s*::\s*jthread\b|\bstd\s*::\s*thread\b(?!\s*::\s*(?:hardware_concurrency|id)\b)|\bstd\s*::\s*async\b|"
            r"\bpthread_create\b|\bthrd_create\b|\bthread_pool\b|\bQtConcurrent\b|\bQThread\s*::\s*create\b|\bnew\s+QThread\b"
        ),
        "advice": "start it with startThread() (core/base/thread_start.h), whose callers say what they do without a thread",
        "allowed": {
            "core/base/thread_start.h": "the one place",
            "core/base/thread_start.cpp": "the one place",
            "app/faultline/console_log.cpp": "the log's library starts its own thread; makeServerLog() contains the failure",
        },
    },
    {
        "pattern": re.compile(r"\b(?:recursive_)?directory_iterator\b"),
        "advice": "use FolderWalk (core/base/folder_walk.h): a step of the library's iterator is noexcept and allocates",
        "allowed": {
            "core/base/folder_walk.h": "says why",
            "core/intake/crash_files.cpp": "a command's one look at a folder",
            "core/engine/source_test.cpp": "makes no step",
            "core/selfdump/process_capture.cpp": "a process of its own, which reads one that has crashed",
        },
    },
)
COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)


def findings(name, text):
    """(line, what, advice) for each use that `name` may not have."""
    code = COMMENT.sub(lambda match: "\n" * match.group().count("\n"), text)
    for rule in RULES:
        if name not in rule["allowed"]:
            for match in rule["pattern"].finditer(code):
                yield code.count("\n", 0, match.start()) + 1, match.group(), rule["advice"]


def check(root):
    listed = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", *TOPS],
                            cwd=root, capture_output=True, text=True, check=True)
    failed = False
    for name in listed.stdout.split("\0"):
        path = root / name
        if path.suffix not in (".cpp", ".h") or not path.is_file():
            continue
        for line, what, advice in findings(name, path.read_text(encoding="utf-8")):
            print(f"{name}:{line}: {what}: {advice}")
            failed = True
    for name in {name for rule in RULES for name in rule["allowed"]}:
        if not (root / name).is_file():
            print(f"{name}: allowed, but does not exist")
            failed = True
    return failed


if __name__ == "__main__":
    sys.exit(check(pathlib.Path(sys.argv[1])))
