# SPDX-License-Identifier: GPL-3.0-or-later
"""Asks a server for the variables of frames (`extract_variables`), with a program of this machine, and compares names and types with what the program's source says. The frames are those of the program's
core, sent as a client that has walked them sends them."""
import argparse
import json
import re
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request
from pathlib import Path

from build_programs import Build, crash
from value_paths import plain_name

SKIPPED = 77
COMPILERS = ("gcc", "clang")
# Of a type that has no text of its own, and of a pointer to one.
OTHER = "<unknown>"
TO_OTHER = "void*"
# By function: the variables in it, or some of those of an optimized program.
EXPECTED = {
    "describeStrings": {"text": TO_OTHER, "changed": "char*", "local": OTHER, "title": TO_OTHER},
    "describeShape": {"shape": OTHER, "other": TO_OTHER, "list": TO_OTHER, "corner": OTHER, "changed": OTHER},
    "main": {"start": "int"},
}
NUMBERS = {"number": "int", "count": "unsigned int", "real": "float", "precise": "double", "letter": "char", "tiny": OTHER, "function": TO_OTHER, "kept": "int", "inner": "int"}


def walked(faultline, core, program):
    """Modules and frames of a core."""
    words = [faultline, "symbolicate", core, "--offline", "--format", "symbolicator", "--module", f"{program.name}={program}"]
    report = json.loads(subprocess.run([str(word) for word in words], capture_output=True, text=True, check=True).stdout)
    keys = ("type", "code_id", "debug_id", "code_file", "debug_file", "image_addr", "image_size")
    modules = [{key: module[key] for key in keys if module.get(key) is not None} for module in report["modules"]]
    addresses = []
    for frame in report["stacktraces"][0]["frames"]:
        if frame["instruction_addr"] not in addresses:
            addresses.append(frame["instruction_addr"])
    return modules, [{"instruction_addr": address, "adjust_instruction_addr": False} for address in addresses]


class Server:
    def __init__(self, faultline, folder):
        config = folder / "config.yml"
        config.write_text(f'bind: "127.0.0.1:0"\ncache_dir: "{folder}/cache"\nsources: []\n')
        self.process = subprocess.Popen([str(faultline), "serve", "--config", str(config)], stderr=subprocess.PIPE, text=True)
        self.port = next(int(found.group(1)) for found in (re.search(r"listening on 127\.0\.0\.1:(\d+)", line) for line in self.process.stderr) if found)

    def ask(self, request):
        sent = urllib.request.Request(f"http://127.0.0.1:{self.port}/symbolicate", json.dumps(request).encode(), {"Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(sent, timeout=60) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            sys.exit(f"{error}: {error.read().decode()}")

    def stop(self):
        self.process.terminate()
        self.process.communicate(timeout=30)


def problems_of(frames, is_whole):
    """What differs. `is_whole`: the program was not optimized, so that each variable has a place."""
    found = {plain_name(frame.get("function", "")): frame.get("vars") for frame in frames if frame["status"] == "symbolicated"}
    problems = []
    for function, expected in EXPECTED.items():
        variables = found.get(function) or {}
        if any(expected.get(name) != text for name, text in variables.items()) or (is_whole and variables != expected):
            problems.append(f"{function}: {variables}")
    numbers = found.get("describeNumbers") or {}
    if any(numbers.get(name, text if not is_whole else None) != text for name, text in NUMBERS.items()):
        problems.append(f"describeNumbers: {numbers}")
    return problems


def check(server, faultline, build, folder):
    program = build.make(folder)
    _, core = crash(program)
    if core is None:
        return None
    modules, frames = walked(faultline, core, program)
    request = {"modules": modules, "stacktraces": [{"frames": frames}], "sources": [{"id": "here", "type": "folder", "path": str(folder)}]}
    without = server.ask(request)["stacktraces"][0]["frames"]
    answer = server.ask({**request, "options": {"extract_variables": True}})["stacktraces"][0]["frames"]
    problems = problems_of(answer, "-O0" in build.options)
    if any("vars" in frame for frame in without):
        problems.append("variables that nobody asked for")
    if [{key: value for key, value in frame.items() if key != "vars"} for frame in answer] != without:
        problems.append("frames differ in more than their variables")
    if not any(frame.get("vars") for frame in answer):
        problems.append("no frame has variables")
    return [f"{build.name}: {problem}" for problem in problems]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--faultline", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    if Path("/proc/sys/kernel/core_pattern").read_text().startswith(("|", "/")):
        print("the kernel writes no core beside the program")
        return SKIPPED
    problems = []
    with tempfile.TemporaryDirectory() as folder:
        server = Server(arguments.faultline, Path(folder))
        try:
            for compiler in COMPILERS:
                for options in (("-O0", "-gdwarf-5"), ("-O2", "-gdwarf-5"), ("-O0", "-gdwarf-4")):
                    build = Build(compiler, options, "plain")
                    if not build.is_possible():
                        continue
                    found = check(server, arguments.faultline, build, (arguments.out / re.sub(r"\W+", "_", build.name)).resolve())
                    if found is None:
                        print("the kernel wrote no core")
                        return SKIPPED
                    problems += found
        finally:
            server.stop()
    print("\n".join(problems) or "all variables are as declared")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
