#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Kills `faultline serve` while it works, and looks whether anything is wrong afterwards. See README.md."""
import argparse
import contextlib
import http.client
import json
import os
import pathlib
import random
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

import symbol_server

CLIENTS = 8
BASE = 0x10000000
FULL_DISK_BYTES = 1 << 20


class Failure(Exception):
    pass


class Server:
    """One process of `faultline serve`."""

    def __init__(self, program, config, log):
        self.port = config["port"]
        self.process = subprocess.Popen([program, "serve", "--config", str(config["file"])], stdout=log, stderr=log)
        deadline = time.monotonic() + 30
        while not self.is_healthy():
            if self.process.poll() is not None or time.monotonic() > deadline:
                self.kill()
                raise Failure("the server does not start")
            time.sleep(0.01)

    def is_healthy(self):
        try:
            return self.request("GET", "/healthcheck")[0] == 200
        except (OSError, http.client.HTTPException):
            return False

    def request(self, method, path, body=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        with contextlib.closing(connection):
            connection.request(method, path, body, {"Content-Type": "application/json"} if body else {})
            answer = connection.getresponse()
            return answer.status, answer.read()

    def symbolicate(self, scope, modules, random_source):
        """Asks for a frame in each module; raises Failure when a name is wrong. Returns how many have none."""
        wanted, frames, images = [], [], []
        for slot, module in enumerate(modules):
            start = BASE + slot * 0x10000000
            address = random_source.randrange(symbol_server.function_count(module)) * symbol_server.FUNCTION_BYTES + 8
            wanted.append(symbol_server.function_at(module, address))
            frames.append({"instruction_addr": hex(start + address)})
            identity = symbol_server.debug_id(module)
            images.append({"type": "elf", "debug_id": f"{identity[:8]}-{identity[8:12]}-{identity[12:16]}-{identity[16:20]}-{identity[20:32]}",
                           "debug_file": symbol_server.name_of(module), "code_file": symbol_server.name_of(module), "image_addr": hex(start), "image_size": 0x8000000})
        body = json.dumps({"stacktraces": [{"frames": frames}], "modules": images})
        status, text = self.request("POST", f"/symbolicate?scope={scope}&timeout=50", body)
        answer = json.loads(text)
        if status != 200 or answer.get("status") != "completed":
            raise Failure(f"answer {status}: {text[:300]!r}")
        got = {frame["original_index"]: frame for frame in answer["stacktraces"][0]["frames"]}
        missing = 0
        for index, name in enumerate(wanted):
            frame = got.get(index, {})
            if frame.get("status") != "symbolicated":
                missing += 1
            elif frame.get("function") != name:
                raise Failure(f"wrong name {frame.get('function')!r} instead of {name!r}")
        return missing

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self):
        self.process.terminate()
        if self.process.wait(30) != 0:
            raise Failure(f"the server ended with {self.process.returncode}")


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def write_config(folder, cache, symbols):
    port = free_port()
    config = {
        "bind": f"127.0.0.1:{port}",
        "cache_dir": str(cache),
        "connect_to_reserved_ips": True,
        "logging": {"level": "warn"},
        # Small enough that a cleanup beside always finds something to evict.
        "caches": {"quota": 1 << 20},
        "sources": [{"id": "drill", "type": "http", "url": f"http://127.0.0.1:{symbols.server_port}/", "filters": {"filetypes": ["breakpad"]}, "layout": {"type": "native"}}],
    }
    file = folder / "config.json"
    file.write_text(json.dumps(config))
    return {"file": file, "port": port, "cache": cache}


