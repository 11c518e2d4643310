#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Asks a server for the report of a dump: once, or again and again for some seconds with the outcomes counted. Prints JSON.

usage: service_client.py PORT DUMP [SECONDS]
"""
import collections
import http.client
import json
import sys
import time

BOUNDARY = "faultline-test"


def form(dump):
    head = f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="upload_file_minidump"; filename="a.dmp"\r\nContent-Type: application/octet-stream\r\n\r\n'
    return head.encode() + dump + f"\r\n--{BOUNDARY}--\r\n".encode()


def ask(port, method, path, body=None, kind=None):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    try:
        connection.request(method, path, body, {"Content-Type": kind} if kind else {})
        answer = connection.getresponse()
        return answer.status, answer.read().decode()
    finally:
        connection.close()


def report(port, body):
    """Status and functions. A refused or broken connection has its error's name instead of a status."""
    try:
        status, text = ask(port, "POST", "/minidump", body, f"multipart/form-data; boundary={BOUNDARY}")
    except (OSError, http.client.HTTPException) as error:
        return type(error).__name__, []
    if status != 200:
        return status, []
    answer = json.loads(text)
    if answer["status"] != "completed":
        return answer["status"], []
    return status, [frame.get("function") for stack in answer["stacktraces"] for frame in stack["frames"]]


def once(port, body):
    status, functions = report(port, body)
    native = {"stacktraces": [{"frames": [{"instruction_addr": "0x1010"}]}], "modules": [{"type": "elf", "image_addr": "0x1000", "image_size": 4096}]}
    symbolicated = ask(port, "POST", "/symbolicate", json.dumps(native), "application/json")
    return {"health": ask(port, "GET", "/healthcheck"), "status": status, "functions": [name for name in functions if name],
            "frames": len(functions), "symbolicate": [symbolicated[0], json.loads(symbolicated[1])["status"]]}


def load(port, body, seconds):
    outcomes, longest_gap = collections.Counter(), 0.0
    end = last_good = time.monotonic()
    end += seconds
    while time.monotonic() < end:
        status, functions = report(port, body)
        good = status == 200 and len(functions) > 0
        outcomes["answered" if good else str(status)] += 1
        if good:
            longest_gap = max(longest_gap, time.monotonic() - last_good)
            last_good = time.monotonic()
        else:
            time.sleep(0.02)
    return {"outcomes": outcomes, "longest_gap": longest_gap}


def main():
    port = int(sys.argv[1])
    with open(sys.argv[2], "rb") as file:
        body = form(file.read())
    print(json.dumps(load(port, body, float(sys.argv[3])) if len(sys.argv) > 3 else once(port, body)))


if __name__ == "__main__":
    main()
