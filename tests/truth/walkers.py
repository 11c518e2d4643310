# SPDX-License-Identifier: GPL-3.0-or-later
"""Asks each stack walker for the addresses of the frames in a list of cores of one program."""
import json
import os
import re
import subprocess
import tempfile
from pathlib import Path

MOST_FRAMES = 2000


def output_of(words, seconds=600, **options):
    try:
        return subprocess.run([str(word) for word in words], capture_output=True, text=True, errors="replace", timeout=seconds, **options).stdout
    except subprocess.TimeoutExpired:
        return ""


def by_faultline(program, cores, faultline):
    with tempfile.TemporaryDirectory() as cache:
        environment = {**os.environ, "XDG_CACHE_HOME": cache, "XDG_CONFIG_HOME": cache}
        return [_one_by_faultline(core, faultline, environment) for core in cores]


def _one_by_faultline(core, faultline, environment):
    text = output_of([faultline, "symbolicate", "--offline", "--format", "json", core], env=environment)
    try:
        report = json.loads(text)
    except ValueError:
        return []
    frames = report["stacktraces"][0]["frames"] if report.get("stacktraces") else []
    return [int(frame["faultline"]["pc"], 16) for frame in frames if not frame["faultline"].get("inlined")]


GDB_SCRIPT = """
import gdb
for name in CORES:
    try:
        gdb.execute("core-file " + name, to_string=True)
        frame, left = gdb.newest_frame(), MOST
        last = None
        print("CORE")
        while frame is not None and left:
            if frame.type() != gdb.INLINE_FRAME:
                print("PC", frame.pc())
            frame, left = frame.older(), left - 1
    except Exception as error:
        print("END", error)
"""


def by_gdb(program, cores, _faultline):
    return _by_script(["gdb", "-nx", "-batch", "-ex", "set backtrace past-main on", "-ex", "set backtrace past-entry on",
                       "-ex", "set debuginfod enabled off", program, "-x"], GDB_SCRIPT, cores)


LLDB_SCRIPT = """
import lldb
debugger = lldb.debugger
for name in CORES:
    target = debugger.CreateTarget(PROGRAM)
    process = target.LoadCore(name)
    print("CORE")
    thread = process.GetSelectedThread()
    for index in range(min(thread.GetNumFrames(), MOST)):
        frame = thread.GetFrameAtIndex(index)
        if not frame.IsInlined():
            print("PC", frame.GetPC())
    debugger.DeleteTarget(target)
"""


def by_lldb(program, cores, _faultline):
    return _by_script(["lldb-19", "--no-lldbinit", "--batch", "-o", "SCRIPT"], f"PROGRAM = {str(program)!r}\n" + LLDB_SCRIPT, cores)


def _by_script(words, script, cores):
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "walk.py"
        file.write_text(f"CORES = {[str(core) for core in cores]!r}\nMOST = {MOST_FRAMES}\n{script}")
        if words[-1] == "SCRIPT":
            words = [*words[:-1], f"command script import {file}"]
        else:
            words = [*words, file]
        text = output_of(words, seconds=60 + 10 * len(cores))
    answers = []
    for line in text.splitlines():
        if line == "CORE":
            answers.append([])
        elif line.startswith("PC ") and answers:
            answers[-1].append(int(line[3:]))
    return answers if len(answers) == len(cores) else answers + [[]] * (len(cores) - len(answers))


def by_eu_stack(program, cores, _faultline):
    answers = []
    for core in cores:
        text = output_of(["eu-stack", "-n", MOST_FRAMES, "-e", program, f"--core={core}"])
        answers.append([int(address, 16) for address in re.findall(r"^#\d+\s+(0x[0-9a-f]+)", text, re.MULTILINE)])
    return answers


WALKERS = {"faultline": by_faultline, "LLDB": by_lldb, "GDB": by_gdb, "eu-stack": by_eu_stack}
