# SPDX-License-Identifier: GPL-3.0-or-later
"""A core whose crashing stack goes through four of twenty libraries, opened for the first time, with all files on a slow debuginfod server."""
import http.server
import json
import os
import pathlib
import re
import resource
import shutil
import subprocess
import threading
import time

import measure

LATENCY = 0.2 # Seconds before each answer.
RATE = 5_000_000 # Bytes a second of all answers together.
LIBRARIES = 20
CRASHING = 4
PIECE = 16 * 1024

LIBRARY = """
#include <unistd.h>
extern "C" void {next}();
volatile int counter{number};
extern "C" __attribute__((noinline)) void step{number}() {{ {body} ++counter{number}; }}
"""
MAIN = """
#include <pthread.h>
#include <unistd.h>
{declarations}
static void* waiting(void* function) {{ reinterpret_cast<void (*)()>(function)(); return nullptr; }}
int main()
{{
    void (*const others[])() = {{{others}}};
    for (void (*other)() : others) {{
        pthread_t thread;
        pthread_create(&thread, nullptr, waiting, reinterpret_cast<void*>(other));
    }}
    usleep(200000);
    step0();
}}
"""


def filler():
    """Types alone, so that the code stays small while its debug info does not."""
    types = (f"struct Filler{i} {{ int first_{i}; long second_{i}; Filler{i}* next_{i}; unsigned flags_{i} : 3; }};" for i in range(32_000))
    return "\n".join(types)


class Crash:
    """The core, the folder of stripped files and debug files by build id, and the build ids of the libraries."""

    def __init__(self, work):
        self.files, self.ids = {}, []
        source = work / "filler.cpp"
        source.write_text(filler())
        self.compile(["-c", "-fno-eliminate-unused-debug-types", str(source), "-o", str(work / "filler.o")])
        run = work / "run"
        run.mkdir()
        for number in reversed(range(LIBRARIES)):
            self.library(work, run, number)
        declarations = "\n".join(f'extern "C" void step{n}();' for n in range(LIBRARIES))
        main = work / "main.cpp"
        main.write_text(MAIN.format(declarations=declarations, others=", ".join(f"step{n}" for n in range(CRASHING, LIBRARIES))))
        libraries = [f"-lbench{n}" for n in range(LIBRARIES)]
        self.compile([str(main), "-o", str(run / "program"), f"-L{run}", *libraries, "-Wl,-rpath,$ORIGIN", "-pthread"])
        self.strip(run / "program")
        self.core = self.crash(run)
        shutil.rmtree(run)

    def compile(self, arguments):
        subprocess.run(["g++", "-g", "-O1", "-fPIC", "-fno-omit-frame-pointer", "-Wl,--build-id", "-Wl,-z,defs", *arguments], check=True)

    def library(self, work, run, number):
        is_last = number == CRASHING - 1
        crashes = number < CRASHING
        next_step = f"step{number + 1}" if crashes and not is_last else "abort"
        body = "__builtin_trap();" if is_last else f"{next_step}();" if crashes else "pause();"
        source, target = work / f"library{number}.cpp", run / f"libbench{number}.so"
        source.write_text(LIBRARY.format(number=number, next=next_step, body=body))
        needed = [f"-L{run}", f"-lbench{number + 1}", "-Wl,-rpath,$ORIGIN"] if crashes and not is_last else []
        self.compile(["-shared", str(source), str(work / "filler.o"), "-o", str(target), *needed])
        self.ids.insert(0, self.strip(target))

    def strip(self, path):
        """Keeps both halves for the server and leaves the program without its debug info."""
        notes = subprocess.run(["readelf", "--notes", str(path)], check=True, capture_output=True, text=True).stdout
        identity = re.search(r"Build ID: ([0-9a-f]+)", notes)[1]
        debug = path.with_suffix(".debug")
        subprocess.run(["objcopy", "--only-keep-debug", str(path), str(debug)], check=True)
        subprocess.run(["objcopy", "--strip-all", str(path)], check=True)
        self.files[f"/buildid/{identity}/executable"] = path.read_bytes()
        self.files[f"/buildid/{identity}/debuginfo"] = debug.read_bytes()
        debug.unlink()
        return identity

    def crash(self, run):
        pattern = pathlib.Path("/proc/sys/kernel/core_pattern").read_text().strip()
        if "/" in pattern or pattern.startswith("|"):
            raise RuntimeError(f"cores of this machine go elsewhere (core_pattern is {pattern})")

        def allow_core():
            resource.setrlimit(resource.RLIMIT_CORE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))

        subprocess.run([str(run / "program")], cwd=run, preexec_fn=allow_core, check=False)
        core = run.parent / "crash.core"
        shutil.move(next(path for path in run.iterdir() if path.name.startswith("core")), core)
        return core


