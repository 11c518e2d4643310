# SPDX-License-Identifier: GPL-3.0-or-later
"""The crashes that the questions are about. Those of programs that are built here are left out where no compiler is, or no program may leave a core."""
import dataclasses
import json
import pathlib
import re
import resource
import shutil
import subprocess

TESTS = pathlib.Path(__file__).resolve().parents[1]
SAMPLES = TESTS / "corpora/samples"

JAVA = """\
Exception in thread "checkout-3" java.lang.IllegalStateException: order 4711 has no customer
\tat com.example.shop.Orders.customer(Orders.java:42)
\tat com.example.shop.Checkout.pay(Checkout.java:17)
\tat com.example.shop.Main.main(Main.java:9)
Caused by: java.lang.NullPointerException: Cannot invoke "com.example.shop.Customer.name()" because "found" is null
\tat com.example.shop.Customers.find(Customers.java:88)
\tat com.example.shop.Orders.customer(Orders.java:40)
\t... 2 more
"""

JAVA_THREADS = """\
2026-11-20 10:00:00
Full thread dump OpenJDK 64-Bit Server VM (17.0.9+9 mixed mode, sharing):

"writer" #12 prio=5 os_prio=0 cpu=1.00ms elapsed=12.00s tid=0x00007f10a0001000 nid=0x1a01 waiting for monitor entry  [0x00007f1090000000]
   java.lang.Thread.State: BLOCKED (on object monitor)
\tat com.example.store.Index.add(Index.java:31)
\t- waiting to lock <0x000000071ab00018> (a com.example.store.Index)
\tat com.example.store.Store.write(Store.java:20)
\t- locked <0x000000071ab00008> (a com.example.store.Store)
\tat java.lang.Thread.run(java.base@17.0.9/Thread.java:840)

"cleaner" #13 prio=5 os_prio=0 cpu=1.00ms elapsed=12.00s tid=0x00007f10a0002000 nid=0x1a02 waiting for monitor entry  [0x00007f1090100000]
   java.lang.Thread.State: BLOCKED (on object monitor)
\tat com.example.store.Store.size(Store.java:55)
\t- waiting to lock <0x000000071ab00008> (a com.example.store.Store)
\tat com.example.store.Index.clean(Index.java:70)
\t- locked <0x000000071ab00018> (a com.example.store.Index)
\tat java.lang.Thread.run(java.base@17.0.9/Thread.java:840)

"timer" #14 prio=5 os_prio=0 cpu=0.10ms elapsed=12.00s tid=0x00007f10a0003000 nid=0x1a03 waiting on condition  [0x00007f1090200000]
   java.lang.Thread.State: TIMED_WAITING (sleeping)
\tat java.lang.Thread.sleep(java.base@17.0.9/Native Method)
\tat com.example.store.Timer.run(Timer.java:12)
\tat java.lang.Thread.run(java.base@17.0.9/Thread.java:840)
"""

SCRIPT = """\
TypeError: Cannot read properties of undefined (reading 'total')
    at r (https://shop.example/cart.min.js:1:30)
    at e (https://shop.example/cart.min.js:1:75)
    at https://shop.example/cart.min.js:1:110
"""
SCRIPT_SOURCES = ["src/cart.ts", "src/checkout.ts"]
SCRIPT_TEXT = ["export function sum(lines: Line[]) {\n  return lines.map((line) => line.price.total);\n}\n",
               "export class Checkout {\n  pay(cart: Cart) {\n    return sum(cart.lines);\n  }\n}\nnew Checkout().pay(cart);\n"]
# Column in the one line of the minified file, source, line, column, name; all from 0.
SCRIPT_TOKENS = [(0, 0, 0, 16, 0), (11, 0, 1, 2, None), (29, 0, 1, 40, None), (55, 1, 1, 2, 1), (74, 1, 2, 11, None), (109, 1, 5, 0, None)]
SCRIPT_NAMES = ["sum", "pay"]

GDB_TEXT = """\
Thread 2 (Thread 0x7f0000001700 (LWP 78) "loader"):
#0  0x00007f0000401000 in read_header (file=0x0, size=64) at /src/load.c:41
#1  0x00007f0000401100 in load (path=0x7ffd00001000 "a.cfg") at /src/load.c:77
#2  0x00007f0000401200 in loader_main () at /src/main.c:12

Thread 1 (Thread 0x7f0000000700 (LWP 77) "main"):
#0  0x00007f0000402000 in poll () at ../sysdeps/unix/sysv/linux/poll.c:29
#1  0x00007f0000402100 in event_loop () at /src/main.c:60
#2  0x00007f0000402200 in main () at /src/main.c:99
"""


@dataclasses.dataclass
class Crash:
    path: pathlib.Path
    symbols: pathlib.Path
    program: pathlib.Path | None = None  # Beside the file, for LLDB.
    truth: list | None = None  # What the program said of itself.


