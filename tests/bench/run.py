#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""./dev bench: measures Faultline against public peers on the same files in one run and prints ratios.

Peers are looked for where FAULTLINE_PEERS points, else in ~/.cache/faultline-peers/bin; llvm-gsymutil, llvm-symbolizer and lldb come from Debian.
A peer that is not there is named and left out. Debug files are Debian packages, fetched once into build/bench-data
(FAULTLINE_BENCH_DATA names another folder, with one folder per unpacked package).
"""
import argparse
import json
import os
import pathlib
import random
import shutil
import struct
import subprocess
import sys
import tempfile

import cached_requests
import first_open
import jvm_mappings
import measure
import script_load
import server_load
import value_load

PEERS = pathlib.Path(os.environ.get("FAULTLINE_PEERS", pathlib.Path.home() / ".cache/faultline-peers/bin"))
ROOT = pathlib.Path(__file__).resolve().parents[2]
DATA = pathlib.Path(os.environ.get("FAULTLINE_BENCH_DATA", ROOT / "build/bench-data"))
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
    top = int(measure.run([symcache_tool, "extent", str(cache)]).out, 16)
    generator = random.Random(1)
    out.write_text("".join(f"{generator.randrange(0x1000, top):x}\n" for _ in range(count)))


def compare_builds(binaries, work, title, file, extra_peers=None):
    """Times making a symcache of `file`, then random look-ups in it."""
    tool, symbolic = str(binaries / "bench_symcache"), peer("peer")
    ours, theirs = work / "ours.symcache", work / "theirs.symcache"
    jobs = {"faultline": lambda: measure.run([tool, "build", str(file), str(ours)])}
    if symbolic:
        jobs["symbolic"] = lambda: measure.run([symbolic, "symcache-build", str(file), str(theirs)])
    jobs.update(extra_peers or {})
    measure.table(f"{title} ({file.stat().st_size / 2**20:.0f} MiB) → symcache", measure.alternate(jobs), "faultline")
    addresses, rounds = work / "addresses", 20
    addresses_of(tool, ours, 100_000, addresses)
    jobs = {"faultline": lambda: measure.run([tool, "lookup", str(ours), str(addresses), "--rounds", str(rounds)])}
    if symbolic:
        jobs["symbolic"] = lambda: measure.run([symbolic, "symcache-lookup", str(theirs), str(addresses), "--rounds", str(rounds)])
    measure.table(f"{title}: {rounds} × 100 000 random look-ups", measure.alternate(jobs), "faultline")


def bench_symcache(binaries, work):
    gsymutil = peer("llvm-gsymutil-19")
    for package in ("libc6-dbg", "librados2-dbg"):
        file = debug_file(package)
        peers = {}
        if gsymutil:
            convert = [gsymutil, f"--convert={file}", f"--out-file={work / 'out.gsym'}", f"--num-threads={os.cpu_count()}"]
            peers["llvm-gsymutil"] = lambda command=convert: measure.run(command)
        compare_builds(binaries, work, package, file, peers)


def bench_breakpad(binaries, work):
    """The text that dump_syms makes of a large debug file."""
    dump_syms = peer("dump_syms")
    if not dump_syms:
        return
    text = work / "librados.sym"
    text.write_text(measure.run([dump_syms, "--inlines", str(debug_file("librados2-dbg"))]).out)
    compare_builds(binaries, work, "Breakpad text of librados2-dbg", text)


def with_threads(dump, count):
    """The minidump with `count` threads, all of them like its first one but for the id.

    Stream directory and MINIDUMP_THREAD (48 bytes, the id in front): Microsoft's minidumpapiset.h."""
    thread_list_stream, thread_bytes = 3, 48
    data = bytearray(dump)
    stream_count, directory = struct.unpack_from("<II", data, 8)
    for entry in range(directory, directory + 12 * stream_count, 12):
        kind, _, offset = struct.unpack_from("<III", data, entry)
        if kind != thread_list_stream:
            continue
        first = data[offset + 4 : offset + 4 + thread_bytes]
        others = b"".join(struct.pack("<I", 1_000_000 + i) + first[4:] for i in range(count - 1))
        struct.pack_into("<III", data, entry, kind, 4 + thread_bytes * count, len(data))
        return bytes(data) + struct.pack("<I", count) + first + others
    raise RuntimeError("the sample has no thread list")


