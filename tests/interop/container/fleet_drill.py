#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Three instances behind HAProxy with round robin, while they are killed and drained: nothing may be lost or wrong.

    ./dev soak fleet --program build/release/bin/faultline [--requests N] [--clients N] [--seed N]

A request is lost when it has no right answer at the end, although its client sends it again, at most five times, after 404, 502, 503 or a closed connection.
Each request asks for an id and polls for it through the balancer, so that two of three polls meet an instance that does not own the job. Needs HAProxy. Not
part of ctest.
"""
import argparse
import http.client
import json
import pathlib
import random
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[3]
TOKEN = "a token of this drill"
AGAIN = {0, 404, 502, 503}
MOST_TRIES = 6
GONE_SECONDS = 1.0

HAPROXY = """
defaults
    mode http
    timeout connect 1s
    timeout client 60s
    timeout server 60s
    option redispatch
    retries 2
    default-server check inter 500ms fall 1 rise 1
frontend symbols
    bind 127.0.0.1:{port}
    default_backend servers
backend servers
    balance roundrobin
    retry-on conn-failure
    option httpchk GET /ready
"""


def free_ports(count):
    sockets = [socket.socket() for _ in range(count)]
    for one in sockets:
        one.bind(("127.0.0.1", 0))
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


def ask(port, method, target, body=None, content_type=None):
    """Status and body; status 0 for a closed connection."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    try:
        connection.request(method, target, body, {"Content-Type": content_type} if content_type else {})
        answer = connection.getresponse()
        return answer.status, answer.read()
    except (OSError, http.client.HTTPException):
        return 0, b""
    finally:
        connection.close()


class Instance:
    def __init__(self, program, port, peers, folder):
        self._program, self.port, self._folder = program, port, folder
        self._config = folder / f"{port}.yml"
        self._config.write_text(json.dumps({"bind": f"127.0.0.1:{port}", "cache_dir": str(folder / f"cache-{port}"), "logging": {"level": "warn"}, "peers": peers,
                                            "peer_token": TOKEN, "drain_delay": "1s", "shutdown_grace": "5s"}))
        self.begin()

    def begin(self):
        self._process = subprocess.Popen([str(self._program), "serve", "--config", str(self._config)], stdout=subprocess.DEVNULL,
                                         stderr=open(self._folder / f"{self.port}.log", "ab"))
        self.wait_until_ready()

    def wait_until_ready(self):
        for _ in range(600):
            if ask(self.port, "GET", "/ready")[0] == 200:
                return
            time.sleep(0.05)
        raise SystemExit(f"{self.port} does not start")

    def end(self, number):
        """The exit status."""
        self._process.send_signal(number)
        return self._process.wait(60)


def multipart(name, content):
    boundary = "drill-boundary"
    head = f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"; filename="f"\r\n\r\n'.encode()
    return head + content + f"\r\n--{boundary}--\r\n".encode(), f"multipart/form-data; boundary={boundary}"


def kinds():
    """Requests of each route: target, body, type."""
    frames = [{"instruction_addr": hex(0x1000 + 16 * at)} for at in range(20)]
    module = {"type": "elf", "image_addr": "0x1000", "image_size": 4096, "code_id": "0a" * 20, "debug_id": "0a0a0a0a-0a0a-0a0a-0a0a-0a0a0a0a0a0a", "code_file": "/bin/x"}
    native = {"stacktraces": [{"frames": frames}], "modules": [module], "sources": []}
    script = {"source": {"id": "s", "type": "sentry", "url": "http://127.0.0.1:9/", "token": "t"}, "modules": [],
              "stacktraces": [{"frames": [{"abs_path": "app.js", "lineno": 1, "colno": 1}]}], "scraping": {"enabled": False}}
    jvm = {"sources": [], "exceptions": [], "stacktraces": [{"frames": [{"function": "f", "module": "a.B", "lineno": 3, "index": 0}]}], "modules": []}
    dump = (ROOT / "tests/corpora/samples/default/sample.dmp").read_bytes()
    body, content_type = multipart("upload_file_minidump", dump)
    return {"symbolicate": ("/symbolicate", json.dumps(native), "application/json"), "symbolicate-js": ("/symbolicate-js", json.dumps(script), "application/json"),
            "symbolicate-jvm": ("/symbolicate-jvm", json.dumps(jvm), "application/json"), "minidump": ("/minidump", body, content_type)}


def canonical(envelope):
    return json.dumps(json.loads(envelope), sort_keys=True)


def answer_of(port, target, body, content_type):
    """Asks for an id and polls for the answer. The last status that is no answer, or 200 and the envelope."""
    status, envelope = ask(port, "POST", target + "?timeout=0", body, content_type)
    while status == 200 and json.loads(envelope).get("status") == "pending":
        status, envelope = ask(port, "GET", f"/requests/{json.loads(envelope)['request_id']}?timeout=5")
    return status, envelope