def vlq(number):
    """Base64 VLQ of source maps (ECMA-426)."""
    digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    rest = (-number << 1 | 1) if number < 0 else number << 1
    text = ""
    while True:
        digit, rest = rest & 31, rest >> 5
        text += digits[digit | (32 if rest else 0)]
        if not rest:
            return text


def script_map():
    before, segments = [0, 0, 0, 0, 0], []
    for column, source, line, source_column, name in SCRIPT_TOKENS:
        now = [column, source, line, source_column, before[4] if name is None else name]
        fields = [new - old for new, old in zip(now, before)]
        segments.append("".join(vlq(field) for field in (fields if name is not None else fields[:4])))
        before = now
    return json.dumps({"version": 3, "sources": SCRIPT_SOURCES, "sourcesContent": SCRIPT_TEXT, "names": SCRIPT_NAMES, "mappings": ",".join(segments)})


def text_crash(folder, name, text, files=()):
    where = folder / name
    where.mkdir()
    (where / f"{name}.txt").write_text(text, encoding="utf-8")
    for other, content in files:
        (where / other).write_text(content, encoding="utf-8")
    return Crash(where / f"{name}.txt", where)


def built(folder, source, options, compiler):
    program = folder / source.stem
    try:
        subprocess.run([compiler, "-g", "-O0", f"-ffile-prefix-map={source.parent}=/src", *options, "-o", program, source], check=True, stderr=subprocess.DEVNULL)
    except (FileNotFoundError, subprocess.CalledProcessError):
        return None
    return program


def with_all_memory():
    resource.setrlimit(resource.RLIMIT_CORE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))


def crashed(folder, name, source, options, compiler, arguments=()):
    """A program that is built and run until the kernel writes its core, and what it printed; None where that is not possible."""
    where = folder / name
    where.mkdir()
    program = built(where, source, options, compiler)
    if program is None:
        return None
    done = subprocess.run([program, *arguments], cwd=where, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, timeout=60, check=False, preexec_fn=with_all_memory)
    cores = list(where.glob("core*"))
    if not cores:
        return None
    waits = re.findall(r"^wait (\d+) \S+ (\d+)$", done.stdout, re.MULTILINE)
    return Crash(cores[0].rename(where / f"{name}.core"), where, program, [(int(waiter), int(owner)) for waiter, owner in waits])


def sample(name, file=None, program=None):
    where = SAMPLES / name
    return Crash(where / (file or f"{name}.dmp"), where, where / (program or name))


def crashes_for_library(folder, faultline):
    """A library with one crash of three versions, and another."""
    path = folder / "reports.fldb"
    text = (TESTS / "corpora/apple/macos.crash").read_text(encoding="utf-8")
    files = [SAMPLES / "null_write/null_write.dmp"]
    for version in ("4.1", "4.2", "4.3"):
        file = folder / f"version-{version}.crash"
        file.write_text(text.replace("2.1 (210)", f"{version} (210)").replace("2024-03-05", f"2024-03-0{version[-1]}"), encoding="utf-8")
        files.append(file)
    subprocess.run([faultline, "library", "import", *files, "--library", path, "--symbols", SAMPLES / "null_write", "--offline"], check=True, stdout=subprocess.DEVNULL)
    return path


def bare(folder):
    """A crash without its debug files."""
    where = folder / "bare"
    where.mkdir()
    shutil.copy(SAMPLES / "default/sample.dmp", where)
    return Crash(where / "sample.dmp", where)


def make(folder):
    """All crashes by their names; None for what cannot be made here."""
    hangs, shapes = TESTS / "hangs/hangs.c", TESTS / "app/python/shapes.cpp"
    return {
        "viewer": sample("default", "sample.dmp", "viewer"),
        "bare": bare(folder),
        "null_write": sample("null_write"),
        "failed_assert": sample("failed_assert"),
        "second_thread": sample("second_thread"),
        "stack_overflow": sample("stack_overflow"),
        "uncaught_exception": sample("uncaught_exception"),
        "windows": sample("windows_pdb", "sample.dmp", "sample.exe"),
        "hang": crashed(folder, "hang", hangs, ["-pthread", "-w"], "gcc", ("ring3", "normal")),
        "shapes": crashed(folder, "shapes", shapes, [], "g++"),
        "java": text_crash(folder, "java", JAVA),
        "java_threads": text_crash(folder, "java_threads", JAVA_THREADS),
        "script": text_crash(folder, "script", SCRIPT, [("cart.min.js", "//\n"), ("cart.min.js.map", script_map())]),
        "gdb_text": text_crash(folder, "gdb_text", GDB_TEXT),
        "apple": Crash(TESTS / "corpora/apple/macos.ips", TESTS / "corpora/apple"),
    }
