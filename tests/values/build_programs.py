# SPDX-License-Identifier: GPL-3.0-or-later
"""Programs that print their variables and then crash (programs/), and the cores that the kernel writes of them."""
import os
import resource
import shutil
import subprocess
from dataclasses import dataclass
from functools import cache
from pathlib import Path

PROGRAMS = Path(__file__).resolve().parent / "programs"
# The source of each program, and files and options that it is compiled with besides.
SOURCES = {"plain": ("plain.c",), "passed": ("passed.c",), "classes": ("classes.cpp",), "containers": ("containers.cpp",),
           "old_abi": ("containers.cpp", "-D_GLIBCXX_USE_CXX11_ABI=0"), "same_names": ("same_names.cpp", "same_names_other.cpp"), "qt_values": ("qt_values.cpp",), "enums": ("enums.rs",), "strings": ("strings.go",),
           "at_entry": ("prologue.c", "-DSTOP=0"), "in_prologue": ("prologue.c", "-DSTOP=1"), "at_return": ("prologue.c", "-DSTOP=2"),
           "unusual": ("unusual.c",), "vectors": ("vectors.c", "-msse2"), "threads": ("threads.c", "-pthread"), "lambdas": ("lambdas.cpp",), "coroutines": ("coroutines.cpp",),
           "families": ("families.cpp",), "lists": ("lists.c",), "arguments": ("arguments.c",), "globals": ("globals.cpp",), "inlined": ("inlined.cpp",)}
# Programs that are linked with a library of their own.
LIBRARIES = {"threads": "own_library.c"}
# Commands for C and for C++, whose options follow.
COMPILERS = {"gcc": ("gcc", "g++"), "clang": ("clang-19", "clang++-19"), "libc++": ("clang-19", "clang++-19", "-stdlib=libc++"), "gcc -m32": ("gcc", "g++", "-m32"),
             "clang -m32": ("clang-19", "clang++-19", "-m32"), "clang arm64": ("clang-19", "clang++-19", "--target=aarch64-linux-gnu", "-fuse-ld=lld"),
             "clang arm": ("clang-19", "clang++-19", "--target=arm-linux-gnueabihf", "-fuse-ld=lld"), "rustc": ("rustc",), "go": ("go",)}
# Programs of other CPUs: what runs them, and where their libraries are.
EMULATORS = {"clang arm64": ("qemu-aarch64", "/usr/aarch64-linux-gnu"), "clang arm": ("qemu-arm", "/usr/arm-linux-gnueabihf")}
BITS32 = Path("/usr/include/x86_64-linux-gnu/c++/12/32") # Of g++-multilib.
# Their libraries, or what they do, is 64-bit.
ONLY_64 = ("qt_values", "at_entry", "in_prologue", "at_return", "old_abi")
# The cores that qemu-user writes have no vector registers and no pointer of the thread.
NOT_EMULATED = (*ONLY_64, "vectors", "threads")
# What differs between libraries: the programs with containers are built with each.
OF_LIBRARIES = ("containers", "same_names")
LIBCXX = Path("/usr/lib/llvm-19/include/c++/v1")
# Anonymous memory and ELF headers: what the kernel writes by default, without the read-only parts of files.
COREDUMP_FILTER = "0x33"
SECONDS = 60


