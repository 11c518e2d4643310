#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Load on `faultline serve` from 500 connections, most of them ill-behaved.

    tests/drills/load.py --faultline build/release/bin/faultline [--seconds 30]

250 clients ask for stacks, which keep 200 jobs running, the server's limit, and one in ten of their requests is abandoned: half sent, or
sent and not awaited. 100 send bodies byte by byte, 50 send bodies that are too large, 50 send garbage behind a good request, 50 are connected
and silent. Health checks go on beside. Fails on a wrong answer, a status other than 200 or 503, no 503 at all, and memory or descriptors that
do not come back (10 %). Times are printed; --health-ms makes them count too.
"""
import argparse
import asyncio
import http.client
import json
import multiprocessing
import pathlib
import random
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from serving import Server  # noqa: E402

MODULES, FUNCTIONS, JOB_LIMIT = 40, 500, 200
ABSENT_SHARE, ABSENT_SECONDS, PAUSE_SECONDS = 0.5, 1, 0.1
JOB_CLIENTS, SLOW_CLIENTS, LARGE_CLIENTS, GARBAGE_CLIENTS, SILENT_CLIENTS = 250, 100, 50, 50, 50
GARBAGE = [b"\x00" * 200 + b"\r\n\r\n", b"GET\r\n\r\n", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc", b"POST / HTTP/9.9\r\n\r\n",
           b"GET / HTTP/1.1\r\nHost x\r\n\r\n", b"POST /symbolicate HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\n"]


def debug_id(module):
    return f"{module + 1:032X}"


async def symbols(reader, writer):
    """A symbol server that takes its time for files that it lacks, so that jobs pile up."""
    try:
        while True:
            head = (await reader.readuntil(b"\r\n\r\n")).decode()
            parts = head.split(" ")[1].split("/")
            body = b""
            module = int(parts[2][:32], 16) - 1 if len(parts) == 4 and parts[3].endswith(".sym") else MODULES
            if module >= MODULES:
                await asyncio.sleep(ABSENT_SECONDS)
            else:
                lines = [f"MODULE Linux x86_64 {debug_id(module)}0 lib{module}.so"]
                lines += [f"FUNC {0x1000 + 16 * i:x} 10 0 function_{module}_{i}" for i in range(FUNCTIONS)]
                body = "\n".join(lines).encode() + b"\n"
            status = "200 OK" if body else "404 Not Found"
            writer.write(f"HTTP/1.1 {status}\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body)
            await writer.drain()
    except (asyncio.IncompleteReadError, asyncio.CancelledError, OSError):
        writer.close()


def request_for(module, place):
    start, identity = 0x10000000, debug_id(module).lower()
    frames = [{"instruction_addr": hex(start + 0x1008 + 16 * ((place + i) % FUNCTIONS))} for i in range(20)]
    return json.dumps({
        "modules": [{"type": "elf", "debug_id": identity, "code_id": identity + "01234567", "debug_file": f"lib{module}.so",
                     "code_file": f"lib{module}.so", "image_addr": hex(start), "image_size": 1 << 20}],
        "stacktraces": [{"frames": frames}]}).encode()


def head_for(size, path="/symbolicate"):
    return f"POST {path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: {size}\r\n\r\n".encode()


async def read_answer(reader):
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    size = next((int(line.split(":")[1]) for line in head.split("\r\n") if line.lower().startswith("content-length:")), 0)
    return int(head.split(" ")[1]), await reader.readexactly(size)


class Drill:
    def __init__(self, port):
        self.port = port
        self.counts = {"right": 0, "busy": 0, "abandoned": 0, "slow": 0, "too large": 0, "garbage": 0}
        self.problems, self.open = [], {}

    def note(self, what):
        if len(self.problems) < 20:
            self.problems.append(what)

    async def connect(self):
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        self.open.setdefault(asyncio.current_task(), []).append(writer)
        return reader, writer

    def close(self):
        for writer in self.open.pop(asyncio.current_task(), []):
            writer.close()

    async def ask(self, chance):
        reader, writer = await self.connect()
        try:
            while True:
                await asyncio.sleep(PAUSE_SECONDS)
                is_absent = chance.random() < ABSENT_SHARE
                module = MODULES + chance.randrange(1 << 40) if is_absent else chance.randrange(MODULES)
                place = chance.randrange(FUNCTIONS)
                body = request_for(module, place)
                vanishes = chance.random()
                if vanishes < 0.05:
                    writer.write(head_for(len(body)) + body[:len(body) // 2])
                    await writer.drain()
                    break
                writer.write(head_for(len(body)) + body)
                await writer.drain()
                if vanishes < 0.10:
                    break
                status, answer = await read_answer(reader)
                if status == 503:
                    self.counts["busy"] += 1
                    await asyncio.sleep(0.05)
                elif status != 200:
                    self.note(f"status {status}: {answer[:200]}")
                else:
                    self.check(json.loads(answer), module, place)
        finally:
            writer.close()
        self.counts["abandoned"] += 1

    def check(self, answer, module, place):
        frames = answer.get("stacktraces", [{}])[0].get("frames", [])
        names = [frame.get("function") for frame in frames]
        expected = [f"function_{module}_{(place + i) % FUNCTIONS}" if module < MODULES else None for i in range(20)]
        if names != expected:
            self.note(f"wrong: {json.dumps(answer)[:300]}")
        self.counts["right"] += 1

    async def send_slowly(self, chance):
        reader, writer = await self.connect()
        writer.write(head_for(100_000))
        for _ in range(chance.randrange(5, 30)):
            writer.write(b" ")
            await writer.drain()
            await asyncio.sleep(0.3)
        writer.close()
        self.counts["slow"] += 1

    async def send_too_much(self, chance):
        reader, writer = await self.connect()
        if chance.random() < 0.5:
            writer.write(head_for(1 << 30))
            status, _ = await read_answer(reader)
            if status != 413:
                self.note(f"a body of 1 GiB got status {status}")
        else:
            writer.write(b"POST /symbolicate HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n")
            piece = b"10000\r\n" + b" " * 65536 + b"\r\n"
            for _ in range(24):
                writer.write(piece)
                await writer.drain()
        writer.close()
        self.counts["too large"] += 1
        await asyncio.sleep(2)

    async def send_garbage(self, chance):
        reader, writer = await self.connect()
        writer.write(b"GET /healthcheck HTTP/1.1\r\nHost: x\r\n\r\n" + chance.choice(GARBAGE))
        status, _ = await read_answer(reader)
        if status != 200:
            self.note(f"the health check before garbage got {status}")
        await asyncio.wait_for(reader.read(), 60)  # Until the server closes.
        writer.close()
        self.counts["garbage"] += 1
        await asyncio.sleep(0.2)

    async def stay_silent(self, _):
        _, writer = await self.connect()
        await asyncio.sleep(20)
        writer.close()

    async def repeat(self, action, seed, end):
        chance = random.Random(seed)
        while time.monotonic() < end:
            try:
                await action(chance)
            except (OSError, asyncio.IncompleteReadError, asyncio.TimeoutError):
                await asyncio.sleep(0.05)
            finally:
                self.close()

    async def run(self, seconds):
        end = time.monotonic() + seconds
        actions = ([self.ask] * JOB_CLIENTS + [self.send_slowly] * SLOW_CLIENTS + [self.send_too_much] * LARGE_CLIENTS +
                   [self.send_garbage] * GARBAGE_CLIENTS + [self.stay_silent] * SILENT_CLIENTS)
        tasks = [asyncio.create_task(self.repeat(action, i, end)) for i, action in enumerate(actions)]
        await asyncio.sleep(seconds)
        _, late = await asyncio.wait(tasks, timeout=5)
        for task in late:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def check_health(port, seconds, results):
    """In a process of its own, so that the clients' work does not count."""
    times, problems = [], []
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        begun = time.monotonic()
        try:
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
            connection.request("GET", "/healthcheck")
            answer = connection.getresponse()
            if (answer.status, answer.read()) != (200, b"ok"):
                problems.append(f"health check: {answer.status}")
            connection.close()
        except (OSError, http.client.HTTPException) as error:
            problems.append(f"health check: {error!r}")
        times.append(time.monotonic() - begun)
        time.sleep(0.05)
    results.put((sorted(times), problems))


