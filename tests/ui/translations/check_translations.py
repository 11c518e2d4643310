#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks that lupdate extracts every text of ui/ and app/ under the context that the program asks for at run time.

usage: check_translations.py ROOT LUPDATE

The contexts of the running program are found here, without lupdate:
- tr() of a class with Q_OBJECT asks for the class's full name, of a class with Q_DECLARE_TR_FUNCTIONS(X) for X;
- translate("X", …), QT_TRANSLATE_NOOP("X", …) and QT_TR_NOOP say or inherit it in the same way.
Refused, because lupdate or this check would have to guess:
- a function or macro of ours that hides tr() or translate(): use a class with Q_DECLARE_TR_FUNCTIONS;
- tr() outside a class that says its context, or through an object (object.tr());
- a text that is no literal, unless the file lists its texts with QT_TR_NOOP or QT_TRANSLATE_NOOP of the same context.

Also: lupdate prints no warning, every text with %n has both English forms in translations/faultline_en.ts, and every
text has a finished Turkish translation with the same places (%1, %n) in translations/faultline_tr.ts.
Prints each defect as FILE:LINE: TEXT and fails on any.
"""
import pathlib
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

TOKEN = re.compile(
    r"""(?P<space>\s+)
      | (?P<comment>//[^\n]*|/\*.*?\*/)
      | (?P<define>^[ \t]*\#[ \t]*define(?:[^\n]*\\\n)*[^\n]*)
      | (?P<directive>^[ \t]*\#(?:[^\n]*\\\n)*[^\n]*)
      | (?P<raw>(?:u8|u|U|L)?R"(?P<mark>[^(\s]*)\(.*?\)(?P=mark)")
      | (?P<string>(?:u8|u|U|L)?"(?:\\.|[^"\\\n])*")
      | (?P<char>(?:u8|u|U|L)?'(?:\\.|[^'\\\n])+')
      | (?P<number>\d(?:'?[\w.])*)
      | (?P<word>[A-Za-z_]\w*(?:\s*::\s*~?[A-Za-z_]\w*)*)
      | (?P<arrow>->)
      | (?P<other>.)""",
    re.VERBOSE | re.DOTALL | re.MULTILINE,
)
ESCAPE = re.compile(r"\\(x[0-9a-fA-F]+|u[0-9a-fA-F]{4}|[0-7]{1,3}|.)", re.DOTALL)
ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "\\": "\\", '"': '"', "'": "'", "?": "?"}
CALLS = {"tr", "translate", "QT_TR_NOOP", "QT_TR_NOOP_UTF8", "QT_TRANSLATE_NOOP", "QT_TRANSLATE_NOOP3"}
NOT_CONTEXTS = {"std", "Qt"}


def unescaped(literal):
    def one(match):
        code = match.group(1)
        if code[0] == "x" or code[0] == "u":
            return chr(int(code[1:], 16))
        return chr(int(code, 8)) if code[0].isdigit() else ESCAPES.get(code, code)

    return ESCAPE.sub(one, literal[literal.index('"') + 1 : -1])


def tokens_of(text):
    """(kind, text, line) of everything but spaces and comments."""
    line = 1
    for match in TOKEN.finditer(text):
        kind = match.lastgroup if match.lastgroup != "mark" else "raw"
        if kind not in ("space", "comment"):
            yield kind, re.sub(r"\s+", "", match.group()) if kind == "word" else match.group(), line
        line += match.group().count("\n")


class Scope:
    """What an open brace belongs to: `name` is the full name of a namespace or class, `owner` the class whose tr() counts inside."""

    def __init__(self, name, owner, is_class=False, resume=None):
        self.name = name
        self.owner = owner
        self.is_class = is_class
        self.resume = resume  # Where the head began that goes on after the closing brace.


class Source:
    """One file, walked by its braces."""

    def __init__(self, name, text):
        self.name = name
        self.tokens = list(tokens_of(text))
        self.classes = {}  # full name -> context, where the class says one
        self.known = set()  # full names of all classes
        self.uses = []  # (line, call, qualifier, owner, arguments)
        self.defects = []
        self._walk()

    def _walk(self):
        scopes = [Scope("", "")]
        start = 0  # of the statement or head that the next brace belongs to
        for i, (kind, text, line) in enumerate(self.tokens):
            if kind == "define" and re.search(r"\b(?:tr|translate|QT_TR\w*_NOOP3?)\s*\(", text):
                self.defects.append((line, "a macro hides a text from lupdate"))
            elif text == "{":
                scopes.append(self._opened(self.tokens[start:i], scopes[-1]))
                if is_initialiser(self.tokens[start:i]):
                    scopes[-1].resume = start
                start = i + 1
            elif text == "}":
                closed = scopes.pop() if len(scopes) > 1 else scopes[0]
                start = i + 1 if closed.resume is None else closed.resume
            elif text in (";", ":") or kind in ("directive", "define"):
                # A colon ends an access specifier or label; a head's own colon (base classes, initialisers) stays in it.
                if text != ":" or i - start <= 1:
                    start = i + 1
            elif kind == "word":
                # Before its body, a constructor's initialisers are of its class too.
                self._word(i, scopes[-1] if scopes[-1].owner else self._opened(self.tokens[start:i], scopes[-1]))

    def _opened(self, head, outer):
        words = [text for kind, text, _ in head if kind == "word"]
        first_parenthesis = next((i for i, token in enumerate(head) if token[1] == "("), None)
        if words[:1] == ["namespace"] or words[:2] == ["inline", "namespace"]:
            return Scope(joined(outer.name, words[-1] if words[-1] != "namespace" else ""), "")
        found = [i for i, (kind, text, _) in enumerate(head) if kind == "word" and text in ("class", "struct")]
        if found and "enum" not in words and first_parenthesis is None:
            name = next((text for kind, text, _ in head[found[-1] + 1 :] if kind == "word"), "")
            full = joined(outer.name, name)
            self.known.add(full)
            return Scope(full, full, True)
        if first_parenthesis and head[first_parenthesis - 1][0] == "word" and not outer.is_class:
            name = head[first_parenthesis - 1][1]
            if "::" in name and not outer.owner:
                return Scope(outer.name, joined(outer.name, name.rpartition("::")[0]))
        return Scope(outer.name, outer.owner)

    def _word(self, i, scope):
        text, line = self.tokens[i][1], self.tokens[i][2]
        if text == "Q_OBJECT" and scope.is_class:
            self.classes[scope.name] = scope.name
        elif text == "Q_DECLARE_TR_FUNCTIONS" and scope.is_class:
            self.classes[scope.name] = self.tokens[i + 2][1]
        qualifier, _, call = text.rpartition("::")
        if call not in CALLS or i + 1 >= len(self.tokens) or self.tokens[i + 1][1] != "(":
            return
        before = self.tokens[i - 1] if i else ("other", "", 0)
        if call == "tr" and before[0] == "word" and before[1] not in ("return", "case", "else", "co_return"):
            self.defects.append((line, "a function named tr() hides texts from lupdate: use Q_DECLARE_TR_FUNCTIONS"))
        elif before[1] in (".", "->"):
            if call == "tr":
                self.defects.append((line, "tr() through an object: name the class (Class::tr)"))
        elif call != "translate" or qualifier in ("QCoreApplication", "QApplication", "QGuiApplication"):
            self.uses.append((line, call, qualifier, scope.owner, self._arguments(i + 2)))

    def _arguments(self, i):
        """Per argument its literal text, or None where it is an expression."""
        result, depth, parts, literal = [], 0, [], True
        while i < len(self.tokens):
            kind, text, _ = self.tokens[i]
            if depth == 0 and text in (",", ")"):
                result.append("".join(parts) if literal and parts else None)
                parts, literal = [], True
                if text == ")":
                    return result
            elif kind == "string":
                parts.append(unescaped(text))
            else:
                literal = False
                depth += text in "([{" and 1 or text in ")]}" and -1 or 0
            i += 1
        return result


def is_initialiser(head):
    """`m_count{1}` in `Class::Class() : m_count{1}, …`, or a brace within parentheses."""
    texts = [text for _, text, _ in head]
    if texts.count("(") > texts.count(")"):
        return True
    colon = next((i for i, token in enumerate(head) if token[1] == ":" and head[i - 1][1] in (")", "noexcept")), None)
    return colon is not None and head[-1][0] == "word"


def joined(outer, name):
    return f"{outer}::{name}" if outer and name else outer or name


class Program:
    """All files together: which text the program asks for under which context."""

    def __init__(self, sources):
        self.defects = []
        self.texts = {}  # (context, text) -> (place, has %n)
        shared = {}
        for source in sources:
            if source.name.endswith(".h"):
                shared.update(source.classes)
        for source in sources:
            contexts = shared | source.classes
            listed = {self._context(use, contexts) for use in source.uses if "NOOP" in use[1]}
            self.defects += [(source.name, line, text) for line, text in source.defects]
            for use in source.uses:
                self._add(source.name, use, contexts, listed)

    @staticmethod
    def _context(use, contexts):
        _, call, qualifier, owner, arguments = use
        if call == "translate" or call.startswith("QT_TRANSLATE"):
            return arguments[0] if arguments else None
        if qualifier:
            found = [c for name, c in contexts.items() if name == qualifier or name.endswith("::" + qualifier)]
            return found[0] if len(set(found)) == 1 else None
        while owner:
            if owner in contexts:
                return contexts[owner]
            owner = owner.rpartition("::")[0]
        return None

    def _add(self, file, use, contexts, listed):
        line, call, _, _, arguments = use
        context = self._context(use, contexts)
        said = call == "translate" or call.startswith("QT_TRANSLATE")
        text = arguments[1 if said else 0] if len(arguments) > said else None
        if context is None:
            self.defects.append((file, line, f"{call}() of no class that says its context (Q_OBJECT, Q_DECLARE_TR_FUNCTIONS)"))
        elif text is None:
            if context not in listed:
                self.defects.append((file, line, f"{call}() of a text that is no literal, and no {context} text is listed with QT_TRANSLATE_NOOP here"))
        else:
            self.texts.setdefault((context, text), (f"{file}:{line}", "NOOP" not in call and len(arguments) > said + 2))


def read(root):
    paths = [p for top in ("ui", "app") for p in sorted((root / top).rglob("*")) if p.suffix in (".h", ".cpp")]
    return Program([Source(p.relative_to(root).as_posix(), p.read_text(encoding="utf-8")) for p in paths])


def messages(path):
    """(context, text) -> message element."""
    result = {}
    for context in ElementTree.parse(path).getroot().findall("context"):
        for message in context.findall("message"):
            result[context.findtext("name"), message.findtext("source")] = message
    return result


def extract(root, lupdate, path):
    run = subprocess.run([lupdate, "-silent", "-locations", "none", "-I", ".", "ui", "app", "-ts", str(path)], cwd=root,
                         capture_output=True, text=True, check=False)
    return [line.replace(f"{root}/", "") for line in (run.stderr + ("" if run.returncode == 0 else run.stdout)).splitlines()]


def plural_defects(program, english):
    for (context, text), (place, counts) in sorted(program.texts.items()):
        if not counts:
            continue
        message = english.get((context, text))
        forms = [] if message is None else [form.text for form in message.findall("translation/numerusform")]
        if len(forms) != 2 or not all(forms) or message.find("translation").get("type"):
            yield f"{place}: “{text}” ({context}) has no English forms in translations/faultline_en.ts"


def places(text):
    return sorted(set(re.findall(r"%(?:n|L?\d)", text)))


def turkish_defects(program, turkish):
    for (context, text), (place, _) in sorted(program.texts.items()):
        message = turkish.get((context, text))
        translation = None if message is None else message.find("translation")
        forms = [] if translation is None else [form.text for form in translation.findall("numerusform")] or [translation.text]
        if not forms or not all(forms) or translation.get("type"):
            yield f"{place}: “{text}” ({context}) has no finished translation in translations/faultline_tr.ts"
        elif any(places(form) != places(text) for form in forms):
            yield f"{place}: “{text}” ({context}) and its Turkish translation differ in their places"


def check(root, lupdate):
    program = read(root)
    defects = [f"{file}:{line}: {text}" for file, line, text in program.defects]
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "texts.ts"
        defects += extract(root, lupdate, path)
        extracted = messages(path) if path.exists() else {}
    for key in sorted(program.texts.keys() - extracted.keys()):
        defects.append(f"{program.texts[key][0]}: lupdate does not extract “{key[1]}” under {key[0]}")
    for context, text in sorted(extracted.keys() - program.texts.keys()):
        defects.append(f"lupdate extracts “{text}” under {context}, which the program does not ask for")
    defects += plural_defects(program, messages(root / "translations/faultline_en.ts"))
    defects += turkish_defects(program, messages(root / "translations/faultline_tr.ts"))
    return defects, len(program.texts)


def main():
    defects, count = check(pathlib.Path(sys.argv[1]).resolve(), sys.argv[2])
    print("\n".join(defects) if defects else f"lupdate extracts all {count} texts under their contexts")
    sys.exit(1 if defects or count == 0 else 0)


if __name__ == "__main__":
    main()
