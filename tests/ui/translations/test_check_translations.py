#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Shows that check_translations.py finds what it is there to find, on small trees of its own.

usage: test_check_translations.py LUPDATE
"""
import pathlib
import sys
import tempfile

import check_translations

EMPTY = '<?xml version="1.0"?><TS version="2.1" language="en"/>'
TURKISH = """<?xml version="1.0"?><TS version="2.1" language="tr">
<context><name>Rows</name>
<message><source>one</source><translation>bir</translation></message>
<message numerus="yes"><source>%n row(s)</source><translation><numerusform>%n satır</numerusform></translation></message>
<message><source>unfinished</source><translation type="unfinished">bit</translation></message>
<message><source>%1 of %2</source><translation>%1</translation></message>
</context>
<context><name>A</name>
<message><source>one</source><translation>bir</translation></message>
<message><source>two</source><translation>iki</translation></message>
</context></TS>"""
WORDS = "struct Words { Q_DECLARE_TR_FUNCTIONS(Rows) };\n"

# What the file holds -> a part of each defect that must be printed; none means that all is well.
CASES = {
    "a class that says its context": (WORDS + 'QString f() { return Words::tr("one"); }', []),
    "a text in a constructor's initialisers": (
        'class A : public QObject { Q_OBJECT A(); QString m; int n; };\nA::A() : QObject({}), n{1}, m(tr("one")) { g(tr("two")); }', []),
    "a listed text": ('const char* k[] = {QT_TRANSLATE_NOOP("Rows", "one")};\nQString f() { return QCoreApplication::translate("Rows", k[0]); }', []),
    "a free function tr": (
        'QString tr(const char* s) { return QCoreApplication::translate("Rows", s); }\nQString f() { return tr("one"); }',
        ["a.cpp:1: a function named tr()", "a.cpp:1: translate() of a text that is no literal", "a.cpp:2: tr() of no class"]),
    "a macro": ('#define FL_TEXT(text) QT_TRANSLATE_NOOP("Rows", text)\nconst char* k = FL_TEXT("one");', ["a.cpp:1: a macro hides a text"]),
    "a macro over two lines": ('#define FL_TEXT(text) \\\n  Words::tr(text)\n', ["a.cpp:1: a macro hides a text"]),
    "a class without a context": ('struct Words : Base { QString f() { return tr("one"); } };', ["a.cpp:1: tr() of no class"]),
    "an object": (WORDS + 'QString f(Words& w) { return w.tr("one"); }', ["a.cpp:2: tr() through an object"]),
    "a text from elsewhere": (WORDS + "QString f(const char* s) { return Words::tr(s); }", ["a.cpp:2: tr() of a text that is no literal"]),
    "what lupdate reads wrongly": (
        WORDS + 'constexpr std::uint64_t k = 1;\nQString f(const A& a)\n{ return Words::tr("one"); }',
        ["a.cpp:4: Qualifying with unknown namespace/class ::std"]),
    "no Turkish translation": (WORDS + 'QString f() { return Words::tr("three"); }', ["a.cpp:2: “three” (Rows) has no finished translation"]),
    "an unfinished Turkish translation": (
        WORDS + 'QString f() { return Words::tr("unfinished"); }', ["a.cpp:2: “unfinished” (Rows) has no finished translation"]),
    "a Turkish translation that lost a place": (
        WORDS + 'QString f() { return Words::tr("%1 of %2"); }', ["a.cpp:2: “%1 of %2” (Rows) and its Turkish translation differ"]),
    "a plural without English forms": (WORDS + 'QString f(int n) { return Words::tr("%n row(s)", nullptr, n); }', ["a.cpp:2: “%n row(s)” (Rows) has no English forms"]),
}


def defects_of(text, lupdate):
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        for name in ("ui", "app", "translations"):
            (root / name).mkdir()
        (root / "translations/faultline_en.ts").write_text(EMPTY, encoding="utf-8")
        (root / "translations/faultline_tr.ts").write_text(TURKISH, encoding="utf-8")
        (root / "ui/a.cpp").write_text(text + "\n", encoding="utf-8")
        return check_translations.check(root, lupdate)[0]


def main():
    failed = 0
    for name, (text, expected) in CASES.items():
        found = defects_of(text, sys.argv[1])
        missing = [part for part in expected if not any(part in defect for defect in found)]
        if missing or (found and not expected):
            failed += 1
            print(f"{name}: expected {expected or 'no defect'}, found {found}")
    print(f"{len(CASES) - failed} of {len(CASES)} cases as expected")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