class Clients:
    """Ask until the server is gone."""

    def __init__(self, server, scope, seed):
        self.server = server
        self.scope = scope
        self.failures = []
        self.answers = 0
        self.threads = [threading.Thread(target=self.run, args=(random.Random(seed * CLIENTS + i),)) for i in range(CLIENTS)]
        for thread in self.threads:
            thread.start()

    def run(self, random_source):
        while True:
            modules = random_source.sample(range(symbol_server.MODULES), random_source.randint(1, 4))
            try:
                self.server.symbolicate(self.scope, modules, random_source)
                self.answers += 1
            except (OSError, http.client.HTTPException, ValueError):
                return  # Killed in the middle of an answer.
            except Failure as failure:
                self.failures.append(str(failure))
                return

    def join(self):
        for thread in self.threads:
            thread.join()
        if self.failures:
            raise Failure(self.failures[0])


def temporary_names(cache):
    tmp = cache / "tmp"
    return {entry.name for entry in tmp.iterdir()} if tmp.exists() else set()


def check_temporaries(cache, before):
    """What the killed process left is gone; what is there belongs to the process that runs. A cleanup beside may just be removing it."""
    deadline = time.monotonic() + 10
    while left := temporary_names(cache) & before:
        if time.monotonic() > deadline:
            raise Failure(f"left behind by the killed process: {sorted(left)}")
        time.sleep(0.01)
    locks = [name for name in temporary_names(cache) if name.endswith(".lock")]
    if len(locks) > 1:
        raise Failure(f"more than one process's temporary files: {sorted(locks)}")


def check_entries(program, config):
    verified = subprocess.run([program, "cache", "verify", "--config", str(config["file"])], capture_output=True, text=True, timeout=120)
    if verified.returncode != 0:
        raise Failure(f"damaged entries: {verified.stdout[-500:]}{verified.stderr[-500:]}")


def check_everything_is_served(server, scope, random_source):
    """No lock is stuck, and every module is found, whatever the kill left of it."""
    for first in range(0, symbol_server.MODULES, 8):
        missing = server.symbolicate(scope, range(first, first + 8), random_source)
        if missing:
            raise Failure(f"{missing} of 8 modules from {first} have no symbols after the restart")


@contextlib.contextmanager
def cleanup_beside(program, config, log):
    process = subprocess.Popen([program, "cache", "cleanup", "--config", str(config["file"]), "--repeat", "20ms"], stdout=subprocess.DEVNULL, stderr=log)
    try:
        yield
    finally:
        process.terminate()
        if process.wait(30) != 0:
            raise Failure(f"the cleanup ended with {process.returncode}")


@contextlib.contextmanager
def full_disk(folder):
    """A disk of 1 MiB, or None where none can be mounted."""
    folder.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={FULL_DISK_BYTES}", "tmpfs", str(folder)], capture_output=True).returncode == 0
    try:
        yield folder if mounted else None
    finally:
        if mounted:
            subprocess.run(["umount", "-l", str(folder)], check=False)


def entries(cache):
    """The files of entries, which may vanish at any time."""
    with contextlib.suppress(OSError):
        return [path for path in cache.rglob("*") if len(path.name) == 60 and path.is_file()]
    return []


class Cutter:
    """Cuts and removes entries while they are served."""

    def __init__(self, cache, random_source):
        self.cache = cache
        self.random_source = random_source
        self.done = threading.Event()
        self.cuts = 0
        self.thread = threading.Thread(target=self.run)

    def run(self):
        while not self.done.wait(0.01):
            for path in self.random_source.sample(found := entries(self.cache), min(3, len(found))):
                with contextlib.suppress(OSError):
                    size = path.stat().st_size
                    os.truncate(path, self.random_source.randrange(size + 1)) if self.random_source.random() < 0.8 else path.unlink()
                    self.cuts += 1

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.done.set()
        self.thread.join()


def flip_bits(cache, random_source):
    """Turns a bit over in every entry, as a failing disk does between two runs."""
    flipped = 0
    for path in entries(cache):
        with contextlib.suppress(OSError), path.open("r+b") as file:
            size = path.stat().st_size
            if size == 0:
                continue
            offset = random_source.randrange(size)
            file.seek(offset)
            byte = file.read(1)[0]
            file.seek(offset)
            file.write(bytes([byte ^ 1 << random_source.randrange(8)]))
            flipped += 1
    return flipped


