#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures the readers of text against the tests of other projects.

    compare_traces.py FAULTLINE FOLDER [--examples N]

FOLDER holds checkouts of google/clusterfuzz, google/syzkaller, abrt/satyr and google/breakpad by their names without the
owner; those that are missing are passed over. Their lists of ignored functions and their titles are not used: the frames and facts count.
"""
import argparse
from pathlib import Path

import breakpad
import clusterfuzz
import reports
import satyr
import syzkaller

FACTS = ("opens", "kind", "access", "address", "frames", "guilty", "modules", "damaged", "silent")


def print_table(name, rows, examples):
    for group in dict.fromkeys(row["group"] for row in rows):
        members = [row for row in rows if row["group"] == group]
        for fact in FACTS:
            judged = [row for row in members if fact in row]
            if judged:
                right = sum(bool(row[fact]) for row in judged)
                print(f"{name:24} {group:10} {fact:8} {right} of {len(judged)} ({100 * right / len(judged):.1f} %)")
        wrong = [row for row in members if not all(row[fact] for fact in FACTS if fact in row)]
        print(f"{name:24} {group:10} {'all':8} {len(members) - len(wrong)} of {len(members)} ({100 - 100 * len(wrong) / len(members):.1f} %)")
        for row in wrong[:examples]:
            print("   ", row)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("faultline")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--examples", type=int, default=0, help="how many wrong cases of each table to print")
    arguments = parser.parse_args()
    faultline = reports.Faultline(Path(arguments.faultline).resolve())
    for suite in (clusterfuzz, syzkaller, satyr, breakpad):
        folder = arguments.folder / suite.__name__
        if folder.is_dir():
            for name, rows in suite.run(faultline, folder):
                print_table(name, rows, arguments.examples)


if __name__ == "__main__":
    main()
