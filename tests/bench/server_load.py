# SPDX-License-Identifier: GPL-3.0-or-later
"""Load on a server whose caches are warm, by wrk with 50 connections: ours and Symbolicator's in turns, both running all the time."""
import contextlib
import http.client
import json
import os
import pathlib
import random
import re
import shutil
import statistics
import subprocess
import threading
import time

import cached_requests
import measure

CONNECTIONS, THREADS, ROUNDS = 50, 2, 3
SECONDS = int(os.environ.get("FAULTLINE_BENCH_SECONDS", "10"))
BOUNDARY = "faultline-bench"
UNITS = {"us": 0.001, "ms": 1, "s": 1000, "m": 60000}


class Load:
    """One kind of request: where it goes, its bytes, and what its answer must have."""

    def __init__(self, title, path, kind, body, least_named):
        self.title, self.path, self.kind, self.body, self.least_named = title, path, kind, body, least_named

    def ask(self, port):
        """The answer, without what differs from request to request."""
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
        with contextlib.closing(connection):
            connection.request("POST", self.path, self.body, {"Content-Type": self.kind})
            answer = json.loads(connection.getresponse().read())
        frames = [frame for thread in answer["stacktraces"] for frame in thread["frames"]]
        named = sum(frame.get("status") == "symbolicated" for frame in frames)
        if answer["status"] != "completed" or named < self.least_named:
            raise RuntimeError(f"{self.title}: {answer['status']}, {named} frames named")
        return frames

    def script(self, work):
        """What wrk sends."""
        body, script = work / "body", work / "send.lua"
        body.write_bytes(self.body)
        script.write_text(f'local file = io.open("{body}", "rb")\nwrk.method = "POST"\nwrk.body = file:read("*a")\nwrk.headers["Content-Type"] = "{self.kind}"\n')
        return script


