#!/usr/bin/env python3
"""Writes a source bundle for one ELF file: make_bundle.py ELF OUT.src.zip RECORDED=LOCAL…

Reproducible: fixed timestamps, sorted entries. The format is told in docs/spec/native.md §18.3 (SYSB, version 2, then a zip).
"""
import json
import pathlib
import re
import struct
import subprocess
import sys
import uuid
import zipfile
import io


def build_id(path):
    notes = subprocess.run(["readelf", "-n", path], capture_output=True, text=True, check=True).stdout
    return re.search(r"Build ID: ([0-9a-f]+)", notes).group(1)


def main():
    elf, out = sys.argv[1], sys.argv[2]
    code_id = build_id(elf)
    debug_id = str(uuid.UUID(bytes_le=bytes.fromhex(code_id)[:16]))
    files = {}
    body = io.BytesIO()
    with zipfile.ZipFile(body, "w", zipfile.ZIP_DEFLATED) as archive:
        for pair in sorted(sys.argv[3:]):
            recorded, local = pair.split("=", 1)
            name = "files/" + recorded.lstrip("/")
            files[name] = {"type": "source", "path": recorded}
            archive.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), pathlib.Path(local).read_bytes(), zipfile.ZIP_DEFLATED)
        manifest = {"files": files, "debug_id": debug_id, "code_id": code_id, "object_name": pathlib.Path(elf).name, "arch": "x86_64"}
        archive.writestr(zipfile.ZipInfo("manifest.json", (1980, 1, 1, 0, 0, 0)), json.dumps(manifest, sort_keys=True), zipfile.ZIP_DEFLATED)
    pathlib.Path(out).write_bytes(b"SYSB" + struct.pack("<I", 2) + body.getvalue())


if __name__ == "__main__":
    main()
