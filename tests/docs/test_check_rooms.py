#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Small trees of rooms: check_rooms.py accepts the good one, and names each defect of the bad ones and nothing else."""
import json
import pathlib
import subprocess
import sys
import tempfile

README = "# Room\n\nMay include: nothing. Start with `a.h`.\n\n## A new thing touches\n\n`a.h`, `core/base/a`, `part/*.h`, `{a,b}.h` and `someFunction()`.\n\n## Rest\n\n`gone.txt`\n"
MANY = {f"core/base/part/{letter}.h": "" for letter in "abcdefghij"}
SMALL = {"core/base/part/a.h": ""}
GOOD = {"core/base/README.md": README + "`part` is small.\n", "core/base/a.h": "", "core/base/b.h": ""} | SMALL
BAD = {
    "no README": ({name: text for name, text in GOOD.items() if not name.endswith(".md")}, ["core/base: has no README.md", "core/base/part: has no README.md", "no room has a README.md"]),
    "the README of core alone": ({name: text for name, text in GOOD.items() if not name.endswith(".md")} | {"core/README.md": README + "`base` `base/part`"},
                                 ["core/base: has no README.md", "core/base/part: has no README.md", "no room has a README.md"]),
    "a large room without its own": (GOOD | MANY, ["core/base/part: has no README.md"]),
    "a small room that nobody names": (GOOD | {"core/base/README.md": README.replace("`part/*.h`, ", "")}, ["core/base/README.md: does not name core/base/part"]),
    "no section": (GOOD | {"core/base/README.md": GOOD["core/base/README.md"].replace("A new", "The new")}, ["core/base/README.md: has no section \"A new …\""]),
    "a section without files": (GOOD | {"core/base/README.md": "Include, start, `part`.\n\n## A new thing touches\n\nThings, `code()`.\n"},
                                ["core/base/README.md: \"A new thing touches\" names no file"]),
    "a file that is gone": (GOOD | {"core/base/README.md": GOOD["core/base/README.md"].replace("`a.h`, `core/base/a`", "`gone.h`, `core/base/gone`, `tests/x/tst_gone.cpp`, `{a,gone}.h`")},
                            [f"core/base/README.md: \"A new thing touches\" names {file}, which does not exist" for file in ("gone.h", "core/base/gone", "tests/x/tst_gone.cpp", "{a,gone}.h")]),
    "a list that layers.json does not have": (GOOD | {"core/base/README.md": GOOD["core/base/README.md"].replace("include: nothing", "include: core/json, `core/net`")},
                                              ["core/base/README.md: the room may not include core/net", "core/base/README.md: the room may also include core/base/part"]),
    "neither layers nor a start": (GOOD | {"core/base/README.md": "`part`\n\n## A new thing touches\n\n`a.h`\n"},
                                   ["core/base/README.md: says nowhere what it may include", "core/base/README.md: says nowhere where to start"]),
}


def lines_of(files):
    script = pathlib.Path(__file__).with_name("check_rooms.py")
    with tempfile.TemporaryDirectory() as folder:
        table = {"tests/layers/layers.json": json.dumps({"folders": {"core/base/part": [], "core/base": ["core/base/part", "core/json"]}})}
        for name, text in (files | table).items():
            path = pathlib.Path(folder) / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        done = subprocess.run([sys.executable, script, folder], capture_output=True, text=True, check=False)
    return done.returncode, sorted(done.stdout.splitlines())


def main():
    status, lines = lines_of(GOOD)
    failures = [] if status == 0 else [f"the good tree fails: {lines}"]
    for case, (files, wanted) in BAD.items():
        status, lines = lines_of(files)
        if status != 1 or lines != sorted(wanted):
            failures.append(f"{case}: status {status}, found {lines}, wanted {sorted(wanted)}")
    print("\n".join(failures) if failures else f"{len(BAD)} bad trees of rooms found")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
