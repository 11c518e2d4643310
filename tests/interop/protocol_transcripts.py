#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes docs/protocols.md: what curl says to a real server, and what the server answers, for each protocol.

usage: protocol_transcripts.py PROGRAM [--write]

Starts `PROGRAM serve` on a free loopback port with a folder of its own and makes every request below. Without --write the result is
compared with docs/protocols.md, and a difference fails. What differs from run to run (ports, times, numbers of uploads) is replaced.
"""
import difflib
import json
import pathlib
import re
import shlex
import struct
import subprocess
import sys
import tempfile
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs/protocols.md"
TOKEN = "0123456789abcdef0123456789abcdef"
ID = "0123456789ABCDEF0123456789ABCDEF1"
SYMBOLS = f"MODULE windows x86_64 {ID} app.pdb\nINFO CODE_ID 5C1E app.exe\nFILE 0 /build/app/run.c\nFUNC 1000 100 0 run\n1000 100 1 0\nPUBLIC 2000 0 stop\n"
NATIVE = {"stacktraces": [{"frames": [{"instruction_addr": "0x401010"}]}],
          "modules": [{"type": "pe", "debug_id": "01234567-89ab-cdef-0123-456789abcdef-1", "debug_file": "app.pdb",
                       "code_file": "app.exe", "image_addr": "0x400000", "image_size": 65536}]}
SOURCE = {"debugName": "app.pdb", "debugId": ID, "moduleOffset": "0x1010", "file": "/build/app/run.c"}
ORIGIN = "https://profiler.firefox.com"
SECRET = "3f1c5a0d9e8b7c6f3f1c5a0d9e8b7c6f3f1c5a0d9e8b7c6f"
V5 = {"jobs": [{"memoryMap": [["app.pdb", ID]], "stacks": [[[0, 0x1010], [0, 0x2004]]]}]}

HEAD = """# Protocols

What clients say to `faultline serve`, and what it answers. `python3 tests/interop/protocol_transcripts.py PROGRAM --write` makes this page from a real
server; a test runs it and compares. docs/openapi.json lists every route, docs/spec describes each protocol in full.

The server of this page has this configuration:

```yaml
{config}```
"""

# From a comparison by hand: symblib is built outside of the project.
SYMBLIB = """\
The public reader and writer of the format, symblib, takes our files: it read the 838,481 records that `faultline symbols dump --format symbfile` wrote of librados2-dbg,
and what it wrote from them, we read. Of 20,000 addresses in the functions that its own extractor found in that file, ours has each; it shows inlined calls that symblib leaves out."""

REMOTE = """
## A server as engine

`faultline symbolicate --server URL FILE` and `faultline-workbench --server URL FILE` let a Faultline server do the work. They send the file to `POST /report`, which takes crash files
and events of every kind, and get back the whole report (docs/report-format.md); the memory of a dump stays here. `FAULTLINE_SERVER_TOKEN` has the server's token. The report notes
who made it.

The caller chooses the form of the output, never the input: text, Markdown and JSON are made from the report here, so a server answers what the same configuration gives on
this machine (tst_input_matrix). The sources that a request names are asked there as far as the server's configuration allows. What a server does not have:

- The files of this machine. Symbolicating here also searches beside the crash file, at recorded paths and in the system's folders. So candidates, the number of
  sources and the reasons why a file is missing can differ.

`--format symbolicator` writes what Symbolicator's endpoint for such an event would answer: `/symbolicate`, `/symbolicate-js` or `/symbolicate-jvm`. For scripts and the JVM that are Symbolicator's rules for names and frames, so an ambiguous
frame of the JVM is several rows, and a name is not read in original text. The endpoints of a server answer the same with the same files (tst_input_matrix, endpointsAnswerAsTheForm).

With `--server` it speaks Symbolicator's protocol, so that the server may also be a Symbolicator, and prints its answer with the candidates. Its protocol does not carry:

- Events of Sentry's SDKs: a native request has frames and modules, but no place for the cause, the details, the process and the remarks on the event.
- Events of scripts and the JVM: their requests name the files' source, which an event does not have. Requests of all three kinds go to their own routes.
"""

ROLE = {"type": "s3", "id": "mine", "bucket": "b", "region": ["r", "https://store.example"], "aws_credentials_provider": "container"}
CONFIG = """bind: "127.0.0.1:{port}"
cache_dir: "{folder}/cache"
mozilla:
  upload:
    directory: "{folder}/symbols"
    tokens: ["{token}"]
  profiler:
    allow_origins: ["https://profiler.firefox.com"]