def faultline_report(binaries, work, dump, cold):
    """Runs the command line tool on a dump, with its caches empty or as the run before left them."""
    if cold:
        shutil.rmtree(work / "cache", ignore_errors=True)
    environment = {**os.environ, "XDG_CACHE_HOME": str(work / "cache"), "XDG_CONFIG_HOME": str(work / "config")}
    return measure.run([str(binaries / "faultline"), "symbolicate", "--symbols", str(SAMPLE), "--format", "json", str(dump)], env=environment)


def breakpad_store(dump_syms, work):
    """The sample's programs as minidump-stackwalk wants them. Made before anything is timed."""
    store = work / "sym"
    for name in ("viewer", "libscene.so"):
        # dump_syms merges a stripped file with its debug file.
        text = measure.run([dump_syms, "--inlines", str(SAMPLE / name), str(SAMPLE / f"{name}.debug")]).out
        identity = text.split("\n", 1)[0].split()[3]
        target = store / name / identity
        target.mkdir(parents=True, exist_ok=True)
        (target / f"{name}.sym").write_text(text)
    return store


def compare_reports(binaries, work, title, dump):
    # A job that is cold leaves the caches warm for the one behind it.
    jobs = {"faultline, cold": lambda: faultline_report(binaries, work, dump, True),
            "faultline, warm": lambda: faultline_report(binaries, work, dump, False)}
    stackwalk, dump_syms, lldb = peer("minidump-stackwalk"), peer("dump_syms"), peer("lldb-19")
    if stackwalk and dump_syms:
        store = breakpad_store(dump_syms, work)
        jobs["minidump-stackwalk"] = lambda: measure.run([stackwalk, "--json", "--symbols-path", str(store), str(dump)])
    if lldb:
        jobs["lldb"] = lambda: measure.run([lldb, "-b", "-o", f"settings set target.debug-file-search-paths {SAMPLE}",
                                            "-o", f"settings set target.exec-search-paths {SAMPLE}", "-o", f"target create --core {dump}", "-o", "thread backtrace all"])
    measure.table(title, measure.alternate(jobs), "faultline, warm")


def bench_report(binaries, work):
    compare_reports(binaries, work, "minidump → full report", SAMPLE / "sample.dmp")


def bench_threads(binaries, work):
    sample = (SAMPLE / "sample.dmp").read_bytes()
    for count in (1, 100, 1000):
        dump = work / f"{count}.dmp"
        dump.write_bytes(with_threads(sample, count))
        compare_reports(binaries, work, f"minidump of {count} threads → full report", dump)


def bench_ui(binaries, work):
    environment = {**os.environ, "XDG_CACHE_HOME": str(work / "cache"), "XDG_CONFIG_HOME": str(work / "config"), "QT_QPA_PLATFORM": os.environ.get("QT_QPA_PLATFORM", "offscreen")}
    command = [str(binaries / "faultline-workbench"), "--measure", str(SAMPLE / "sample.dmp")]
    for name in ("cold", "warm"):
        print(f"\nworkbench, {name}")
        print(measure.run(command, env=environment).out, end="")
    print("\nworkbench, large reports")
    for arguments in ([], ["memory", "100"]):
        print(measure.run([str(binaries / "bench_ui"), *arguments], env=environment).out, end="", flush=True)


