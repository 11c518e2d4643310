#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Sends hostile requests to `faultline serve`, one server each, and prints what they cost. See README.md."""
import argparse
import contextlib
import http.client
import json
import pathlib
import resource
import socket
import subprocess
import sys
import tempfile
import threading
import time

MEMORY_LIMIT = 8 << 30  # So that what falls does not take this machine with it.
BOUNDARY = "hostile"
DUMP = pathlib.Path(__file__).resolve().parents[1] / "corpora/samples/null_write/null_write.dmp"


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Server:
    """One process, and how it is meanwhile."""

    def __init__(self, program, work):
        self.port = free_port()
        config = work / f"{self.port}.json"
        config.write_text(json.dumps({"bind": f"127.0.0.1:{self.port}", "connect_to_reserved_ips": True, "logging": {"level": "off"}}))
        self.process = subprocess.Popen([program, "serve", "--config", str(config)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (MEMORY_LIMIT, MEMORY_LIMIT)))
        deadline = time.monotonic() + 30
        while self.health() is None:
            if time.monotonic() > deadline:
                raise RuntimeError("the server does not start")
            time.sleep(0.02)
        self.slowest = 0.0
        self.unanswered = 0
        self.done = threading.Event()
        self.watcher = threading.Thread(target=self.watch)
        self.watcher.start()

    def health(self):
        """The milliseconds that the answer took, or None."""
        begun = time.monotonic()
        with contextlib.suppress(OSError, http.client.HTTPException):
            connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
            with contextlib.closing(connection):
                connection.request("GET", "/healthcheck")
                if connection.getresponse().read() == b"ok":
                    return (time.monotonic() - begun) * 1000
        return None

    def watch(self):
        while not self.done.wait(0.02):
            took = self.health()
            self.unanswered += took is None
            self.slowest = max(self.slowest, took or 0)

    def peak_mib(self):
        for line in pathlib.Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) / 1024
        return float("nan")

    def stop(self):
        """How many seconds it took to end by SIGTERM; None when it had to be killed."""
        self.done.set()
        self.watcher.join()
        begun = time.monotonic()
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            return None
        return time.monotonic() - begun


def post(port, path, body, kind="application/json", patience=60):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=patience)
    with contextlib.closing(connection):
        connection.request("POST", path, body, {"Content-Type": kind})
        answer = connection.getresponse()
        return f"{answer.status} {answer.read()[:60]!r}"


