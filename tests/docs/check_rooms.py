#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Each room of the layers has a README that says what it is, what it may include, where to start, and what a new thing touches there.

usage: check_rooms.py ROOT

Rooms are the folders with a row in tests/layers/layers.json. A room with fewer than ten source files may share the README of the nearest
folder above it that has one, if that README names it in backticks; core/, ui/ and app/ themselves are too far above for that.
Checked are:
- a README is there, has the words "include" and "start", and a section whose heading begins "A new";
- where the README lists folders after "May include", these are the ones of the room's row; it may name layers.json instead;
- the section names at least one file in backticks, and each file that it names so exists: from the README's folder or from the root,
  with `*` and `{a,b}`; the extension may be missing after a slash.

Prints each defect and fails on any.
"""
import json
import pathlib
import re
import sys

from check_references import expanded

SOURCES = {".cpp", ".h", ".inc"}
SMALL = 10
SECTION = re.compile(r"^#{2,} A new .*?(?=^#{1,} |\Z)", re.MULTILINE | re.DOTALL)
IN_BACKTICKS = re.compile(r"`([^`\n]+)`")
FILE = re.compile(r"(?!/)(?:[\w.*{},-]+/)*[\w.*{},-]+\.(?:h|cpp|inc|py|sh|md|txt|cmake|json|ts|qrc|svg|in|yml|conf)$|(?!/)[\w*{},-]+(?:/[\w.*{},-]*)+$")
MAY_INCLUDE = re.compile(r"May include:?(.*?)(?:\.\s|\.\Z|\n\n|;)", re.DOTALL)
ROOM = re.compile(r"\b(?:core|ui|app)(?:/\w+)+")
WORDS = {"include": "what it may include", "start": "where to start"}


def readme_of(root, room):
    """The README that serves a room, and whether it is the room's own; None if there is none."""
    folder = root / room
    if (folder / "README.md").is_file():
        return folder / "README.md", True
    if sum(path.suffix in SOURCES for path in folder.iterdir()) >= SMALL:
        return None
    for above in folder.parents:
        if above.parent == root:
            return None
        if (above / "README.md").is_file():
            return above / "README.md", False
    return None


def is_named(text, room, readme, root):
    below = (root / room).relative_to(readme.parent).as_posix()
    return any(quoted.rstrip("/") in (below, room) or quoted.startswith((below + "/", room + "/")) for quoted in IN_BACKTICKS.findall(text))


def exists(root, folder, text):
    for base in (folder, root):
        for pattern in expanded(text):
            if not (any(base.glob(pattern)) or "/" in pattern and any(base.glob(pattern.rstrip("/") + ".*"))):
                break
        else:
            return True
    return False


def include_defects(root, readme, used):
    """`used` is what the row of the README's own folder lists."""
    match = MAY_INCLUDE.search(readme.read_text(encoding="utf-8"))
    listed = set(ROOM.findall(match.group(1))) if match and "layers.json" not in match.group(1) else set()
    name = readme.relative_to(root).as_posix()
    for room in sorted(listed - set(used)):
        yield f"{name}: the room may not include {room}"
    for room in sorted(set(used) - listed if listed else ()):
        yield f"{name}: the room may also include {room}"


def readme_defects(root, readme):
    name = readme.relative_to(root).as_posix()
    text = readme.read_text(encoding="utf-8")
    for word, meaning in WORDS.items():
        if word not in text.lower():
            yield f"{name}: says nowhere {meaning}"
    sections = SECTION.findall(text)
    if not sections:
        yield f"{name}: has no section \"A new …\""
        return
    for section in sections:
        title = section.splitlines()[0].lstrip("# ")
        files = [quoted for quoted in IN_BACKTICKS.findall(section) if FILE.match(quoted)]
        if not files:
            yield f"{name}: \"{title}\" names no file"
        for file in files:
            if not exists(root, readme.parent, file):
                yield f"{name}: \"{title}\" names {file}, which does not exist"


def check(root):
    rooms = json.loads((root / "tests/layers/layers.json").read_text(encoding="utf-8"))["folders"]
    readmes = {}
    for room in rooms:
        found = readme_of(root, room)
        if found is None:
            yield f"{room}: has no README.md"
            continue
        readme, is_own = found
        readmes.setdefault(readme)
        if is_own:
            yield from include_defects(root, readme, rooms[room])
        elif not is_named(readme.read_text(encoding="utf-8"), room, readme, root):
            yield f"{readme.relative_to(root).as_posix()}: does not name {room}"
    for readme in readmes:
        yield from readme_defects(root, readme)
    if not readmes:
        yield "no room has a README.md"


def main():
    defects = list(check(pathlib.Path(sys.argv[1]).resolve()))
    print("\n".join(defects) if defects else "each room says what a new thing touches there")
    sys.exit(1 if defects else 0)


if __name__ == "__main__":
    main()
