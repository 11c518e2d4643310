#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Holds docs/corpus.schema.json against the lines that the program writes.

usage: check_corpus_schema.py ROOT PROGRAM

Every line of the samples, which are crashes and files that are none, must fit, every property must occur in one of them, and changed lines must not
fit. Exits with 77 where Debian's python3-jsonschema is missing and FAULTLINE_REQUIRE_TOOLS is not set.
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import zipfile

try:
    import jsonschema
except ImportError:
    print("python3-jsonschema is not installed")
    sys.exit(1 if os.environ.get("FAULTLINE_REQUIRE_TOOLS") else 77)


# Properties that no sample shows, and why.
NOT_SEEN = {"product", "version"} # No sample's crash reporter names its program.


def lines_of(root, program, work):
    samples = root / "tests/corpora/samples"
    archive = work / "two.zip"
    with zipfile.ZipFile(archive, "w") as packed:
        for name in ("one.dmp", "two.dmp"):
            packed.write(samples / "default/sample.dmp", name)
    output = work / "lines.jsonl"
    environment = {**os.environ, "XDG_CACHE_HOME": str(work / "cache"), "XDG_CONFIG_HOME": str(work / "config"), "HOME": str(work)}
    done = subprocess.run([program, "corpus", "--offline", str(samples), str(archive), str(work / "absent.dmp"), "--output", str(output)],
                          capture_output=True, text=True, env=environment, check=False)
    if done.returncode != 3: # Some of the samples are no crashes.
        sys.exit(f"faultline corpus ended with {done.returncode}: {done.stderr}")
    return [json.loads(line) for line in output.read_text(encoding="utf-8").splitlines()]


def defects(schema, lines):
    validator = jsonschema.Draft202012Validator(schema)
    for line in lines:
        for error in validator.iter_errors(line):
            yield f"{line['file']}: {error.message}"
    for name in set(schema["properties"]) - NOT_SEEN - {key for line in lines for key in line}:
        yield f"no line has {name}"
    for name in {key for line in lines for key in line} - set(schema["properties"]):
        yield f"the schema does not have {name}"
    crash = next(line for line in lines if "signature" in line)
    for change in ({"parts": 0}, {"part": "0"}, {"id": "abc"}, {"quality": 5}, {"frames": [{}]}, {"error": {"kind": "internal", "detail": ""}}):
        if validator.is_valid({**crash, **change}):
            yield f"fits although it has {change}"


def main():
    root, program = pathlib.Path(sys.argv[1]), sys.argv[2]
    schema = json.loads((root / "docs/corpus.schema.json").read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory() as work:
        lines = lines_of(root, program, pathlib.Path(work))
    found = list(defects(schema, lines))
    for defect in found:
        print(defect)
    print(f"{len(lines)} lines")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