def form(port, parts):
    body = b"".join(f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n'.encode() + content + b"\r\n" for name, content in parts)
    return post(port, "/minidump", body + f"--{BOUNDARY}--\r\n".encode(), f"multipart/form-data; boundary={BOUNDARY}")


def rules(*patterns):
    dump = DUMP.read_bytes()
    return lambda port: form(port, [("rewrite_first_module", json.dumps([{"from": p, "to": "$0"} for p in patterns]).encode()), ("sources", b"[]"), ("upload_file_minidump", dump)])


def module(number, name="a"):
    return {"type": "elf", "code_id": f"{number:040x}", "debug_id": f"{number:032x}", "code_file": name, "debug_file": name, "image_addr": hex((number + 1) << 20), "image_size": 1 << 20}


def request(modules, sources):
    frames = [{"instruction_addr": hex(((i + 1) << 20) + 16)} for i in range(len(modules))]
    return json.dumps({"stacktraces": [{"frames": frames}], "modules": modules, "sources": sources, "options": {"dif_candidates": True}})


def source(number, patterns=()):
    return {"type": "filesystem", "id": f"s{number}", "path": f"/nowhere/{number}", "filters": {"path_patterns": list(patterns)}}


def symbolicate(modules, sources, times=1):
    body = request(modules, sources)

    def run(port):
        answers = []
        threads = [threading.Thread(target=lambda: answers.append(post(port, "/symbolicate", body))) for _ in range(times)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return answers[0] if len(answers) == times else f"{times - len(answers)} without an answer"

    return run


def endless(begin, again, most=300 << 20):
    """Sends a chunked body whose framing does not end."""

    def run(port):
        with socket.create_connection(("127.0.0.1", port), timeout=30) as stream:
            stream.sendall(b"POST /symbolicate HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n" + begin)
            sent = 0
            with contextlib.suppress(OSError):
                while sent < most:
                    stream.sendall(again)
                    sent += len(again)
            with contextlib.suppress(OSError):
                return f"{sent >> 20} MiB taken, {stream.recv(64)[:24]!r}"
            return f"{sent >> 20} MiB taken, closed"

    return run


def slow_connections(count):
    def run(port):
        clients = []
        with contextlib.suppress(OSError):
            for _ in range(count):
                clients.append(socket.create_connection(("127.0.0.1", port), timeout=5))
                clients[-1].sendall(b"GET /hea")
        time.sleep(2)
        for client in clients:
            client.close()
        return f"{len(clients)} open"

    return run


def attacks():
    long_name = "a" * 4_096
    body = 54 << 20
    frame = '{"instruction_addr":1},'
    return {
        "100 000 capture groups": rules("()" * 100_000),
        "20 000 nested repeats": rules("(" * 20_000 + "a" + "){1}" * 20_000),
        "32 rules at their limits": rules(*[r"(\pL{40}|[a-z]{1,400}x)+" + "(a|b)" * 20 for _ in range(32)]),
        "4 × pattern of 30 000 **/*a/": symbolicate([module(0, "a/" * 16_000)], [source(0, ["**/*a/" * 30_000])], 4),
        "4 × patterns at their limits": symbolicate([module(i, long_name) for i in range(200)], [source(0, ["*" + "a" * 510 + "b"] * 31)], 4),
        "50 000 sources": symbolicate([module(0)], [source(i) for i in range(50_000)]),
        "20 000 look-ups (100 sources × 200 modules)": symbolicate([module(i) for i in range(200)], [source(i) for i in range(100)]),
        "20 000 look-ups (2 sources × 10 000 modules)": symbolicate([module(i) for i in range(10_000)], [source(i) for i in range(2)]),
        "54 MiB of frames": lambda port: post(port, "/symbolicate", '{"stacktraces":[{"frames":[' + frame * (body // len(frame)) + '{"instruction_addr":1}]}]}'),
        "54 MiB of nested lists": lambda port: post(port, "/symbolicate", '{"x":' + "[" * (body // 2) + "]" * (body // 2) + "}"),
        "endless trailers": endless(b"0\r\n", b"A: " + b"x" * 65_000 + b"\r\n"),
        "endless chunk extension": endless(b"1;x=", b"x" * 65_000),
        "endless digits of a chunk's size": endless(b"", b"0" * 65_000),
        "5 000 slow connections": slow_connections(5_000),
    }


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--faultline", type=pathlib.Path, required=True)
    parser.add_argument("--only", help="attacks whose name contains this")
    options = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    print("| request | answer | seconds | peak MiB | slowest health check, ms | unanswered | ends by SIGTERM |\n|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory(prefix="faultline-hostile-") as work:
        for name, attack in attacks().items():
            if options.only and options.only not in name:
                continue
            server = Server(str(options.faultline.resolve()), pathlib.Path(work))
            begun = time.monotonic()
            try:
                answer = attack(server.port)
            except (OSError, http.client.HTTPException) as error:
                answer = f"{type(error).__name__}"
            took = time.monotonic() - begun
            alive = server.process.poll() is None
            peak = server.peak_mib() if alive else float("nan")
            ended = server.stop()
            end = "dead" if not alive else "killed after 10 s" if ended is None else f"{ended:.1f} s"
            print(f"| {name} | {answer.replace('|', '/')} | {took:.2f} | {peak:.0f} | {server.slowest:.0f} | {server.unanswered} | {end} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
