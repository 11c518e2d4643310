#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Time and memory of `faultline threads`, and of a query for the state of every thread, for core files of up to 10,000 threads (many.c).

usage: many.py --faultline PROGRAM [--threads N] [--keep FILE]

Ends with 1 when an answer is wrong, or when the cost of a thread grows with their number.
"""
import argparse
import json
import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import time

FOLDER = pathlib.Path(__file__).resolve().parent
WAYS = (["threads", "--group", "stack"], ["threads", "--waits"], ["query"])
QUESTION = ["count(threads[state == 'waiting'])"]
MOST_GROWTH = 2.0  # How much longer one thread may take among all threads than among an eighth of them.


def allow_core_files():
    resource.setrlimit(resource.RLIMIT_CORE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))


def core_of(program, threads, folder):
    for old in folder.glob("core*"):
        old.unlink()
    subprocess.run([program, str(threads)], cwd=folder, timeout=300, preexec_fn=allow_core_files)
    cores = list(folder.glob("core*"))
    return cores[0] if cores else None


def measure(faultline, way, core):
    """Seconds, and the most memory in MB."""
    began = time.monotonic()
    question = QUESTION if way[0] == "query" else []
    process = subprocess.Popen([faultline, *way, "--offline", core, *question], stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    return time.monotonic() - began, usage.ru_maxrss / 1024, os.waitstatus_to_exitcode(status)


def is_right(faultline, core, threads):
    """One ring of half of the threads, and one queue of a quarter."""
    run = subprocess.run([faultline, "threads", "--waits", "--offline", "--format", "json", core], capture_output=True, text=True)
    findings = json.loads(run.stdout)["waits"]["findings"]
    sizes = {kind: [len(finding["threads"]) for finding in findings if finding["kind"] == kind] for kind in ("deadlock", "convoy")}
    odd = sum(number % 2 for number in range(threads // 2, threads))
    return sizes == {"deadlock": [threads // 2], "convoy": [odd]}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--faultline", required=True, type=os.path.abspath)
    parser.add_argument("--threads", type=int, default=10000)
    parser.add_argument("--keep", type=os.path.abspath, metavar="FILE", help="keeps the largest core file")
    arguments = parser.parse_args()
    costs = {}
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        program = folder / "many"
        subprocess.run(["gcc", "-O1", "-g", "-pthread", FOLDER / "many.c", "-o", program], check=True)
        print("| Threads | File in MB | By stack, s | MB | Waits, s | MB | Query, s | MB |\n| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
        for threads in (arguments.threads // 8, arguments.threads // 4, arguments.threads // 2, arguments.threads):
            core = core_of(program, threads, folder)
            if core is None:
                print("no core file")
                return 1
            costs[threads] = [measure(arguments.faultline, way, core) for way in WAYS]
            cells = [f"{seconds:.2f} | {memory:.0f}" for seconds, memory, _ in costs[threads]]
            print(f"| {threads} | {core.stat().st_size / 1e6:.0f} | " + " | ".join(cells) + " |", flush=True)
            if any(code != 0 for _, _, code in costs[threads]) or not is_right(arguments.faultline, core, threads):
                print("wrong answer")
                return 1
        if arguments.keep:
            core.rename(arguments.keep)
    few = min(costs)
    growth = []
    many = max(costs)
    for way in range(len(WAYS)):
        growth.append(costs[many][way][0] / many / (costs[few][way][0] / few))
    print("growth of a thread's time: " + ", ".join(f"{factor:.2f}" for factor in growth))
    return 1 if max(growth) > MOST_GROWTH else 0


if __name__ == "__main__":
    sys.exit(main())
