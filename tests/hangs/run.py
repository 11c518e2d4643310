#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Hangs whose truth is known, and what `faultline threads --waits` says of their files.

usage: run.py --faultline PROGRAM --dumper PROGRAM --windows PROGRAM [--only TEXT] [--hang TEXT] [--forms LIST] [--jobs N] [--beside SCRIPT [--command NAME]]

Each program tells what is true of its hang (hangs.c). A file is *wrong* when a holder is named who is
none, or a deadlock is claimed that is none. It is *missing* something when memory records a holder or
a deadlock that is not named. Ends with 1 for either.
"""
import argparse
import collections
import concurrent.futures
import errno
import json
import os
import pathlib
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time

FOLDER = pathlib.Path(__file__).resolve().parent
THREADS = ["-pthread", "-w"]
LEVELS = ("-O0", "-O2")

MUTEXES = ["normal", "recursive", "checking", "robust", "robust-recursive", "shared", "robust-shared"]
INHERITING = ["inheriting", "robust-inheriting", "recursive-inheriting"]
C_HANGS = (
    [("ring2", kind) for kind in [*MUTEXES, "adaptive"]]
    + [("ring1", "normal"), ("ring3", "normal"), ("ring8", "normal"), ("ring5", "robust")]
    # The kernel refuses a ring of mutexes with priority inheritance.
    + [("join", kind) for kind in ["normal", *INHERITING]]
    + [(how, "normal") for how in ("mutex-rwlock", "rwlocks", "rwlocks-reading", "readers-writing", "mutex-stream", "streams", "upgrade", "joins")]
    + [(how, "normal") for how in ("once", "relock", "semaphores", "timed", "half-timed", "gone", "convoy", "reading-holder", "try", "spin")]
    + [(how, "normal") for how in ("finished", "interrupted", "reused", "condition", "condition-holder", "written", "read", "barrier")]
    + [("timed", "robust"), ("relock", "checking"), ("mutex-rwlock", "checking"), ("once", "recursive"), ("gone", "checking")]
    + [("other-process", "shared"), ("convoy", "recursive"), ("condition-holder", "checking")]
    + [("loader", "normal"), ("loader", "checking"), ("allocator", "normal")]
)
# Mutexes that musl has not. Its loader has no lock while it calls the program.
NOT_IN_MUSL = {"adaptive", "loader"}
CPP_HANGS = [(how,) for how in "mutexes recursive timed-mutexes try-for shared shared-reading shared-timed guard future async barrier latch "
             "counting atomic condition thread convoy".split()]
QT_HANGS = [(how,) for how in "mutexes try-for recursive recursive-try-for writers readers recursive-writers semaphore condition thread".split()]
RUST_HANGS = [(how,) for how in "mutexes full-mutexes rwlocks condvar barrier recv once join".split()]

# What memory records the holder of. A mutex of a static program is told by its words alone.
RECORDED = {
    "glibc": {"mutex-" + kind for kind in [*MUTEXES, *INHERITING, "adaptive"]} | {"rwlock-written", "stream", "join", "loader", "qrecursive"},
    "musl": {"mutex-" + kind for kind in [*MUTEXES, *INHERITING] if kind not in ("normal", "shared")} | {"stream", "join"},
    "windows": {"kernel-mutex", "section", "loader-lock", "join"},
}
# Only names of functions tell these.
NEEDS_NAMES = {"glibc": set(), "musl": {"stream"}, "windows": RECORDED["windows"]}
# Words that equal those of a mutex, in a program whose code tells nothing: README.md.
CANNOT_BE_TOLD = {("atomic", True)}

Build = collections.namedtuple("Build", "name c_library source command hangs")
Run = collections.namedtuple("Run", "build program hang names form")


def qt_options():
    run = subprocess.run(["pkg-config", "--cflags", "--libs", "Qt6Core"], capture_output=True, text=True)
    return run.stdout.split()


def builds():
    for name, compiler in (("gcc", "gcc"), ("clang", "clang-19")):
        for level in LEVELS:
            for kind, options in (("glibc", []), ("static glibc", ["-static"]), ("32 bits", ["-m32"])):
                yield Build(f"{kind}, {name} {level}", "glibc", "hangs.c", [compiler, *THREADS, level, *options], C_HANGS)
    for level in LEVELS:
        for kind, options in (("musl", []), ("static musl", ["-static"])):
            hangs = [hang for hang in C_HANGS if NOT_IN_MUSL.isdisjoint(hang)]
            yield Build(f"{kind}, gcc {level}", "musl", "hangs.c", ["musl-gcc", "-w", level, *options], hangs)
    for name, compiler in (("g++", "g++"), ("clang++", "clang++-19")):
        for level in LEVELS:
            for kind, options in (("C++", []), ("static C++", ["-static"]), ("C++ of 32 bits", ["-m32"])):
                yield Build(f"{kind}, {name} {level}", "glibc", "hangs.cpp", [compiler, "-std=c++20", *THREADS, level, *options], CPP_HANGS)
    for level in LEVELS:
        yield Build(f"Qt, g++ {level}", "glibc", "hangs_qt.cpp", ["g++", "-std=c++20", "-fPIC", *THREADS, level], QT_HANGS)
        yield Build(f"Rust {level}", "glibc", "hangs.rs", ["rustc", "-C", "opt-level=" + level[2:]], RUST_HANGS)


    # Run by qemu, which writes the core file of the program.
    cross = ["--target=aarch64-linux-gnu", "-fuse-ld=lld", "-static"]
    for level in LEVELS:
        yield Build(f"static arm64, clang {level}", "glibc", "hangs.c", ["clang-19", *cross, *THREADS, level], C_HANGS)
        yield Build(f"static C++ of arm64, clang++ {level}", "glibc", "hangs.cpp", ["clang++-19", *cross, "-std=c++20", *THREADS, level], CPP_HANGS)


def compile_to(build, program):
    command = [*build.command, str(FOLDER / build.source), "-o", str(program)]
    try:
        libraries = qt_options() if build.source == "hangs_qt.cpp" else []
        return subprocess.run(command + libraries, capture_output=True).returncode == 0
    except FileNotFoundError:
        return False


class Truth:
    """Who waits for what, which thread holds that (0: none or unknown), and who waits for each other."""

    def __init__(self, text):
        lines = [line.split() for line in text.splitlines()]
        self.waits = {int(line[1]): (line[2], int(line[3])) for line in lines if line[0] == "wait"}
        self.cycles = [[int(word) for word in line[1:]] for line in lines if line[0] == "cycle"]


def is_same_cycle(one, other):
    return len(one) == len(other) and any(one == other[i:] + other[:i] for i in range(len(other)))


class Judge:
    def __init__(self, truth, answer, run):
        self.truth = truth
        self.ids = [thread["id"] for thread in answer["threads"]]
        graph = answer.get("waits", {})
        objects = graph.get("objects", [])
        self.objects = {self.ids[wait["thread"]]: objects[wait["object"]] for wait in graph.get("threads", []) if "object" in wait}
        self.findings = graph.get("findings", [])
        self.recorded = RECORDED[run.build.c_library]
        is_static = "static" in run.build.name or run.build.c_library == "windows"
        self.expected = self.recorded - (NEEDS_NAMES[run.build.c_library] if is_static and run.names == "stripped" else set())
        # Whoever waits for any of several objects waits for none. Windows tells its waits by names only.
        self.without_object = {"any"} | ({wait[0] for wait in truth.waits.values()} if run.build.c_library == "windows" and run.names == "stripped" else set())
        # Where the words of a lock are not in the file, they do not tell a reader from a writer.
        self.unknown_states = ("no_memory",) if run.form == "stacks" else ()
        self.wrong, self.missing = [], []
        self.holders = [self.holder_of(thread, *wait) for thread, wait in truth.waits.items()]
        self.other = None
        if (run.hang[0], is_static and run.names == "stripped") not in CANNOT_BE_TOLD:
            self.judge_claims()
            self.judge_cycles()
        if run.form != "stacks":
            self.judge_gaps(run.form)

    def holder_of(self, thread, kind, holder):
        """Returns the kind of one wait, and whether its holder is named, rightly empty, or neither."""
        claim = self.objects.get(thread, {})
        named = self.ids[claim["owner"]] if "owner" in claim else 0
        if named == 0 and (holder == 0 or kind not in self.expected):
            return kind, "empty"
        return kind, "exact" if named == holder and kind in self.recorded else "not so"

    def judge_claims(self):
        for thread, claim in self.objects.items():
            kind, holder = self.truth.waits.get(thread, ("?", 0))
            state = claim["owner_state"]
            if "owner" in claim and self.ids[claim["owner"]] != holder:
                self.wrong.append(f"{kind} is held by {self.ids[claim['owner']]}, in truth by {holder}")
            elif kind not in self.recorded and kind != "?" and state not in ("not_recorded", "nobody") + self.unknown_states:
                self.wrong.append(f"{kind} records no holder, {state} is claimed")
            elif holder and state in ("damaged", "other_process", "gone_thread"):
                self.wrong.append(f"{kind} is held by {holder}, {state} is claimed")

    def claimed_cycles(self):
        return [[self.ids[i] for i in finding["threads"]] for finding in self.findings if finding["kind"] in ("deadlock", "self_deadlock")]

    def judge_cycles(self):
        for cycle in self.claimed_cycles():
            if not any(is_same_cycle(cycle, true) for true in self.truth.cycles):
                self.wrong.append(f"no deadlock: {cycle}")

    def judge_gaps(self, run_form):
        for thread, (kind, holder) in self.truth.waits.items():
            claim = self.objects.get(thread)
            if claim is None and kind in self.without_object:
                continue
            # A minidump lacks the number of the call, which syscall() gets in a register.
            if claim is None and run_form == "data" and kind not in self.recorded:
                continue
            if claim is None:
                self.missing.append(f"{kind}: no object")
            elif holder and kind in self.expected and "owner" not in claim:
                self.missing.append(f"{kind}: no holder, but {claim['kind']} {claim['owner_state']}")
        for cycle in self.truth.cycles:
            is_expected = all(self.truth.waits[thread][0] in self.expected for thread in cycle)
            if is_expected and not any(is_same_cycle(claim, cycle) for claim in self.claimed_cycles()):
                self.missing.append(f"deadlock of {len(cycle)}")


def chain_of_locks(text):
    """The circle that a script prints edge by edge, if it finds one."""
    edges = [int(one) for one, _ in re.findall(r"\(LWP (\d+)\) is waiting on .* held by Thread \d+ \(LWP (\d+)\)", text)]
    return [edges] if edges else []


def marked_pairs(text):
    """Pairs of threads that a script marks as deadlocked, or threads that wait for themselves. It knows no longer circles."""
    edges = re.findall(r"Thread: (\d+) waits for thread: (\d+)\s+AND DEADLOCKED", text)
    return [sorted({int(one), int(other)}) for one, other in edges if int(one) <= int(other)]


# By the command that a script for gdb adds.
CIRCLES = {"deadlock": chain_of_locks, "blocked": marked_pairs}


def beside(script, command, program, file, truth):
    """Who waits for each other as a script for gdb says: whether it finds a deadlock of the truth, and one that is none."""
    # gdb names inlined functions in its list of threads only once it has unwound their stacks.
    ask = ["gdb", "-q", "-nx", "-batch", "-ex", f"source {script}", "-ex", "thread apply all backtrace 4", "-ex", command, str(program), str(file)]
    run = subprocess.run(ask, capture_output=True, text=True, timeout=120)
    cycles = CIRCLES[command](run.stdout)
    is_true = [any(is_same_cycle(cycle, true) for true in truth.cycles) for cycle in cycles]
    return {"found": any(is_true), "false": not all(is_true)}


def allow_core_files():
    resource.setrlimit(resource.RLIMIT_CORE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))


def started(command, folder, **options):
    """Runs a program that was just copied. A process that another thread is about to start still has the copy open for a moment."""
    for _ in range(50):
        try:
            return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=60, **options)
        except OSError as error:
            if error.errno != errno.ETXTBSY:
                raise
            time.sleep(0.1)
    raise subprocess.TimeoutExpired(command, 0)


def core_of(command, folder):
    """Truth and the core file that the kernel writes, if it writes one."""
    run = started(command, folder, preexec_fn=allow_core_files)
    cores = list(folder.glob("qemu_*.core")) or list(folder.glob("core*"))
    return Truth(run.stdout), cores[0] if cores else None


def minidump_of(dumper, command, folder, form):
    target = folder / "hang.dmp"
    options = ["--data"] if form == "data" else []
    run = started([dumper, *options, command[0], target, *command[1:]], folder)
    return Truth(run.stdout), target if run.returncode == 0 else None


def result_of(arguments, run):
    """A Judge, or None when there is no file."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        program = folder / "hang"
        shutil.copy(run.program, program)
        if run.names == "stripped":
            subprocess.run(["llvm-strip-19" if "arm64" in run.build.name else "strip", program], check=True)
        command = [*(["qemu-aarch64"] if "arm64" in run.build.name else []), str(program), *run.hang]
        try:
            write = core_of if run.form == "core" else lambda *place: minidump_of(arguments.dumper, *place, run.form)
            truth, file = write(command, folder)
        except subprocess.TimeoutExpired:
            return None
        if file is None:
            return None
        ask = [arguments.faultline, "threads", "--waits", "--format", "json", "--offline", file]
        answer = subprocess.run(ask, capture_output=True, text=True)
        judge = Judge(truth, json.loads(answer.stdout), run)
        if arguments.beside and run.form == "core" and "arm64" not in run.build.name:
            judge.other = beside(arguments.beside, arguments.command, program, file, truth)
        return judge


