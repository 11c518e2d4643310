#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""check_hardening.py finds what a program lacks: a small one is compiled with all protections, and without each of them.

usage: test_check_hardening.py COMPILER
"""
import pathlib
import platform
import subprocess
import sys
import tempfile

CHECK = pathlib.Path(__file__).resolve().with_name("check_hardening.py")
PROGRAM = """
#include <cstdio>
#include <cstring>
#include <vector>
int main(int argc, char** argv)
{
    char copy[64];
    std::strcpy(copy, argv[0]);
    std::vector<int> numbers(static_cast<unsigned long>(argc));
    return std::printf("%s %d", copy, numbers[static_cast<unsigned long>(argc) - 1]) < 0;
}
"""
# What each is, its place in the commands, what weakens it, and what must be said then.
COMPILE = {"-fPIE": ("-fno-pie", "position-independent"), "-fstack-protector-strong": ("-fno-stack-protector", "stack-protector"),
           "-D_FORTIFY_SOURCE=2": ("-D_FORTIFY_SOURCE=0", "_FORTIFY_SOURCE"), "-D_GLIBCXX_ASSERTIONS": ("-DNO_ASSERTIONS", "_GLIBCXX_ASSERTIONS")}
LINK = {"-Wl,-z,now": ("-Wl,-z,lazy", "BIND_NOW"), "-Wl,-z,relro": ("-Wl,-z,norelro", "GNU_RELRO"), "-Wl,-z,noexecstack": ("-Wl,-z,execstack", "executable stack"),
        "-pie": ("-no-pie", "position-independent")}
if platform.machine() == "x86_64":
    COMPILE["-fcf-protection=full"] = ("-fcf-protection=none", "without IBT")
elif platform.machine() == "aarch64":
    COMPILE["-mbranch-protection=standard"] = ("-mbranch-protection=none", "without BTI")


def said(compiler, folder, weak):
    """What the check says of a program that lacks one protection."""
    chosen = [[weakened if flag == weak else flag for flag, (weakened, _) in flags.items()] for flags in (COMPILE, LINK)]
    if weak == "-fPIE":
        chosen[1] = ["-no-pie" if flag == "-pie" else flag for flag in chosen[1]]
    source, made, program = folder / "a.cpp", folder / "a.o", folder / "a"
    source.write_text(PROGRAM, encoding="utf-8")
    subprocess.run([compiler, "-O2", "-U_FORTIFY_SOURCE", *chosen[0], "-c", str(source), "-o", str(made)], check=True)
    subprocess.run([compiler, str(made), *chosen[1], "-o", str(program)], check=True, stderr=subprocess.DEVNULL)
    return subprocess.run([sys.executable, str(CHECK), str(program), str(made)], check=False, capture_output=True, text=True).stdout


def defects(compiler, folder):
    if text := said(compiler, folder, None):
        yield f"a hardened program is said to lack something: {text}"
    for flags in (COMPILE, LINK):
        for flag, (weakened, expected) in flags.items():
            text = said(compiler, folder, flag)
            if expected not in text:
                yield f"with {weakened}: expected \"{expected}\", got \"{text}\""


def main():
    with tempfile.TemporaryDirectory() as folder:
        found = list(defects(sys.argv[1], pathlib.Path(folder)))
    for defect in found:
        print(defect)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
