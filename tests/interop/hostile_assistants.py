#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Hostile clients of `faultline mcp`: endless ids, deep JSON, a great many calls, requests that are cancelled, clients that vanish. Memory must stay bounded.

usage: hostile_assistants.py --faultline PROGRAM [--calls N]

ctest runs it with fewer calls; `./dev soak hostile` makes a million.
"""
import argparse
import http.client
import json
import os
import pathlib
import random
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time

SAMPLES = pathlib.Path(__file__).resolve().parents[1] / "corpora/samples"
TOKEN = "a-token-of-hostile-clients"
MOST_GROWTH_KIB = 24 * 1024  # Caches of the crash that is asked about fill up.
PATIENCE_S = 60
WINDOW = 200  # Messages that a client sends before it reads.


def resident_kib(process):
    pages = int(pathlib.Path(f"/proc/{process.pid}/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") // 1024


def message(number, method, params=None):
    return {"jsonrpc": "2.0", "id": number, "method": method, "params": params or {}}


def tool(number, name, **arguments):
    return message(number, "tools/call", {"name": name, "arguments": arguments})


def hostile(number, chance):
    """A line, and how many answers it gets."""
    ours = lambda value: json.dumps(value, separators=(",", ":"))  # noqa: E731 - a short name
    kind = number % 20
    if kind == 0:
        return ours(message("i" * 250 + str(number), "ping")), 1
    if kind == 1:
        return ours(message("i" * chance.randrange(300, 100_000), "ping")), 1  # Too long an id.
    if kind == 2:
        return "[" * chance.randrange(33, 3000), 1
    if kind == 3:
        return ours(message(number, "tools/list", {"x": json.loads("[" * 20 + "]" * 20)})), 1
    if kind == 4:
        return ours(tool(number, "no_such_tool")), 1
    if kind == 5:
        return ours(tool(number, "query", expression="(" * chance.randrange(1, 4000))), 1
    if kind == 6:
        return ours(tool(number, "query", expression="threads[" * 40)), 1
    if kind == 7:
        return ours({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": number}}), 0
    if kind == 8:
        return ours({"jsonrpc": "2.0", "id": number, "result": {}}), 0
    if kind == 9:
        return ours([message(number * 1000 + i, "ping") for i in range(20)]), 1
    if kind == 10:
        return ours([message(number * 1000 + i, "ping") for i in range(65)]), 1  # Too many.
    if kind == 11:
        return ours(tool(number, "crashes", x="y")), 1
    if kind == 12:
        return ours(message(number, "resources/read", {"uri": "faultline://crash/c" + "9" * chance.randrange(1, 500)})), 1
    if kind == 13:
        return ours(tool(number, "query", expression="flatten(threads.frames)", max_bytes=300)), 1
    if kind == 14:
        return ours(tool(number, "open", path="/" + "x" * chance.randrange(1, 5000))), 1
    if kind == 15:
        return "{\"jsonrpc\":\"2.0\",\"id\":1,", 1
    if kind == 16:
        return ours(tool(number, "frames", thread=2**63, first=2**63, most=2**63)), 1
    if kind == 17:
        return ours(message(number, "prompts/get", {"name": "triage", "arguments": {"crash": "c1\u202e"}})), 1
    return ours(tool(number, "query", expression="cause.code")), 1


def run_standard(program, calls, failures):
    """Many calls over standard input, a window of them at a time."""
    command = [program, "mcp", "--offline", "--folder", SAMPLES, "--symbols", SAMPLES / "default"]
    process = subprocess.Popen(list(map(str, command)), stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    chance = random.Random(46)

    answered = threading.Semaphore(0)

    def read():
        for _ in process.stdout:
            answered.release()

    def send(lines, expected):
        process.stdin.write(("\n".join(lines) + "\n").encode())
        process.stdin.flush()
        for _ in range(expected):
            if not answered.acquire(timeout=PATIENCE_S):
                process.kill()
                raise TimeoutError(f"fewer answers than questions to {lines!r}"[:2000])

    threading.Thread(target=read, daemon=True).start()
    send([json.dumps(message("begin", "initialize", {"protocolVersion": "2025-06-18"})),], 1)
    send([json.dumps(tool("open", "open", path=str(SAMPLES / "default/sample.dmp")))], 1)
    before, began = None, time.monotonic()
    for first in range(0, calls, WINDOW):
        lines, expected = zip(*(hostile(number, chance) for number in range(first, first + WINDOW)))
        send(lines, sum(expected))
        if before is None and first >= min(calls // 10, 20_000):
            before = resident_kib(process)
    seconds = time.monotonic() - began
    after = resident_kib(process)
    send([json.dumps(tool("last", "query", expression="cause.code"))], 1)
    process.stdin.close()
    if process.wait(PATIENCE_S) != 0:
        failures.append(f"standard input: ended with {process.returncode}")
    if after - before > MOST_GROWTH_KIB:
        failures.append(f"standard input: from {before} to {after} KiB")
    print(f"standard input: {calls:,} messages in {seconds:.1f} s, {calls / seconds:,.0f} a second; {before:,} KiB after a tenth of them, {after:,} KiB at the end")


def post(port, body, session=None, token=TOKEN, origin=None, host=None):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
    headers.update({"Mcp-Session-Id": session} if session else {})
    headers.update({"Origin": origin} if origin else {})
    headers.update({"Host": host} if host else {})
    connection.request("POST", "/mcp", body, headers)
    answer = connection.getresponse()
    text = answer.read()
    connection.close()
    return answer.status, answer.headers.get("Mcp-Session-Id"), text


def served(program, *options):
    command = [program, "mcp", "--folder", SAMPLES, *options, "--http", "127.0.0.1:0"]
    process = subprocess.Popen(list(map(str, command)), stdout=subprocess.PIPE, text=True, env=dict(os.environ, FAULTLINE_MCP_TOKEN=TOKEN))
    return process, int(process.stdout.readline().rsplit(":", 1)[1].split("/")[0])


def begin(port):
    return post(port, json.dumps(message(1, "initialize", {"protocolVersion": "2025-06-18"})))[1]


def run_http(program, calls, failures):
    """Sessions without an end, strangers, and bodies that stop in the middle."""
    process, port = served(program, "--offline")
    chance = random.Random(47)
    before, began = None, time.monotonic()
    session = begin(port)
    for number in range(calls):
        if number % 3 == 0:
            session = begin(port)
        elif number % 3 == 1:
            post(port, hostile(number, chance)[0], session)
        else:
            with socket.create_connection(("127.0.0.1", port)) as vanishing:
                vanishing.sendall(f"POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {TOKEN}\r\nContent-Type: application/json\r\n"
                                  f"Content-Length: 100000\r\n\r\n{{".encode())
        if before is None and number >= calls // 5:
            before = resident_kib(process)
    for name, found, wanted in (("wrong token", post(port, "{}", token="another-token-of-nobody")[0], 401), ("foreign origin", post(port, "{}", origin="https://evil.example")[0], 403),
                                ("foreign host", post(port, "{}", host="evil.example")[0], 403), ("unknown session", post(port, "{}", session="x")[0], 404)):
        if found != wanted:
            failures.append(f"HTTP: {name}: {found}, not {wanted}")
    after = resident_kib(process)
    process.terminate()
    if process.wait(PATIENCE_S) != 0:
        failures.append(f"HTTP: ended with {process.returncode}")
    if after - before > MOST_GROWTH_KIB:
        failures.append(f"HTTP: from {before} to {after} KiB")
    print(f"HTTP: {calls:,} connections in {time.monotonic() - began:.1f} s; {before:,} KiB after a fifth of them, {after:,} KiB at the end")


class SilentSource:
    """A symbol server that never answers, and a crash that needs it."""

    def __init__(self):
        self.folder = tempfile.TemporaryDirectory(prefix="faultline-hostile-")
        self.crash = shutil.copy(SAMPLES / "null_write/null_write.dmp", self.folder.name)
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.socket.getsockname()[1]}/"
        self.options = ["--folder", self.folder.name, "--symbols", self.url]

    def wait(self):
        self.socket.settimeout(PATIENCE_S)
        return self.socket.accept()[0]


def run_vanishing(program, failures):
    """A client that goes while its request is worked on: the program ends after a cancelled request, and when nobody reads."""
    source = SilentSource()
    for name in ("cancelled", "killed reader"):
        process = subprocess.Popen([program, "mcp", *source.options], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        process.stdin.write((json.dumps(message(1, "initialize", {"protocolVersion": "2025-06-18"})) + "\n" + json.dumps(tool(2, "open", path=source.crash)) + "\n").encode())
        process.stdin.flush()
        process.stdout.readline()
        asked = source.wait()
        began = time.monotonic()
        if name == "killed reader":
            process.stdout.close()
            process.stdin.write((json.dumps(message(3, "ping")) + "\n").encode() * 3)
            process.stdin.flush()
        else:
            process.stdin.write((json.dumps({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 2}}) + "\n" + json.dumps(tool(3, "crashes")) + "\n").encode())
            process.stdin.flush()
            if b'"id":3' not in process.stdout.readline():
                failures.append("cancelled: another answer came first")
            process.stdin.close()
        try:
            process.wait(PATIENCE_S)
        except subprocess.TimeoutExpired:
            failures.append(f"{name}: the program goes on")
            process.kill()
        print(f"{name}: the program ended after {time.monotonic() - began:.2f} s")
        asked.close()


def run_full_queue(program, failures):
    """More requests than are answered at a time: the others wait or are told to come again, and pings are answered."""
    source = SilentSource()
    process, port = served(program, *source.options)
    session = begin(port)
    codes = []

    def ask(number):
        status, _, text = post(port, json.dumps(tool(number, "open", path=source.crash)), session)
        codes.append((status, json.loads(text).get("error", {}).get("code") if text else None))

    threads = [threading.Thread(target=ask, args=(number,), daemon=True) for number in range(10, 90)]
    for thread in threads:
        thread.start()
    deadline = time.monotonic() + PATIENCE_S
    while len(codes) < 12 and time.monotonic() < deadline:
        time.sleep(0.05)
    if codes.count((200, -32000)) < 12:
        failures.append(f"full queue: {codes}")
    if post(port, json.dumps(message(1, "ping")), session)[0] != 200:
        failures.append("full queue: no answer to a ping")
    for number in range(10, 90):
        post(port, json.dumps({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": number}}), session)
    for thread in threads:
        thread.join(PATIENCE_S)
    if any(thread.is_alive() for thread in threads):
        failures.append("full queue: cancelled requests are still worked on")
    process.terminate()
    process.wait(PATIENCE_S)
    print(f"full queue: {codes.count((200, -32000))} of {len(threads)} requests were told to come again")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--faultline", required=True, type=os.path.abspath)
    parser.add_argument("--calls", type=int, default=1_000_000)
    options = parser.parse_args()
    failures = []
    with tempfile.TemporaryDirectory(prefix="faultline-hostile-") as home:
        os.environ.update(HOME=home, XDG_CACHE_HOME=home, XDG_CONFIG_HOME=home, XDG_DATA_HOME=home)
        run_standard(options.faultline, options.calls, failures)
        run_http(options.faultline, min(options.calls // 10, 20_000), failures)
        run_vanishing(options.faultline, failures)
        run_full_queue(options.faultline, failures)
    for failure in failures:
        print(failure)
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