def windows_runs(arguments, folder):
    """Minidumps that the writer of the tests puts together."""
    subprocess.run([arguments.windows, folder], check=True)
    for cpu in sorted(pathlib.Path(folder).iterdir()):
        build = Build(f"Windows, {cpu.name}", "windows", "", [], [])
        for truth in sorted(cpu.glob("*.truth")):
            for names in ("symbols", "stripped"):
                for form in ("data", "stacks"):
                    if arguments.only in build.name and arguments.hang in truth.stem:
                        yield Run(build, truth, (truth.stem,), names, form)


def windows_result(arguments, run):
    file = run.program.with_suffix(".dmp" if run.form == "data" else ".stacks.dmp")
    symbols = ["-s", run.program.parent / "symbols"] if run.names == "symbols" else []
    ask = [arguments.faultline, "threads", "--waits", "--format", "json", "--offline", *symbols, file]
    answer = subprocess.run(ask, capture_output=True, text=True)
    return Judge(Truth(run.program.read_text()), json.loads(answer.stdout), run)


def runs_of(arguments, folder):
    for number, build in enumerate(builds()):
        program = pathlib.Path(folder, str(number))
        if arguments.only not in build.name:
            continue
        if not compile_to(build, program):
            print(f"{build.name}: this compiler, target or library is not installed")
            continue
        for hang in build.hangs:
            for names in ("symbols", "stripped"):
                for form in arguments.forms.split(","):
                    # The dumper writes minidumps of its own CPU only.
                    if arguments.hang in " ".join(hang) and (form == "core" or not any(cpu in build.name for cpu in ("32 bits", "arm64"))):
                        yield Run(build, program, hang, names, form)


