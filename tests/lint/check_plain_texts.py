#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The window shows texts of a crash as they stand: never as HTML, never as the mark of a key, never at any length.

Qt takes whatever looks like HTML for HTML in labels and tool tips, and an '&' for the mark of a key in tabs, menu entries and
buttons. ui/models/shown_text.h and ui/style/plain_label.h have the only ways past that; this finds code that passes them by.

usage: check_plain_texts.py ROOT"""
import pathlib
import re
import sys

FOLDERS = ("ui", "app/workbench")
# What is allowed where, and why.
EXEMPT = {
    "label": {
        "ui/style/plain_label.cpp": "makes the labels",
        "ui/views/chip.cpp": "a label that sets its format itself",
        "ui/views/elided_label.cpp": "a label that sets its format itself",
    },
    "escape": {
        "ui/models/shown_text.cpp": "is the helper",
        "ui/models/table_text.cpp": "writes HTML for the clipboard, whole",
    },
    "markup": {
        "ui/style/plain_label.cpp": "makes the labels of our own markup",
        "ui/views/row_copy.cpp": "gives the clipboard HTML, which no view of ours shows",
        "ui/style/workbench_style.cpp": "makes all other labels plain",
        "ui/views/state_page.cpp": "turns a sentence with markup into a plain one for screen readers",
        "ui/views/main_window_actions.cpp": "About Faultline: a text of our own",
    },
}
OURS = r"(?:Words::|[A-Za-z]+::)?(?:tr|translate)\(|withoutKeys\(|\{\}|QCoreApplication::translate\("
RULES = (
    ("label", r"\bnew QLabel\b|[:,] QLabel\(|\bQLabel \w+[;({]", "make it with plainLabel() or richLabel()"),
    ("escape", r"\btoHtmlEscaped\b", "use richText()"),
    ("markup", r"\b(?:RichText|AutoText|MarkdownText|setHtml|setMarkdown|QTextDocument|QTextEdit|QTextBrowser|QStaticText|QErrorMessage|QWhatsThis"
               r"|setWhatsThis|WhatsThisRole|QMessageBox::(?:information|question|warning|critical|about))\b",
     "shows markup; see plain_label.h"),
    ("length", r"\b(?:setToolTip|setTabToolTip)\((?!\s*(?:\w+,\s*)?(?:shownText\(|tr\(|isMissing \? tr\()|bool)", "pass the text through shownText() or tr()"),
    ("keys", r"\b(?:addTab|addMenu)\((?!\s*(?:" + OURS + r"|title\)))", "pass the text through withoutKeys() or tr()"),
    ("keys", r"\bsetTabText\([^,]*,(?!\s*(?:" + OURS + r"|name\)))", "pass the text through withoutKeys() or tr()"),
    ("keys", r"(?:->|\.)addAction\((?!\s*(?:" + OURS + r"|themedIcon\(|\w*[aA]ctions?\.find\(|m_actions\.find\(|action\)|title\)|text,))",
     "pass the text through withoutKeys() or tr()"),
    ("titles", r"\bsetWindowTitle\((?!\s*(?:tr\(|titleText\(|title\)))|new QFileDialog\(this,(?!\s*(?:tr\(\"[^\"%]*\"\)\)|titleText\())",
     "pass the text through titleText() or tr()"),
)


def without_comments(text):
    """The text with as many lines, but without comments."""
    return re.sub(r"//[^\n]*", "", text)


def findings_in(name, text):
    plain = without_comments(text)
    for rule, pattern, remedy in RULES:
        if name in EXEMPT.get(rule, {}):
            continue
        for match in re.finditer(pattern, plain):
            line = plain.count("\n", 0, match.start()) + 1
            yield f"{name}:{line}: '{' '.join(match.group().split())}': {remedy}"


def findings(root):
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*.cpp")) + sorted((root / folder).rglob("*.h")):
            yield from findings_in(path.relative_to(root).as_posix(), path.read_text(encoding="utf-8"))


if __name__ == "__main__":
    found = list(findings(pathlib.Path(sys.argv[1])))
    print("\n".join(found) if found else "plain texts: nothing passes the helpers by")
    sys.exit(bool(found))
