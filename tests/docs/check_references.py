#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Resolves every reference to a document, a section, a decision or a file, in code and in documents.

usage: check_references.py ROOT

Checked are:
- sections: `docs/spec/native.md §6.4`; within docs/spec also `native.md §6.4`. A bare `§6.4` means the document that the file cited
  last, within docs/spec the document itself. `§9.4.3` may be item 3 of the list in section 9.4. Sections of public documents (DWARF 5 §7,
  RFC 9110 §5.2) are left alone.
- decisions: `UNW-6` has an entry in docs/decisions. Each entry that is not superseded names its check: a line "Check: " with `names of
  functions in tests/…`, other files, or "by reading". README.md there lists each entry with its title, and how many an area has.
- documents: `docs/caches.md` exists, unless a public repository's name stands beside it; targets of Markdown links exist.
- files: in documents `core/base/file.h` and the like exist; the extension may be missing. Also file names in backticks without a folder:
  a file of that name exists somewhere.

Prints each dangling reference as FILE:LINE: TEXT and fails on any.
"""
import bisect
import pathlib
import re
import sys

TOPS = ("core", "ui", "app", "tests", "cmake", "docs")
SUFFIXES = {".h", ".cpp", ".c", ".inc", ".py", ".sh", ".md", ".txt", ".cmake"}
LOOSE_FILES = ("dev", "README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "CMakeLists.txt", ".ci/run")
SKIPPED = ("tests/golden/", "tests/corpora/", "tests/docs/")  # Data, and this check's own examples.

CONTINUATION = re.compile(r"\n[ \t]*(?:///?<?|#|\*)?[ \t]*")
NUMBER = r"\d+(?:\.\d+)*"
SECTIONS = re.compile(rf"§§?\s?{NUMBER}(?:\s?–\s?§?{NUMBER})?")
MORE_OF_LIST = re.compile(rf"(?:, | and |, and ){NUMBER}(?:–{NUMBER})?(?![\w.]*[a-z])")
DOCUMENT = re.compile(r"(?<![\w/.-])(?P<path>(?:docs/)?(?:spec/)?(?P<name>[a-z]+(?:-[a-z]+)*)\.md)(?![\w/])")
PUBLIC_DOCUMENT = re.compile(r"(?:DWARF|RFC|LSB|IHI|ECMA|AADWARF64|\[MS-[A-Z]+\])[^;]{0,60}$")
PUBLIC_HEADERS = {"ntstatus.h", "winerror.h", "winnt.h", "minidumpapiset.h"}
DECISION = re.compile(r"(?<![\w-])([A-Z]{2,3})-(\d+)(?![\w-])")
ENTRY = re.compile(r"^## ([A-Z]{2,3}-\d+): (.*)$", re.MULTILINE)
CHECK = re.compile(r"^Check: (.*)\.$", re.MULTILINE)
FUNCTIONS_IN_FILE = re.compile(r"([\w, ]+) in (tests/[\w/.]+\w)")
OLD_DECISION = re.compile(r"\bdecisions? \d+\b|docs/decisions\.md", re.IGNORECASE)
FOREIGN = re.compile(r"(?<![\w/-])(?:design\.md|DECISIONS\.md|house-style\.md)\b")
PATH = re.compile(r"(?<![\w/:.${}-])(?:core|ui|app|tests|cmake|docs)/[\w./*{},-]*[\w*}/]")
FILE_NAME = re.compile(r"`([\w-]+\.(?:h|cpp|inc|py|cmake))`")
LINK = re.compile(r"\]\(([^)\s]+)\)")
AFTER_PUBLIC_PATH = re.compile(r"\s+of (?:[\w.-]+/[\w.-]+|Breakpad|Swift)")
BEFORE_PUBLIC_PATH = re.compile(r"(?:[\w.-]+/[\w.-]+|(?:Breakpad|Swift)(?:'s)?)[:,]?\s*$")


class Tree:
    """What there is to refer to."""

    def __init__(self, root):
        self.root = root
        self.names = {path.name for top in TOPS for path in (root / top).rglob("*") if path.is_file()}
        self.specs = {path.name: numbers_of(path.read_text(encoding="utf-8")) for path in (root / "docs/spec").glob("*.md")}
        text = "\n".join(path.read_text(encoding="utf-8") for path in sorted((root / "docs/decisions").glob("*.md")))
        self.decisions = set(re.findall(r"^## ([A-Z]{2,3}-\d+):", text, re.MULTILINE))
        self.areas = {name.split("-")[0] for name in self.decisions}

    def has_path(self, text, folder):
        """From the root, or below tests/ from there."""
        return self.has(text) or folder.startswith("tests/") and self.has("tests/" + text)

    def has(self, text):
        if any(sign in text for sign in "*{}"):
            return any(self.root.glob(pattern) for pattern in expanded(text))
        path = self.root / text
        if path.exists():
            return True
        return path.parent.is_dir() and any(other.stem == path.name for other in path.parent.iterdir())


def expanded(text):
    """The patterns of `a/{b,c}.h`."""
    match = re.search(r"\{([^{}]*)\}", text)
    if not match:
        return [text]
    return [p for part in match.group(1).split(",") for p in expanded(text[: match.start()] + part + text[match.end() :])]


def numbers_of(text):
    """Sections of a document, and the items of each section's lists as "9.4.3"."""
    numbers, section = set(), ""
    for line in text.splitlines():
        heading = re.match(rf"#+ ({NUMBER})[. ]", line)
        item = re.match(r"(\d+)\. ", line)
        if heading:
            section = heading.group(1)
            numbers.add(section)
        elif item and section:
            numbers.add(f"{section}.{item.group(1)}")
    return numbers


