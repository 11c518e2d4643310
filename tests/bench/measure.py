# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs commands and says how long they took and how much memory of their own they held."""
import json
import pathlib
import resource
import statistics
import subprocess
import threading
import time


def anonymous_bytes(pid):
    try:
        for line in pathlib.Path(f"/proc/{pid}/status").read_text().splitlines():
            if line.startswith("RssAnon:"):
                return int(line.split()[1]) * 1024
    except (FileNotFoundError, ProcessLookupError):
        pass
    return 0


def children_seconds():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


class Run:
    """One ended command: wall seconds, processor seconds, peak anonymous bytes, standard output."""

    def __init__(self, seconds, processor, peak, out):
        self.seconds, self.processor, self.peak, self.out = seconds, processor, peak, out


def run(command, **options):
    """Memory is sampled every 3 ms; mapped files do not count. One command at a time."""
    processor = children_seconds()
    begin = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors="replace", **options)
    peak = 0
    ended = threading.Event()

    def sample():
        nonlocal peak
        while not ended.wait(0.003):
            peak = max(peak, anonymous_bytes(process.pid))

    sampler = threading.Thread(target=sample)
    sampler.start()
    out, err = process.communicate()
    seconds = time.monotonic() - begin
    ended.set()
    sampler.join()
    if process.returncode != 0:
        raise RuntimeError(f"{command[0]} ended with {process.returncode}: {err[-400:]}")
    return Run(seconds, children_seconds() - processor, peak, out)


def rates(jobs, rounds=5):
    """jobs: {name: callable → Run} of programs that time themselves. Prints how many items a second each gets through, without its start."""
    seen = {name: [] for name in jobs}
    for _ in range(rounds):
        for name, job in jobs.items():
            last = json.loads(job().out.splitlines()[-1])
            seen[name].append(last["rounds"] / last["seconds"])
    for name, runs in seen.items():
        print(f"  {name:28} {statistics.median(runs) / 1e6:9.2f} million a second", flush=True)


def alternate(jobs, rounds=5):
    """jobs: {name: callable → Run}. They take turns, so that whatever else the machine does hits all of them; medians come back."""
    seen = {name: [] for name in jobs}
    for _ in range(rounds):
        for name, job in jobs.items():
            seen[name].append(job())
    return {name: {field: statistics.median(getattr(one, field) for one in runs) for field in ("seconds", "processor", "peak")}
            for name, runs in seen.items()}


def table(title, results, ours):
    print(f"\n{title}")
    base = results[ours]
    for name, result in results.items():
        ratios = ""
        if name != ours:
            ratio = {field: result[field] / max(base[field], 1e-9) for field in result}
            ratios = f"   × ours: {ratio['seconds']:5.2f} time, {ratio['processor']:5.2f} processor, {ratio['peak']:5.2f} memory"
        print(f"  {name:28} {result['seconds'] * 1000:9.1f} ms {result['processor'] * 1000:9.1f} ms processor {result['peak'] / 2**20:8.1f} MiB{ratios}",
              flush=True)
