# SPDX-License-Identifier: GPL-3.0-or-later
"""A server's answers to requests over many modules whose caches are warm, ours and Symbolicator's."""
import concurrent.futures
import contextlib
import http.client
import http.server
import json
import socket
import subprocess
import threading
import time

MODULES = 200
FUNCTIONS = 500
FUNCTION_BYTES = 0x100
BASE = 0x10000000
MODULE_BYTES = 0x1000000


def debug_id(module):
    return f"{module + 1:032X}0"


def symbol_file(module):
    lines = [f"MODULE Linux x86_64 {debug_id(module)} libbench{module}.so", "FILE 0 /src/bench.c"]
    for i in range(FUNCTIONS):
        lines += [f"FUNC {i * FUNCTION_BYTES:x} {FUNCTION_BYTES:x} 0 bench_{module}_{i:x}", f"{i * FUNCTION_BYTES:x} {FUNCTION_BYTES:x} {i + 1} 0"]
    return ("\n".join(lines) + "\n").encode()


class Symbols(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    files = {debug_id(m): symbol_file(m) for m in range(MODULES)}

    def do_GET(self):
        body = next((self.files[part] for part in self.path.split("/") if part in self.files), None)
        self.send_response(200 if body else 404)
        self.send_header("Content-Length", str(len(body or b"")))
        self.end_headers()
        self.wfile.write(body or b"")

    def log_message(self, *_):
        pass


def request_body():
    """A frame in each module."""
    modules, frames = [], []
    for module in range(MODULES):
        start = BASE + module * MODULE_BYTES
        frames.append({"instruction_addr": hex(start + FUNCTION_BYTES * (module % FUNCTIONS) + 8)})
        identity = debug_id(module).lower()
        hyphenated = f"{identity[:8]}-{identity[8:12]}-{identity[12:16]}-{identity[16:20]}-{identity[20:32]}"
        name = f"libbench{module}.so"
        modules.append({"type": "elf", "debug_id": hyphenated, "debug_file": name, "code_file": name, "image_addr": hex(start), "image_size": MODULE_BYTES})
    return json.dumps({"stacktraces": [{"frames": frames}], "modules": modules})


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def ask(port, body):
    """Seconds that the answer took; complains when a name is missing."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
    begin = time.monotonic()
    with contextlib.closing(connection):
        connection.request("POST", "/symbolicate?timeout=100", body, {"Content-Type": "application/json"})
        answer = json.loads(connection.getresponse().read())
    seconds = time.monotonic() - begin
    named = sum(frame.get("status") == "symbolicated" for frame in answer["stacktraces"][0]["frames"])
    if named != MODULES:
        raise RuntimeError(f"{named} of {MODULES} frames were named")
    return seconds


def wait_until_open(port):
    for _ in range(3000):
        with contextlib.suppress(OSError):
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        time.sleep(0.01)
    raise RuntimeError("the server does not listen")


@contextlib.contextmanager
def server(command, work, symbols_port):
    """A server with a cache folder of its own, ready to answer; yields its port."""
    port = free_port()
    work.mkdir()
    config = work / "config.yml"
    config.write_text(json.dumps({
        "bind": f"127.0.0.1:{port}", "cache_dir": str(work / "cache"), "connect_to_reserved_ips": True, "logging": {"level": "error"},
        "sources": [{"id": "bench", "type": "http", "url": f"http://127.0.0.1:{symbols_port}/", "filters": {"filetypes": ["breakpad"]}, "layout": {"type": "native"}}]}))
    process = subprocess.Popen([part.format(config=config) for part in command], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        wait_until_open(port)
        yield port
    finally:
        process.terminate()
        process.wait()


def measure_server(name, command, work, symbols_port):
    body = request_body()
    with server(command, work, symbols_port) as port:
        cold = ask(port, body)
        for clients, count in ((1, 40), (8, 160)):
            begin = time.monotonic()
            with concurrent.futures.ThreadPoolExecutor(clients) as pool:
                times = sorted(pool.map(lambda _: ask(port, body), range(count)))
            rate = count / (time.monotonic() - begin)
            print(f"  {name:14} {clients} clients: {rate:8.1f} per second, median {times[count // 2] * 1000:7.1f} ms, 99 % {times[count * 99 // 100] * 1000:7.1f} ms"
                  f" (cold: {cold * 1000:.0f} ms)", flush=True)


def compare(servers, work):
    """servers: {name: command with {config}}."""
    symbols = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Symbols)
    threading.Thread(target=symbols.serve_forever, daemon=True).start()
    print(f"\na request over {MODULES} cached modules")
    for name, command in servers.items():
        measure_server(name, command, work / name, symbols.server_port)
    symbols.shutdown()
