#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Attacks on `faultline serve` with the packaged configuration's safe values.

    tests/drills/security.py --faultline build/release/bin/faultline

Runs in a network of its own (unshare; no privileges needed where user namespaces are allowed), in which public addresses belong to this
machine: a symbol server that redirects to reserved addresses, a name server that changes its answers, and servers on reserved addresses
that nobody may reach. Ends with status 77 where no such network can be made. Each refused attack is counted; each that succeeds is told.
"""
import argparse
import gzip
import http.server
import io
import json
import os
import pathlib
import re
import shutil
import socket
import socketserver
import struct
import subprocess
import sys
import tempfile
import threading
import time
import uuid
import zipfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from serving import Server  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
PUBLIC, PUBLIC6, NAME_SERVER = "93.184.216.34", "2606:4700::1111", "93.184.216.35"
TOKEN, UPLOAD_TOKEN, API_KEY = "bearer-0f1e2d3c4b5a", "aa0f1e2d3caa0f1e2d3caa0f1e2d3caa", "apikey-0f1e2d3c4b5a"
IDENTITY = "0123456789ABCDEF0123456789ABCDEF"
SYMBOLS = f"MODULE Linux x86_64 {IDENTITY}0 app\nFUNC 1000 100 0 leaked_function\n".encode()
RESERVED = ["127.0.0.1", "127.1", "2130706433", "0x7f000001", "0177.0.0.1", "0.0.0.0", "10.0.0.5", "169.254.169.254", "192.168.0.5",
            "[::1]", "[::]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::127.0.0.1]", "[64:ff9b::7f00:1]", "[2002:7f00:1::1]",
            "[fe80::1]", "[fc00::5]", "localhost", "internal.test", "both.test", "internal6.test", "LOCALHOST.", "127.0.0.1."]
PATHS = ["/proxy/../../../etc/passwd", "/proxy/%2e%2e/%2e%2e/etc/passwd", "/proxy/a/..%2f..%2fsecret/app.sym", "/proxy//etc/passwd",
         "/proxy/app/1/..\\..\\secret", "/symbfiles/../../secret/metadata.json", "/symbfiles/..%2f..%2f/secret/x/ranges",
         "/symcache/v3.1.0/..%2f..%2fsecret%2fapp.pdb/0123456789ABCDEF0123456789ABCDEF/1", "/symcache/v3.1.0/../../secret",
         "/symcache/v3.1.0/app.pdb%00/0123456789ABCDEF0123456789ABCDEF/1", f"/..%2fsecret/{IDENTITY}0/app.sym",
         f"/%2e%2e/{IDENTITY}0/app.sym", f"/try/..%2f..%2fsecret/{IDENTITY}0/app.sym", f"/app/..%2f{IDENTITY}0/app.sym",
         f"/app/{IDENTITY}0/..%2f..%2f..%2fsecret%2fapp.sym", "/requests/../../secret", "/status/../../secret", "//secret/app.sym"]


class Quiet(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def answer(self, status, body=b"", headers=()):
        self.send_response(status)
        for name, value in headers:
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


class Forbidden(Quiet):
    """A server that nobody may reach, but by its public address."""
    hits, asked = [], 0

    def do_GET(self):
        Forbidden.asked += 1
        reached = self.connection.getsockname()[0]
        if reached != PUBLIC:
            Forbidden.hits.append((reached, self.headers.get("Host"), self.path))
        self.answer(200, SYMBOLS)

    do_POST = do_PUT = do_HEAD = do_GET


class Public(Quiet):
    """/to/<host>/… redirects there, /bomb/<kind>/… answers with much in little, everything else has the symbols."""
    hits = 0

    def do_GET(self):
        Public.hits += 1
        parts = self.path.split("/")
        if parts[1] == "to":
            self.answer(302, headers=[("Location", f"http://{parts[2]}:8080/{'/'.join(parts[3:])}")])
        elif parts[1] == "scheme":
            self.answer(302, headers=[("Location", f"{parts[2]}:///etc/passwd")])
        elif parts[1] == "bomb":
            self.answer(200, BOMBS[parts[2]], [("Content-Encoding", "gzip")] if parts[2] == "gzip" else [])
        else:
            self.answer(200, SYMBOLS)


class Names(socketserver.BaseRequestHandler):
    """A name server. rebind.test is public when first asked for, and reserved ever after."""
    asked = {}

    def handle(self):
        data, channel = self.request
        at, labels = 12, []
        while data[at]:
            labels.append(data[at + 1:at + 1 + data[at]].decode())
            at += data[at] + 1
        name, kind = ".".join(labels).lower(), struct.unpack(">H", data[at + 1:at + 3])[0]
        count = Names.asked[(name, kind)] = Names.asked.get((name, kind), 0) + 1
        v4 = {"public.test": [PUBLIC], "internal.test": ["127.0.0.1"], "both.test": ["127.0.0.1", "10.0.0.5"],
              "rebind.test": [PUBLIC if count == 1 else "127.0.0.1"]}.get(name, [])
        v6 = {"internal6.test": ["::1"]}.get(name, [])
        records = [(1, socket.inet_aton(address)) for address in v4 if kind == 1]
        records += [(28, socket.inet_pton(socket.AF_INET6, address)) for address in v6 if kind == 28]
        answer = data[:2] + struct.pack(">HHHHH", 0x8180, 1, len(records), 0, 0) + data[12:at + 5]
        for number, address in records:
            answer += struct.pack(">HHHIH", 0xc00c, number, 1, 0, len(address)) + address
        channel.sendto(answer, self.client_address)


def zip_of(members):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members:
            archive.writestr(name, content)
    return out.getvalue()


def large_zip():
    """One file of symbols, above the limit for uploads."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        with archive.open(f"app/{IDENTITY}0/app.sym", "w") as member:
            for _ in range(1040):
                member.write(b"\0" * (1 << 20))
    return out.getvalue()


