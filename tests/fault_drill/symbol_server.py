# SPDX-License-Identifier: GPL-3.0-or-later
"""A slow symbol server on a loopback port: Breakpad files whose every function name says module and address."""
import http.server
import threading
import time

MODULES = 40
FUNCTION_BYTES = 0x100


def function_count(module):
    """Small and large files: transfers and derivations of different lengths."""
    return 4000 if module % 8 == 0 else 200 + 20 * module


def debug_id(module):
    return f"{module + 1:032X}0"


def name_of(module):
    return f"libdrill{module}.so"


def function_at(module, address):
    return f"drill_{module}_{address // FUNCTION_BYTES:x}"


def symbol_file(module):
    lines = [f"MODULE Linux x86_64 {debug_id(module)} {name_of(module)}"]
    lines += [f"FUNC {i * FUNCTION_BYTES:x} {FUNCTION_BYTES:x} 0 drill_{module}_{i:x}" for i in range(function_count(module))]
    return ("\n".join(lines) + "\n").encode()


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    files = {debug_id(m): symbol_file(m) for m in range(MODULES)}

    def do_GET(self):
        identity = next((part for part in self.path.split("/") if part in self.files), None)
        if identity is None or not self.path.endswith(".sym"):
            self.send_error(404)
            return
        body = self.files[identity]
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        piece = len(body) // 4 + 1
        try:
            for start in range(0, len(body), piece):
                self.wfile.write(body[start : start + piece])
                time.sleep(0.002)
        except OSError:
            pass  # The server that asked is gone.

    def log_message(self, *_):
        pass


class QuietServer(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *_):
        pass  # Connections that a killed process leaves behind.


def start():
    server = QuietServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server
