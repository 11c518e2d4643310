# SPDX-License-Identifier: GPL-3.0-or-later
"""What the tree says: includes of each file, and the targets of core/**/CMakeLists.txt, ui and app."""
import pathlib
import re

TOPS = ("core", "ui", "app")
COMMENT = re.compile(r"//[^\n]*")
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]+([<"])([^">]+)[">]', re.MULTILINE)
COMMAND = re.compile(r"\b(fl_library|fl_executable|fl_private_module|fl_python_module|fl_shared_library|target_link_libraries)\s*\(([^)]*)\)")
KEYWORDS = {"SOURCES", "HEADERS", "EXPORTS", "WHOLE", "DEPENDS", "PRIVATE_DEPENDS"}
FLAGS = {"QT", "WIDGETS"}


class SourceFile:
    """A header or source by its path from the root. `own` are includes in quotes, `foreign` those in angle brackets, each with its line, `code` is the text without
    comments."""

    def __init__(self, name, text):
        self.name = name
        self.folder = name.rpartition("/")[0]
        self.is_header = not name.endswith(".cpp")
        self.own = []
        self.foreign = []
        self.code = COMMENT.sub("", text)
        for match in INCLUDE.finditer(text):
            line = text.count("\n", 0, match.start()) + 1
            (self.own if match.group(1) == '"' else self.foreign).append((match.group(2), line))


class Target:
    """A library or program: its files by path, and what it links for its users (visible) and for itself (hidden)."""

    def __init__(self, name, place, folder, words, is_library):
        self.name = name
        self.is_library = is_library
        self.place = place
        parts = {key: [] for key in KEYWORDS}
        key = None
        for word in words:
            if word in KEYWORDS:
                key = word
            elif word not in FLAGS and key:
                parts[key].append(word)
        self.files = [f"{folder}/{word}" for word in parts["SOURCES"] + parts["HEADERS"] if word.endswith((".h", ".cpp"))]
        self.visible = parts["DEPENDS"]
        self.hidden = parts["PRIVATE_DEPENDS"]


class Tree:
    def __init__(self, root):
        self.root = pathlib.Path(root)
        self.files = {}
        self.targets = {}
        self.defects = []
        for top in TOPS:
            for path in sorted((self.root / top).rglob("*")):
                name = path.relative_to(self.root).as_posix()
                if path.suffix in (".h", ".cpp", ".inc"):
                    self.files[name] = SourceFile(name, path.read_text(encoding="utf-8"))
                elif path.name == "CMakeLists.txt":
                    self._read_targets(name, path.read_text(encoding="utf-8"))
        self.owners = {file: target for target in self.targets.values() for file in target.files}
        self.folders = sorted({file.folder for file in self.files.values()})

    def _read_targets(self, name, text):
        text = re.sub(r"#[^\n]*", "", text)
        for match in COMMAND.finditer(text):
            command, words = match.group(1), match.group(2).replace('"', "").split()
            place = f"{name}:{text.count(chr(10), 0, match.start()) + 1}"
            if command == "target_link_libraries":
                self.defects.append(f"{place}: name what a target links in fl_library or fl_executable, where the layers see it")
            else:
                self.targets[words[0]] = Target(words[0], place, name.rpartition("/")[0], words[1:], command == "fl_library")
