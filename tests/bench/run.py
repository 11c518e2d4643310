#!/usr/bin/env python3
"""./dev bench: measures Faultline against public peers on the same files in one run and prints ratios.

Peers are looked for where FAULTLINE_PEERS points, else in ~/.cache/faultline-peers/bin; llvm-gsymutil, llvm-symbolizer and lldb come from Debian.
A peer that is not there is named and left out. Debug files are Debian packages, fetched once into build/bench-data.
"""
import argparse
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile

import measure

PEERS = pathlib.Path(os.environ.get("FAULTLINE_PEERS", pathlib.Path.home() / ".cache/faultline-peers/bin"))
ROOT = pathlib.Path(__file__).resolve().parents[2]
DATA = ROOT / "build/bench-data"
SAMPLE = ROOT / "tests/corpora/samples/default"


def peer(name):
    path = PEERS / name
    found = str(path) if path.exists() else shutil.which(name)
    if not found:
        print(f"  (left out: {name} is not installed)")
    return found


def debug_file(package):
    """The largest debug file of a Debian package."""
    folder = DATA / package
    if not folder.exists():
        folder.mkdir(parents=True)
        subprocess.run(["apt-get", "download", package], cwd=folder, check=True, stdout=subprocess.DEVNULL)
        subprocess.run(["dpkg-deb", "-x", str(next(folder.glob("*.deb"))), str(folder)], check=True)
    return max(folder.rglob("*.debug"), key=lambda p: p.stat().st_size)


def addresses_of(symcache_tool, cache, count, out):
    """`count` random addresses below the highest one the cache knows."""
    top = int(measure.run([symcache_tool, "extent", str(cache)])[2], 16)
    generator = random.Random(1)
    out.write_text("".join(f"{generator.randrange(0x1000, top):x}\n" for _ in range(count)))


def bench_symcache(binaries, work):
    tool = str(binaries / "bench_symcache")
    symbolic, gsymutil = peer("peer"), peer("llvm-gsymutil-19")
    for package in ("libc6-dbg", "librados2-dbg"):
        file = debug_file(package)
        ours, theirs, gsym = work / "ours.symcache", work / "theirs.symcache", work / "out.gsym"
        jobs = {"faultline": lambda: measure.run([tool, "build", str(file), str(ours)])}
        if symbolic:
            jobs["symbolic"] = lambda: measure.run([symbolic, "symcache-build", str(file), str(theirs)])
        if gsymutil:
            jobs["llvm-gsymutil"] = lambda: measure.run([gsymutil, f"--convert={file}", f"--out-file={gsym}", f"--num-threads={os.cpu_count()}"])
        measure.table(f"{package} ({file.stat().st_size / 2**20:.0f} MiB) → symcache", measure.alternate(jobs), "faultline")
        addresses = work / "addresses"
        addresses_of(tool, ours, 100_000, addresses)
        rounds = 20
        jobs = {"faultline": lambda: measure.run([tool, "lookup", str(ours), str(addresses), "--rounds", str(rounds)])}
        if symbolic:
            jobs["symbolic"] = lambda: measure.run([symbolic, "symcache-lookup", str(theirs), str(addresses), "--rounds", str(rounds)])
        measure.table(f"{package}: {rounds} × 100 000 random look-ups", measure.alternate(jobs), "faultline")


def bench_report(binaries, work):
    faultline = str(binaries / "faultline")
    dump = SAMPLE / "sample.dmp"
    cache = work / "cache"
    environment = {**os.environ, "XDG_CACHE_HOME": str(cache), "XDG_CONFIG_HOME": str(work / "config")}
    command = [faultline, "symbolicate", "--symbols", str(SAMPLE), "--format", "json", str(dump)]

    def ours(cold):
        if cold:
            shutil.rmtree(cache, ignore_errors=True)
        return measure.run(command, env=environment)

    jobs = {"faultline, cold": lambda: ours(True), "faultline, warm": lambda: ours(False)}
    stackwalk, dump_syms, lldb = peer("minidump-stackwalk"), peer("dump_syms"), peer("lldb-19")
    if stackwalk and dump_syms:
        store = work / "sym"
        for name in ("viewer", "libscene.so"):
            # dump_syms merges a stripped file with its debug file.
            text = measure.run([dump_syms, "--inlines", str(SAMPLE / name), str(SAMPLE / f"{name}.debug")])[2]
            identity = text.split("\n", 1)[0].split()[3]
            target = store / name / identity
            target.mkdir(parents=True)
            (target / f"{name}.sym").write_text(text)
        jobs["minidump-stackwalk"] = lambda: measure.run([stackwalk, "--json", "--symbols-path", str(store), str(dump)])
    if lldb:
        jobs["lldb"] = lambda: measure.run([lldb, "-b", "-o", f"settings set target.debug-file-search-paths {SAMPLE}",
                                            "-o", f"settings set target.exec-search-paths {SAMPLE}", "-o", f"target create --core {dump}", "-o", "thread backtrace all"])
    measure.table("minidump → full report", measure.alternate(jobs), "faultline, warm")


def bench_ui(binaries, work):
    environment = {**os.environ, "XDG_CACHE_HOME": str(work / "cache"), "XDG_CONFIG_HOME": str(work / "config"), "QT_QPA_PLATFORM": os.environ.get("QT_QPA_PLATFORM", "offscreen")}
    command = [str(binaries / "faultline-workbench"), "--measure", "--symbols", str(SAMPLE), str(SAMPLE / "sample.dmp")]
    for name in ("cold", "warm"):
        print(f"\nworkbench, {name}")
        print(measure.run(command, env=environment)[2], end="")


BENCHES = {"symcache": bench_symcache, "report": bench_report, "ui": bench_ui}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--binaries", type=pathlib.Path, required=True)
    parser.add_argument("name", nargs="?", choices=[*BENCHES, "all"], default="all")
    options = parser.parse_args()
    for name, bench in BENCHES.items():
        if options.name in (name, "all"):
            with tempfile.TemporaryDirectory(prefix="faultline-bench-") as work:
                bench(options.binaries.resolve(), pathlib.Path(work))


if __name__ == "__main__":
    sys.exit(main())
