#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The recipe of docs/deploy.md for several machines, on one machine and under load.

    python3 -m venv build/fleet && build/fleet/bin/pip install 'moto[server,s3]'
    tests/drills/fleet.py --faultline build/release/bin/faultline --moto build/fleet/bin/moto_server

Starts an S3 store (moto), a symbol server that counts, three instances of `faultline serve` that share the store, and HAProxy with the
configuration that docs/deploy.md shows. In mid-load one instance is killed and later a fourth is added. Then every module is asked for at
every instance. Fails if a request is lost that was not in flight on the killed instance, if a frame is named wrongly, or if a module's
file is asked for at the symbol server again. Ends with status 2 where HAProxy or moto are missing.
"""
import argparse
import collections
import http.client
import http.server
import json
import pathlib
import random
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUCKET = "faultline"
CLIENTS = 16


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def wait_for(port, path="/", seconds=30):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=2)
            connection.request("GET", path)
            connection.getresponse().read()
            return
        except OSError:
            time.sleep(0.1)
    sys.exit(f"nothing answers at port {port}")


def debug_id(module):
    return f"{module + 1:032X}"


class Symbols(http.server.BaseHTTPRequestHandler):
    """Breakpad files of all modules; counts what is asked for."""
    protocol_version = "HTTP/1.1"
    hits = collections.Counter()

    def do_GET(self):
        Symbols.hits[self.path] += 1
        parts = self.path.split("/")
        found = re.fullmatch(r"([0-9A-F]{32})0", parts[2]) if len(parts) == 4 else None
        body = b""
        if found:
            module = int(found[1], 16) - 1
            lines = [f"MODULE Linux x86_64 {debug_id(module)}0 lib{module}.so"]
            lines += [f"FUNC {0x1000 + 16 * i:x} 10 0 function_{module}_{i}" for i in range(2000)]
            body = "\n".join(lines).encode() + b"\n"
        self.send_response(200 if found else 404)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def request_for(module, place):
    start = 0x10000000
    identity = debug_id(module).lower()
    return json.dumps({
        "modules": [{"type": "elf", "debug_id": identity, "code_id": identity + "01234567", "debug_file": f"lib{module}.so",
                     "code_file": f"lib{module}.so", "image_addr": hex(start), "image_size": 1 << 20}],
        "stacktraces": [{"frames": [{"instruction_addr": hex(start + 0x1000 + 16 * place)}]}]})


def is_right(body, module, place):
    try:
        return json.loads(body)["stacktraces"][0]["frames"][0]["function"] == f"function_{module}_{place}"
    except (ValueError, KeyError, IndexError):
        return False


class Load:
    """Clients that ask for random modules until told to stop. Every request counts, with its times."""

    def __init__(self, port, modules):
        self.port, self.modules = port, modules
        self.stopping = threading.Event()
        self.lock = threading.Lock()
        self.served, self.lost, self.wrong, self.times = 0, [], [], []
        self.threads = [threading.Thread(target=self.run, args=(i,)) for i in range(CLIENTS)]
        for thread in self.threads:
            thread.start()

    def run(self, seed):
        chance = random.Random(seed)
        connection = None
        while not self.stopping.is_set():
            module, place = chance.randrange(self.modules), chance.randrange(2000)
            begun = time.monotonic()
            try:
                connection = connection or http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
                connection.request("POST", "/symbolicate", request_for(module, place), {"Content-Type": "application/json"})
                answer = connection.getresponse()
                status, body = answer.status, answer.read()
            except (OSError, http.client.HTTPException) as error:
                status, body, connection = str(error), b"", None
            ended = time.monotonic()
            with self.lock:
                self.times.append(ended - begun)
                if status != 200:
                    self.lost.append((begun, ended, status))
                elif not is_right(body, module, place):
                    self.wrong.append((module, place, body[:200]))
                else:
                    self.served += 1

    def stop(self):
        self.stopping.set()
        for thread in self.threads:
            thread.join()


class Fleet:
    def __init__(self, arguments, folder):
        self.program, self.folder, self.haproxy = arguments.faultline, folder, shutil.which("haproxy") or "/usr/sbin/haproxy"
        self.instances, self.processes = {}, []
        self.symbols = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Symbols)
        threading.Thread(target=self.symbols.serve_forever, daemon=True).start()
        self.store = free_port()
        self.start([arguments.moto, "-H", "127.0.0.1", "-p", str(self.store)], "moto")
        wait_for(self.store)
        connection = http.client.HTTPConnection("127.0.0.1", self.store)
        connection.request("PUT", f"/{BUCKET}", headers={"Authorization": "AWS4-HMAC-SHA256 Credential=k/20260101/us-east-1/s3/aws4_request"})
        connection.getresponse().read()

    def start(self, command, name):
        log = open(self.folder / f"{name}.log", "ab")
        process = subprocess.Popen([str(part) for part in command], stdout=log, stderr=log, stdin=subprocess.DEVNULL)
        self.processes.append(process)
        return process

    def add(self, name):
        port = free_port()
        config = self.folder / f"{name}.yml"
        config.write_text(f"""bind: "127.0.0.1:{port}"
