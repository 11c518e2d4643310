#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs libFuzzer targets over their corpora, several at once, and says what each found.

New inputs are kept beside the seeds under build/fuzz-corpus; a finding is written to build/fuzz-findings and ends the run with status 1.
"""
import argparse
import concurrent.futures
import pathlib
import re
import subprocess
import sys


def run(binary, corpora, seconds, work):
    name = binary.name
    kept = work / "fuzz-corpus" / name
    kept.mkdir(parents=True, exist_ok=True)
    findings = work / "fuzz-findings"
    findings.mkdir(parents=True, exist_ok=True)
    seeds = corpora / name.removeprefix("fuzz_")
    command = [str(binary), f"-max_total_time={seconds}", "-timeout=10", "-rss_limit_mb=2048", "-max_len=65536", "-print_final_stats=1",
               f"-artifact_prefix={findings}/{name}-", str(kept)]
    if seeds.is_dir():
        command.append(str(seeds))
    done = subprocess.run(command, capture_output=True, text=True, errors="replace")
    runs = re.search(r"stat::number_of_executed_units:\s*(\d+)", done.stderr)
    return name, done.returncode, runs.group(1) if runs else "?", done.stderr


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--binaries", type=pathlib.Path, required=True)
    parser.add_argument("--corpora", type=pathlib.Path, required=True)
    parser.add_argument("--target", default="all")
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    binaries = sorted(p for p in options.binaries.glob("fuzz_*") if options.target in ("all", p.name, p.name.removeprefix("fuzz_")))
    if not binaries:
        sys.exit(f"no fuzz target called {options.target} in {options.binaries}")
    failed = False
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        jobs = [pool.submit(run, b, options.corpora, options.seconds, options.binaries.parent) for b in binaries]
        for job in concurrent.futures.as_completed(jobs):
            name, status, runs, log = job.result()
            print(f"{name}: {runs} runs in {options.seconds} s, {'no finding' if status == 0 else 'FINDING'}", flush=True)
            if status != 0:
                failed = True
                print("\n".join(log.splitlines()[-60:]))
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