ZEROS = b"\0" * (128 << 20)
BOMBS = {}


def serve(address, handler, port, family=socket.AF_INET):
    kind = type("Listening", (http.server.ThreadingHTTPServer,), {"address_family": family, "daemon_threads": True})
    threading.Thread(target=kind((address, port), handler).serve_forever, daemon=True).start()


def make_network(folder):
    for command in (["link", "set", "lo", "up"], ["addr", "add", f"{PUBLIC}/32", "dev", "lo"], ["addr", "add", f"{NAME_SERVER}/32", "dev", "lo"],
                    ["addr", "add", "10.0.0.5/32", "dev", "lo"], ["addr", "add", "169.254.169.254/32", "dev", "lo"],
                    ["-6", "addr", "add", f"{PUBLIC6}/128", "dev", "lo"], ["-6", "addr", "add", "fc00::5/128", "dev", "lo"]):
        subprocess.run([shutil.which("ip") or "/usr/sbin/ip", *command], check=True)
    resolver = folder / "resolv.conf"
    resolver.write_text(f"nameserver {NAME_SERVER}\noptions timeout:1 attempts:1\n")
    subprocess.run(["mount", "--bind", str(resolver), "/etc/resolv.conf"], check=True)
    threading.Thread(target=socketserver.ThreadingUDPServer((NAME_SERVER, 53), Names).serve_forever, daemon=True).start()
    serve("0.0.0.0", Forbidden, 8080)
    serve("::", type("Forbidden6", (Forbidden,), {}), 8081, socket.AF_INET6)
    serve(PUBLIC, Public, 80)


