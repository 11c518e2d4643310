#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Gives `faultline symbolicate` traces with hostile mappings, one process each, and prints what they cost. See README.md."""
import sys

import hostile_maps

MILLION = 1_000_000
RULE = ('    # {"id":"com.android.tools.r8.rewriteFrame","conditions":["throws(Lx/Main;)"],'
        '"actions":["removeInnerFrames(1)"]}\n')


def case(*parts, frames=1, frame="\tat a.r(SourceFile:5)\n", head="a: text\n"):
    """A mapping made of these texts, and a trace in which a frame is repeated."""

    def make(folder):
        hostile_maps.write(folder / "trace.txt", head, *[frame] * frames)
        hostile_maps.write(folder / "mapping.txt", *parts)

    return make


def many(text, count=MILLION):
    return "".join(text % {"i": i, "j": i + 1} for i in range(count))


def sparse(folder):
    case("x.Main -> a:\n    1:9:void m():1:9 -> r\n")(folder)
    with (folder / "mapping.txt").open("ab") as out:
        out.truncate(5 << 30)


def cases():
    """Made when needed, because the texts are large."""
    block = "x.Main -> a:\n"
    return {
        "a class line of 1 GiB": lambda: case(block, "    void m() -> r\n", "x." + "n" * (1 << 30), " -> b:\n"),
        "a method line of 1 GiB": lambda: case(block, "    void m() -> r\n    void ", "n" * (1 << 30), "() -> q\n"),
        "a record of 1 GiB": lambda: case(block, '# {"id":"', "n" * (1 << 30), '"}\n    void m() -> r\n'),
        "1 GiB without a line break": lambda: case("n" * (1 << 30)),
        "a file of 5 GiB": lambda: sparse,
        "classes that rename each other": lambda: case("b -> a:\n    1:9:void b.m():1:9 -> r\na -> b:\n    1:9:void a.m():1:9 -> r\n"),
        "outlines that call each other": lambda: case(
            block, '    1:9:void m():1:9 -> r\n    # {"id":"com.android.tools.r8.outline"}\n',
            '    # {"id":"com.android.tools.r8.outlineCallsite","positions":{"5":5}}\n', frames=100_000),
        "rules that remove each other's frames": lambda: case(block, "    5:5:void m():1:1 -> r\n", RULE, "    5:5:void n():2 -> r\n", RULE, frames=100_000),
        "1 000 000 rules of one method": lambda: case(block, "    5:5:void m():1:1 -> r\n", RULE * MILLION),
        "1 000 000 alternatives": lambda: case(block, many("    1:9:void m%(i)d():1:9 -> r\n")),
        "1 000 000 alternatives, 1 000 frames": lambda: case(block, many("    1:9:void m%(i)d():1:9 -> r\n"), frames=1000),
        "1 000 000 alternatives without ranges, 1 000 frames": lambda: case(block, many("    void m%(i)d() -> r\n"), frames=1000),
        "64 alternatives, 1 000 000 frames": lambda: case(block, many("    1:9:void m%(i)d():1:9 -> r\n", 64), frames=MILLION),
        "60 000 entries of one method without the line, 100 000 frames": lambda: case(
            block, many("    %(j)d00:%(j)d50:void m():1:9 -> r\n", 60_000), frames=100_000),
        "60 000 entries that do not ascend, 100 000 frames": lambda: case(
            block, "    9999999:9999999:void m():1:1 -> r\n", many("    %(j)d00:%(j)d50:void m():1:9 -> r\n", 60_000), frames=100_000),
        "overlapping ranges of a large class, 100 000 frames": lambda: case(
            block, "    1:9:void m() -> r\n    4:6:void n() -> r\n", many("    1:9:void m%(i)d() -> s%(i)d\n", 16_000), frames=100_000),
        "1 000 000 inlined calls": lambda: case(block, "    5:5:void m():1:1 -> r\n", many("    5:5:void m%(i)d():1 -> r\n")),
        "1 000 000 inlined calls, 1 000 frames": lambda: case(block, "    5:5:void m():1:1 -> r\n", many("    5:5:void m%(i)d():1 -> r\n"), frames=1000),
        "a range of 4 294 967 295 lines": lambda: case(block, "    1:4294967295:void m():1:4294967295 -> r\n"),
        "a range beyond 32 bits": lambda: case(block, "    1:99999999999999999999:void m():1:2 -> r\n    void n() -> r\n"),
        "1 000 000 blocks of one class": lambda: case((block + "    1:9:void m():1:9 -> r\n") * MILLION),
        "1 000 000 classes": lambda: case(many("x.C%(i)d -> c%(i)d:\n    void m() -> r\n")),
        "10 000 000 fields": lambda: case(block, "    void m() -> r\n", many("    int f%(i)d -> f%(i)d\n", 10 * MILLION)),
        "10 000 000 damaged lines": lambda: case(block, "    void m() -> r\n", "    -> -> (\n" * (10 * MILLION)),
        "a record nested 10 000 000 deep": lambda: case(block, "    void m() -> r\n", '# {"id":' + "[" * (10 * MILLION) + "\n"),
        "a record of 1 000 000 positions": lambda: case(
            block, "    void m() -> r\n", '    # {"id":"com.android.tools.r8.outlineCallsite","positions":{',
            ",".join(f'"{i}":{i}' for i in range(MILLION)), "}}\n"),
        "a message of 100 MB of names": lambda: case(block, "    void m() -> r\n", head="a: " + "a.b.c(a) " * (11 * MILLION) + "\n"),
        "a constant of 1 000 000 classes": lambda: case(block, "    void m() -> r\n", head="a: No enum constant " + "a." * MILLION + "B\n"),
        "only line breaks, 1 GiB": lambda: case(block, "\n" * (1 << 30)),
    }


def arguments_of(folder):
    return [folder / "trace.txt", "--module", f"mapping.txt={folder / 'mapping.txt'}", "--offline", "--format", "text"]


if __name__ == "__main__":
    sys.exit(hostile_maps.drill(cases(), "mapping", arguments_of, lambda line: line.startswith("at ")))
