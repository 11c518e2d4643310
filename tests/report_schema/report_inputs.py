# SPDX-License-Identifier: GPL-3.0-or-later
"""Has the built program write reports of every sample in the repository, and of a few inputs made here."""
import contextlib
import http.server
import json
import os
import pathlib
import struct
import subprocess
import threading

# Samples of a kind lie in one folder. Of the folders of seeds, some files are damaged on purpose, which exit code 3 tells.
SAMPLES = ("samples/*/*.dmp", "sentry/*.json", "apple/macos.*")
SEEDS = ("native_request", "sentry_event", "jvm_text", "native_text", "script_stack", "apple_text", "ips", "core", "mach_core", "minidump")
# One archive of each kind; deep_recursion alone gives 11 MB of the same.
ARCHIVES = ("bad_call-unmapped", "coroutine", "deep_inlines", "smashed_frame_pointer", "uncaught_throw")
UNREADABLE = 3

MAPPING = """\
# pg_map_id: 5b46fdc
x.Main -> a:
# {"id":"sourceFile","fileName":"Main.kt"}
    1:3:void x.Util.inner(int):10:12 -> r
    1:3:void run():20 -> r
    0:65535:void m():40:40 -> s
    void p3():72:74 -> t
    void main3():30 -> t
    9:9:void lambda():41:41 -> l
    # {"id":"com.android.tools.r8.synthesized"}
    void bridge() -> k
    # {"id":"com.android.tools.r8.synthesized"}
    27:27:int caller(int):0:0 -> o
    # {"id":"com.android.tools.r8.outlineCallsite","positions":{"1":4,"2":5},"outline":"Lb;a()I"}
o.C -> b:
    1:2:int outline():0 -> a
    # {"id":"com.android.tools.r8.outline"}
"""
TRACE = """\
a: msg
\tat b.a(SourceFile:1)
\tat a.o(SourceFile:27)
\tat a.l(SourceFile:9)
\tat a.k(SourceFile)
\tat a.t(SourceFile)
\tat a.r(SourceFile:2)
"""

SCRIPT = "function a(b){return b.c}\n//# sourceMappingURL=app.min.js.map\n"
SCRIPT_MAP = {
    "version": 3,
    "sources": ["webpack:///./app.ts"],
    "sourcesContent": ["function first(x) {\n  return x.y;\n}\n"],
    "names": ["first", "x"],
    "mappings": "AAAA,SAASA,MAAMC,GACb,OAAOA",
}


# Offsets in a minidump's exception stream and in the context of amd64.
EXCEPTION_STREAM = 6
EXCEPTION_FLAGS = 12
EXCEPTION_ADDRESS = 24
EXCEPTION_CONTEXT = 164
CONTEXT_RAX = 0x78


class Program:
    """The built command line, without a network, settings or caches of this machine."""

    def __init__(self, path, folder):
        self._path = path
        self._home = folder / "home"
        self._home.mkdir()

    def answers(self, files, *arguments, allowed=(0,)):
        """The reports of the files. Fails the whole test when the program does not end as allowed."""
        places = {f"XDG_{name}_HOME": str(self._home / name.lower()) for name in ("CACHE", "CONFIG", "DATA", "STATE")}
        environment = {"PATH": os.environ["PATH"], "HOME": str(self._home), **places}
        words = [self._path, "symbolicate", "--environment", "--format", "json", *map(str, arguments), *map(str, files)]
        run = subprocess.run(words, capture_output=True, text=True, env=environment, timeout=120, check=False)
        if run.returncode not in allowed or not run.stdout:
            raise SystemExit(f"{' '.join(map(str, words))}\nended with {run.returncode}: {run.stderr}")
        return [json.loads(line) for line in run.stdout.splitlines()]


def labelled(label, answers):
    return [(f"{label}, answer {number}", answer) for number, answer in enumerate(answers, 1)]


def of_samples(program, corpora):
    for pattern in SAMPLES:
        for file in sorted(corpora.glob(pattern)):
            yield from labelled(file, program.answers([file], "--offline", "-s", file.parent))
    for name in ARCHIVES:
        file = corpora / "windows_stacks" / f"{name}.zip"
        yield from labelled(file, program.answers([file], "--offline", "-s", file.parent, "--part", "all"))
    for name in SEEDS:
        folder = corpora / "fuzz" / name
        files = sorted(folder.iterdir())
        yield from labelled(folder, program.answers(files, "--offline", "-s", folder, allowed=(0, UNREADABLE)))