class Drill:
    def __init__(self, server, folder):
        self.server, self.folder, self.refused, self.problems = server, folder, 0, []

    def raw(self, data, seconds=6):
        """Everything that comes back until the server closes or is silent."""
        answer = b""
        with socket.create_connection(("127.0.0.1", self.server.port), seconds) as connection:
            try:
                connection.sendall(data)
                while piece := connection.recv(65536):
                    answer += piece
                    if len(answer) > 1 << 22:
                        break
            except OSError:
                pass
        return answer

    def send(self, method, path, body=b"", headers=(), authorized=True):
        head = [f"{method} {path} HTTP/1.1", "Host: x", "Connection: close", f"Content-Length: {len(body)}", *headers]
        if authorized and not any(line.lower().startswith("authorization:") for line in headers):
            head.append(f"Authorization: Bearer {TOKEN}")
        answer = self.raw("\r\n".join(head).encode("latin-1") + b"\r\n\r\n" + body, 60)
        found = re.match(rb"HTTP/1.1 (\d+)", answer)
        return int(found[1]) if found else 0, answer.partition(b"\r\n\r\n")[2]

    def count(self, what, is_refused, detail=""):
        if is_refused:
            self.refused += 1
        else:
            self.problems.append(f"{what}: {detail}"[:300])

    def symbolicate(self, source, **module):
        request = {"modules": [{"type": "elf", "debug_id": IDENTITY.lower(), "debug_file": "app", "code_file": "app", "image_addr": "0x10000",
                                "image_size": 65536, **module}],
                   "stacktraces": [{"frames": [{"instruction_addr": "0x11010"}]}]}
        if source:
            request["sources"] = [source]
        return self.send("POST", "/symbolicate", json.dumps(request).encode(), ["Content-Type: application/json"])

    def http_source(self, url):
        return {"type": "http", "id": "attack", "url": url, "filters": {"filetypes": ["breakpad"]}}

    def addresses(self):
        status, body = self.symbolicate(self.http_source(f"http://{PUBLIC}/"))
        if b"leaked_function" not in body:
            self.problems.append(f"the public server is not reached, so nothing is shown: {status} {body[:300]}")
        for what, path, request in self.other_fetches(PUBLIC):
            before = Forbidden.asked
            self.send("POST", path, json.dumps(request).encode(), ["Content-Type: application/json"])
            if Forbidden.asked == before:
                self.problems.append(f"{what}: nothing was fetched from a public address, so nothing is shown")
        for host in RESERVED:
            for port in (8080, 8081):
                self.unreached(f"source at {host}:{port}", self.http_source(f"http://{host}:{port}/"))
            self.unreached(f"redirect to {host}", self.http_source(f"http://{PUBLIC}/to/{host}/"))
            for what, path, request in self.other_fetches(host):
                self.unreached_by(f"{what} at {host}", path, request)
        for scheme in ("file", "ftp", "gopher", "dict"):
            self.unreached(f"redirect to {scheme}", self.http_source(f"http://{PUBLIC}/scheme/{scheme}/"))
            self.unreached(f"source of {scheme}", self.http_source(f"{scheme}:///etc/"))
        Forbidden.hits.clear()
        self.symbolicate(self.http_source("http://rebind.test:8080/"), debug_id=os.urandom(16).hex())
        self.rebound = time.monotonic() + 65  # The client remembers an address for a minute.

    def rebinding(self):
        """The name was public when it was first looked up."""
        time.sleep(max(0, self.rebound - time.monotonic()))
        Forbidden.hits.clear()
        status, body = self.symbolicate(self.http_source("http://rebind.test:8080/"), debug_id=os.urandom(16).hex())
        asked = Names.asked.get(("rebind.test", 1), 0)
        self.count("DNS rebinding", not Forbidden.hits and asked > 1, f"{status} asked {asked} times, {Forbidden.hits} {body[:200]}")

    @staticmethod
    def other_fetches(host):
        """Whatever else a request may make the server fetch: scripts, Sentry's files, crash files."""
        url = f"http://{host}:8080/"
        frames = [{"frames": [{"abs_path": f"{url}app.js", "filename": "app.js", "function": "f", "lineno": 1, "colno": 1}]}]
        sentry = {"id": "s", "type": "sentry", "url": url, "token": "x"}
        yield "script", "/symbolicate-js", {"source": {**sentry, "url": f"http://{PUBLIC}/"}, "stacktraces": frames, "modules": [],
                                            "scraping": {"enabled": True, "allowed_origins": ["*"], "headers": {}}}
        yield "source of Sentry", "/symbolicate", {"sources": [sentry], "stacktraces": [{"frames": [{"instruction_addr": "0x11010"}]}],
                                                   "modules": [{"type": "elf", "debug_id": str(uuid.uuid4()), "code_file": "app",
                                                                "image_addr": "0x10000", "image_size": 65536}]}
        yield "mapping", "/symbolicate-jvm", {"sources": [sentry], "modules": [{"type": "proguard", "uuid": str(uuid.uuid4())}],
                                              "exceptions": [{"type": "a.b", "module": "a"}],
                                              "stacktraces": [{"frames": [{"function": "f", "module": "a.b", "lineno": 1, "index": 0}]}]}
        yield "crash file", "/symbolicate-any", {"symbolicate": {"type": "minidump", "storage_url": f"{url}a.dmp", "rewrite_first_module": []},
                                                 "sources": []}

    def unreached_by(self, what, path, request):
        Forbidden.hits.clear()
        status, body = self.send("POST", path, json.dumps(request).encode(), ["Content-Type: application/json"])
        self.count(what, status == 200 and not Forbidden.hits and b"leaked_function" not in body, f"{status} {Forbidden.hits} {body[:200]}")

    def unreached(self, what, source):
        Forbidden.hits.clear()
        status, body = self.symbolicate(source)
        self.count(what, not Forbidden.hits and b"leaked_function" not in body and b"root:" not in body, f"{status} {Forbidden.hits} {body[:100]}")

    def paths(self):
        secret = self.folder / "secret"
        for path in PATHS:
            status, body = self.send("GET", path)
            self.count(path, status in (400, 404) and b"leaked" not in body and b"root:" not in body, f"{status} {body[:100]}")
        for place in (str(secret), "/", f"{self.folder}/cache/../secret"):
            status, body = self.symbolicate({"type": "filesystem", "id": "fs", "path": place, "layout": {"type": "native"}})
            self.count(f"filesystem source {place}", b"leaked" not in body, body[:200])
        for name in ("../secret/app", "..\\..\\secret\\app", "/etc/passwd", "app\0/x", "%2e%2e/secret"):
            status, body = self.symbolicate(None, debug_file=name, code_file=name)
            self.count(f"module {name!r}", b"leaked" not in body and status in (200, 400), f"{status} {body[:100]}")
        for member in ("../../secret/x/app.sym", "/etc/cron.d/1/app", "a/../../1/x.sym", "C:\\x\\1\\a.sym"):
            status, body = self.upload(zip_of([(member, SYMBOLS)]))
            self.count(f"archive member {member}", status == 400, f"{status} {body[:100]}")
        for name, value in (("FileID", "../../../../../etc/pas"), ("X-Build-Id", "../../../../etc")):
            headers = {"FileID": "AAAAAAAAAAAAAAAAAAAAAA", "Authorization": f"APIKey {API_KEY}", name: value}
            status, body = self.send("POST", "/api/symbols-ranges", b"symbfile\0\1", [f"{key}: {text}" for key, text in headers.items()])
            self.count(f"{name} {value}", status == 400, f"{status} {body[:100]}")
        self.profiler_paths()
        files = {str(path.relative_to(self.folder)).split("/")[0] for path in self.folder.rglob("*")}
        allowed = {"cache", "uploads", "symbfiles", "symcaches", "secret", "server.yml", "server.log", "server.out", "resolv.conf"}
        self.count("files elsewhere", files <= allowed, str(files - allowed))

    def ask_profiler(self, path, file, headers=()):
        body = json.dumps({"debugName": "named", "debugId": f"{IDENTITY}1", "moduleOffset": "0x1004", "file": file}).encode()
        return self.send("POST", path, body, headers, authorized=False)

    def profiler_paths(self):
        """The uploaded symbols name files of this machine, as anybody who may upload can."""
        named = ["/etc/passwd", str(self.folder / "secret/app.sym"), "/proc/self/environ", "/dev/zero", "../secret/app.sym"]
        lines = [f"MODULE Linux x86_64 {IDENTITY}1 named"] + [f"FILE {i} {file}" for i, file in enumerate(named)]
        for i in range(len(named)):
            lines += [f"FUNC {0x1000 + 16 * i:x} 10 0 f{i}", f"{0x1000 + 16 * i:x} 10 1 {i}"]
        status, answer = self.upload(zip_of([(f"named/{IDENTITY}1/named.sym", "\n".join(lines) + "\n")]))
        if status != 201:
            self.problems.append(f"the symbols were not taken: {status} {answer[:200]}")
        secret = f"/{self.profiler_secret()}/source/v1"
        for i, file in enumerate(named):
            body = json.dumps({"debugName": "named", "debugId": f"{IDENTITY}1", "moduleOffset": hex(0x1004 + 16 * i), "file": file}).encode()
            status, answer = self.send("POST", secret, body, authorized=False)
            self.count(f"source {file}", status in (403, 404) and b"root:" not in answer and b"leaked" not in answer, f"{status} {answer[:200]}")
        for file in ("/etc/hostname", "/etc/../etc/passwd"):
            status, answer = self.ask_profiler(secret, file)
            self.count(f"source {file}, not named", status == 403, f"{status} {answer[:200]}")
        for origin in ("https://evil.example", "null", "http://profiler.firefox.com", "https://profiler.firefox.com.evil.example"):
            status, answer = self.ask_profiler(secret, named[0], [f"Origin: {origin}"])
            self.count(f"page of {origin}", status == 403, f"{status} {answer[:200]}")
        status, answer = self.ask_profiler(f"/{'0' * 48}/source/v1", named[0])
        self.count("a wrong secret path", status == 404, f"{status} {answer[:200]}")

    def profiler_secret(self):
        return self.server.printed.read_text().rsplit("/", 1)[-1].strip()

    def upload(self, archive, field="a.zip"):
        body = (f'--b\r\nContent-Disposition: form-data; name="{field}"; filename="{field}"\r\n\r\n'.encode() + archive + b"\r\n--b--\r\n")
        return self.send("POST", "/upload/", body, ["Content-Type: multipart/form-data; boundary=b", f"Auth-Token: {UPLOAD_TOKEN}"])

    def bombs(self):
        before = self.server.rss_mib()
        for name, body in (("gzip", BOMBS["gzip"]), ("zip", BOMBS["zip"]), ("gzip in gzip", gzip.compress(BOMBS["gzip"]))):
            form = (b'--b\r\nContent-Disposition: form-data; name="upload_file_minidump"; filename="x"\r\n\r\n' + body + b"\r\n--b--\r\n")
            status, answer = self.send("POST", "/minidump", form, ["Content-Type: multipart/form-data; boundary=b"])
            self.count(f"crash file, {name} bomb", status in (200, 400) and b'"failed"' in answer or status == 400, f"{status} {answer[:200]}")
        status, answer = self.upload(BOMBS["large"])
        self.count("archive with a member of more than 1 GiB", status == 400, f"{status} {answer[:100]}")
        headers = ["FileID: AAAAAAAAAAAAAAAAAAAAAA", f"Authorization: APIKey {API_KEY}"]
        status, answer = self.send("POST", "/api/symbols-ranges", BOMBS["gzip"], headers)
        self.count("symbfile, gzip bomb", status == 400, f"{status} {answer[:100]}")
        for kind in ("gzip", "plain-gzip", "zip"):
            status, answer = self.symbolicate(self.http_source(f"http://{PUBLIC}/bomb/{kind}/"))
            self.count(f"debug file, {kind} bomb", status == 200 and b"leaked" not in answer, f"{status} {answer[:200]}")
        self.count("memory for bombs", self.server.rss_mib() < before + 300, f"{before:.0f} MiB, then {self.server.rss_mib():.0f}")

    def framing(self):
        post, auth = b"POST /symbolicate HTTP/1.1\r\nHost: x\r\n", f"Authorization: Bearer {TOKEN}\r\n".encode()
        kind = b"Content-Type: application/json\r\n"
        multipart = b"POST /minidump HTTP/1.1\r\nHost: x\r\n" + auth
        part = b'--b\r\nContent-Disposition: form-data; name="p%d"\r\n\r\nx\r\n'
        many = b"".join(part % i for i in range(20000)) + b"--b--\r\n"
        attacks = {
            "a header of 1 MB": post + b"X: " + b"a" * 1_000_000 + b"\r\n\r\n",
            "20,000 headers": post + b"X: y\r\n" * 20_000 + b"\r\n",
            "a header without colon": post + b"nonsense\r\n\r\n",
            "NUL in a header": post + b"X: a\0b\r\n\r\n",
            "two lengths": post + auth + kind + b"Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}x",
            "length and chunks": post + auth + kind + b"Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            "negative length": post + auth + kind + b"Content-Length: -1\r\n\r\n",
            "length beyond 64 bits": post + auth + kind + b"Content-Length: 99999999999999999999999\r\n\r\n",
            "huge chunk": post + auth + kind + b"Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n",
            "space before the colon": post + b"Content-Length : 2\r\n\r\n{}",
            "folded header": post + b"X: a\r\n b: c\r\nContent-Length: -2\r\n\r\n",
            "unknown method": b"BREW / HTTP/1.1\r\nHost: x\r\n\r\n",
            "target of 100 KB": b"GET /" + b"a" * 100_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n",
            "HTTP/2 preface": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
            "TLS": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\0" * 500,
            "form without boundary": multipart + b"Content-Type: multipart/form-data\r\nContent-Length: 4\r\nConnection: close\r\n\r\n--b-",
            "boundary of 10 KB": multipart + b"Content-Type: multipart/form-data; boundary=" + b"b" * 10_000 + b"\r\nContent-Length: 0\r\n\r\n",
            "form that never ends": multipart + b"Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 5\r\nConnection: close\r\n\r\n--b\r\n",
            "20,000 parts": multipart + b"Content-Type: multipart/form-data; boundary=b\r\nConnection: close\r\nContent-Length: %d\r\n\r\n" % len(many) + many,
        }
        for what, data in attacks.items():
            answer = self.raw(data)
            statuses = [int(found) for found in re.findall(rb"HTTP/1.1 (\d+)", answer)]
            self.count(what, all(400 <= status < 500 for status in statuses), str(answer[:200]))

    def tokens(self):
        for header in ("", "Authorization: Bearer wrong", f"Authorization: Basic {TOKEN}", f"Authorization: Bearer {TOKEN}x",
                       f"Authorization: Bearer {TOKEN[:-1]}"):
            status, _ = self.send("POST", "/symbolicate", b"{}", ["Content-Type: application/json", *([header] if header else [])], False)
            self.count(f"token {header!r}", status == 401, str(status))
        self.send("GET", f"/requests/0?token={TOKEN}")
        log = self.server.log.read_text(errors="replace")
        for secret in (TOKEN, UPLOAD_TOKEN, API_KEY, self.profiler_secret()):
            self.count("a token in the log", secret not in log, secret)


