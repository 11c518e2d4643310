#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Crash files get their types, and what others write under the same names keeps its own.

usage: test_types_of_files.py ROOT

Asked are gio, as desktops do, and mimetype, as xdg-mime does without a desktop. The data base of types is made anew from the system's
and ours, in a temporary folder.
"""
import io
import os
import pathlib
import shutil
import struct
import subprocess
import sys
import tempfile
import zipfile

SYSTEM_TYPES = pathlib.Path("/usr/share/mime/packages/freedesktop.org.xml")
TOOLS = ("update-mime-database", "gio", "mimetype")
MINIDUMP, APPLE = "application/x-minidump", "application/x-apple-crashreport"
BUNDLE = "application/x-faultline-report"
CAPTURE, PATCH = "application/vnd.tcpdump.pcap", "application/x-ips-patch"
SKIPPED = 77


def capture(order):
    return struct.pack(order + "IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, 65535, 1)


def archive(first):
    """A zip archive whose first member has this name."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as members:
        members.writestr(first, "{}")
    return content.getvalue()


def files(root):
    """Name, bytes, expected type."""
    dump = (root / "tests/corpora/samples/default/sample.dmp").read_bytes()
    apple = root / "tests/corpora/apple"
    return [("crash.dmp", dump, MINIDUMP), ("crash.mdmp", dump, MINIDUMP), ("crash", dump, MINIDUMP),
            ("swapped.dmp", b"PMDM\0\0\xa7\x93" + bytes(24), MINIDUMP),
            ("report.ips", (apple / "macos.ips").read_bytes(), APPLE), ("report.crash", (apple / "macos.crash").read_bytes(), APPLE),
            ("capture.dmp", capture("<"), CAPTURE), ("swapped-capture.dmp", capture(">"), CAPTURE), ("capture.pcap", capture("<"), CAPTURE),
            ("patch.ips", b"PATCH\0\0\1\0\1aEOF", PATCH),
            ("report.flreport", archive("faultline-report.json"), BUNDLE), ("bundle", archive("faultline-report.json"), BUNDLE),
            ("other.zip", archive("a.txt"), "application/zip"),
            ("note.txt", b"MDMP is how a minidump begins.\n", "text/plain"), ("bugs.json", b'{"bug_type":"crash","count":1}\n', "application/json")]


def run(*command, **environment):
    return subprocess.run(command, check=True, capture_output=True, text=True, env={**os.environ, **environment}).stdout.strip()


def types_of(path, data):
    environment = {"XDG_DATA_HOME": str(data), "XDG_DATA_DIRS": str(data)}
    facts = run("gio", "info", "-a", "standard::content-type", str(path), **environment)
    yield "gio", facts.rsplit(" ", 1)[-1]
    yield "mimetype", run("mimetype", "--brief", str(path), **environment)


def main():
    root = pathlib.Path(sys.argv[1])
    missing = [tool for tool in TOOLS if not shutil.which(tool)] + ([] if SYSTEM_TYPES.exists() else [str(SYSTEM_TYPES)])
    if missing:
        print(f"not here: {', '.join(missing)}")
        return 1 if os.environ.get("FAULTLINE_REQUIRE_TOOLS") else SKIPPED
    problems = []
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        packages = folder / "data/mime/packages"
        packages.mkdir(parents=True)
        for source in (SYSTEM_TYPES, root / "installer/desktop/org.faultline.Faultline.mime.xml"):
            shutil.copy(source, packages)
        run("update-mime-database", str(folder / "data/mime"))
        for name, content, expected in files(root):
            (folder / name).write_bytes(content)
            problems += [f"{name}: {tool} says {found}, not {expected}" for tool, found in types_of(folder / name, folder / "data") if found != expected]
        print("\n".join(problems) or f"{len(files(root))} files")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