class File:
    """A text in which comment lines are joined, so that references may wrap."""

    def __init__(self, root, path):
        self.name = path.relative_to(root).as_posix()
        self.is_document = path.suffix == ".md"
        self.is_spec = self.name.startswith("docs/spec/")
        text = path.read_text(encoding="utf-8", errors="replace")
        if path.suffix in (".h", ".cpp", ".c"):
            text = re.sub(r"^[ \t]*#[ \t]*include.*$", "", text, flags=re.MULTILINE)
        self.breaks, parts, last, length = [], [], 0, 0
        for match in CONTINUATION.finditer(text):
            parts.append(text[last : match.start()])
            length += match.start() - last + 1
            self.breaks.append(length)
            last = match.end()
        self.text = " ".join(parts + [text[last:]])

    def line(self, offset):
        return bisect.bisect_right(self.breaks, offset) + 1


def files_of(root):
    paths = [root / name for name in LOOSE_FILES]
    paths += [path for top in TOPS for path in sorted((root / top).rglob("*")) if path.suffix in SUFFIXES]
    for path in paths:
        name = path.relative_to(root).as_posix()
        if path.is_file() and (not name.startswith(SKIPPED) or path.name == "README.md"):
            yield File(root, path)


class Check:
    def __init__(self, tree):
        self.tree = tree
        self.wrong = []
        self.checked = 0

    def expect(self, file, offset, holds, text):
        self.checked += 1
        if not holds:
            self.wrong.append((file.name, file.line(offset), text))

    def run(self, file):
        self.check_sections(file)
        self.check_decisions(file)
        self.check_paths(file)
        for match in FOREIGN.finditer(file.text):
            self.expect(file, match.start(), False, f"{match.group()} is no part of the repository")

    def check_sections(self, file):
        """Documents and sections in the order of the text; a section belongs to the last document before it."""
        document = file.name.rsplit("/", 1)[1] if file.is_spec else None
        events = [(m.start(), m, None) for m in DOCUMENT.finditer(file.text)]
        events += [(m.start(), None, m) for m in SECTIONS.finditer(file.text)]
        previous_end = 0
        for start, named, sections in sorted(events, key=lambda event: event[0]):
            if named:
                adopted = self.document_of(file, named)
                document, previous_end = adopted or document, named.end() if adopted else previous_end
            elif file.text[previous_end:start].strip() and PUBLIC_DOCUMENT.search(file.text[max(0, start - 80) : start]):
                continue
            else:
                is_own = file.is_spec and not is_attached(file.text, previous_end, start)
                target = file.name.rsplit("/", 1)[1] if is_own else document
                previous_end = self.check_numbers(file, sections, target) if not is_own else previous_end
                if is_own:
                    self.check_numbers(file, sections, target)

    def document_of(self, file, match):
        """The name of the specification that is cited; None for other documents."""
        path, name = match.group("path"), match.group("name") + ".md"
        if path.startswith("spec/") and not file.text[: match.start()].endswith("]("):
            self.expect(file, match.start(), False, f"{path} is cited as docs/{path}")
            return name
        if path.startswith("docs/spec/"):
            self.expect(file, match.start(), name in self.tree.specs, f"{path} does not exist")
            return name
        return name if file.is_spec and path == name and name in self.tree.specs else None

    def check_numbers(self, file, match, document):
        """Resolves `§4`, `§§4, 5` and `§§4–6`; returns where the list ends."""
        text, end = match.group(), match.end()
        if text.startswith("§§"):
            while more := MORE_OF_LIST.match(file.text, end):
                text, end = text + more.group(), more.end()
        for number in re.findall(NUMBER, text):
            if document is None:
                self.expect(file, match.start(), False, f"§{number} names no document")
            else:
                known = self.tree.specs.get(document, set())
                self.expect(file, match.start(), number in known, f"docs/spec/{document} has no §{number}")
        return end

    def check_decisions(self, file):
        for match in DECISION.finditer(file.text):
            if match.group(1) in self.tree.areas:
                self.expect(file, match.start(), match.group() in self.tree.decisions, f"{match.group()} is no decision")
        for match in OLD_DECISION.finditer(file.text):
            self.expect(file, match.start(), False, f"\"{match.group()}\" is an old reference, see docs/decisions/README.md")

    def check_paths(self, file):
        for match in PATH.finditer(file.text):
            before = file.text[max(0, match.start() - 60) : match.start()]
            path = match.group()
            is_public = BEFORE_PUBLIC_PATH.search(before) or AFTER_PUBLIC_PATH.match(file.text, match.end())
            if is_public or file.is_spec and path.startswith("app/"):
                continue
            if file.is_document or re.match(r"docs/(?!spec/).*\.md$", path):
                self.expect(file, match.start(), self.tree.has_path(path, file.name), f"{path} does not exist")
        if not file.is_document:
            return
        if file.name.startswith("docs/decisions/") and not file.name.endswith("/README.md"):
            self.check_entries(file)
        for match in FILE_NAME.finditer(file.text):
            known = match.group(1) in self.tree.names | PUBLIC_HEADERS
            self.expect(file, match.start(), known, f"no file is called {match.group(1)}")
        folder = (self.tree.root / file.name).parent
        for match in LINK.finditer(file.text):
            target = match.group(1).split("#")[0]
            if target and "://" not in target:
                self.expect(file, match.start(), (folder / target).exists(), f"the link to {target} leads nowhere")


    def check_entries(self, file):
        """Each decision of a file of docs/decisions names its check, and is in the list of all."""
        text = (self.tree.root / file.name).read_text(encoding="utf-8")
        overview = (self.tree.root / "docs/decisions/README.md").read_text(encoding="utf-8")
        entries = list(ENTRY.finditer(text))
        for entry, following in zip(entries, entries[1:] + [None]):
            body = text[entry.end() : following.start() if following else len(text)]
            line = text.count("\n", 0, entry.start()) + 1
            check = CHECK.search(body)
            self.expect_at(file, line, check or "\nSuperseded by " in body, f"{entry.group(1)} names no check")
            self.expect_at(file, line, f"| {entry.group(1)} | {entry.group(2)} |" in overview, f"{entry.group(1)} is not in the list of docs/decisions/README.md")
            if check:
                self.expect_at(file, line, check.group(1) == "by reading" or "tests/" in check.group(1), f"{entry.group(1)} has a check without a file")
                self.check_functions(file, line, check.group(1))
        area = entries[0].group(1).split("-")[0] if entries else ""
        row = re.search(rf"^\| {area} \| \[.*\]\({re.escape(file.name.rsplit('/', 1)[1])}\) \| (\d+) \|$", overview, re.MULTILINE)
        self.expect_at(file, 1, row and int(row.group(1)) == len(entries), f"docs/decisions/README.md does not say that {area} has {len(entries)} entries")

    def check_functions(self, file, line, check):
        for names, path in FUNCTIONS_IN_FILE.findall(check):
            test = self.tree.root / path
            text = test.read_text(encoding="utf-8") if test.is_file() else ""
            for name in names.split(","):
                self.expect_at(file, line, re.search(rf"\b{name.strip()}\(\)", text), f"{path} has no {name.strip()}()")

    def expect_at(self, file, line, holds, text):
        self.checked += 1
        if not holds:
            self.wrong.append((file.name, line, text))


def is_attached(text, end, start):
    """Whether a section stands directly after a document's name, or after another of its sections."""
    return re.fullmatch(r"[\s,;]*(?:and |or )?", text[end:start]) is not None


def main():
    root = pathlib.Path(sys.argv[1])
    check = Check(Tree(root))
    for file in files_of(root):
        check.run(file)
    for name, line, text in sorted(check.wrong):
        print(f"{name}:{line}: {text}")
    if not check.wrong:
        print(f"{check.checked} references lead somewhere")
    sys.exit(1 if check.wrong or check.checked == 0 else 0)


if __name__ == "__main__":
    main()