async def drill(arguments, folder):
    source = await asyncio.start_server(symbols, "127.0.0.1", 0, limit=1 << 20, backlog=1024)
    server = Server(arguments.faultline, folder, f"""cache_dir: "{folder}/cache"
connect_to_reserved_ips: true
max_concurrent_requests: {JOB_LIMIT}
max_downloads_per_host: 64
caches: {{memory: 4MiB}}
symbolicate_body_max_bytes: 1048576
sources:
  - {{id: symbols, type: http, url: "http://127.0.0.1:{source.sockets[0].getsockname()[1]}/", filters: {{filetypes: [breakpad]}}}}
""")
    try:
        await Drill(server.port).run(arguments.seconds)  # Fills caches and pools.
        await asyncio.sleep(arguments.rest)
        before, descriptors = server.rss_mib(), server.descriptors()
        main, results = Drill(server.port), multiprocessing.Queue()
        health = multiprocessing.Process(target=check_health, args=(server.port, arguments.seconds, results))
        health.start()
        await main.run(arguments.seconds)
        times, unhealthy = results.get(timeout=60)
        health.join()
        await asyncio.sleep(arguments.rest)
        after, left = server.rss_mib(), server.descriptors()
        peak = server.peak_mib()
        status = server.stop()
    finally:
        if server.is_alive():
            server.process.kill()
        source.close()
    p99 = 1000 * times[len(times) * 99 // 100]
    print(f"{arguments.seconds} s, {main.counts}; health checks: {len(times)}, median {1000 * times[len(times) // 2]:.1f} ms, 99 % "
          f"{p99:.1f} ms, longest {1000 * times[-1]:.0f} ms; RSS {before:.0f} MiB before, {after:.0f} after, peak {peak:.0f}; "
          f"descriptors {descriptors} before, {left} after; exit status {status}")
    problems = main.problems + unhealthy[:5]
    if main.counts["busy"] == 0:
        problems.append("no 503, although there were more jobs than the limit")
    if main.counts["right"] == 0:
        problems.append("nothing was answered")
    if arguments.health_ms and p99 > arguments.health_ms:
        problems.append(f"99 % of health checks took up to {p99:.0f} ms")
    if after > 1.1 * before + arguments.slack_mib:
        problems.append(f"RSS grew from {before:.0f} to {after:.0f} MiB")
    if left > descriptors + 10:
        problems.append(f"descriptors grew from {descriptors} to {left}")
    if status != 0:
        problems.append(f"the server ended with status {status}")
    return problems


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--faultline", required=True, type=pathlib.Path)
    parser.add_argument("--seconds", type=int, default=30)
    parser.add_argument("--rest", type=float, default=15, help="seconds until memory is measured")
    parser.add_argument("--slack-mib", type=float, default=0, help="what memory may grow by beyond a tenth")
    parser.add_argument("--health-ms", type=float, default=0, help="fail if more than 1 %% of health checks take longer")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        problems = asyncio.run(drill(arguments, folder))
    for problem in problems:
        print(f"load.py: {problem}", file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
