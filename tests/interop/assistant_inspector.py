#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Asks `faultline mcp` with the public MCP inspector (npm: @modelcontextprotocol/inspector) as its client.

Its command `mcpdo` keeps a connection: every tool, resource and prompt, errors, and a client that vanishes, over standard input and output and over HTTP. Its
`--strict` list looks for schemas that other clients cannot use, and its `--load` calls a tool many times at once. FOLDER has the inspector's `node_modules`
(assistants.py makes it). Not part of ctest.

    python3 tests/interop/assistant_inspector.py build/dev/bin/faultline FOLDER
"""
import json
import os
import pathlib
import shlex
import subprocess
import sys
import tempfile

from assistant_calls import CALLS, Checks, PROMPTS, SAMPLES, TOKEN, library

MOST_LIST_BYTES = 12 * 1024
LOAD = 500


class Inspector:
    """The inspector's programs with a home and a daemon of their own."""

    def __init__(self, folder, home):
        self.bin = pathlib.Path(folder).resolve() / "node_modules/.bin"
        self.environment = dict(os.environ, HOME=str(home), PATH=f"{self.bin}:{os.environ['PATH']}")
        exports = self.run("mcpdo", "private").stdout
        for word in shlex.split(exports.replace(";", " ")):
            name, equals, value = word.partition("=")
            if equals:
                self.environment[name] = value

    def run(self, program, *arguments):
        return subprocess.run([self.bin / program, *map(str, arguments)], env=self.environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True, timeout=300, check=False)

    def ask(self, connection, *arguments):
        """What a command of a connection prints as JSON; its standard error when it fails."""
        done = self.run("mcpdo", "--format", "json", "--connection", connection, *arguments)
        try:
            return done.returncode, json.loads(done.stdout)
        except json.JSONDecodeError:
            return done.returncode or 1, done.stderr + done.stdout

    def ask_name(self):
        """The name of the only connection."""
        done = self.run("mcpdo", "--format", "json", "connections/list")
        try:
            listed = json.loads(done.stdout)
        except json.JSONDecodeError:
            return None
        connections = listed["connections"] if isinstance(listed, dict) else listed
        return connections[0]["name"] if connections else None

    def stop(self):
        self.run("mcpdo", "daemon", "stop")


def call(inspector, connection, tool, arguments):
    return inspector.ask(connection, "tools/call", tool, "--tool-args-json", json.dumps(arguments))


def ask(inspector, connection, checks):
    code, listed = inspector.ask(connection, "tools/list")
    checks.expect("tools", code == 0 and len(listed["tools"]) >= 18, str(listed)[:300])
    size = len(json.dumps({"tools": listed["tools"]}, separators=(",", ":"), ensure_ascii=False).encode())
    checks.expect("size of the list", size < MOST_LIST_BYTES, str(size))
    code, opened = call(inspector, connection, "open", {"path": str(SAMPLES / "default/sample.dmp")})
    checks.expect("open", code == 0 and "near_null" in json.dumps(opened), str(opened))
    called = {"open", "close", "compare"}
    for tool, arguments, shows in CALLS:
        code, answer = call(inspector, connection, tool, arguments)
        called.add(tool)
        checks.expect(f"{tool} {arguments}", code == 0 and shows in json.dumps(answer, ensure_ascii=False), str(answer)[:400])
    checks.expect("every tool was called", called == {tool["name"] for tool in listed["tools"]}, str(called))
    code, second = call(inspector, connection, "open", {"path": str(SAMPLES / "null_write/null_write.dmp")})
    checks.expect("second crash", code == 0 and "c2" in json.dumps(second), str(second))
    code, compared = call(inspector, connection, "compare", {"crash": "c1", "other": "c2"})
    checks.expect("compare", code == 0 and "equal" in json.dumps(compared), str(compared))
    code, closed = call(inspector, connection, "close", {"crash": "c2"})
    checks.expect("close", code == 0, str(closed))
    for name, tool, arguments in (("foreign file", "open", {"path": "/etc/passwd"}), ("closed crash", "summary", {"crash": "c2"}),
                                  ("wrong arguments", "frames", {"thread": "x"}), ("unknown tool", "delete", {})):
        code, refused = call(inspector, connection, tool, arguments)
        checks.expect(name, code != 0 or "isError" in json.dumps(refused), str(refused)[:300])
    code, resources = inspector.ask(connection, "resources/list")
    checks.expect("resources", code == 0 and len(resources["resources"]) == 3, str(resources)[:300])
    for resource in resources["resources"] if code == 0 else []:
        code, content = inspector.ask(connection, "resources/read", resource["uri"])
        checks.expect(resource["uri"], code == 0 and ("untrusted" in json.dumps(content) or "| " in json.dumps(content)), str(content)[:300])
    code, templates = inspector.ask(connection, "resources/templates/list")
    checks.expect("templates", code == 0 and len(templates["resourceTemplates"]) == 3, str(templates)[:300])
    code, missing = inspector.ask(connection, "resources/read", "faultline://crash/c9/text")
    checks.expect("unknown resource", code != 0, str(missing)[:300])
    code, prompts = inspector.ask(connection, "prompts/list")
    checks.expect("prompts", code == 0 and {prompt["name"] for prompt in prompts["prompts"]} == set(PROMPTS), str(prompts)[:300])
    for name, arguments in PROMPTS.items():
        pairs = [f"{key}={value}" for key, value in arguments.items()]
        code, given = inspector.ask(connection, "prompts/get", name, "--prompt-args", *pairs)
        checks.expect(f"prompt {name}", code == 0 and "untrusted" in json.dumps(given), str(given)[:300])


