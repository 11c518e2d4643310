#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Gives `faultline symbolicate` stacks of scripts with hostile source maps, one process each, and prints what they cost. See README.md."""
import argparse
import base64
import json
import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import time

MEMORY_LIMIT = 16 << 30  # So that what falls does not take this machine with it.
PATIENCE_SECONDS = 120
MOST_CHARACTERS = 1 << 20


def write(file, *parts):
    with file.open("w", encoding="utf-8") as out:
        out.writelines(parts)


def script_of(folder, name="app.js", comment="app.js.map", frames=((1, 1),)):
    """A script and one stack with frames in it."""
    write(folder / name, "function f(){throw new Error('x')}f()\n", f"//# sourceMappingURL={comment}\n")
    lines = "".join(f"    at f ({folder / name}:{line}:{column})\n" for line, column in frames)
    write(folder / "trace.txt", "Error: x\n", lines)


def one_map(*parts):
    """A case whose map is these texts."""

    def make(folder):
        script_of(folder)
        write(folder / "app.js.map", *parts)

    return make


def plain_map(mappings, sources='["a.js"]', names='["n"]', rest=""):
    return one_map('{"version":3,"sources":', sources, ',"names":', names, rest, ',"mappings":"', mappings, '"}')


def numbers(value):
    """Base64 VLQ."""
    digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    rest = -value << 1 | 1 if value < 0 else value << 1
    text = ""
    while True:
        text += digits[rest & 31 | (32 if rest > 31 else 0)]
        rest >>= 5
        if rest == 0:
            return text


def section(line, column, rest):
    return json.dumps({"offset": {"line": line, "column": column}}, separators=(",", ":"))[:-1] + "," + rest + "}"


def nested_sections(depth):
    head = '{"version":3,"sections":[{"offset":{"line":0,"column":0},"map":'
    return one_map(head * depth, '{"sources":["a"],"mappings":"AAAA"}', "}]}" * depth)


def cyclic_sections(folder):
    script_of(folder)
    write(folder / "app.js.map", '{"version":3,"sections":[', section(0, 0, '"url":"other.map"'), "]}")
    write(folder / "other.map", '{"version":3,"sections":[', section(0, 0, '"url":"app.js.map"'), "]}")


def multiplying_sections(folder):
    """Twelve maps, each with sixteen references to the next one."""
    script_of(folder)
    for level in range(12):
        name = "app.js.map" if level == 0 else f"level{level}.map"
        url = f'"url":"level{level + 1}.map"'
        write(folder / name, '{"version":3,"sections":[', ",".join(section(i, 0, url) for i in range(16)), "]}")
    write(folder / "level12.map", '{"version":3,"sources":["a"],"mappings":"AAAA"}')


def own_source(folder):
    """The source of each of two maps is a script of the other map."""
    script_of(folder)
    for name, other in (("app.js", "step.js"), ("step.js", "app.js")):
        text = f"f()\n//# sourceMappingURL={other}.map\n"
        write(folder / f"{name}.map", json.dumps({"version": 3, "sources": [other], "names": [], "mappings": "AAAA", "sourcesContent": [text]}))


def many_steps(folder):
    """A thousand sources that all name one large map."""
    count = 1_000
    script_of(folder, frames=[(1, column + 1) for column in range(count)])
    texts = [f"f({i})\n//# sourceMappingURL=large.map\n" for i in range(count)]
    sources = [f"s{i}.js" for i in range(count)]
    mappings = "AAAA" + ",CCAA" * (count - 1)
    write(folder / "app.js.map", json.dumps({"version": 3, "sources": sources, "names": [], "mappings": mappings, "sourcesContent": texts}))
    write(folder / "large.map", '{"version":3,"sources":["a.js"],"names":[],"mappings":"AAAA', ",CAAC" * 2_000_000, '"}')


def sparse_map(folder):
    script_of(folder)
    with (folder / "app.js.map").open("wb") as out:
        out.write(b'{"version":3,"sources":["a"],"mappings":"')
        out.truncate(5 << 30)


def data_url(text):
    return lambda folder: script_of(folder, comment="data:application/json;base64," + text)