def write(folder, name, content):
    path = folder / name
    path.write_text(content, encoding="utf-8")
    return path


def with_wild_pointer(dump):
    """The dump of null_write as if rax had been no address at all. Linux tells no fault address then."""
    data = bytearray(dump)
    count, directory = struct.unpack_from("<II", data, 8)
    streams = (struct.unpack_from("<III", data, directory + 12 * index) for index in range(count))
    start = next(offset for kind, _, offset in streams if kind == EXCEPTION_STREAM)
    struct.pack_into("<I", data, start + EXCEPTION_FLAGS, 0x80)  # SI_KERNEL
    struct.pack_into("<Q", data, start + EXCEPTION_ADDRESS, 0)
    (context,) = struct.unpack_from("<I", data, start + EXCEPTION_CONTEXT)
    struct.pack_into("<Q", data, context + CONTEXT_RAX, 0xDEAD_0000_0000_BEEF)
    return bytes(data)


def of_a_wild_pointer(program, sample, folder):
    folder.mkdir()
    file = folder / "wild_pointer.dmp"
    file.write_bytes(with_wild_pointer((sample / "null_write.dmp").read_bytes()))
    yield from labelled(file.name, program.answers([file], "--offline", "-s", sample))


def of_the_jvm(program, folder):
    """A text and an event of the JVM, with a mapping that has inlined calls, shared code and ambiguous names."""
    folder.mkdir()
    write(folder, "mapping.txt", MAPPING)
    frames = [{"module": "a", "function": function, "filename": "SourceFile", "lineno": line} for function, line in (("r", 2), ("t", 0), ("l", 9))]
    exception = {"type": "a", "value": "msg", "stacktrace": {"frames": frames}}
    event = {"event_id": "a", "platform": "java", "exception": {"values": [exception]}, "debug_meta": {"images": [{"type": "proguard", "uuid": "00000000-58b7-44cb-d7cd-de1505e7e718"}]}}
    for file in (write(folder, "trace.txt", TRACE), write(folder, "event.json", json.dumps(event))):
        yield from labelled(file.name, program.answers([file], "--offline", "-s", folder))


def of_scripts(program, folder):
    """A script with its map, and a frame at a place that no script has."""
    folder.mkdir()
    write(folder, "app.min.js", SCRIPT)
    write(folder, "app.min.js.map", json.dumps(SCRIPT_MAP))
    frames = [{"abs_path": "app:///app.min.js", "function": "a", "lineno": line, "colno": 16} for line in (0, 1)]
    event = {"event_id": "a", "platform": "javascript", "exception": {"values": [{"type": "TypeError", "value": "msg", "stacktrace": {"frames": frames}}]}}
    yield from labelled("script.json", program.answers([write(folder, "script.json", json.dumps(event))], "--offline", "-s", folder))


class OneReport(http.server.BaseHTTPRequestHandler):
    """Answers `POST /report` with the same report for every file."""

    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(200)
        self.send_header("Content-Length", str(len(self.server.report)))
        self.end_headers()
        self.wfile.write(self.server.report)

    def log_message(self, *_):
        pass


@contextlib.contextmanager
def server_of(report):
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), OneReport)
    server.report = report
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def of_every_field(program, seed_writer, folder):
    """A report in which every field has a value, as a server may send it (docs/report-format.md)."""
    folder.mkdir()
    subprocess.run([seed_writer, folder], check=True, timeout=60)
    frames = [{"function": "f", "abs_path": "https://a.test/x.js", "lineno": 1, "colno": 2}]
    event = {"platform": "javascript", "exception": {"values": [{"type": "E", "value": "x", "stacktrace": {"frames": frames}}]}}
    file = write(folder, "event.json", json.dumps(event))
    for name in ("every_field", "minidump"):
        with server_of((folder / f"{name}.flreport").read_bytes()) as url:
            yield from labelled(f"{name}.flreport", program.answers([file], "--server", url, allowed=(0, 4)))


def all_answers(root, program_path, seed_writer, folder):
    """Yields (label, report) for all inputs."""
    program = Program(program_path, pathlib.Path(folder))
    yield from of_samples(program, root / "tests" / "corpora")
    yield from of_a_wild_pointer(program, root / "tests" / "corpora" / "samples" / "null_write", pathlib.Path(folder) / "dumps")
    yield from of_the_jvm(program, pathlib.Path(folder) / "jvm")
    yield from of_scripts(program, pathlib.Path(folder) / "scripts")
    yield from of_every_field(program, seed_writer, pathlib.Path(folder) / "reports")