def bench_cache(binaries, work):
    """Hits of 200 modules' symcaches: from the request to one that is ready."""
    cache = work / "viewer.symcache"
    measure.run([str(binaries / "faultline"), "symbols", "symcache", str(SAMPLE / "viewer.debug"), "--output", str(cache)])
    print(f"\ncache hits, symcache of {cache.stat().st_size / 2**10:.0f} KiB")
    print(f"{'layer':8} {'threads':>7} {'per second':>11} {'median':>10} {'99 %':>10}")
    for line in measure.run([str(binaries / "bench_cache"), str(cache), str(work / "cache")]).out.splitlines():
        row = json.loads(line)
        print(f"{row['layer']:8} {row['threads']:7} {row['per_second']:11,.0f} {row['p50_us']:7.1f} µs {row['p99_us']:7.1f} µs")
    cached_requests.compare(servers(binaries), work)


def servers(binaries):
    """Commands that run until they are ended, by name."""
    commands = {"faultline": [str(binaries / "faultline"), "serve", "--config", "{config}"]}
    if symbolicator := peer("symbolicator"):
        commands["symbolicator"] = [symbolicator, "run", "-c", "{config}"]
    return commands


def bench_server(binaries, work):
    """Requests over librados2-dbg and a sample dump, warm."""
    sample = work / "sample"
    measure.run([str(binaries / "faultline"), "symbols", "sort", "--quiet", "--output", str(sample), str(SAMPLE)])
    server_load.compare(servers(binaries), work, debug_file("librados2-dbg"), SAMPLE / "sample.dmp", sample)


def bench_scripts(binaries, work):
    """Frames of a minified script that servers scrape from the web."""
    script_load.compare(servers(binaries), work)


def bench_first_open(binaries, work):
    """The crashing stack and its names when no file is there yet and the server is slow."""
    first_open.compare(binaries, work)


def bench_values(binaries, work):
    """The variables of a crashing thread, with debug info of 90 MiB."""
    value_load.compare(binaries, work, DATA, peer("lldb-19"))


def bench_library(binaries, work):
    """A library of 200 000 made-up reports: what the window asks, and where a new report belongs."""
    file, reports = work / "library.fldb", 200_000
    print(f"\na library of {reports:,} reports, milliseconds: median, longest")
    for line in measure.run([str(binaries / "bench_library"), str(file), str(reports)]).out.splitlines():
        row = json.loads(line)
        print(f"  {row['figure']:24} {row['ms']:10,.1f} {row['longest']:10,.1f}", flush=True)


def bench_demangle(binaries, work):
    """Names of our own program, and the Swift names of the fuzz seeds, whose first byte stands for the prefix."""
    symbols = measure.run(["nm", "--defined-only", str(binaries / "faultline")]).out.split()
    prefixes = ("$s", "_$S", "_T0", "_T", "_Tt", "_TF", "")
    seeds = [path.read_bytes() for path in sorted((ROOT / "tests/corpora/fuzz/swift").iterdir())]
    rows = {"C++": [name for name in symbols if name.startswith("_Z")], "Swift": [prefixes[seed[0] % len(prefixes)] + seed[1:].decode(errors="replace") for seed in seeds]}
    print("\ndemangling, one thread")
    for language, names in rows.items():
        file = work / "names"
        file.write_text("\n".join(names) + "\n")
        row = json.loads(measure.run([str(binaries / "bench_demangle"), str(file)]).out)
        print(f"  {language:6} {row['names']:8,} names, {row['readable']:8,} readable {row['per_second']:12,.0f} per second")


