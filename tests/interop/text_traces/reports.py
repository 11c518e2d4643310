# SPDX-License-Identifier: GPL-3.0-or-later
"""Asks Faultline for the reports of a text, and reads facts and names out of them."""
import json
import os
import re
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

OWN_FRAMES = 5  # Among so many frames of the program must the expected ones be.


class Faultline:
    def __init__(self, program):
        self.program = program

    def reports(self, data, name="trace.txt"):
        """One report for each trace of the text; empty when it is refused."""
        with tempfile.TemporaryDirectory() as home:
            path = Path(home) / name
            path.write_bytes(data)
            command = [self.program, "symbolicate", path, "--format", "json", "--part", "all", "--offline"]
            environment = dict(os.environ, HOME=home, XDG_CACHE_HOME=home + "/cache")
            run = subprocess.run(command, capture_output=True, timeout=60, env=environment, check=False)
        decoder, reports = json.JSONDecoder(), []
        text = run.stdout.decode("utf-8", "replace").strip()
        while text:
            value, end = decoder.raw_decode(text)
            reports.extend(value if isinstance(value, list) else [value])
            text = text[end:].lstrip()
        return reports


def in_parallel(function, items):
    with ThreadPoolExecutor(2) as pool:
        return list(pool.map(function, items))


def leading(report):
    stacks = report["stacktraces"]
    requesting = [stack for stack in stacks if stack.get("is_requesting")]
    errors = [stack for stack in stacks if stack.get("faultline", {}).get("role") == "error"]
    key = report["faultline"].get("insight", {}).get("key_frame")
    leads = [stacks[key["thread"]]] if key else []
    return next(iter(requesting + leads + errors + stacks), {"frames": []})


def name_of(frame):
    facts = frame.get("faultline", {})
    reported = facts.get("from_report", {})
    name = frame.get("function") or reported.get("function") or frame.get("symbol") or ""
    return f'{facts["class"]}.{name}' if facts.get("class") else name


def is_library(frame):
    """Is it a function of a language's library, inlined into the program's?"""
    return bool(re.search(r"/libc\+\+/|/include/c\+\+/|/libcxx/|/rustc/", frame.get("abs_path") or ""))


def is_runtime(frame):
    """Is it in a file that the system or a compiler brings? The window shows these as others' (core/insight/code_owner), and this output does not say it."""
    return bool(re.match(r"/lib/|/lib64/|/usr/lib|/system/|/apex/|(.*/)?lib(clang_rt|asan|hwasan|tsan|lsan|ubsan)\.", frame.get("package") or ""))


def own_frames(frames, is_others=lambda frame: False):
    own = [frame for frame in frames if frame.get("in_app") is not False and not is_runtime(frame) and not is_others(frame)]
    return [name_of(frame) for frame in (own or frames)[:OWN_FRAMES]]  # A stack may be the system's alone.


def own_names(report, is_others=lambda frame: False):
    """The first frames from the one that the report marks on, without those of others."""
    stack = leading(report)
    key = report["faultline"].get("insight", {}).get("key_frame")
    first = key["row"] if key and report["stacktraces"][key["thread"]] is stack else 0
    return own_frames(stack["frames"][first:], is_others)


def own_places(report):
    """The same; a frame without a name has the path of its module."""
    def place(frame):
        return name_of(frame) or frame.get("package") or ""

    stack = leading(report)
    key = report["faultline"].get("insight", {}).get("key_frame")
    first = key["row"] if key and report["stacktraces"][key["thread"]] is stack else 0
    own = [frame for frame in stack["frames"][first:] if not is_runtime(frame)]
    return [place(frame) for frame in own[:OWN_FRAMES]]


def names_of_role(report, role):
    """The first functions of each stack that stands for something: who took a lock, who freed memory."""
    return [name_of(frame) for stack in report["stacktraces"] if stack.get("faultline", {}).get("role") == role for frame in stack["frames"][:OWN_FRAMES]]


def crash_of(report):
    return report["faultline"].get("crash", {})


def address_of(report):
    address = crash_of(report).get("address")
    return int(address, 16) if address else None


def access_of(report):
    access = crash_of(report).get("access", {})
    return access.get("kind"), access.get("size")


def words_of(report):
    """All that the report says about what happened."""
    facts, crash = report["faultline"], crash_of(report)
    words = [crash.get("reason"), crash.get("details"), report.get("crash_reason"), report.get("crash_details"),
             report.get("assertion"), facts.get("insight", {}).get("cause", {}).get("text")]
    words += [detail["value"] for detail in facts.get("details", [])]
    words += list(leading(report).get("faultline", {}).get("error", {}).values())
    return "\n".join(str(word) for word in words if word)


def is_damaged(report):
    texts = [diagnostic["text"] for diagnostic in report["faultline"].get("diagnostics", [])]
    return any(re.search(r"damaged|missing|no stack", text) for text in texts)