def cases():
    """Made when needed, because the texts are large."""
    million = 1_000_000
    good = base64.b64encode(b'{"version":3,"sources":["a"],"names":[],"mappings":"AAAA"}').decode()
    return {
        "10 000 000 segments on a line": lambda: plain_map("AAAA" + ",CAAC" * (10 * million)),
        "10 000 000 segments on a line, backwards": lambda: plain_map(numbers(20 * million) + "AAA" + ",DAAA" * (10 * million)),
        "10 000 000 segments at one column": lambda: plain_map("AAAA" + ",AAAC" * (10 * million)),
        "100 000 000 empty lines": lambda: plain_map(";" * (100 * million) + "AAAA"),
        "10 000 000 damaged segments": lambda: plain_map("AAAA" + ",!" * (10 * million)),
        "negative column": lambda: plain_map("AAAA,DAAA"),
        "negative line": lambda: plain_map("AADA"),
        "negative source": lambda: plain_map("ADAA"),
        "negative name": lambda: plain_map("AAAAD"),
        "a number of 100 MB": lambda: plain_map("g" * (100 * million) + "A"),
        "a line beyond 32 bits": lambda: plain_map("AA" + numbers(1 << 40) + "A"),
        "columns that add up beyond 32 bits": lambda: plain_map(",".join([numbers(4_000_000_000) + "AAA"] * 3)),
        "section at line 4 294 967 295, in sections": lambda: one_map(
            '{"version":3,"sections":[', section(4294967294, 0, '"map":{"sections":[' + section(1, 0, '"map":{"sources":["a"],"mappings":"AAAA"}') + "]}"), "]}"),
        "digits that are none": lambda: plain_map("AAAA,A*AA"),
        "data url: damaged base64": lambda: data_url(good[:-8] + "!!!!" + good[-4:]),
        "data url: base64 of another length": lambda: data_url(good.rstrip("=")[:-1] + "A" * 2),
        "sections nested 17 deep": lambda: nested_sections(17),
        "sections nested 100 000 deep": lambda: nested_sections(100_000),
        "lists nested 10 000 000 deep": lambda: one_map("[" * (10 * million)),
        "objects nested 1 000 000 deep in names": lambda: one_map('{"sources":["a"],"mappings":"AAAA","names":', '{"a":' * million, "1", "}" * million, "}"),
        "cyclic sections": lambda: cyclic_sections,
        "16^12 sections by url": lambda: multiplying_sections,
        "1 000 000 sections": lambda: one_map('{"version":3,"sections":[', ",".join(section(i, 0, '"map":{"sources":["a"],"mappings":"AAAA"}') for i in range(million)), "]}"),
        "a map that is its own source": lambda: own_source,
        "1 000 sources that name one large map": lambda: many_steps,
        "1 000 000 sources and names": lambda: plain_map("AAAA", json.dumps([f"s{i}.js" for i in range(million)]), json.dumps([f"n{i}" for i in range(million)])),
        "1 000 000 sources with text": lambda: plain_map("AAAA", json.dumps([f"s{i}.js" for i in range(million)]), rest=',"sourcesContent":' + json.dumps(["f()"] * million)),
        "100 000 000 sources": lambda: plain_map("AAAA", "[" + "null," * (100 * million) + '"a"]'),
        "100 000 000 names that are numbers": lambda: plain_map("AAAA", names="[" + "1," * (100 * million) + "1]"),
        "100 000 000 members that nothing reads": lambda: plain_map("AAAA", rest=',"x":[' + "1," * (100 * million) + "1]"),
        "1 GB of source text": lambda: plain_map("AAAA", rest=',"sourcesContent":["' + "f(); " * (200 * million) + '"]'),
        "a map of 5 GiB": lambda: sparse_map,
        "bits of 50 MB of range mappings": lambda: plain_map("AAAA", rest=',"rangeMappings":"' + "/" * (50 * million) + '"'),
    }


def arguments_of(folder):
    return [folder / "trace.txt", "--symbols", folder, "--offline", "--format", "text"]


def run(program, folder, arguments, is_telling):
    """The first telling line of the report, seconds, MiB at the most, and exit status."""
    command = [program, "symbolicate", *map(str, arguments)]
    environment = os.environ | {"XDG_CACHE_HOME": str(folder / "cache"), "XDG_CONFIG_HOME": str(folder)}
    with (folder / "out.txt").open("wb") as out:
        begun = time.monotonic()
        process = subprocess.Popen(command, stdout=out, stderr=subprocess.STDOUT, env=environment,
                                   preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_DATA, (MEMORY_LIMIT, MEMORY_LIMIT)))
        while True:
            ended, status, usage = os.wait4(process.pid, os.WNOHANG)
            if ended:
                break
            if time.monotonic() - begun > PATIENCE_SECONDS:
                process.kill()
            time.sleep(0.005)
        took = time.monotonic() - begun
    with (folder / "out.txt").open(errors="replace") as out:
        lines = out.read(MOST_CHARACTERS).splitlines()
    told = [line.strip() for line in lines if is_telling(line.strip())]
    words = told[0] if told else " ".join(lines)
    return words.replace(str(folder), "…").replace("|", "/")[:300], took, usage.ru_maxrss / 1024, os.waitstatus_to_exitcode(status)


def drill(all_cases, what, arguments, is_telling):
    """Runs the cases that the command line names. Returns 1 if one of them fell."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--faultline", type=pathlib.Path, required=True)
    parser.add_argument("--only", default="", help="cases whose name contains this")
    parser.add_argument("--max-seconds", type=float, default=60)
    parser.add_argument("--max-mib", type=float, default=4096)
    options = parser.parse_args()
    fallen = 0
    print(f"| {what} | seconds | peak MiB | status | what the report says |\n|---|---|---|---|---|")
    for name, case in all_cases.items():
        if options.only not in name:
            continue
        with tempfile.TemporaryDirectory(prefix="faultline-hostile-") as work:
            folder = pathlib.Path(work)
            case()(folder)
            words, took, peak, status = run(str(options.faultline.resolve()), folder, arguments(folder), is_telling)
        fell = status not in (0, 1, 3) or took > options.max_seconds or peak > options.max_mib or words == ""
        fallen += fell
        print(f"| {name} | {took:.2f} | {peak:.0f} | {status}{' FALLEN' if fell else ''} | {words} |", flush=True)
    return 1 if fallen else 0


if __name__ == "__main__":
    sys.exit(drill(cases(), "map", arguments_of, lambda line: "the source map " in line or line.startswith("map ")))