def count(results):
    table = collections.defaultdict(collections.Counter)
    for run, job in results:
        judge = job.result()
        column = "no file" if judge is None else "wrong" if judge.wrong else "missing" if judge.missing else "right"
        table[(run.build.name, run.names, run.form)][column] += 1
        for text in [] if judge is None else judge.wrong + judge.missing:
            print(f"{column}: {run.build.name}, {run.names}, {run.form}: {' '.join(run.hang)}: {text}", flush=True)
    return table


def print_kinds(results):
    """Prints by kind of object and platform how many holders are named, and how many are empty because none is recorded. Only files with the words of locks count."""
    table = collections.defaultdict(collections.Counter)
    platforms = []
    for run, job in results:
        judge = job.result()
        if judge is None or run.form == "stacks":
            continue
        platform = run.build.name.split(",")[0]
        platforms += [platform] if platform not in platforms else []
        for kind, outcome in judge.holders:
            table[kind][(platform, outcome)] += 1
    print("\nHolders, exact + empty (neither):\n| Kind | " + " | ".join(platforms) + " |\n| --- |" + " ---: |" * len(platforms))
    for kind in sorted(table):
        cells = []
        for platform in platforms:
            exact, empty, neither = (table[kind][(platform, outcome)] for outcome in ("exact", "empty", "not so"))
            cells.append((f"{exact} + {empty}" + (f" ({neither})" if neither else "")) if exact + empty + neither else "–")
        print(f"| {kind} | " + " | ".join(cells) + " |")


