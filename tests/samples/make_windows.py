#!/usr/bin/env python3
"""Builds the Windows scenarios, runs each under Wine until it has written its dump, and scores what faultline makes of the dumps.

make_windows.py --out FOLDER [--faultline PROGRAM [--system64 FOLDER --system32 FOLDER]] [--only TEXT]

Needs clang-19, lld-19, llvm-19 (PDB variants), g++-mingw-w64-x86-64 and -i686 (DWARF variants), wine64 and wine32. No SDK is needed: the
PDB variants are linked with import libraries made here. Dumps that are there already are kept; ends with 1 unless every stack is right.
"""
import argparse
import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from stack_chains import Found, Score, compare, read_chain

HERE = Path(__file__).resolve().parent
# The exports used and the bytes of their arguments, which i386 needs to know; None: __cdecl.
IMPORTS = {
    "kernel32": {"AddVectoredExceptionHandler": 8, "CreateEventA": 16, "CreateFileA": 28, "CreateThread": 24, "CloseHandle": 4,
                 "ExitProcess": 4, "GetCommandLineA": 0, "GetCurrentProcess": 0, "GetCurrentProcessId": 0, "GetCurrentThreadId": 0,
                 "GetEnvironmentVariableA": 12, "GetProcAddress": 8, "LoadLibraryA": 4, "RaiseException": 16, "SetEvent": 4,
                 "SetUnhandledExceptionFilter": 4, "WaitForSingleObject": 8},
    "msvcrt": {"strcmp": None, "qsort": None, "malloc": None, "free": None, "memset": None, "memcpy": None, "_CxxThrowException": 8,
               "__CxxFrameHandler3": None},
}
RUNTIME = {"x64": {"msvcrt": ["__C_specific_handler"], "ntdll": ["__chkstk"]},
           "x86": {"msvcrt": ["_except_handler3"], "ntdll": ["_chkstk"]}}


@dataclass(frozen=True)
class Scenario:
    source: str
    argument: str = ""
    debug: tuple = ("pdb", "dwarf")  # what it can be built with
    cpus: tuple = ("x64", "x86")
    dll: str = ""  # source of a DLL that the program calls through
    stack: int = 0
    throws: bool = False  # needs the C++ exceptions of the MSVC ABI

    @property
    def name(self):
        return Path(self.source).name + (f"-{self.argument}" if self.argument else "")


SCENARIOS = [
    Scenario("scenarios/deep_inlines"),
    Scenario("scenarios/templates"),
    Scenario("scenarios/bad_call"),
    Scenario("scenarios/bad_call", "data"),
    Scenario("scenarios/bad_call", "unmapped"),
    Scenario("scenarios/noreturn_last"),
    Scenario("scenarios/cold_part"),
    Scenario("scenarios/smashed_frame_pointer"),
    Scenario("scenarios/big_frame"),
    Scenario("scenarios/qsort_callback"),
    Scenario("scenarios/coroutine"),
    Scenario("scenarios/destructor_in_unwinding", debug=("dwarf",)),
    Scenario("scenarios/catch_handler", debug=("dwarf",)),
    Scenario("windows/windows_thread"),
    Scenario("windows/library_callback", dll="windows/callback_library"),
    Scenario("windows/deep_recursion", stack=0x10000),
    Scenario("windows/saved_registers"),
    Scenario("windows/aligned_stack"),
    Scenario("windows/stdcall_arguments"),
    Scenario("windows/exception_filter", debug=("pdb",)),
    Scenario("windows/finally_block", debug=("pdb",)),
    Scenario("windows/except_block", debug=("pdb",)),
    *(Scenario(f"windows/{name}", debug=("pdb",), throws=True) for name in (
        "catch_funclet", "cleanup_funclet", "aligned_funclet", "unwound_destructor", "uncaught_throw", "rethrow", "broken_promise")),
]


