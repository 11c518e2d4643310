# SPDX-License-Identifier: GPL-3.0-or-later
"""Microdumps: src/processor/testdata of google/breakpad."""
import reports


def run(faultline, folder):
    rows = []
    for path in sorted((folder / "src/processor/testdata").glob("microdump*.dmp")):
        found = faultline.reports(path.read_bytes(), "a.dmp")
        rows.append({"case": path.name, "group": "whole", "opens": bool(found),
                     "frames": bool(found) and bool(reports.leading(found[0])["frames"]),
                     "modules": bool(found) and bool(found[0]["modules"])})
    yield "breakpad microdumps", rows