def source_map(path, size):
    """A map of about `size` bytes, most of it segments; returns how many lines and columns of the script it covers."""
    size = int(size * 1.3) # Escapes and rounding leave less.
    segments, lines_per_source = "AAAA,EAAC,IAAIA,IAAI,QAAAA,EAAD,MAAA,GAAC,KAACA,IAEJ", 100
    line = ",".join([segments] + [segments] * 7)
    count = max(lines_per_source, int(size * 0.7) // (len(line) + 1))
    sources = count // lines_per_source
    text = "".join(f"export function f{i}(a) {{ return a + {i}; }}\\n" for i in range(lines_per_source))
    text = text[: max(1, int(size * 0.3) // sources)]
    names = '"sources":[' + ",".join(f'"src/{i}.ts"' for i in range(sources)) + '],"names":["a","b"]'
    contents = '"sourcesContent":[' + ",".join(f'"{text}"' if not text.endswith("\\") else f'"{text}n"' for _ in range(sources)) + "]"
    path.write_text('{"version":3,' + names + "," + contents + ',"mappings":"' + ";".join([line] * count) + '"}')
    return count, 8 * 36


def bench_sourcemap(binaries, work):
    """Maps of 1, 10 and 60 MiB: the cache made of one, or the map parsed, then random look-ups."""
    tool, rounds = str(binaries / "bench_sourcemap"), 1_000_000
    symbolic = peer("peer")
    node = peer("node")
    peer_script = ["node", str(ROOT / "tests/bench/trace_mapping.cjs")]
    environment = {**os.environ, "NODE_PATH": os.environ.get("NODE_PATH", str(PEERS / "node_modules"))}
    if node and subprocess.run([node, "-e", "require('@jridgewell/trace-mapping')"], env=environment, capture_output=True).returncode != 0:
        print("  (left out: @jridgewell/trace-mapping is not in NODE_PATH)")
        node = None
    for size in (1, 10, 60):
        path, cache = work / f"{size}.map", work / f"{size}.cache"
        lines, columns = source_map(path, size * 2**20)
        empty, positions, theirs = work / "empty.js", work / "positions.txt", work / f"{size}.symbolic"
        if symbolic:
            empty.write_text("")
            generator = random.Random(1)
            positions.write_text("".join(f"{generator.randrange(lines)} {generator.randrange(columns)}\n" for _ in range(rounds)))
        jobs = {"faultline": lambda: measure.run([tool, "build", str(path), str(cache)])}
        if node:
            jobs["trace-mapping"] = lambda: measure.run([*peer_script, str(path), "1", "1", "0"], env=environment)
        if symbolic:
            jobs["symbolic"] = lambda: measure.run([symbolic, "sourcemap-build", str(empty), str(path), str(theirs)])
        measure.table(f"map of {path.stat().st_size / 2**20:.0f} MiB → cache, or parsed", measure.alternate(jobs), "faultline")
        numbers = [str(lines), str(columns), str(rounds)]
        jobs = {"faultline": lambda: measure.run([tool, "lookup", str(cache), *numbers])}
        if node:
            jobs["trace-mapping"] = lambda: measure.run([*peer_script, str(path), *numbers], env=environment)
        if symbolic:
            jobs["symbolic"] = lambda: measure.run([symbolic, "sourcemap-lookup", str(theirs), str(positions), "--rounds", "1"])
        measure.table(f"{rounds} random look-ups in it, with opening or parsing", measure.alternate(jobs), "faultline")
        print("look-ups alone")
        measure.rates({name: job for name, job in jobs.items() if name != "symbolic"})


def bench_jvm(binaries, work):
    """Mappings of 5, 50 and 200 MiB: the cache made of one, frames restored, and a whole trace with nothing cached."""
    rust_proguard, retrace = peer("peer"), jvm_mappings.retrace_of_r8()
    if not retrace:
        print("  (left out: no r8-*.jar in FAULTLINE_JVM_TOOLS)")
    for size in (5, 50, 200):
        jvm_mappings.compare(binaries, work, size, rust_proguard, retrace)


BENCHES = {"sourcemap": bench_sourcemap, "jvm": bench_jvm, "symcache": bench_symcache, "breakpad": bench_breakpad, "report": bench_report, "threads": bench_threads, "cache": bench_cache, "server": bench_server, "scripts": bench_scripts, "first-open": bench_first_open, "values": bench_values, "library": bench_library, "demangle": bench_demangle, "ui": bench_ui}


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
