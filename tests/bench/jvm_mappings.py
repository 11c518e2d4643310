# SPDX-License-Identifier: GPL-3.0-or-later
"""Mappings like those that R8 writes for large applications, frames in them, and how fast tools restore these."""
import os
import pathlib
import random
import shutil

import measure

WORDS = ("account screen view model store cache event network image player search profile session payment message list item detail "
         "state action reducer module factory provider worker service client request response adapter holder binding").split()
TYPES = ("int", "long", "boolean", "java.lang.String", "java.util.List", "kotlin.coroutines.Continuation", "android.view.View", "java.lang.Object")
FRAME_COUNT = 20_000


def short_name(number):
    letters = "abcdefghijklmnopqrstuvwxyz"
    name = letters[number % 26]
    while number >= 26:
        number = number // 26 - 1
        name += letters[number % 26]
    return name


class Writer:
    """Writes classes until the file has its size. Two of five methods have inlined calls, up to four deep."""

    def __init__(self, out, seed):
        self.out, self.random, self.classes, self.frames, self.written = out, random.Random(seed), [], [], 0

    def put(self, text):
        self.out.write(text)
        self.written += len(text)

    def word(self):
        return self.random.choice(WORDS)

    def class_name(self):
        package = ".".join(self.word() for _ in range(self.random.randint(2, 4)))
        simple = "".join(self.word().capitalize() for _ in range(self.random.randint(1, 3)))
        return f"com.example.{package}.{simple}{len(self.classes)}"

    def method(self, owner):
        arguments = ",".join(self.random.choice(TYPES) for _ in range(self.random.randint(0, 4)))
        name = self.word() + "".join(self.word().capitalize() for _ in range(self.random.randint(0, 2)))
        return f"{self.random.choice(TYPES)} {owner}{name}({arguments})"

    def put_method(self, obfuscated_class, obfuscated):
        line, own = 1, self.method("")
        for _ in range(self.random.randint(1, 8)):
            end, source = line + self.random.choice((0, 0, 1, 3)), self.random.randint(10, 900)
            depth = self.random.choice((0, 0, 0, 1, 2)) if self.classes else 0
            inner = [self.method(self.random.choice(self.classes) + ".") for _ in range(depth)]
            for number, called in enumerate([*inner, own]):
                place = f"{source}:{source + end - line}" if number == 0 else str(self.random.randint(10, 900))
                self.put(f"    {line}:{end}:{called}:{place} -> {obfuscated}\n")
            if self.random.random() < 0.3:
                self.put('      # {"id":"com.android.tools.r8.residualsignature","signature":"(La/b;I)V"}\n')
            self.frames.append((obfuscated_class, obfuscated, self.random.randint(line, end)))
            line = end + 1

    def put_class(self):
        name, obfuscated = self.class_name(), short_name(len(self.classes) % 700) + "." + short_name(len(self.classes))
        self.put(f'{name} -> {obfuscated}:\n# {{"id":"sourceFile","fileName":"{name.rsplit(".", 1)[1]}.kt"}}\n')
        for number in range(self.random.randint(0, 6)):
            self.put(f"    {self.random.choice(TYPES)} {self.word()}{number} -> {short_name(number)}\n")
        for number in range(self.random.randint(1, 14)):
            self.put_method(obfuscated, short_name(number))
        self.classes.append(name)

    def write(self, size):
        self.put("# compiler: R8\n# compiler_version: 8.5.35\n# pg_map_id: 1234567\n")
        while self.written < size:
            self.put_class()


def make(folder, mebibytes):
    """Writes mapping.txt, frames.txt and trace.txt."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "mapping.txt").open("w") as out:
        writer = Writer(out, mebibytes)
        writer.write(mebibytes * 2**20)
    frames = random.Random(1).choices(writer.frames, k=FRAME_COUNT)
    (folder / "frames.txt").write_text("".join(f"{owner} {method} {line}\n" for owner, method, line in frames))
    trace = "".join(f"\tat {owner}.{method}(SourceFile:{line})\n" for owner, method, line in frames)
    (folder / "trace.txt").write_text("java.lang.IllegalStateException: x\n" + trace)


def retrace_of_r8():
    folder = os.environ.get("FAULTLINE_JVM_TOOLS")
    jar = next(pathlib.Path(folder).glob("r8-*.jar"), None) if folder else None
    return ["java", "-cp", str(jar), "com.android.tools.r8.retrace.Retrace"] if jar and shutil.which("java") else None


def report(binaries, folder):
    """The command line with nothing cached."""
    shutil.rmtree(folder / "cache", ignore_errors=True)
    environment = {**os.environ, "XDG_CACHE_HOME": str(folder / "cache"), "XDG_CONFIG_HOME": str(folder / "config")}
    command = [str(binaries / "faultline"), "symbolicate", "--offline", "--format", "restored", "--module", f"mapping.txt={folder / 'mapping.txt'}", str(folder / "trace.txt")]
    return measure.run(command, env=environment)


def compare(binaries, work, mebibytes, rust_proguard, retrace):
    folder, tool, rounds = work / str(mebibytes), str(binaries / "bench_mapping"), 20
    make(folder, mebibytes)
    mapping, frames, ours, theirs = folder / "mapping.txt", folder / "frames.txt", folder / "ours", folder / "theirs"
    jobs = {"faultline": lambda: measure.run([tool, "build", str(mapping), str(ours)])}
    if rust_proguard:
        jobs["rust-proguard"] = lambda: measure.run([rust_proguard, "mapping-build", str(mapping), str(theirs)])
    measure.table(f"mapping of {mebibytes} MiB → cache", measure.alternate(jobs), "faultline")
    jobs = {"faultline": lambda: measure.run([tool, "lookup", str(ours), str(frames), str(rounds)])}
    if rust_proguard:
        jobs["rust-proguard"] = lambda: measure.run([rust_proguard, "mapping-lookup", str(theirs), str(frames), "--rounds", str(rounds)])
    measure.table(f"{rounds} × {FRAME_COUNT} frames in it", measure.alternate(jobs), "faultline")
    jobs = {"faultline": lambda: report(binaries, folder)}
    if retrace:
        jobs["R8's retrace"] = lambda: measure.run([*retrace, str(mapping), str(folder / "trace.txt")])
    measure.table(f"a trace of {FRAME_COUNT} frames, nothing cached", measure.alternate(jobs), "faultline")