class SlowServer(http.server.ThreadingHTTPServer):
    """Every answer comes late, and all share one link. Notes when each byte was sent."""
    daemon_threads = True

    def __init__(self, files):
        super().__init__(("127.0.0.1", 0), Answer)
        self.files, self.lock = files, threading.Lock()
        self.begin()
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def begin(self):
        self.free_at, self.sent = 0.0, []

    def pass_link(self, path, count):
        """Waits for the turn of these bytes on the link."""
        with self.lock:
            start = max(time.monotonic(), self.free_at)
            self.free_at = start + count / RATE
            self.sent.append((self.free_at, path, count))
        time.sleep(max(0.0, self.free_at - time.monotonic()))

    @property
    def url(self):
        return f"http://127.0.0.1:{self.server_address[1]}/buildid/"


class Answer(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def do_GET(self):
        time.sleep(LATENCY)
        body = self.server.files.get(self.path)
        self.send_response(200 if body else 404)
        self.send_header("Content-Length", str(len(body or b"")))
        self.end_headers()
        for at in range(0, len(body or b""), PIECE):
            piece = body[at:at + PIECE]
            self.server.pass_link(self.path, len(piece))
            try:
                self.wfile.write(piece)
            except OSError:
                return

    def log_message(self, *_):
        pass


def compare(binaries, work, rounds=5):
    crash = Crash(work)
    server = SlowServer(crash.files)
    own = {identity for identity in crash.ids[:CRASHING]}
    debug_bytes = sum(len(crash.files[f"/buildid/{identity}/debuginfo"]) for identity in own)
    print(f"\nfirst open: {LIBRARIES} libraries with {debug_bytes / CRASHING / 1e6:.1f} MB of debug info each, {CRASHING} of them on the crashing stack, "
          f"{LATENCY * 1000:.0f} ms, {RATE / 1e6:.0f} MB/s")
    print(f"aims: stack within 1.2 s, its names within {1.15 * debug_bytes / RATE + 0.5:.1f} s, no byte of another thread's files before")
    for number in range(rounds):
        cache = work / f"cache{number}"
        server.begin()
        run = measure.run([str(binaries / "bench_first_open"), str(crash.core), server.url, str(cache)], env={**os.environ, "XDG_CACHE_HOME": str(cache), "DEBUGINFOD_URLS": ""})
        report(json.loads(run.out), server.sent, crash, own)
        shutil.rmtree(cache, ignore_errors=True)


def report(shown, sent, crash, own):
    others = [(when, count) for when, path, count in sent if path.split("/")[2] in crash.ids and path.split("/")[2] not in own]
    own_end = max(when for when, path, _ in sent if path.split("/")[2] in own)
    before = sum(count for when, count in others if when < own_end)
    named = [frame for frame in shown["frames"] if frame["function"].startswith("step")]
    times = ", ".join(f"{frame['function']} {frame['seconds']:.2f}" for frame in named)
    print(f"  stack {shown['stack']:.2f} s; names: {times} s; bytes of other threads' files before: {before}; finished {shown['finished']:.1f} s", flush=True)
