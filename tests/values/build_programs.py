# SPDX-License-Identifier: GPL-3.0-or-later
"""Programs that print their variables and then crash (programs/), and the cores that the kernel writes of them."""
import resource
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

PROGRAMS = Path(__file__).resolve().parent / "programs"
# The source of each program and what it is compiled with besides.
SOURCES = {"plain": ("plain.c",), "passed": ("passed.c",), "classes": ("classes.cpp",), "containers": ("containers.cpp",),
           "at_entry": ("prologue.c", "-DSTOP=0"), "in_prologue": ("prologue.c", "-DSTOP=1"), "at_return": ("prologue.c", "-DSTOP=2")}
COMPILERS = {"gcc": ("gcc", "g++"), "clang": ("clang-19", "clang++-19")}
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
        return all(shutil.which(command) for command in COMPILERS[self.compiler])

    def make(self, folder):
        """Returns the program."""
        folder.mkdir(parents=True, exist_ok=True)
        c, cpp = COMPILERS[self.compiler]
        name, *extra = SOURCES[self.program]
        source = PROGRAMS / name
        program, sink = folder / self.program, folder / "sink.o"
        subprocess.run([c, "-g", "-O0", "-c", "-o", sink, PROGRAMS / "sink.c"], check=True)
        compiler = cpp if source.suffix == ".cpp" else c
        if source.suffix == ".cpp":
            extra.append("-std=c++20")
        subprocess.run([compiler, "-g", "-w", *extra, *self.options, "-o", program, source, sink], check=True)
        return program


def crash(program):
    """Runs the program. Returns its lines and its core; the core is absent where the kernel writes none."""
    def prepare():
        resource.setrlimit(resource.RLIMIT_CORE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        Path("/proc/self/coredump_filter").write_text(COREDUMP_FILTER)

    for old in program.parent.glob("core*"):
        old.unlink()
    done = subprocess.run([str(program)], cwd=program.parent, capture_output=True, timeout=SECONDS, check=False, preexec_fn=prepare)
    cores = list(program.parent.glob("core*"))
    return done.stdout.decode().splitlines(), cores[0] if cores else None


def builds(levels=("-O0", "-O1", "-O2"), versions=("-gdwarf-5", "-gdwarf-4")):
    """The versions of DWARF differ in everything; the lower one is tried at two levels."""
    for program in SOURCES:
        for compiler in COMPILERS:
            for level in levels:
                for version in versions:
                    if version == versions[0] or level in ("-O0", "-O2"):
                        yield Build(compiler, (level, version), program)
