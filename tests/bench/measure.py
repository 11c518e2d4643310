"""Runs commands and says how long they took and how much memory of their own they held."""
import pathlib
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


def run(command, **options):
    """Wall seconds, peak anonymous bytes (sampled every 3 ms, mapped files not counted), standard output."""
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
    return seconds, peak, out


def alternate(jobs, rounds=5):
    """jobs: {name: callable → (seconds, bytes, …)}; all alternate, medians come back as {name: (seconds, bytes)}."""
    seen = {name: [] for name in jobs}
    for _ in range(rounds):
        for name, job in jobs.items():
            seen[name].append(job()[:2])
    return {name: (statistics.median(s for s, _ in runs), statistics.median(b for _, b in runs)) for name, runs in seen.items()}


def table(title, results, ours):
    print(f"\n{title}")
    base_seconds, base_bytes = results[ours]
    for name, (seconds, peak) in results.items():
        ratio = "" if name == ours else f"   {seconds / base_seconds:5.2f} × our time, {peak / max(base_bytes, 1):5.2f} × our memory"
        print(f"  {name:28} {seconds * 1000:9.1f} ms {peak / 2**20:9.1f} MiB{ratio}", flush=True)