class Load:
    def __init__(self, port, requests, expected, count):
        self._port, self._requests, self._expected = port, requests, expected
        self._left, self._lock = count, threading.Lock()
        self.done, self.lost, self.wrong, self.again = {name: 0 for name in requests}, [], [], 0

    def _take(self):
        with self._lock:
            self._left -= 1
            return self._left >= 0

    def run(self, seed):
        names = random.Random(seed)
        while self._take():
            self._one(names.choice(list(self._requests)))

    def _one(self, name):
        tries = 0
        status, envelope = 0, b""
        while tries < MOST_TRIES:
            tries += 1
            status, envelope = answer_of(self._port, *self._requests[name])
            if status not in AGAIN:
                break
            time.sleep(0.1 * tries)
        with self._lock:
            self.again += tries - 1
            if status != 200:
                self.lost.append((name, status))
            elif canonical(envelope) != self._expected[name]:
                self.wrong.append((name, envelope[:200]))
            else:
                self.done[name] += 1


def jobs_of_the_killed(instances):
    """How long the others take to say that they do not know a job of one that was killed: the slowest answer, or None when one says something else."""
    owner, *others = instances
    status, envelope = ask(owner.port, "POST", "/symbolicate?timeout=0", "{}", "application/json")
    target = f"/requests/{json.loads(envelope)['request_id']}?timeout=5"
    if any(ask(other.port, "GET", target)[0] != 200 for other in others):
        return None
    owner.end(signal.SIGKILL)
    slowest = 0.0
    for other in others:
        began = time.monotonic()
        if ask(other.port, "GET", target)[0] != 404:
            return None
        slowest = max(slowest, time.monotonic() - began)
    owner.begin()
    return slowest


def disturb(instances, stop, seed):
    """Kills and drains one instance after the other."""
    chance, counts = random.Random(seed), {"killed": 0, "drained": 0}
    while not stop.wait(chance.uniform(0.5, 2)):
        instance = chance.choice(instances)
        number = chance.choice([signal.SIGKILL, signal.SIGTERM])
        status = instance.end(number)
        if number == signal.SIGTERM and status != 0:
            raise SystemExit(f"an instance that was drained ended with {status}")
        counts["killed" if number == signal.SIGKILL else "drained"] += 1
        instance.begin()
    return counts


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--program", required=True, type=pathlib.Path)
    parser.add_argument("--requests", type=int, default=100_000)
    parser.add_argument("--clients", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    *ports, front = free_ports(4)
    with tempfile.TemporaryDirectory(prefix="fleet-") as name:
        folder = pathlib.Path(name)
        instances = [Instance(args.program.resolve(), port, [f"127.0.0.1:{each}" for each in ports], folder) for port in ports]
        config = folder / "haproxy.cfg"
        config.write_text(HAPROXY.format(port=front) + "".join(f"    server s{port} 127.0.0.1:{port}\n" for port in ports))
        balancer = subprocess.Popen(["haproxy", "-f", str(config)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(1.5)
        requests = kinds()
        expected = {}
        for kind, request in requests.items():
            status, envelope = answer_of(ports[0], *request)
            if status != 200:
                raise SystemExit(f"{kind}: {status} {envelope[:300]}")
            expected[kind] = canonical(envelope)
        load, stop, counts = Load(front, requests, expected, args.requests), threading.Event(), {}
        trouble = threading.Thread(target=lambda: counts.update(disturb(instances, stop, args.seed)))
        clients = [threading.Thread(target=load.run, args=(args.seed + at,)) for at in range(args.clients)]
        began = time.monotonic()
        for thread in (trouble, *clients):
            thread.start()
        for thread in clients:
            thread.join()
        seconds = time.monotonic() - began
        stop.set()
        trouble.join()
        gone = jobs_of_the_killed(instances)
        balancer.terminate()
        balancer.wait()
        ended = [instance.end(signal.SIGTERM) for instance in instances]
    print(f"{sum(load.done.values())} of {args.requests} right ({', '.join(f'{kind} {count}' for kind, count in load.done.items())}) in {seconds:.0f} s, "
          f"{load.again} sent again; {counts.get('killed')} killed, {counts.get('drained')} drained; {len(load.lost)} lost, {len(load.wrong)} wrong")
    print("the id of a killed instance's job: " + (f"404 after {gone * 1000:.0f} ms" if gone is not None else "not 404"))
    for line in [*load.lost[:5], *load.wrong[:5]]:
        print(f"  {line}")
    holds = counts and not load.lost and not load.wrong and gone is not None and gone <= GONE_SECONDS and ended == [0, 0, 0]
    return 0 if holds else 1


if __name__ == "__main__":
    sys.exit(main())
