#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""faultline.yml(5) has every key of docs/configuration.md, and nothing in it is read as a macro by mistake.

usage: test_configuration_page.py ROOT
"""
import pathlib
import re
import subprocess
import sys

KNOWN_MACROS = {".TH", ".SH", ".TP", ".PP", ".B", ".I", ".BR"}


def main():
    root = pathlib.Path(sys.argv[1])
    source = root / "docs/configuration.md"
    keys = re.findall(r"^\| `([^`]+)` \|", source.read_text(encoding="utf-8"), flags=re.M)
    script = root / "installer/man/configuration_page.py"
    page = subprocess.run([sys.executable, str(script), str(source), "1.2.3"], check=True, capture_output=True, text=True).stdout
    lines = page.splitlines()
    entries = [lines[i + 1] for i, line in enumerate(lines) if line == ".TP"]
    problems = [f"key {key} is missing" for key in keys if f"\\fB{key}\\fR" not in page.replace("\\-", "-")]
    problems += [f"unknown macro: {line}" for line in lines if line.startswith(".") and line.split()[0] not in KNOWN_MACROS]
    if len(keys) < 50 or len(entries) != len(keys):
        problems.append(f"{len(keys)} keys in the document, {len(entries)} entries in the page")
    print("\n".join(problems) or f"{len(entries)} keys")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