def over_stdio(program, inspector, reports, checks):
    command = [program, "mcp", "--offline", "--library", reports, "--folder", SAMPLES, "--symbols", SAMPLES / "default"]
    strict = inspector.run("mcp-inspector", "--cli", *command, "--method", "tools/list", "--strict", "--format", "json")
    checks.expect("strict list", strict.returncode == 0 and "Issue" not in strict.stderr, strict.stderr[:400])
    load = inspector.run("mcp-inspector", "--cli", *command, "--method", "tools/call", "--tool-name", "crashes", "--load", "--load-requests", LOAD,
                         "--load-concurrency", 32, "--format", "json")
    checks.expect("load", load.returncode == 0, load.stdout[:400] + load.stderr[:400])
    connected = inspector.run("mcpdo", "connect", "--", *command)
    name = inspector.ask_name()
    checks.expect("connect", connected.returncode == 0 and name, connected.stdout + connected.stderr)
    if name:
        ask(inspector, name, checks)
        inspector.run("mcpdo", "disconnect", name)


def over_http(program, inspector, reports, checks):
    environment = dict(os.environ, FAULTLINE_MCP_TOKEN=TOKEN)
    server = subprocess.Popen([program, "mcp", "--offline", "--library", reports, "--folder", SAMPLES, "--symbols", SAMPLES / "default", "--http", "127.0.0.1:0"],
                              stdout=subprocess.PIPE, text=True, env=environment)
    try:
        url = server.stdout.readline().split()[-1]
        wrong = inspector.run("mcp-inspector", "--cli", url, "--transport", "http", "--header", "Authorization: Bearer another-token-of-nobody", "--method", "tools/list")
        checks.expect("wrong token", wrong.returncode != 0, wrong.stdout[:300])
        foreign = inspector.run("mcp-inspector", "--cli", url, "--transport", "http", "--header", f"Authorization: Bearer {TOKEN}", "Origin: https://evil.example", "--method", "tools/list")
        checks.expect("foreign origin", foreign.returncode != 0, foreign.stdout[:300])
        connected = inspector.run("mcpdo", "connect", url, "--transport", "http", "--header", f"Authorization: Bearer {TOKEN}")
        name = inspector.ask_name()
        checks.expect("connect", connected.returncode == 0 and name, connected.stdout + connected.stderr)
        if name:
            ask(inspector, name, checks)
        inspector.stop()  # The client vanishes with its connection.
        checks.expect("the server goes on", server.poll() is None)
    finally:
        server.terminate()
        checks.expect("end of the server", server.wait(60) == 0)


def main():
    program, folder = os.path.abspath(sys.argv[1]), sys.argv[2]
    outcome = 0
    for name, door in (("stdio", over_stdio), ("http", over_http)):
        with tempfile.TemporaryDirectory(prefix="faultline-inspector-") as home:
            checks = Checks()
            inspector = Inspector(folder, home)
            try:
                door(program, inspector, library(program, home), checks)
            finally:
                inspector.stop()
            print(f"inspector over {name}: {checks.held} checks hold, {len(checks.failed)} fail")
            for failure in checks.failed:
                print("  " + failure)
                outcome = 1
    sys.exit(outcome)


if __name__ == "__main__":
    main()