def run_vandalised(program, number, config, log):
    """Entries are cut while they are served and flipped before the restart: no name may be wrong, then or afterwards."""
    random_source = random.Random(number)
    scope = f"round{number % 5}"
    server = Server(program, config, log)
    with Cutter(config["cache"], random_source) as cutter:
        clients = Clients(server, scope, number)
        time.sleep(random_source.uniform(0.2, 0.6))
        if server.process.poll() is not None:
            raise Failure(f"the server died of a cut file: {server.process.returncode}")
        server.kill()
        clients.join()
    flipped = flip_bits(config["cache"], random_source)
    server = Server(program, config, log)
    try:
        check_everything_is_served(server, scope, random_source)
    finally:
        server.stop()
    return clients.answers, cutter.cuts, flipped


def run_round(program, number, config, beside, log):
    random_source = random.Random(number)
    scope = f"round{number % 5}"  # Files of earlier rounds are found again, those of others are not.
    with beside:
        server = Server(program, config, log)
        clients = Clients(server, scope, number)
        time.sleep(random_source.uniform(0.01, 0.4))
        server.kill()
        clients.join()
        before = temporary_names(config["cache"])
        server = Server(program, config, log)
        try:
            check_temporaries(config["cache"], before)
            check_everything_is_served(server, scope, random_source)
        finally:
            server.stop()
    left = temporary_names(config["cache"])
    if left:
        raise Failure(f"temporary files after the end: {sorted(left)}")
    check_entries(program, config)
    return clients.answers


def drill(options, work, log):
    symbols = symbol_server.start()
    program = str(options.faultline)
    answers = dict.fromkeys(("plain", "cleanup beside", "full disk", "vandalised", "cuts", "flips"), 0)
    with full_disk(work / "small-disk") as small:
        if not small:
            print("fault drill: no small disk can be mounted here; its rounds are left out")
        configs = {}
        for name, cache in (("plain", work / "cache"), ("cleanup beside", work / "cleaned"), ("full disk", small / "cache" if small else None), ("vandalised", work / "vandalised-cache")):
            folder = work / name.replace(" ", "-")
            folder.mkdir()
            configs[name] = write_config(folder, cache, symbols) if cache else None
        for number in range(options.first, options.first + options.rounds):
            name = list(configs)[number % 4]
            config = configs[name]
            if not config:
                continue
            if name == "vandalised":
                try:
                    counts = run_vandalised(program, number, config, log)
                except Failure as failure:
                    raise Failure(f"round {number} ({name}): {failure}") from failure
                for key, count in zip(("vandalised", "cuts", "flips"), counts):
                    answers[key] += count
                continue
            beside = cleanup_beside(program, config, log) if name == "cleanup beside" else contextlib.nullcontext()
            try:
                answers[name] += run_round(program, number, config, beside, log)
            except Failure as failure:
                raise Failure(f"round {number} ({name}): {failure}") from failure
    return answers


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--faultline", type=pathlib.Path, required=True)
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--first", type=int, default=0, help="number of the first round, to repeat one that failed")
    options = parser.parse_args()
    options.faultline = options.faultline.resolve()
    with tempfile.TemporaryDirectory(prefix="faultline-drill-") as work:
        log_path = pathlib.Path(work) / "log"
        with log_path.open("wb") as log:
            try:
                answers = drill(options, pathlib.Path(work), log)
            except Failure as failure:
                log.flush()
                print(f"fault drill: {failure}\n{log_path.read_text(errors='replace')[-3000:]}")
                return 1
        refusals = log_path.read_text(errors="replace").lower().count("no space left")
    print(f"fault drill: {options.rounds} rounds, answers before the kills: {answers}; processes that found the disk full: {refusals}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
