#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Asks `faultline mcp` questions with known answers, and measures what a client has to read.

usage: run.py --faultline PROGRAM [--document docs/assistants.md] [--lldb PROGRAM] [--only TEXT] [--write]

Each question must be answered in three calls, the opening of the crash among them. Bytes are those of the answers after the opening, or of the summary that
opening gives where that is the answer. With --lldb the texts of the commands are measured that hold the same answer; what LLDB says when it starts is not counted.
--document compares the document's table with what was measured, --write writes it.
"""
import argparse
import json
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile

import crashes
from questions import QUESTIONS, TOLD_BY_LLDB

MOST_CALLS = 3
BEGIN, END = "<!-- questions -->", "<!-- end of questions -->"
TOLERANCE = 1.25  # Paths and addresses of a run differ in length.


class Client:
    """A client over standard input and output."""

    def __init__(self, program, crash, library):
        command = [program, "mcp", "--offline", "--library", library, "--folder", crash.path.parent, "--symbols", crash.symbols, "--folder", crashes.SAMPLES]
        self.process = subprocess.Popen(list(map(str, command)), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.count = 0
        self.request("initialize", {"protocolVersion": "2025-06-18"})

    def request(self, method, params):
        self.count += 1
        self.process.stdin.write(json.dumps({"jsonrpc": "2.0", "id": self.count, "method": method, "params": params}) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def call(self, tool, arguments):
        """The text of an answer, as a model reads it."""
        answer = self.request("tools/call", {"name": tool, "arguments": arguments})
        if "error" in answer:
            raise ValueError(answer["error"]["message"])
        return answer["result"]["content"][0]["text"]

    def close(self):
        self.process.stdin.close()
        self.process.wait(60)


def answered(client, question, known):
    """What the question's calls answered, how many there were, and their bytes."""
    texts = [client.call("open", {"path": str(known[question.crash].path)})]
    for tool, arguments in question.calls:
        if tool == "open":
            arguments = {"path": str(known[arguments["path"]].path)}
        texts.append(client.call(tool, arguments))
    counted = texts[1:] or texts
    answers = []
    for text in counted:
        answer = json.loads(text)
        if "error" in answer:
            raise ValueError(text)
        answers.append(answer["untrusted"])
    return answers, len(texts), sum(len(text.encode()) for text in counted)


def said_by_lldb(lldb, crash, question):
    """Bytes of LLDB's texts for the commands; None if they hold no answer. What it prints before the first of them is not counted."""
    mark = "faultline-counts-from-here"
    script = [f"settings append target.exec-search-paths {crash.symbols}", f'script print("{mark}")', *question.lldb]
    arguments = [lldb, "--no-lldbinit", "--batch", "--core", str(crash.path), *([str(crash.program)] if crash.program else [])]
    for each in script:
        arguments += ["-o", each]
    text = subprocess.run(arguments, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=300, check=False).stdout
    text = text.partition(f"\n{mark}\n")[2]
    kept = "".join(line for line in text.splitlines(keepends=True) if not line.startswith("(lldb) "))
    is_told = all(part in kept for part in TOLD_BY_LLDB[question.text, question.crash])
    return len(kept.encode()) if is_told else None


def measure(options, known, library):
    rows, failed = [], []
    for question in QUESTIONS:
        if options.only and options.only not in question.text:
            continue
        crash = known[question.crash]
        if crash is None:
            continue
        client = Client(options.faultline, crash, library)
        try:
            answers, calls, size = answered(client, question, known)
            found = question.found(answers)
            expected = question.answer(crash) if callable(question.answer) else question.answer
            if found != expected:
                failed.append(f"{question.text} [{question.crash}]\n  expected {expected!r}\n  found    {found!r}\n  in {json.dumps(answers)[:1500]}")
            if calls > MOST_CALLS:
                failed.append(f"{question.text}: {calls} calls")
        except (KeyError, IndexError, TypeError, ValueError) as error:
            failed.append(f"{question.text} [{question.crash}]: {error!r}"[:2000])
            continue
        finally:
            client.close()
        others = said_by_lldb(options.lldb, crash, question) if options.lldb and question.lldb else None
        rows.append((question, calls, size, others))
    return rows, failed


def table(rows):
    lines = ["| question | crash | calls | bytes | LLDB |", "| --- | --- | --- | --- | --- |"]
    for question, calls, size, others in rows:
        lines.append(f"| {question.text} | {question.crash} | {calls} | {size:,} | {'' if others is None else f'{others:,}'} |")
    compared = [(size, others) for _, _, size, others in rows if others]
    if compared:
        total, other = (sum(each) for each in zip(*compared))
        middle = statistics.median(others / size for size, others in compared)
        lines += ["", f"Together the {len(compared)} questions that LLDB can answer take {total:,} bytes here and {other:,} there, 1/{other / total:.1f}; in the middle one question 1/{middle:.1f}."]
    return "\n".join(lines)


def document_problems(document, rows):
    """Differences between the document's table and what was measured."""
    text = document.read_text(encoding="utf-8")
    written = {(text, crash): (int(calls), int(size.replace(",", ""))) for text, crash, calls, size in
               re.findall(r"^\| (.+?) \| (\w+) \| (\d) \| ([\d,]+) \| [\d,]* \|$", text.partition(BEGIN)[2], re.MULTILINE)}
    problems = []
    asked = {(question.text, question.crash) for question in QUESTIONS}
    problems += [f"{document.name} has a question that is not asked: {text}" for text, crash in written if (text, crash) not in asked]
    for question, calls, size, _ in rows:
        said = written.get((question.text, question.crash))
        if said is None:
            problems.append(f"{document.name} lacks: {question.text}")
        elif said[0] != calls or not said[1] / TOLERANCE <= size <= said[1] * TOLERANCE:
            problems.append(f"{document.name} says {said} for: {question.text}; measured ({calls}, {size})")
    return problems


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--faultline", required=True, type=os.path.abspath)
    parser.add_argument("--document", type=pathlib.Path)
    parser.add_argument("--lldb")
    parser.add_argument("--only")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="faultline-questions-") as folder:
        os.environ.update(HOME=folder, XDG_CACHE_HOME=folder, XDG_CONFIG_HOME=folder, XDG_DATA_HOME=folder)
        made = pathlib.Path(folder)
        known = crashes.make(made)
        rows, failed = measure(options, known, crashes.crashes_for_library(made, options.faultline))
    if options.document and options.write:
        text = options.document.read_text(encoding="utf-8")
        before, rest = text.split(BEGIN)
        options.document.write_text(f"{before}{BEGIN}\n{table(rows)}\n{END}{rest.partition(END)[2]}", encoding="utf-8")
    elif options.document:
        failed += document_problems(options.document, rows)
    elif options.lldb:
        print(table(rows))
    for each in failed:
        print(each)
    left_out = [name for name, crash in known.items() if crash is None]
    if left_out:
        print("left out, since this machine cannot make the crash:", *left_out)
    print(f"{len(rows)} questions, {len(failed)} failures, at most {max((calls for _, calls, _, _ in rows), default=0)} calls")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
