# SPDX-License-Identifier: GPL-3.0-or-later
"""Programs that crash in known ways: how they are built, and the callers that each way has (crashes.c, crash_library.c, crashes_windows.c)."""
import re
import shutil
import subprocess
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

HERE = Path(__file__).resolve().parent
NO_TABLES = ("-fno-asynchronous-unwind-tables", "-fno-unwind-tables")
# Wine's libraries: a dump names their paths as Windows has them.
WINDOWS_LIBRARIES = Path("/usr/lib/x86_64-linux-gnu/wine/x86_64-windows")
WINDOWS_COMPILER = "x86_64-w64-mingw32-gcc"

# Functions of the program, innermost first. L: frames of other libraries. X: a frame outside all modules.
# "name+" may repeat. After the last one, only frames of libraries and the program's start code follow.
TO_MAIN = ("inner", "middle", "outer", "main")
TO_WORKER = ("inner", "middle", "outer", "worker")
CHAINS = {
    "null": ("crash", *TO_MAIN),
    "callnull": ("X", *TO_MAIN),
    "calldata": ("X", *TO_MAIN),
    "abort": ("L", *TO_MAIN),
    "assert": ("L", *TO_MAIN),
    "divide": ("divide", *TO_MAIN),
    "trap": ("trap", *TO_MAIN),
    "raise": ("L", *TO_MAIN),
    "handler": ("crash", "handler", "L", "signaled", *TO_MAIN),
    "altstack": ("crash", "handler", "L", "signaled", *TO_MAIN),
    "qsort": ("crash", "compare", "L", *TO_MAIN),
    "library": ("crash", "called", "apply", *TO_MAIN),
    "recursion": ("crash", *["recurse"] * 21, *TO_MAIN),
    "overflow": ("recurse+", *TO_WORKER),
    "large": ("large", *TO_MAIN),
    "longjmp": ("crash", "land", *TO_MAIN),
    "start": ("crash", "start", *TO_MAIN),
    "thread": ("crash", *TO_WORKER),
}
WINDOWS_KINDS = ("null", "callnull", "calldata", "divide", "trap", "qsort", "library", "recursion", "longjmp", "start", "thread")
START_CODE = ("_start", "mainCRTStartup", "WinMainCRTStartup", "__tmainCRTStartup")


@dataclass
class Build:
    name: str
    options: tuple
    compiler: str = "gcc"
    is_stripped: bool = False
    kinds: tuple = field(default=tuple(CHAINS))

    @property
    def is_windows(self):
        return self.compiler == WINDOWS_COMPILER

    def is_here(self):
        return shutil.which(self.compiler) is not None

    def make(self, folder):
        """Returns the program. Beside it lie its library, and of both an unstripped twin in `names`."""
        names = folder / "names"
        names.mkdir(parents=True, exist_ok=True)
        suffixes = (".exe", ".dll") if self.is_windows else ("", ".so")
        program, library = folder / f"crashes{suffixes[0]}", folder / f"libcrash{suffixes[1]}"
        common = [self.compiler, "-g", "-w", *self.options]
        source = HERE / ("crashes_windows.c" if self.is_windows else "crashes.c")
        libraries = ["-ldbghelp"] if self.is_windows else ["-pthread", f"-Wl,-rpath,{folder}"]
        for words in ([*common, "-shared", "-fPIC", "-o", library, HERE / "crash_library.c"],
                      [*common, "-o", program, source, library, *libraries]):
            subprocess.run([str(word) for word in words], check=True, cwd=folder, stderr=subprocess.DEVNULL)
        for file in (program, library):
            shutil.copy(file, names / file.name)
            if self.is_stripped:
                subprocess.run(["strip", file], check=True)
        return program


BUILDS = [
    Build("-O0", ("-O0",)),
    Build("-O2", ("-O2",)),
    Build("clang -O2", ("-O2",), "clang-19"),
    Build("-O2 without tables", ("-O2", *NO_TABLES)),
    Build("-O2 without tables stripped", ("-O2", *NO_TABLES), is_stripped=True),
    Build("i386 -O2", ("-m32", "-O2")),
    Build("i386 -O0 without tables stripped", ("-m32", "-O0", *NO_TABLES), is_stripped=True),
    Build("Windows -O0", ("-O0",), WINDOWS_COMPILER, kinds=WINDOWS_KINDS),
    Build("Windows -O2", ("-O2",), WINDOWS_COMPILER, kinds=WINDOWS_KINDS),
]


@lru_cache(maxsize=None)
def symbols_of(file):
    """[(address relative to the image's start, name, is code)], ascending; by the file's own symbols."""
    tool = "x86_64-w64-mingw32-nm" if file.suffix in (".exe", ".dll") else "nm"
    lines = subprocess.run([tool, "-n", "--defined-only", str(file)], capture_output=True, text=True, check=True).stdout
    found = re.findall(r"^([0-9a-f]+) ([tTwWdDbBrR]) (\S+)$", lines, re.MULTILINE)
    base = image_base(file)
    return [(int(address, 16) - base, re.split("[@.]", name)[0], kind in "tTwW") for address, kind, name in found if not name.startswith(".")]


def image_base(file):
    if file.suffix in (".exe", ".dll"):
        text = subprocess.run(["x86_64-w64-mingw32-objdump", "-p", str(file)], capture_output=True, text=True, check=True).stdout
        return int(re.search(r"ImageBase\s+([0-9a-f]+)", text)[1], 16)
    text = subprocess.run(["readelf", "-lW", str(file)], capture_output=True, text=True, check=True).stdout
    return min(int(address, 16) for address in re.findall(r"^\s+LOAD\s+\S+\s+(0x[0-9a-f]+)", text, re.MULTILINE))


def name_at(file, offset):
    """The function at an offset from the image's start; X where there is no code."""
    found = "X"
    for address, name, is_code in symbols_of(file):
        if address > offset:
            break
        found = name if is_code else "X"
    return found


def pattern_of(kind):
    """What the frames of a right stack are, as words: names of functions, L and X."""
    words = []
    for word in CHAINS[kind]:
        if word == "L":
            words.append("(?:L )+")
        else:
            words.append(f"(?:{word[:-1]} ){{50,}}" if word.endswith("+") else f"{word} ")
    return re.compile("".join(words) + "(?:(?:L|" + "|".join(START_CODE) + ") )*$")
