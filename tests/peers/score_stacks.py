#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Scores stack walkers against what the scenario programs are written to do (tests/samples/scenarios/*.chain).

score_stacks.py --out FOLDER --faultline PROGRAM --dumper SAMPLE_DUMPER [--only TEXT] [--minidump-stackwalk PROGRAM --dump-syms PROGRAM]
                [--windows FOLDER [--system64 FOLDER --system32 FOLDER]]

Builds every scenario for Linux with every compiler and option of tst_stack_scenarios, crashes it, and asks faultline, LLDB 19
(`lldb-19`, on the same minidump) and, where they are given, minidump-stackwalk with symbols made by dump_syms. `--windows` names what
tests/samples/make_windows.py made and scores its dumps as well; every walker gets Wine's own libraries from `--system64` and `--system32`
(x86_64-windows and i386-windows). For minidump-stackwalk the dumps are copied and get the ids of the symbol files.
"""
import argparse
import hashlib
import itertools
import json
import os
import re
import subprocess
import sys
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

from module_ids import debug_file_of, with_ids

SAMPLES = Path(__file__).resolve().parent.parent / "samples"
sys.path.insert(0, str(SAMPLES))
import make_windows  # noqa: E402
from stack_chains import Found, Score, compare, read_chain  # noqa: E402

SCENARIOS = [("deep_inlines", ""), ("templates", ""), ("destructor_in_unwinding", ""), ("exception_in_flight", ""), ("catch_handler", ""),
             ("signal_handler", ""), ("signal_handler", "alternate"), ("bad_call", ""), ("bad_call", "data"), ("bad_call", "unmapped"),
             ("noreturn_last", ""), ("cold_part", ""), ("c_thread", ""), ("smashed_frame_pointer", ""), ("big_frame", ""),
             ("qsort_callback", ""), ("coroutine", ""), ("jit_code", ""), ("jit_code", "plain"), ("own_stack", "")]
BUILDS = list(itertools.product(("g++", "clang++-19"), ("-O0", "-O2"), ("-m64", "-m32"), ("-fno-omit-frame-pointer", "-fomit-frame-pointer")))
# Wine's libraries that stand in the stacks.
SYSTEM = ["kernel32.dll", "kernelbase.dll", "msvcrt.dll", "ntdll.dll"]
FRAME = "FRAME|{${module.file.basename}}|{${function.name}}|{${line.file.fullpath}}|{${line.number}}\\n"


@dataclass
class Crash:
    kind: str
    label: str
    chain: list
    dump: Path
    folder: Path  # of the program and its debug files
    system: Path = None  # of the system's libraries


def output_of(words, **options):
    return subprocess.run([str(word) for word in words], capture_output=True, text=True, timeout=300, **options).stdout


def by_faultline(programs, crash):
    environment = {**os.environ, "XDG_CACHE_HOME": str(programs.out / "cache")}
    folders = [word for folder in (crash.folder, crash.system) if folder for word in ("-s", folder)]
    report = json.loads(output_of([programs.faultline, "symbolicate", crash.dump, "--format", "json", *folders], env=environment))
    return make_windows.frames_of(report, {file.name for file in crash.folder.iterdir()})


def without_return_type(name):
    """LLDB shows templates with theirs, and C functions in the global scope."""
    name = name.removeprefix("::")
    depth = 0
    for at, letter in enumerate(name):
        depth += (letter in "<(") - (letter in ">)")
        if letter == " " and depth == 0 and not name.startswith("operator", max(0, at - 8)) and name[at + 1:at + 6] != "const":
            return without_return_type(name[at + 1:])
    return name


def by_lldb(_programs, crash):
    folders = " ".join(str(folder) for folder in (crash.folder, crash.system) if folder)
    text = output_of(["lldb-19", "--no-lldbinit", "--batch", "-o", f'settings set frame-format "{FRAME}"',
                      "-o", f"settings append target.exec-search-paths {folders}",
                      "-o", f"settings append target.debug-file-search-paths {folders}",
                      "-o", f"target create --core {crash.dump}", "-o", "thread backtrace"], cwd=crash.folder)
    own = {file.name for file in crash.folder.iterdir()}
    frames = []
    for line in re.findall(r"^[ *]+FRAME\|(.*)", text, re.MULTILINE):
        module, name, file, number = (line.split("|") + [""] * 4)[:4]
        caller, inlined, callee = name.partition(" [inlined] ")
        known = bool(file) or not name.startswith("___lldb_unnamed_symbol")
        shown = without_return_type(callee if inlined else caller) if known else ""
        frames.append(Found(shown, file.replace("\\", "/"), int(number) if number.isdigit() else 0, bool(inlined), module in own))
    return frames


def symbols_with_id(programs, file):
    """dump_syms finds no id in what MinGW builds and writes zeros, which are nothing to look for."""
    text = output_of([programs.dump_syms, "--inlines", file])
    debug_file = debug_file_of(text)
    if debug_file and not debug_file.debug_id.strip("0"):
        text = text.replace(debug_file.debug_id, hashlib.md5(file.read_bytes()).hexdigest().upper() + "1", 1)
    return text


def symbols_of(programs, files, store):
    """Fills a symbol store and tells the debug file of each of the files."""
    debug_files = {}
    for file in files:
        made = store / f"{file.name}.sym"
        if not made.exists():
            store.mkdir(parents=True, exist_ok=True)
            made.write_text(symbols_with_id(programs, file))
        debug_file = debug_file_of(made.read_text())
        if debug_file:
            debug_files[file.name.lower()] = debug_file
            place = store / debug_file.name / debug_file.debug_id / (debug_file.name.removesuffix(".pdb") + ".sym")
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(made.read_bytes())
    return debug_files


def by_stackwalk(programs, crash):
    stores = [programs.out / "symbols" / crash.kind / crash.label]
    files = [file for file in crash.folder.iterdir() if file.is_file() and file.suffix in ("", ".exe", ".dll")]
    debug_files = symbols_of(programs, files, stores[0])
    dump = crash.dump
    if crash.kind.startswith("Windows"):
        if crash.system:
            stores.append(programs.out / "symbols" / crash.system.name)
            debug_files |= symbols_of(programs, [crash.system / name for name in SYSTEM], stores[1])
        dump = stores[0] / "sample.dmp"
        dump.write_bytes(with_ids(crash.dump.read_bytes(), debug_files))
    paths = [word for store in stores for word in ("--symbols-path", store)]
    report = json.loads(output_of([programs.minidump_stackwalk, "--json", *paths, dump]) or "{}")
    own = {file.name for file in crash.folder.iterdir()}
    frames = []
    for frame in report.get("crashing_thread", {}).get("frames", []):
        is_ours = frame.get("module") in own
        for inline in frame.get("inlines") or []:
            frames.append(Found(inline["function"], inline.get("file") or "", inline.get("line") or 0, True, is_ours))
        name = frame.get("function") or ""
        name = "" if name.startswith("<unknown in ") else name  # What dump_syms writes for code without a function.
        frames.append(Found(name, frame.get("file") or "", frame.get("line") or 0, False, is_ours))
    return frames


def linux_rows(options):
    for (name, argument), build in itertools.product(SCENARIOS, BUILDS):
        compiler, optimisation, width, pointers = build
        label = f"{name}-{argument}" if argument else name
        folder = options.out / label / "".join(build).replace("+", "p")
        if options.only not in f"{label} {' '.join(build)}":
            continue
        dump = folder.with_suffix(".dmp")
        if not dump.exists():
            folder.mkdir(parents=True, exist_ok=True)
            subprocess.run([compiler, optimisation, width, "-g", "-std=c++20", "-fno-optimize-sibling-calls", pointers, "-static", "-pthread",
                            "-Wl,--build-id", "-o", folder / name, SAMPLES / "scenarios" / f"{name}.cpp"], check=True)
            subprocess.run([options.dumper, "--data", folder / name, dump, *([argument] if argument else [])], check=True)
        chain = read_chain(SAMPLES / "scenarios" / f"{name}.chain")
        yield Crash(f"Linux {'amd64' if width == '-m64' else 'i386'}", f"{label} {folder.name}", chain, dump, folder)


def windows_rows(options):
    system = {"x64": options.system64, "x86": options.system32}
    for scenario, variant in itertools.product(make_windows.SCENARIOS, make_windows.VARIANTS):
        folder = options.windows / scenario.name / variant.name
        if (folder / "sample.dmp").exists() and options.only in f"{scenario.name} {variant.name}":
            kind = f"Windows {'amd64' if variant.cpu == 'x64' else 'x86'}, {'PDB' if variant.debug == 'pdb' else 'DWARF'}"
            yield Crash(kind, f"{scenario.name} {variant.name}", make_windows.chain_of(scenario, variant), folder / "sample.dmp", folder,
                        system[variant.cpu])


def print_table(totals):
    print("| set | walker | crashes | frames found | exact | invented | stacks right |\n|---|---|---|---|---|---|---|")
    for (kind, walker), (score, stacks, right) in sorted(totals.items()):
        print(f"| {kind} | {walker} | {stacks} | {score.physical_found}/{score.physical} ({100 * score.physical_found / score.physical:.1f} %) "
              f"| {score.exact}/{score.frames} ({100 * score.exact / score.frames:.1f} %) | {score.invented} | {right} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("--out", "--faultline", "--dumper"):
        parser.add_argument(name, type=Path, required=True)
    for name in ("--minidump-stackwalk", "--dump-syms", "--windows", "--system64", "--system32"):
        parser.add_argument(name, type=Path)
    parser.add_argument("--only", default="")
    parser.add_argument("--details", action="store_true", help="what each walker has wrong")
    options = parser.parse_args()
    walkers = {"faultline": by_faultline, "LLDB 19": by_lldb}
    if options.minidump_stackwalk:
        walkers["minidump-stackwalk"] = by_stackwalk
    totals = defaultdict(lambda: (Score(), 0, 0))
    for crash in itertools.chain(linux_rows(options), windows_rows(options) if options.windows else []):
        for walker, ask in walkers.items():
            score, notes = compare(crash.chain, ask(options, crash))
            total, stacks, right = totals[crash.kind, walker]
            total.add(score)
            totals[crash.kind, walker] = (total, stacks + 1, right + score.is_perfect)
            if options.details and notes:
                print(walker, crash.label, *notes, sep="\n  ")
    print_table(totals)


if __name__ == "__main__":
    main()
