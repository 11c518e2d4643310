# SPDX-License-Identifier: GPL-3.0-or-later
"""What the clients of `faultline mcp` in this folder ask."""
import pathlib
import subprocess

SAMPLES = pathlib.Path(__file__).resolve().parents[1] / "corpora/samples"
TOKEN = "a-token-for-the-interoperation"

# Tool, arguments, and what the answer shows. Besides these come open, close and compare.
CALLS = [
    ("summary", {}, "near_null"),
    ("threads", {"most": 3}, "waiting"),
    ("threads", {"group": "name"}, "worker"),
    ("frames", {"most": 3}, "scene::Group::updateBounds()"),
    ("frame", {"frame": 2}, "registers"),
    ("frame", {"frame": 2, "full": True}, "\"faultline\""),
    ("modules", {}, "libscene.so"),
    ("tried", {"module": 0}, "location"),
    ("values", {"frame": 0}, "scene::Node"),
    ("memory", {"place": "rsp"}, "words"),
    ("address", {"place": "rip"}, "symbol"),
    ("disassembly", {"most": 5}, "address"),
    ("values", {"frame": 0, "full": True}, "size_bytes"),
    ("waits", {}, "thread_end"),
    ("find", {"text": "Pool::wait"}, "Pool::wait"),
    ("symbols", {"pattern": "scene::*", "most": 2}, "scene::"),
    ("types", {"name": "scene::Box"}, "bottom"),
    ("library", {"query": "signature:~setWeight"}, "sample::setWeight"),
    ("query", {"expression": "count(threads)"}, "9"),
    ("crashes", {}, "c1"),
]

PROMPTS = {"triage": {"crash": "c1"}, "hang": {"crash": "c1"}, "compare": {"crash": "c1", "other": "c1"}}


class Checks:
    def __init__(self):
        self.held = 0
        self.failed = []

    def expect(self, name, holds, shown=""):
        if holds:
            self.held += 1
        else:
            self.failed.append(f"{name}: {shown}"[:800])


def library(program, folder):
    """A library of one report."""
    path = pathlib.Path(folder) / "reports.fldb"
    where = SAMPLES / "null_write"
    subprocess.run([program, "library", "import", where / "null_write.dmp", "--library", path, "--symbols", where, "--offline"], check=True, stdout=subprocess.DEVNULL)
    return path
