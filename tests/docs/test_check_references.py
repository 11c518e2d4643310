#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A small tree with one dangling reference of each kind: check_references.py names each with its line, and nothing else."""
import pathlib
import subprocess
import sys
import tempfile

GOOD = {
    "docs/spec/native.md": "# Native\n\n## 1. Ids\n\n### 1.2 Code id\n\n1. first\n2. second, as §1.2.1\n\n## 3. Request\n\nSee §§1, 3 and stackwalk.md §9.\n",
    "docs/spec/stackwalk.md": "# Walk\n\n## 9. Walking\n\nnative.md §1.2 has more; §9 is here.\n",
    "docs/decisions/unwinding.md": "# Walking\n\n## UNW-1: A scan\n\nActs in `file.h`.\n\nCheck: scans, walks in tests/core/tst_walk.cpp; tests/core/tst_walk.cpp.\n\n## UNW-2: Read\n\nCheck: by reading.\n\n## UNW-3: Old\n\nSuperseded by UNW-1.\n",
    "docs/decisions/README.md": "| UNW | [Walking](unwinding.md) | 3 |\n\n| UNW-1 | A scan |\n| UNW-2 | Read |\n| UNW-3 | Old |\n",
    "tests/core/tst_walk.cpp": "void scans();\nvoid walks();\n",
    "docs/caches.md": "[walk](spec/stackwalk.md), core/base/file.h, core/base/file\n",
    "core/base/file.h": "/// Rules: docs/spec/native.md\n/// §1.2 and §3, UNW-1; then §1 again. DWARF 5 §7.5.1; RFC 9110 §5.2.\n/// google/breakpad docs/symbol_files.md; docs/caches.md\n",
}
LIST = GOOD["docs/decisions/README.md"] + "| SYM | [Symbols](symbols.md) | 3 |\n| SYM-1 | Another title |\n| SYM-2 | Two |\n| SYM-4 | Four |\n"
BAD = {
    "core/base/a.h": [("/// docs/spec/native.md\n/// §2 is gone", "core/base/a.h:2: docs/spec/native.md has no §2")],
    "core/base/b.h": [("/// docs/spec/none.md §1", "core/base/b.h:1: docs/spec/none.md does not exist"), ("", "core/base/b.h:1: docs/spec/none.md has no §1")],
    "core/base/c.h": [("// spec/native.md §1", "core/base/c.h:1: spec/native.md is cited as docs/spec/native.md")],
    "core/base/d.h": [("// the rule (§1)", "core/base/d.h:1: §1 names no document")],
    "core/base/e.h": [("// UNW-7", "core/base/e.h:1: UNW-7 is no decision")],
    "core/base/f.h": [("// decision 47", "core/base/f.h:1: \"decision 47\" is an old reference, see docs/decisions/README.md")],
    "core/base/g.h": [("// docs/gone.md", "core/base/g.h:1: docs/gone.md does not exist")],
    "core/base/h.h": [("// design.md says so", "core/base/h.h:1: design.md is no part of the repository")],
    "docs/i.md": [("core/base/none.h", "docs/i.md:1: core/base/none.h does not exist")],
    "docs/j.md": [("`none.h`", "docs/j.md:1: no file is called none.h")],
    "docs/k.md": [("[x](none.md)", "docs/k.md:1: the link to none.md leads nowhere")],
    "docs/decisions/symbols.md": [
        ("# Symbols\n\n## SYM-1: One\n\nCheck: by heart.", "docs/decisions/symbols.md:3: SYM-1 has a check without a file"),
        ("", "docs/decisions/symbols.md:3: SYM-1 is not in the list of docs/decisions/README.md"),
        ("\n## SYM-2: Two\n", "docs/decisions/symbols.md:8: SYM-2 names no check"),
        ("## SYM-3: Three\n\nCheck: scans, swims in tests/core/tst_walk.cpp.\n", "docs/decisions/symbols.md:10: tests/core/tst_walk.cpp has no swims()"),
        ("## SYM-4: Four\n\nCheck: dives in tests/core/tst_gone.cpp.\n", "docs/decisions/symbols.md:14: tests/core/tst_gone.cpp has no dives()"),
        ("", "docs/decisions/symbols.md:16: tests/core/tst_gone.cpp does not exist"),
        ("", "docs/decisions/symbols.md:10: SYM-3 is not in the list of docs/decisions/README.md"),
        ("", "docs/decisions/symbols.md:1: docs/decisions/README.md does not say that SYM has 4 entries"),
    ],
    "docs/spec/l.md": [("## 1. One\n\n§4", "docs/spec/l.md:3: docs/spec/l.md has no §4")],
}


def lines_of(files):
    script = pathlib.Path(__file__).with_name("check_references.py")
    with tempfile.TemporaryDirectory() as folder:
        for name, text in files.items():
            path = pathlib.Path(folder) / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        done = subprocess.run([sys.executable, script, folder], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout.splitlines()


def main():
    status, lines = lines_of(GOOD)
    failures = [] if status == 0 else [f"the good tree fails: {lines}"]
    wanted = sorted(text for parts in BAD.values() for _, text in parts)
    status, lines = lines_of(GOOD | {"docs/decisions/README.md": LIST} | {name: "\n".join(text for text, _ in parts) for name, parts in BAD.items()})
    failures += [] if status == 1 else [f"the bad tree ends with status {status}"]
    failures += [f"missing: {line}" for line in wanted if line not in lines]
    failures += [f"unexpected: {line}" for line in lines if line not in wanted]
    print("\n".join(failures) if failures else f"{len(wanted)} dangling references found")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
