# SPDX-License-Identifier: GPL-3.0-or-later
"""A minified script of megabytes with its map, as a bundler writes them, and how fast servers restore frames in it that they scrape from the web."""
import functools
import http.client
import http.server
import json
import random
import shutil
import threading
import time

import server_load

DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
WORDS = ("account screen view model store cache event network image player search profile session payment message list item detail "
         "state action reducer module factory provider worker service client request response adapter holder binding").split()
FUNCTIONS_OF_SOURCE = 40
# A function as people write it, and as a minifier leaves it: each piece is text, and where it stood (line, column, index of its name).
ORIGINAL = ("export function {name}(input, settings) {{\n  const values = input.items.map(function (item) {{\n    return item.amount * settings.rate;\n  }});\n"
            '  if (values.length === 0) {{\n    throw new Error("no values in {name}");\n  }}\n  return values.reduce((sum, value) => sum + value, 0);\n}}\n')
LINES = ORIGINAL.count("\n")
PIECES = (("function ", 0, 7, None), ("{short}(", 0, 16, 0), ("e,", 0, 20, 1), ("t){{", 0, 27, 2), ("const ", 1, 2, None), ("n=", 1, 8, 3), ("e.", 1, 17, 1),
          ("items.", 1, 23, None), ("map(", 1, 29, None), ("function(", 1, 33, None), ("e){{", 1, 43, 4), ("return ", 2, 4, None), ("e.", 2, 11, 4), ("amount*", 2, 16, None),
          ("t.", 2, 25, 2), ("rate}});", 2, 34, None), ("if(0===", 4, 2, None), ("n.", 4, 6, 3), ("length)", 4, 13, None), ("throw ", 5, 4, None), ("new ", 5, 10, None),
          ('Error("no values in {name}");', 5, 14, None), ("return ", 7, 2, None), ("n.", 7, 9, 3), ("reduce(", 7, 16, None), ("((e,", 7, 24, 5), ("t)=>", 7, 29, 6),
          ("e+", 7, 39, 5), ("t),", 7, 45, 6), ("0)}}\n", 7, 52, None))
SHARED_NAMES = ["input", "settings", "values", "item", "sum", "value"]


@functools.cache
def vlq(number):
    number = -number << 1 | 1 if number < 0 else number << 1
    text = ""
    while True:
        digit, number = number & 31, number >> 5
        text += DIGITS[digit | (32 if number else 0)]
        if not number:
            return text


class Application:
    """The script, on one line, its map with all sources, and the columns of calls in it."""

    def __init__(self, size):
        generator = random.Random(1)
        script, sources, contents, names, self.columns = [], [], [], list(SHARED_NAMES), []
        segments, column = [], 0
        last = [0, 0, 0, 0, 0] # Of each field of a segment.
        while column < size:
            text = ""
            for number in range(FUNCTIONS_OF_SOURCE):
                name = generator.choice(WORDS) + "".join(word.capitalize() for word in generator.choices(WORDS, k=2)) + str(len(names))
                short = f"f{len(names):x}"
                names.append(name)
                for piece, line, at, named in PIECES:
                    fields = [column, len(sources), number * LINES + line, at + (len(name) if line == 0 and at > 16 else 0)]
                    if named is not None:
                        fields.append(len(names) - 1 if named == 0 else named - 1)
                    segments.append("".join(vlq(value - before) for value, before in zip(fields, last)))
                    last[: len(fields)] = fields
                    if piece.startswith("Error("):
                        self.columns.append((column, name))
                    shown = piece.format(name=name, short=short).replace("\n", "")
                    script.append(shown)
                    column += len(shown)
                text += ORIGINAL.format(name=name)
            sources.append(f"webpack:///src/module{len(sources)}.js")
            contents.append(text)
        self.script = ("".join(script) + "\n//# sourceMappingURL=app.js.map\n").encode()
        self.map = json.dumps({"version": 3, "sources": sources, "sourcesContent": contents, "names": names, "mappings": ",".join(segments)}).encode()


def serve(application):
    """The script's server on a free port. Also answers the search of a server for artifacts: it has none."""
    files = {"/app.js": application.script, "/app.js.map": application.map}

    class Files(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            body = files.get(self.path, b"[]")
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Files)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


class ScriptLoad(server_load.Load):
    """Frames in the script; the answer must name the function of each."""

    def __init__(self, application, port, count):
        places = random.Random(2).sample(application.columns, count)
        frames = [{"abs_path": f"http://127.0.0.1:{port}/app.js", "lineno": 1, "colno": column + 1, "function": "a"} for column, _ in places]
        self.names = [name for _, name in places]
        body = {"platform": "javascript", "stacktraces": [{"frames": frames}], "modules": [],
                "source": {"id": "bench", "url": f"http://127.0.0.1:{port}/artifacts/", "token": "none"}}
        super().__init__(f"{count} frames in a script of {len(application.script) / 2**20:.1f} MiB with a map of {len(application.map) / 2**20:.0f} MiB",
                         "/symbolicate-js", "application/json", json.dumps(body).encode(), count)

    def ask(self, port):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
        try:
            connection.request("POST", self.path + "?timeout=100", self.body, {"Content-Type": self.kind})
            answer = json.loads(connection.getresponse().read())
        finally:
            connection.close()
        names = [frame["function"] for frame in answer["stacktraces"][0]["frames"]]
        if answer["status"] != "completed" or names != self.names:
            raise RuntimeError(f"{self.title}: {answer['status']}, functions {names}, expected {self.names}")
        return answer["stacktraces"]


def compare(commands, work):
    """commands: {name: command with {config}}."""
    if not shutil.which("wrk"):
        print("  (left out: wrk is not installed)")
        return
    application = Application(4 << 20)
    files = serve(application)
    load = ScriptLoad(application, files.server_port, 10)
    servers = {}
    try:
        for name, command in commands.items():
            servers[name] = server_load.Server(command, work / name, [], {"connect_to_reserved_ips": True})
            begin = time.monotonic()
            load.ask(servers[name].port)
            print(f"  {name:14} first request {time.monotonic() - begin:.2f} s, {servers[name].processor():.2f} s of processor time", flush=True)
        server_load.compare_load(load, servers, work)
        for name, server in servers.items():
            print(f"  {name:14} {server.peak_mib():6.0f} MiB at the peak")
    finally:
        for server in servers.values():
            server.end()
        files.shutdown()