def compare(results):
    """Deadlocks that are true, and what each of both says of them."""
    table = collections.defaultdict(collections.Counter)
    for run, job in results:
        judge = job.result()
        if judge is None or judge.other is None:
            continue
        claimed = judge.claimed_cycles()
        true = [cycle for cycle in judge.truth.cycles if any(is_same_cycle(cycle, claim) for claim in claimed)]
        if judge.other["false"]:
            print("false by the script:", *run.hang, run.build.name, run.names)
        false = [claim for claim in claimed if not any(is_same_cycle(claim, cycle) for cycle in judge.truth.cycles)]
        table[(run.build.name, run.names)].update({"hangs": 1, "deadlocks": len(judge.truth.cycles), "found": len(true), "false": len(false),
                                                   "other found": judge.other["found"], "other false": judge.other["false"]})
    columns = ("hangs", "deadlocks", "found", "false", "other found", "other false")
    print("\n| Program | Names | Hangs | Deadlocks | Found | False | Found by the script | False |\n| --- | --- | --- | --- | --- | --- | --- | --- |")
    for key, counts in table.items():
        print("| " + " | ".join([*key, *(str(counts[column]) for column in columns)]) + " |")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--faultline", required=True, type=os.path.abspath)
    parser.add_argument("--dumper", required=True, type=os.path.abspath)
    parser.add_argument("--windows", required=True, type=os.path.abspath, metavar="PROGRAM", help="write_windows_hangs")
    parser.add_argument("--only", default="", metavar="TEXT")
    parser.add_argument("--hang", default="", metavar="TEXT")
    parser.add_argument("--forms", default="core,data,stacks", metavar="LIST")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--beside", type=os.path.abspath, metavar="SCRIPT", help="a script for gdb, to compare with")
    parser.add_argument("--command", default="deadlock", choices=CIRCLES, help="of that script")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as dumps, concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        results = [(run, pool.submit(windows_result, arguments, run)) for run in windows_runs(arguments, dumps)]
        results += [(run, pool.submit(result_of, arguments, run)) for run in runs_of(arguments, folder)]
        table = count(results)
    columns = ("right", "missing", "wrong", "no file")
    print("\n| Program | Names | File | Right | Missing | Wrong | No file |\n| --- | --- | --- | --- | --- | --- | --- |")
    for key, counts in table.items():
        print("| " + " | ".join([*key, *(str(counts[column]) for column in columns)]) + " |")
    print_kinds(results)
    if arguments.beside:
        compare(results)
    return 1 if any(counts["wrong"] or counts["missing"] for counts in table.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
