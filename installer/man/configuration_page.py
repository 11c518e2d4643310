#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the manual page faultline.yml(5) from docs/configuration.md: headings, paragraphs and tables.

usage: configuration_page.py CONFIGURATION.MD VERSION > faultline.yml.5
"""
import re
import sys


def escaped(text):
    text = text.replace("\\", "\\e").replace("-", "\\-")
    text = re.sub(r"`([^`]*)`", r"\\fB\1\\fR", text)
    return re.sub(r"^([.'])", r"\\&\1", text)


def cells(line):
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def entry(line):
    """One row: key, default, limits, meaning, test. The test is for developers."""
    key, default, limits, meaning, *_ = cells(line)
    facts = [meaning and meaning[0].upper() + meaning[1:] + ".", f"Default: {default}.", limits and f"Values: {limits}."]
    return f".TP\n{escaped(key)}\n" + escaped(" ".join(fact for fact in facts if fact)) + "\n"


def page(lines, version):
    yield f'.TH FAULTLINE.YML 5 "" "Faultline {version}" "Faultline\'s manual"\n.SH NAME\nfaultline.yml \\- configuration of Faultline\'s programs\n.SH DESCRIPTION\n'
    yield (".B faultline serve \\-\\-config\nreads the given file, the command line and the workbench read\n.I ~/.config/faultline/config.yml\n"
           "if it exists. The form is YAML; Symbolicator\'s configuration is accepted as it is. \"Desktop\" is the workbench and the command line.\n")
    in_table = in_introduction = False
    for line in lines:
        line = line.rstrip("\n")
        if line.startswith("#"):
            in_introduction = line.startswith("# ")
        if in_introduction:
            continue
        if line.startswith("|"):
            if in_table and not re.match(r"\|[ -]*---", line):
                yield entry(line)
            in_table = True
            continue
        in_table = False
        if line.startswith("## "):
            yield f".SH {escaped(line[3:]).upper()}\n"
        elif line and not line.startswith("#"):
            yield escaped(line) + "\n"
        elif not line:
            yield ".PP\n"
    yield ".SH SEE ALSO\n.BR faultline (1),\n.BR faultline\\-serve (1)\n"


def main():
    path, version = sys.argv[1:]
    with open(path, encoding="utf-8") as source:
        text = "".join(page(source, version))
    # A paragraph needs text before and after it.
    text = re.sub(r"(\.PP\n)+(?=\.(SH|TP|PP))", "", text)
    text = re.sub(r"(\.SH [^\n]*\n)(\.PP\n)+", r"\1", text)
    sys.stdout.write(text)


if __name__ == "__main__":
    main()