cache_dir: "{self.folder}/cache-{name}"
connect_to_reserved_ips: true
shared_cache:
  s3: {{bucket: {BUCKET}, endpoint: "http://127.0.0.1:{self.store}", access_key: k, secret_key: s}}
sources:
  - {{id: symbols, type: http, url: "http://127.0.0.1:{self.symbols.server_port}/", filters: {{filetypes: [breakpad]}}}}
""")
        process = self.start([self.program, "serve", "-c", config], name)
        wait_for(port, "/healthcheck")
        self.instances[name] = (port, process)

    def balancer_config(self):
        """The example of docs/deploy.md with the addresses of these instances."""
        text = (ROOT / "docs/deploy.md").read_text()
        block = re.search(r"```\n(   global\n.*?)   ```", text, re.S)[1]
        lines = []
        for line in block.splitlines():
            line = line[3:]
            if re.match(r"    server one ", line):
                lines += [f"    server {name} 127.0.0.1:{port} check" for name, (port, _) in self.instances.items()]
            elif not re.match(r"    server ", line):
                lines.append(line.replace("bind :8080", f"bind 127.0.0.1:{self.port}"))
        (self.folder / "haproxy.cfg").write_text("\n".join(lines) + "\n")

    def balance(self):
        self.port = free_port()
        self.balancer_config()
        self.balancer = self.start([self.haproxy, "-W", "-db", "-f", self.folder / "haproxy.cfg"], "haproxy")
        wait_for(self.port, "/healthcheck")

    def reload(self):
        self.balancer_config()
        self.balancer.send_signal(signal.SIGUSR2)

    def stop(self):
        for process in reversed(self.processes):
            process.terminate()
        for process in self.processes:
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()


def ask_all(port, modules):
    """Asks for every module once; the modules that were answered wrongly."""
    wrong = []
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
    for module in range(modules):
        connection.request("POST", "/symbolicate", request_for(module, 7), {"Content-Type": "application/json"})
        if not is_right(connection.getresponse().read(), module, 7):
            wrong.append(module)
    return wrong


def drill(fleet, arguments):
    problems = []
    for name in ("one", "two", "three"):
        fleet.add(name)
    fleet.balance()
    problems += [f"module {module} is wrong at first" for module in ask_all(fleet.port, arguments.modules)]
    time.sleep(3)  # Uploads to the store are queued.
    first = sum(Symbols.hits.values())
    load = Load(fleet.port, arguments.modules)
    time.sleep(arguments.seconds / 3)
    killed = time.monotonic()
    fleet.instances["one"][1].kill()
    time.sleep(arguments.seconds / 3)
    fleet.add("four")
    del fleet.instances["one"]
    fleet.reload()
    added = time.monotonic()
    time.sleep(arguments.seconds / 3)
    load.stop()
    in_flight = [entry for entry in load.lost if entry[0] <= killed <= entry[1]]
    others = [entry for entry in load.lost if entry not in in_flight]
    problems += [f"lost after {begun - killed:+.2f} s ({begun - added:+.2f} s): {status}" for begun, _, status in others[:10]]
    problems += [f"wrong: {entry}" for entry in load.wrong[:10]]
    for name, (port, _) in fleet.instances.items():
        problems += [f"module {module} is wrong at {name}" for module in ask_all(port, arguments.modules)]
    later = sum(Symbols.hits.values()) - first
    if later:
        problems.append(f"{later} requests to the symbol server after the first for each module: {Symbols.hits.most_common(3)}")
    times = sorted(load.times)
    print(f"{load.served} requests served by {CLIENTS} clients in {arguments.seconds} s, {len(in_flight)} lost in flight on the killed "
          f"instance, {len(others)} others lost, {len(load.wrong)} wrong; median {1000 * times[len(times) // 2]:.1f} ms, "
          f"99 % {1000 * times[len(times) * 99 // 100]:.1f} ms, longest {times[-1]:.2f} s; "
          f"{first} requests to the symbol server for {arguments.modules} modules, then {later}")
    return problems


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--faultline", required=True, type=pathlib.Path)
    parser.add_argument("--moto", default=shutil.which("moto_server"), help="the program moto_server")
    parser.add_argument("--seconds", type=int, default=30)
    parser.add_argument("--modules", type=int, default=40)
    parser.add_argument("--keep", type=pathlib.Path, help="folder for configurations and logs")
    arguments = parser.parse_args()
    if not arguments.moto or not (shutil.which("haproxy") or pathlib.Path("/usr/sbin/haproxy").exists()):
        print("fleet.py needs HAProxy and moto (pip install 'moto[server,s3]')", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as temporary:
        folder = arguments.keep or pathlib.Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        fleet = Fleet(arguments, folder)
        try:
            problems = drill(fleet, arguments)
        finally:
            fleet.stop()
    for problem in problems:
        print(f"fleet.py: {problem}", file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