@dataclass(frozen=True)
class Variant:
    debug: str
    cpu: str
    optimisation: str
    frame_pointers: bool

    @property
    def name(self):
        return f"{self.cpu}-{self.debug}-{self.optimisation[1:]}-{'fp' if self.frame_pointers else 'nofp'}"

    def flags(self):
        return [self.optimisation, "-g", "-std=c++20", "-fno-optimize-sibling-calls", f"-ffile-prefix-map={HERE}=/src",
                "-fno-omit-frame-pointer" if self.frame_pointers else "-fomit-frame-pointer"]


VARIANTS = [Variant(debug, cpu, optimisation, pointers) for debug in ("pdb", "dwarf") for cpu in ("x64", "x86")
            for optimisation in ("-O0", "-O2") for pointers in (True, False)]


def run(*words, **options):
    subprocess.run([str(word) for word in words], check=True, **options)


def make_import_libraries(folder):
    for cpu, machine in (("x64", "i386:x86-64"), ("x86", "i386")):
        (folder / cpu).mkdir(parents=True, exist_ok=True)
        for library in ("kernel32", "msvcrt", "ntdll"):
            names = []
            for name, argument_bytes in IMPORTS.get(library, {}).items():
                names.append(name if argument_bytes is None or cpu == "x64" else f"{name}@{argument_bytes}")
            names += RUNTIME[cpu].get(library, [])
            definition = folder / cpu / f"{library}.def"
            definition.write_text("\n".join([f"LIBRARY {library}.dll", "EXPORTS", *names]) + "\n")
            run("llvm-dlltool-19", "-m", machine, "-k", "-d", definition, "-l", folder / cpu / f"{library}.lib")


def build_pdb(scenario, variant, folder, imports):
    triple = {"x64": "x86_64", "x86": "i686"}[variant.cpu] + "-pc-windows-msvc"
    compile_options = [f"--target={triple}", *variant.flags(), "-gcodeview", "-fno-threadsafe-statics",
                       *(("-fexceptions", "-fcxx-exceptions") if scenario.throws else ("-fno-exceptions",)), "-fms-extensions",
                       "-nostdinc++", "-isystem", HERE / "windows" / "include", "-fdebug-compilation-dir=/src"]
    libraries = [imports / variant.cpu / f"{name}.lib" for name in ("kernel32", "msvcrt", "ntdll")]

    def compiled(source):
        target = folder / (Path(source).name + ".obj")
        run("clang++-19", *compile_options, "-c", HERE / f"{source}.cpp", "-o", target)
        return target

    def linked(name, objects, *options):
        run("lld-link-19", "/debug", "/nodefaultlib", "/Brepro", "/safeseh:no", f"/out:{folder / name}",
            f"/pdb:{(folder / name).with_suffix('.pdb')}", f"/pdbaltpath:{Path(name).with_suffix('.pdb')}", *options, *objects, *libraries)

    extra = []
    if scenario.dll:
        linked("callback.dll", [compiled(scenario.dll)], "/dll", f"/implib:{folder / 'callback.lib'}")
        extra.append(folder / "callback.lib")
    sources = [scenario.source, "windows/start", "windows/dump_writer", *(["windows/type_info"] if scenario.throws else [])]
    objects = [compiled(source) for source in sources]
    stack = [f"/stack:{scenario.stack},{scenario.stack}"] if scenario.stack else []
    linked("sample.exe", objects + extra, "/entry:sampleStart", "/subsystem:console", *stack)
    for pattern in ("*.obj", "*.lib"):
        for file in folder.glob(pattern):
            file.unlink()


def build_dwarf(scenario, variant, folder, _imports):
    compiler = {"x64": "x86_64", "x86": "i686"}[variant.cpu] + "-w64-mingw32-g++"
    options = [compiler, *variant.flags(), "-static"]
    extra = []
    if scenario.dll:
        run(*options, "-shared", HERE / f"{scenario.dll}.cpp", "-o", folder / "callback.dll")
        extra.append(folder / "callback.dll")
    stack = [f"-Wl,--stack,{scenario.stack}"] if scenario.stack else []
    run(*options, *stack, HERE / f"{scenario.source}.cpp", HERE / "windows" / "dump_writer.cpp", *extra, "-o", folder / "sample.exe")


