#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""check_skips.py finds skipped rows in a log as ctest and Qt Test write it, and knows the listed ones."""
import sys

import check_skips

LOG = """1/3 Testing: tst_a
1/3 Test: tst_a
Output:
----------------------------------------------------------
********* Start testing of TestA *********
PASS   : TestA::initTestCase()
SKIP   : TestA::reads(xz, [small]) needs the xz program
   Loc: [tests/tst_a.cpp(3)]
Totals: 1 passed, 0 failed, 1 skipped, 0 blacklisted, 3ms
Test Passed.
2/3 Testing: tst_b
SKIP   : TestB::initTestCase() no data at hand
Test Passed.
3/3 Testing: tst_c
PASS   : TestC::says SKIP   : nothing
Unable to find executable: /gone/tst_c
"""
ALL = {("tst_a", "reads(xz, [small])", "needs the xz program"), ("tst_b", "initTestCase()", "no data at hand"), ("tst_c", "", "Unable to find executable: /gone/tst_c")}
CASES = [
    ([], ALL),
    ([["tst_b", "*", "no data*", "x"]], ALL - {("tst_b", "initTestCase()", "no data at hand")}),
    ([["tst_a", "reads(xz, [small])", "*", "x"]], ALL - {("tst_a", "reads(xz, [small])", "needs the xz program")}),
    ([["tst_a", "reads(*)", "needs another program", "x"], ["tst_b", "reads()", "*", "x"]], ALL),
]


def main():
    failures = [f"{allowed}: found {found}, expected {expected}" for allowed, expected in CASES
                for found in [set(check_skips.defects_of(LOG, allowed))] if found != expected]
    print("\n".join(failures) if failures else f"{len(CASES)} logs as expected")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