@dataclass(frozen=True)
class Build:
    compiler: str
    options: tuple
    program: str

    @property
    def name(self):
        return " ".join((self.program, self.compiler, *self.options))

    def is_possible(self):
        if self.compiler == "libc++" and not LIBCXX.is_dir():
            return False
        if self.program == "qt_values" and qt_options() is None:
            return False
        if self.compiler.endswith("-m32") and not BITS32.is_dir():
            return False
        emulator, libraries = EMULATORS.get(self.compiler, (None, None))
        if emulator and not (shutil.which(emulator) and Path(libraries, "lib/libc.so.6").is_file() and shutil.which("ld.lld-19")):
            return False
        return all(shutil.which(command) for command in COMPILERS[self.compiler][:2])

    def emulator(self):
        """The words that the program is run with, and the folder of its libraries; empty for this machine's own programs."""
        return EMULATORS.get(self.compiler, ())

    def make(self, folder):
        """Returns the program."""
        folder.mkdir(parents=True, exist_ok=True)
        program = folder / self.program
        source = PROGRAMS / SOURCES[self.program][0]
        if self.compiler == "rustc":
            words = ["rustc", "-g", "-Awarnings", f"-Copt-level={self.options[0][-1]}", "-o", program, source]
        elif self.compiler == "go":
            words = ["go", "build", "-gcflags=all=-N -l", "-o", program, source]
        else:
            words = self.words_of_c(folder, program, source)
        subprocess.run(words, check=True)
        return program

    def make_library(self, folder):
        """Makes the library that the program is linked with."""
        c, _, *extra = COMPILERS[self.compiler]
        library = folder / f"lib{self.program}.so"
        subprocess.run([c, "-g", "-w", "-fPIC", "-shared", *extra, *self.options, "-o", library, PROGRAMS / LIBRARIES[self.program]], check=True)
        return library

    def words_of_c(self, folder, program, source):
        c, cpp, *own = COMPILERS[self.compiler]
        more = SOURCES[self.program][1:]
        sink = folder / "sink.o"
        subprocess.run([c, "-g", "-w", "-O0", *own, "-c", "-o", sink, PROGRAMS / "sink.c"], check=True)
        extra = [*own, *(PROGRAMS / each if each.endswith(".cpp") else each for each in more)]
        libraries = []
        if source.suffix == ".cpp":
            extra += ["-std=c++20"]
        if self.program in LIBRARIES:
            # The library uses the program's function that is never optimized.
            libraries = [self.make_library(folder), "-rdynamic", "-Wl,-rpath,$ORIGIN"]
        if self.program == "qt_values":
            extra, libraries = [*extra, "-fPIC", *qt_options()[0]], qt_options()[1]
        return [cpp if source.suffix == ".cpp" else c, "-g", "-w", *extra, *self.options, "-o", program, source, sink, *libraries]


@cache
def qt_options():
    """Options for compiling and for linking; absent without Qt."""
    def ask(what):
        return subprocess.run(["pkg-config", what, "Qt6Core"], capture_output=True, text=True, check=True).stdout.split()
    try:
        return ask("--cflags"), ask("--libs")
    except (OSError, subprocess.CalledProcessError):
        return None


def core_of(folder):
    """The core in a program's folder. An emulator that dies leaves its own beside the program's."""
    for emulated in folder.glob("qemu_*.core"):
        emulated.replace(folder / "core")
    return next(iter(folder.glob("core*")), None)


def crash(program, emulator=()):
    """Runs the program. Returns its lines and its core; the core is absent where the kernel writes none."""
    def prepare():
        resource.setrlimit(resource.RLIMIT_CORE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        Path("/proc/self/coredump_filter").write_text(COREDUMP_FILTER)

    for old in (*program.parent.glob("core*"), *program.parent.glob("qemu_*.core")):
        old.unlink()
    words = [emulator[0], "-L", emulator[1], str(program)] if emulator else [str(program)]
    environment = {**os.environ, "GOTRACEBACK": "crash"}
    done = subprocess.run(words, cwd=program.parent, env=environment, capture_output=True, timeout=SECONDS, check=False, preexec_fn=prepare)
    return done.stdout.decode().splitlines(), core_of(program.parent)


def compilers_of(program):
    suffix = Path(SOURCES[program][0]).suffix
    if suffix in (".rs", ".go"):
        return ("rustc",) if suffix == ".rs" else ("go",)
    of_32_bits = () if program in ONLY_64 else ("gcc -m32", "clang -m32")
    emulated = () if program in NOT_EMULATED else tuple(EMULATORS)
    return (("gcc", "clang", "libc++") if program in OF_LIBRARIES else ("gcc", "clang")) + of_32_bits + emulated


def builds(levels=("-O0", "-O1", "-O2"), versions=("-gdwarf-5", "-gdwarf-4")):
    """The versions of DWARF differ in everything; the lower one is tried at two levels of 64-bit programs. Other compilers than those of C write one, and Go's leaves out what it optimizes."""
    for program in SOURCES:
        for compiler in compilers_of(program):
            has_versions = len(COMPILERS[compiler]) > 1
            is_narrow = compiler.endswith("-m32") or compiler in EMULATORS
            for level in levels:
                if compiler == "go" and level != "-O0":
                    continue
                for version in versions if has_versions else ("",):
                    if version != versions[1] or (level in ("-O0", "-O2") and not is_narrow):
                        yield Build(compiler, (level, version) if version else (level,), program)