path_mappings:
  /build/app: "{folder}/src"
symbfile:
  directory: "{folder}/symbfiles"
  api_keys: ["{token}"]
symcache:
  directory: "{folder}/symcaches"
  read_only: true
sources:
  - {{id: code, type: folder, path: "{folder}/code"}}
"""


def steps():
    """(heading or None, sentence, arguments of curl)."""
    json_type = ["-H", "Content-Type: application/json"]
    return [
        ("Monitors", "Any monitor:", ["/healthcheck"]),
        (None, "Monitors of Mozilla's services:", ["/__lbheartbeat__"]),
        ("Mozilla: symbols", "An archive of Breakpad files. The field's name is the archive's:",
         ["-H", f"Auth-Token: {TOKEN}", "-F", "app.zip=@app.zip", "/upload/"]),
        (None, "The file by its debug id (a `.sym` file is sent packed):", ["-I", f"/app.pdb/{ID}/app.sym"]),
        (None, "By its code id:", ["/app.exe/5C1E/app.sym"]),
        (None, "Without a token nothing is stored:", ["-F", "app.zip=@app.zip", "/upload/"]),
        ("Mozilla: names", "Version 5 of the API. Offsets count from the module's start:",
         json_type + ["-d", json.dumps(V5), "/symbolicate/v5"]),
        ("Mozilla: a profiler", "What the Firefox profiler asks a symbol server on the user's machine, below a secret path. The server prints it when it "
         "starts, on standard output, as `symbol server for profilers: URL`, where the profiler's `?symbolServer=` takes it. A source file that debug info "
         "names at an offset:", json_type + ["-H", f"Origin: {ORIGIN}", "-d", json.dumps(SOURCE), f"/{SECRET}/source/v1"]),
        (None, "Another file:", json_type + ["-d", json.dumps(SOURCE | {"file": "/etc/passwd"}), f"/{SECRET}/source/v1"]),
        (None, "A page of another origin:", ["-H", "Origin: https://other.example", "-d", json.dumps(SOURCE), f"/{SECRET}/source/v1"]),
        (None, "Machine code as text. 32-bit ARM is read as Thumb:",
         ["-d", json.dumps({"codeId": "0123456789abcdef", "startAddress": "0x0", "size": "0x4"}), f"/{SECRET}/asm/v1"]),
        (None, "Below another path nothing is known:", ["-d", json.dumps(SOURCE), "/0/source/v1"]),
        ("Symbolicator", "A native stack. The uploaded symbols are a source of every request that names none:",
         json_type + ["-d", json.dumps(NATIVE), "/symbolicate"]),
        (None, "A body of another type:", ["-d", "x", "/symbolicate"]),
        (None, "A source that would sign as the server's machine, without `request_machine_identity`:",
         json_type + ["-d", json.dumps({"sources": [ROLE]}), "/symbolicate"]),
        (None, "A job that nobody knows:", ["/requests/00000000-0000-0000-0000-000000000000"]),
        (None, "A crash file that is none:", ["-F", "upload_file_minidump=@app.zip", "/minidump"]),
        (None, "The symbol proxy, with a file that no source has:", ["/proxy/app.pdb/0123456789ABCDEF0123456789ABCDEF2/app.pdb"]),
        ("symbfile", SYMBLIB + "\n\nAn upload needs a key:", ["-X", "PUT", "--data-binary", "x", "/api/symbols-ranges"]),
        (None, "Bytes in another format are refused, with a number that is also in the log:",
         ["-X", "PUT", "-H", f"Authorization: APIKey {TOKEN}", "-H", "FileID: AAAAAAAAAAAAAAAAAAAAAA", "--data-binary", "x",
          "/api/symbols-ranges"]),
        (None, "A file that was not uploaded:", ["/symbfiles/AA/AA/AAAAAAAAAAAAAAAAAAAAAA/metadata.json"]),
        ("SymCache", "A file that lies in the folder:", ["/symcache/v3.1.0/app.pdb/01234567-89ab-cdef-0123-456789abcdef/1"]),
        (None, "A client that has this version already:",
         ["-H", "If-Version-Exceeds: 3.1.0", "/symcache/v3.2.0/app.pdb/01234567-89ab-cdef-0123-456789abcdef"]),
        (None, "A file that is not there:", ["/symcache/v3.1.0/app.pdb/01234567-89ab-cdef-0123-456789abcdef/2"]),
    ]


def small_program():
    """An ELF file for x86-64 with a build id and four bytes of code: push rbp; pop rbp; nop; ret."""
    code, note = bytes.fromhex("555d90c3"), struct.pack("<III4s", 4, 8, 3, b"GNU\0") + bytes.fromhex("0123456789abcdef")
    names = b"\0.text\0.shstrtab\0"
    start = 64 + 2 * 56
    content = code + note + names
    segments = [(1, 5, start, 0x1000, len(code)), (4, 4, start + len(code), 0x2000, len(note))]
    programs = b"".join(struct.pack("<IIQQQQQQ", kind, flags, offset, address, address, size, size, 4)
                        for kind, flags, offset, address, size in segments)
    sections = [(0, 0, 0, 0, 0, 0), (1, 1, 6, 0x1000, start, len(code)), (7, 3, 0, 0, start + len(code) + len(note), len(names))]
    table = b"".join(struct.pack("<IIQQQQIIQQ", name, kind, flags, address, offset, size, 0, 0, 1, 0)
                     for name, kind, flags, address, offset, size in sections)
    head = struct.pack("<4sBBBB8xHHIQQQIHHHHHH", b"\x7fELF", 2, 1, 1, 0, 3, 62, 1, 0x1000, 64, start + len(content), 0, 64, 56, 2, 64, 3, 2)
    return head + programs + content + table


def prepare(folder):
    with zipfile.ZipFile(folder / "app.zip", "w", zipfile.ZIP_STORED) as archive:
        archive.writestr(zipfile.ZipInfo(f"app.pdb/{ID}/app.sym"), SYMBOLS)
    ready = folder / "symcaches/app.pdb/0123456789ABCDEF0123456789ABCDEF1/app.pdb-v3.1.0.symcache"
    ready.parent.mkdir(parents=True)
    ready.write_text("a symcache\n", encoding="utf-8")
    (folder / "src").mkdir()
    (folder / "src/run.c").write_text("void run(void) { stop(); }\n", encoding="utf-8")
    (folder / "code").mkdir()
    (folder / "code/app").write_bytes(small_program())


def start(program, folder):
    config = folder / "config.yml"
    config.write_text(CONFIG.format(port=0, folder=folder, token=TOKEN), encoding="utf-8")
    server = subprocess.Popen([program, "serve", "--config", config], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if match := re.search(r"http://127\.0\.0\.1:(\d+)/(\w+)$", server.stdout.readline()):
        return server, int(match[1]), match[2]
    sys.exit("the server did not start")


def settle(text):
    text = re.sub(r'"(id)":\d+', r'"\1":1790000000000000', text)
    text = re.sub(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", "2026-11-23T12:00:00Z", text)
    text = re.sub(r'"version":"[\d.]+"', '"version":"0.1.0"', text)
    text = re.sub(r'ETag: "[^"]+"', 'ETag: "b-17bdc0e6d5a2f000"', text)
    return re.sub(r"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}", "6f1a0b52-1d0e-4a5d-9d0c-0f2f5f3d8a11", text)


def transcript(folder, port, secret, arguments):
    path = arguments[-1].replace(SECRET, secret)
    run = subprocess.run(["curl", "-sS", "-i", *arguments[:-1], f"http://127.0.0.1:{port}{path}"], cwd=folder, capture_output=True,
                         check=True, timeout=60)
    shown = shlex.join(["curl", "-i", *arguments[:-1], f"http://127.0.0.1:3021{arguments[-1]}"])
    answer = run.stdout.decode("utf-8", "replace").replace("\r\n", "\n").rstrip("\n")
    return f"```\n$ {shown}\n{settle(answer)}\n```\n"


def page(program):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        prepare(folder)
        server, port, secret = start(program, folder)
        try:
            text = HEAD.format(config=CONFIG.format(port=3021, folder="/srv/faultline", token=TOKEN))
            for heading, sentence, arguments in steps():
                text += (f"\n## {heading}\n" if heading else "") + f"\n{sentence}\n\n" + transcript(folder, port, secret, arguments)
            return text + REMOTE
        finally:
            server.terminate()
            server.wait(timeout=30)


def main():
    made = page(sys.argv[1])
    if "--write" in sys.argv[2:]:
        PAGE.write_text(made, encoding="utf-8")
        return
    known = PAGE.read_text(encoding="utf-8")
    difference = list(difflib.unified_diff(known.splitlines(), made.splitlines(), "docs/protocols.md", "the server", lineterm=""))
    print("\n".join(difference) or "docs/protocols.md is what the server says")
    sys.exit(1 if difference else 0)


main()