class Server:
    """A running server, its processor time and its peak memory."""

    def __init__(self, command, folder, sources, settings=None):
        self.port = cached_requests.free_port()
        folder.mkdir()
        config = folder / "config.yml"
        config.write_text(json.dumps({"bind": f"127.0.0.1:{self.port}", "cache_dir": str(folder / "cache"), "logging": {"level": "error"}, "sources": sources, **(settings or {})}))
        self.process = subprocess.Popen([part.format(config=config) for part in command], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        cached_requests.wait_until_open(self.port)

    def processor(self):
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def peak_mib(self):
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmHWM:\s+(\d+)", status)[1]) / 1024

    def end(self):
        self.process.terminate()
        self.process.wait()


def debug_module(file):
    """The module of an ELF debug file in a folder of build ids: …/.build-id/xx/yyyy.debug."""
    build_id = file.parent.name + file.stem
    raw = bytes.fromhex(build_id)[:16]
    ordered = (raw[3::-1] + raw[5:3:-1] + raw[7:5:-1] + raw[8:]).hex()
    debug_id = "-".join((ordered[:8], ordered[8:12], ordered[12:16], ordered[16:20], ordered[20:]))
    return {"type": "elf", "debug_id": debug_id, "code_id": build_id, "debug_file": file.name, "code_file": file.name, "image_addr": hex(cached_requests.BASE),
            "image_size": 0x4000000}


def frames_request(module, functions, count):
    generator = random.Random(count)
    frames = [{"instruction_addr": hex(cached_requests.BASE + generator.choice(functions) + 4)} for _ in range(count)]
    body = json.dumps({"stacktraces": [{"frames": frames}], "modules": [module]}).encode()
    return Load(f"{count} frames", "/symbolicate", "application/json", body, count * 9 // 10)


def minidump_request(dump):
    body = (f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="upload_file_minidump"; filename="a.dmp"\r\n\r\n'.encode() + dump.read_bytes()
            + f"\r\n--{BOUNDARY}--\r\n".encode())
    return Load("minidump", "/minidump", f"multipart/form-data; boundary={BOUNDARY}", body, 1)


def functions_of(file):
    """Addresses of the functions of an ELF file, from its symbol table."""
    lines = measure.run(["nm", "--defined-only", str(file)]).out.splitlines()
    return sorted({int(line.split()[0], 16) for line in lines if line.split()[1] in "tT" and int(line.split()[0], 16) < 0x4000000})


def milliseconds(text):
    number, unit = re.match(r"([\d.]+)(\w+)", text).groups()
    return float(number) * UNITS[unit]


class Watch:
    """Asks during the load, and compares every answer with the first."""

    def __init__(self, load, port):
        self.load, self.port, self.asked, self.wrong = load, port, 0, 0
        self.first = load.ask(port)
        self.over = threading.Event()
        self.thread = threading.Thread(target=self.run)
        self.thread.start()

    def run(self):
        while not self.over.wait(0.5):
            self.asked += 1
            self.wrong += self.load.ask(self.port) != self.first

    def end(self):
        self.over.set()
        self.thread.join()


def turn(load, server, script):
    """One turn of one server: requests a second, 99th percentile, processor time of a request, errors."""
    watch = Watch(load, server.port)
    before = server.processor()
    out = measure.run(["wrk", f"-t{THREADS}", f"-c{CONNECTIONS}", f"-d{SECONDS}s", "--latency", "-s", str(script), f"http://127.0.0.1:{server.port}{load.path}"]).out
    spent = server.processor() - before
    watch.end()
    requests = int(re.search(r"(\d+) requests in", out)[1]) + watch.asked
    failed = sum(int(number) for number in re.findall(r"Non-2xx or 3xx responses: (\d+)", out))
    failed += sum(int(number) for line in re.findall(r"Socket errors: (.*)", out) for number in re.findall(r"\d+", line))
    return {"rate": float(re.search(r"Requests/sec:\s+([\d.]+)", out)[1]), "p99": milliseconds(re.search(r"\n +99%\s+(\S+)", out)[1]),
            "processor": spent / max(1, requests) * 1000, "failed": failed, "wrong": watch.wrong}


def compare_load(load, servers, work):
    print(f"\n{load.title}, {CONNECTIONS} connections, {ROUNDS} turns of {SECONDS} s")
    script = load.script(work)
    seen = {name: [] for name in servers}
    for _ in range(ROUNDS):
        for name, server in servers.items():
            seen[name].append(turn(load, server, script))
    medians = {name: {field: statistics.median(one[field] for one in turns) for field in ("rate", "p99", "processor")} for name, turns in seen.items()}
    ours = medians["faultline"]
    for name, row in medians.items():
        ratios = "" if name == "faultline" else (f"; ours: {ours['rate'] / row['rate']:.2f} × the requests, {ours['p99'] / row['p99']:.2f} × the 99th percentile,"
                                                 f" {ours['processor'] / row['processor']:.2f} × the processor time")
        print(f"  {name:14} {row['rate']:9,.0f} a second, 99 % {row['p99']:7.1f} ms, {row['processor']:6.3f} ms of processor time each,"
              f" {sum(one['failed'] for one in seen[name])} failed, {sum(one['wrong'] for one in seen[name])} wrong{ratios}", flush=True)


def compare(commands, work, debug_file, sample_dump, sorted_sample):
    """commands: {name: command with {config}}. debug_file lies in a folder of build ids, the sample's files in one of the unified layout."""
    if not shutil.which("wrk"):
        print("  (left out: wrk is not installed)")
        return
    sources = [{"id": "bench", "type": "filesystem", "path": str(debug_file.parents[1]), "filters": {"filetypes": ["elf_debug"]}, "layout": {"type": "native"}},
               {"id": "sample", "type": "filesystem", "path": str(sorted_sample), "layout": {"type": "unified"}}]
    module, functions = debug_module(debug_file), functions_of(debug_file)
    servers = {name: Server(command, work / name, sources) for name, command in commands.items()}
    try:
        for load in (frames_request(module, functions, 5), frames_request(module, functions, 100), minidump_request(sample_dump)):
            compare_load(load, servers, work)
        for name, server in servers.items():
            print(f"  {name:14} {server.peak_mib():6.0f} MiB at the peak")
    finally:
        for server in servers.values():
            server.end()