def attack(arguments, folder):
    BOMBS.update({"gzip": gzip.compress(b"MDMP" + ZEROS), "zip": zip_of([("a.dmp", b"MDMP" + ZEROS)]),
                  "large": large_zip()})
    BOMBS["plain-gzip"] = BOMBS["gzip"]
    (folder / "secret" / "app" / f"{IDENTITY}0").mkdir(parents=True)
    (folder / "secret" / "app" / f"{IDENTITY}0" / "app.sym").write_bytes(SYMBOLS)
    (folder / "secret" / "app.sym").write_bytes(SYMBOLS)
    safe = (ROOT / "installer/server/server.yml").read_text()
    safe = re.sub(r"^(bind|cache_dir|sources|mozilla|symbfile|symcache):.*\n", "", safe, flags=re.M).replace("level: info", "level: trace")
    server = Server(arguments.faultline, folder, safe + f"""
cache_dir: "{folder}/cache"
crash_file_unpacked_max_bytes: 67108864
max_download_size: 67108864
bearer_tokens: ["{TOKEN}"]
symstore_proxy: true
mozilla: {{upload: {{directory: "{folder}/uploads", tokens: ["{UPLOAD_TOKEN}"], allow_hosts: ["{PUBLIC}"]}}, profiler: {{}}}}
symbfile: {{directory: "{folder}/symbfiles", api_keys: ["{API_KEY}"]}}
symcache: {{directory: "{folder}/symcaches", read_only: true}}
sources: []
""")
    drill = Drill(server, folder)
    try:
        for part in (drill.addresses, drill.paths, drill.bombs, drill.framing, drill.tokens, drill.rebinding):
            begun, refused = time.monotonic(), drill.refused
            part()
            if not server.is_alive() or drill.send("GET", "/healthcheck")[0] != 200:
                drill.problems.append(f"the server is gone after {part.__name__}")
                break
            print(f"{part.__name__}: {drill.refused - refused} refused in {time.monotonic() - begun:.1f} s, RSS {server.rss_mib():.0f} MiB")
        status = server.stop()
        if status != 0:
            drill.problems.append(f"the server ended with status {status}")
    finally:
        if server.is_alive():
            server.process.kill()
    return drill.problems


def skip(reason):
    """CTest knows the status, and tests/skips/check_skips.py the line, as that of a skipped test."""
    print(f"SKIP   : SecurityDrill::attacks() no network of its own can be made here: {reason}")
    return 77


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--faultline", required=True, type=pathlib.Path)
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if not arguments.inside:
        command = ["unshare", "-r", "-n", "-m"]
        if not shutil.which("unshare") or subprocess.run([*command, "true"], capture_output=True).returncode != 0:
            return skip("unshare is not allowed or not installed")
        return subprocess.run([*command, sys.executable, __file__, "--inside", "--faultline", str(arguments.faultline.resolve())]).returncode
    with tempfile.TemporaryDirectory() as temporary:
        try:
            make_network(pathlib.Path(temporary))
        except (OSError, subprocess.CalledProcessError) as error:
            return skip(error)
        problems = attack(arguments, pathlib.Path(temporary))
    for problem in problems:
        print(f"security.py: {problem}", file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
