#!/usr/bin/env python3
"""Packs a part of what make_windows.py made into tests/corpora/windows_stacks: pack_windows.py FROM TO.

One archive per scenario, with a folder per build. Of the memory in a dump only the crashed thread's stack and the code around the
crash are kept: Wine adds the unwind data of every module, in thousands of ranges.
"""
import struct
import sys
import zipfile
from pathlib import Path

BUILDS = ["x64-pdb-O0-fp", "x64-pdb-O2-nofp", "x86-pdb-O0-nofp", "x86-pdb-O2-fp", "x86-pdb-O2-nofp", "x64-dwarf-O2-fp", "x86-dwarf-O2-nofp"]
FEWER = {"coroutine": BUILDS[:5],  # The DWARF builds contain a C++ library.
         "deep_recursion": ["x64-pdb-O2-nofp", "x86-pdb-O0-nofp"],  # Large stacks.
         "except_block": BUILDS[:5],  # As all that handle Microsoft's exceptions.
         "uncaught_throw": BUILDS[2:5]}  # The others need libraries of Wine's.
LEFT_OUT = {  # They need one too, or libraries of Wine's.
    "aligned_funclet", "broken_promise", "catch_funclet", "catch_handler", "cleanup_funclet", "destructor_in_unwinding",
    "exception_filter", "finally_block", "qsort_callback", "rethrow", "unwound_destructor"}
THREADS, MEMORY, EXCEPTION = 3, 5, 6
SMALLEST_KEPT = 64


def streams_of(dump):
    count, directory = struct.unpack_from("<II", dump, 8)
    return {kind: place for kind, _, place in (struct.unpack_from("<III", dump, directory + 12 * i) for i in range(count))}


def slimmed(data):
    dump = bytearray(data)
    streams = streams_of(dump)
    crashed, = struct.unpack_from("<I", dump, streams[EXCEPTION])
    threads, = struct.unpack_from("<I", dump, streams[THREADS])
    others = set()
    for i in range(threads):
        thread, *_, stack = struct.unpack_from("<IIIIQQ", dump, streams[THREADS] + 4 + 48 * i)
        if thread != crashed:
            others.add(stack)
    start = streams[MEMORY] + 4
    ranges = [struct.unpack_from("<QII", dump, start + 16 * i) for i in range(struct.unpack_from("<I", dump, start - 4)[0])]
    kept = [entry for entry in ranges if entry[1] >= SMALLEST_KEPT and entry[0] not in others]
    for _, size, place in set(ranges) - set(kept):
        dump[place:place + size] = bytes(size)
    table = b"".join(struct.pack("<QII", *entry) for entry in kept)
    dump[start - 4:start + 16 * len(ranges)] = struct.pack("<I", len(kept)) + table + bytes(16 * (len(ranges) - len(kept)))
    return bytes(dump)


def main():
    source, target = map(Path, sys.argv[1:])
    target.mkdir(parents=True, exist_ok=True)
    for scenario in sorted(folder for folder in source.iterdir() if folder.name not in LEFT_OUT | {"imports"}):
        builds = FEWER.get(scenario.name, BUILDS)
        with zipfile.ZipFile(target / f"{scenario.name}.zip", "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
            for file in (file for build in builds for file in sorted((scenario / build).iterdir()) if file.is_file()):
                data = file.read_bytes()
                entry = zipfile.ZipInfo(f"{file.parent.name}/{file.name}")  # Without a time: the same bytes each time.
                entry.compress_type = zipfile.ZIP_DEFLATED
                archive.writestr(entry, slimmed(data) if file.suffix == ".dmp" else data, compresslevel=9)


if __name__ == "__main__":
    main()
