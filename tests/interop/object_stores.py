#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs store_check against real object stores: an S3 server that checks signatures, and fake-gcs-server.

    cmake --build --preset dev --target store_check
    tests/interop/object_stores.py --check build/dev/tests/store_check [--work DIR] [--summary FILE]

Both servers are built from their Go modules (which takes minutes the first time) and started on free ports of this machine; nothing is
left running. Without `go` this says so and ends with status 2. Not part of ctest: tests there verify with servers of their own.
"""
import argparse
import http.server
import json
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request

S3_MODULE = "github.com/minio/minio@latest"
GCS_MODULE = "github.com/fsouza/fake-gcs-server@latest"
REGION, BUCKET = "eu-test-1", "symbols"
ACCESS_KEY, SECRET_KEY = "interop-access-key", "interop-secret-key"


def build(module, folder):
    """The program of a Go module, built once."""
    program = folder / module.split("@")[0].rsplit("/", 1)[1]
    if not program.exists():
        print(f"building {module} …", flush=True)
        subprocess.run(["go", "install", module], check=True, env={**os.environ, "GOBIN": str(folder)})
    return program


def version_of(program):
    """The module's version as the Go tool chain noted it."""
    info = subprocess.run(["go", "version", "-m", str(program)], capture_output=True, text=True, check=True).stdout
    for line in info.splitlines():
        parts = line.split()
        if parts[:1] == ["mod"]:
            return f"{parts[1]} {parts[2]}"
    return program.name


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def wait_until_up(process, url):
    for _ in range(300):
        if process.poll() is not None:
            sys.exit(f"{process.args[0]} ended with status {process.returncode}")
        try:
            urllib.request.urlopen(url, timeout=1)
            return
        except urllib.error.HTTPError:
            return
        except OSError:
            time.sleep(0.1)
    sys.exit(f"{process.args[0]} does not answer")


class TokenEndpoint(http.server.BaseHTTPRequestHandler):
    """fake-gcs-server takes any token; this gives one for an assertion of the right form."""

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        fits = body.startswith("grant_type=urn%3Aietf") and body.count(".") == 2
        answer = json.dumps({"access_token": "t", "expires_in": 3600} if fits else {"error": "invalid_grant"}).encode()
        self.send_response(200 if fits else 400)
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *_):
        pass


def check_s3(check, programs, work):
    program, port = build(S3_MODULE, programs), free_port()
    data = work / "s3"
    data.mkdir()
    environment = {**os.environ, "MINIO_ROOT_USER": ACCESS_KEY, "MINIO_ROOT_PASSWORD": SECRET_KEY, "MINIO_REGION": REGION}
    with open(work / "s3.log", "w") as log:
        server = subprocess.Popen([str(program), "server", "--quiet", "--address", f"127.0.0.1:{port}", "--console-address",
                                   f"127.0.0.1:{free_port()}", str(data)], env=environment, stdout=log, stderr=log)
    try:
        wait_until_up(server, f"http://127.0.0.1:{port}/minio/health/live")
        return version_of(program), subprocess.run(
            [check, "s3", f"http://127.0.0.1:{port}", REGION, BUCKET, ACCESS_KEY, SECRET_KEY], capture_output=True, text=True)
    finally:
        server.terminate()
        server.wait()


def service_account(work, token_port):
    key = subprocess.run(["openssl", "genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048"], capture_output=True,
                         text=True, check=True).stdout
    file = work / "account.json"
    file.write_text(json.dumps({"client_email": "interop@acme.example", "private_key": key,
                                "token_uri": f"http://127.0.0.1:{token_port}/token"}))
    return file


def check_gcs(check, programs, work):
    program, port = build(GCS_MODULE, programs), free_port()
    tokens = http.server.ThreadingHTTPServer(("127.0.0.1", 0), TokenEndpoint)
    threading.Thread(target=tokens.serve_forever, daemon=True).start()
    with open(work / "gcs.log", "w") as log:
        server = subprocess.Popen([str(program), "-scheme", "http", "-host", "127.0.0.1", "-port", str(port), "-backend", "memory",
                                   "-public-host", f"127.0.0.1:{port}", "-external-url", f"http://127.0.0.1:{port}"], stdout=log,
                                  stderr=log)
    try:
        base = f"http://127.0.0.1:{port}"
        wait_until_up(server, base + "/storage/v1/b")
        made = urllib.request.Request(base + "/storage/v1/b?project=p", json.dumps({"name": BUCKET}).encode(),
                                      {"Content-Type": "application/json"})
        urllib.request.urlopen(made).read()
        account = service_account(work, tokens.server_address[1])
        return version_of(program), subprocess.run([check, "gcs", base, BUCKET, str(account)], capture_output=True, text=True)
    finally:
        server.terminate()
        server.wait()
        tokens.shutdown()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--check", required=True, help="the program store_check")
    parser.add_argument("--work", type=pathlib.Path, default=pathlib.Path.home() / ".cache/faultline-interop",
                        help="where the servers' programs are kept")
    parser.add_argument("--only", choices=["s3", "gcs"])
    parser.add_argument("--summary", type=pathlib.Path, help="write the summary to this file too")
    args = parser.parse_args()
    if shutil.which("go") is None:
        print("go is not installed: nothing was checked")
        return 2
    args.work.mkdir(parents=True, exist_ok=True)
    lines, failed = [], False
    with tempfile.TemporaryDirectory() as work:
        for name, run in (("s3", check_s3), ("gcs", check_gcs)):
            if args.only not in (None, name):
                continue
            server, outcome = run(args.check, args.work, pathlib.Path(work))
            checks = outcome.stdout.splitlines()
            held = sum(line.startswith("ok") for line in checks)
            failed |= outcome.returncode != 0
            lines += [f"{name}: {server}: {held} of {len(checks)} checks hold"]
            lines += [f"  {line}" for line in checks if not line.startswith("ok")]
            lines += [f"  {line}" for line in outcome.stderr.splitlines()]
    summary = "\n".join(lines) + "\n"
    print(summary, end="")
    if args.summary:
        args.summary.write_text(summary)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