def make_dump(scenario, variant, folder, wine, imports):
    dump = folder / "sample.dmp"
    if dump.exists():
        return
    folder.mkdir(parents=True, exist_ok=True)
    (build_pdb if variant.debug == "pdb" else build_dwarf)(scenario, variant, folder, imports)
    words = [*wine[variant.cpu].split(), "sample.exe", *([scenario.argument] if scenario.argument else [])]
    environment = {**os.environ, "WINEDEBUG": "-all", "FAULTLINE_DUMP": "sample.dmp"}
    subprocess.run(words, cwd=folder, env=environment, timeout=120, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    if not dump.exists() or dump.stat().st_size == 0:
        dump.unlink(missing_ok=True)
        raise RuntimeError(f"{folder}: no dump was written")


def frames_of(report, own_modules):
    thread = next(stack for stack in report["stacktraces"] if stack.get("is_requesting"))
    frames = []
    for frame in thread["frames"]:
        is_ours = Path((frame.get("package") or "").replace("\\", "/")).name in own_modules
        name = frame.get("function") if frame["status"] == "symbolicated" else ""
        frames.append(Found(name or "", frame.get("filename") or "", frame.get("lineno") or 0, frame["faultline"].get("inlined", False),
                            is_ours))
    return frames


def chain_of(scenario, variant):
    ends = {"process_start": HERE / "windows" / ("sample_start.chain" if variant.debug == "pdb" else "mingw_start.chain")}
    return read_chain(HERE / f"{scenario.source}.chain", ends)


def score_dump(scenario, variant, folder, faultline, system):
    words = [faultline, "symbolicate", folder / "sample.dmp", "--format", "json", "-s", folder]
    if system:
        words += ["-s", system]
    environment = {**os.environ, "XDG_CACHE_HOME": str(folder / "cache")}
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, env=environment)
    if done.returncode != 0:
        raise RuntimeError(done.stderr)
    frames = frames_of(json.loads(done.stdout), {file.name for file in folder.iterdir()})
    return (*compare(chain_of(scenario, variant), frames), frames)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--faultline", type=Path)
    parser.add_argument("--only", default="")
    parser.add_argument("--wine64", default="/usr/lib/wine/wine64")
    parser.add_argument("--wine32", default="/usr/lib/wine/wine")
    parser.add_argument("--system64", type=Path, help="a folder of Wine's own libraries, x86_64-windows")
    parser.add_argument("--system32", type=Path, help="the same, i386-windows")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    out = options.out.resolve()
    make_import_libraries(out / "imports")
    system = {"x64": options.system64, "x86": options.system32}
    wine = {"x64": options.wine64, "x86": options.wine32}
    rows = [(scenario, variant, out / scenario.name / variant.name) for scenario in SCENARIOS for variant in VARIANTS
            if variant.debug in scenario.debug and variant.cpu in scenario.cpus and options.only in f"{scenario.name}/{variant.name}"]

    def dumped(row):
        try:
            make_dump(*row, wine, out / "imports")
            return None
        except (subprocess.SubprocessError, RuntimeError) as error:
            return str(error)

    with ThreadPoolExecutor(options.jobs) as pool:
        problems = [problem for problem in pool.map(dumped, rows) if problem]
    total = Score()
    for scenario, variant, folder in rows if options.faultline else []:
        if not (folder / "sample.dmp").exists():
            continue
        score, notes, frames = score_dump(scenario, variant, folder, options.faultline, system[variant.cpu])
        total.add(score)
        if not score.is_perfect:
            print(f"{scenario.name} {variant.name}:", *notes, "of", *frames, sep="\n  ")
    print(*problems, sep="\n")
    print(f"{len(rows)} crashes, {len(problems)} failed: physical {total.physical_found}/{total.physical}, "
          f"exact {total.exact}/{total.frames}, invented {total.invented}")
    sys.exit(0 if not problems and total.is_perfect else 1)


if __name__ == "__main__":
    main()
