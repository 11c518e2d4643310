#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Asks `faultline mcp` with the official Python SDK of the Model Context Protocol as its client.

Every tool, resource and prompt, an error, progress and a cancelled request, over standard input and output and over HTTP. The SDK
checks each answer against the schema that the tool declares. Needs the package `mcp` (2.x); not part of ctest.

    python3 tests/interop/assistant_client.py build/dev/bin/faultline
"""

import asyncio
import contextlib
import os
import shutil
import socket
import subprocess
import sys
import tempfile

from mcp import ClientSession, MCPError, StdioServerParameters, stdio_client
from mcp.client.streamable_http import create_mcp_http_client, streamable_http_client

from assistant_calls import CALLS, SAMPLES, TOKEN, Checks, library

async def fails(awaitable):
    """Does the request end with an error of the protocol?"""
    try:
        await awaitable
    except MCPError:
        return True
    return False


async def ask(session, checks):
    started = await session.initialize()
    checks.expect("initialize", started.server_info.name == "faultline", str(started))
    await session.send_ping()
    tools = await session.list_tools()
    checks.expect("tools", len(tools.tools) >= 18 and all(tool.output_schema for tool in tools.tools))

    steps = []

    async def progressed(progress, total, message):
        steps.append(message)

    path = str(SAMPLES / "default/sample.dmp")
    opened = await session.call_tool("open", {"path": path}, progress_callback=progressed)
    checks.expect("open", opened.structured_content["crash"] == "c1", str(opened))
    checks.expect("progress", len(steps) > 0, str(steps))
    for name, arguments, shows in CALLS:
        result = await session.call_tool(name, arguments)
        checks.expect(name, not result.is_error and shows in result.content[0].text, str(result))

    second = await session.call_tool("open", {"path": str(SAMPLES / "null_write/null_write.dmp")})
    checks.expect("second crash", second.structured_content["crash"] == "c2", str(second))
    compared = await session.call_tool("compare", {"crash": "c1", "other": "c2"})
    checks.expect("compare", compared.structured_content["untrusted"]["equal"] is False, str(compared))
    closed = await session.call_tool("close", {"crash": "c2"})
    checks.expect("close", not closed.is_error, str(closed))

    refused = await session.call_tool("open", {"path": "/etc/passwd"})
    checks.expect("foreign file", refused.is_error and "permission_denied" in refused.content[0].text, str(refused))
    checks.expect("wrong arguments", await fails(session.call_tool("frames", {"thread": "x"})))
    checks.expect("unknown tool", await fails(session.call_tool("delete", {})))

    resources = await session.list_resources()
    checks.expect("resources", len(resources.resources) == 3)
    for resource in resources.resources:
        content = (await session.read_resource(str(resource.uri))).contents[0]
        marked = content.text.startswith("{\"untrusted\"") or "\n| " in content.text or "\"cut\"" in content.text[:20]
        checks.expect(str(resource.uri), marked, content.text[:200])
    checks.expect("templates", len((await session.list_resource_templates()).resource_templates) == 3)
    checks.expect("unknown resource", await fails(session.read_resource("faultline://crash/c9/text")))

    called = {tool for tool, _, _ in CALLS} | {"open", "close", "compare"}
    checks.expect("every tool was called", called == {tool.name for tool in tools.tools}, str(called))
    prompts = (await session.list_prompts()).prompts
    checks.expect("prompts", len(prompts) == 3, str(prompts))
    for prompt in prompts:
        given = await session.get_prompt(prompt.name, {argument.name: "c1" for argument in prompt.arguments})
        checks.expect(f"prompt {prompt.name}", "untrusted" in given.messages[0].content.text)


async def cancel(session, path, checks):
    """A request that its client gives up while it is worked on leaves the session usable, and nothing open."""
    working = asyncio.Event()

    async def progressed(progress, total, message):
        working.set()

    task = asyncio.create_task(session.call_tool("open", {"path": path}, progress_callback=progressed))
    waiting = asyncio.create_task(working.wait())
    await asyncio.wait({task, waiting}, timeout=5, return_when=asyncio.FIRST_COMPLETED)
    checks.expect("work that lasts", not task.done(), str(task))
    task.cancel()
    waiting.cancel()
    try:
        await task
    except asyncio.CancelledError:
        pass
    await session.send_ping()
    crashes = (await session.call_tool("crashes", {})).structured_content
    checks.expect("a cancelled open opens nothing", crashes == {"untrusted": []}, str(crashes))


class SilentServer:
    """A symbol server that never answers, and a crash that needs it."""

    def __enter__(self):
        self.folder = tempfile.TemporaryDirectory(prefix="faultline-silent-")
        self.path = shutil.copy(SAMPLES / "null_write/null_write.dmp", self.folder.name)
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.options = ["mcp", "--folder", self.folder.name, "--symbols", f"http://127.0.0.1:{self.socket.getsockname()[1]}/"]
        return self

    def __exit__(self, *problem):
        self.socket.close()
        self.folder.cleanup()


def options(reports):
    return ["mcp", "--offline", "--library", str(reports), "--folder", str(SAMPLES), "--symbols", str(SAMPLES / "default")]


async def over_stdio(program, reports, checks):
    server = StdioServerParameters(command=program, args=options(reports))
    async with stdio_client(server) as (read, write), ClientSession(read, write) as session:
        await ask(session, checks)
    with SilentServer() as silent:
        server = StdioServerParameters(command=program, args=silent.options)
        async with stdio_client(server) as (read, write), ClientSession(read, write) as session:
            await session.initialize()
            await cancel(session, silent.path, checks)


@contextlib.asynccontextmanager
async def http_session(program, arguments, checks):
    """A session with a server of its own, which must end in order."""
    environment = dict(os.environ, FAULTLINE_MCP_TOKEN=TOKEN)
    server = subprocess.Popen([program, *arguments, "--http", "127.0.0.1:0"], stdout=subprocess.PIPE, text=True, env=environment)
    try:
        url = server.stdout.readline().split()[-1]
        client = create_mcp_http_client(headers={"Authorization": f"Bearer {TOKEN}"})
        async with client, streamable_http_client(url, http_client=client) as streams, ClientSession(streams[0], streams[1]) as session:
            yield session
    finally:
        server.terminate()
        checks.expect("end of the server", server.wait(60) == 0)


async def over_http(program, reports, checks):
    async with http_session(program, options(reports), checks) as session:
        await ask(session, checks)
    with SilentServer() as silent:
        async with http_session(program, silent.options, checks) as session:
            await session.initialize()
            await cancel(session, silent.path, checks)


def main():
    program = os.path.abspath(sys.argv[1])
    outcome = 0
    for name, door in (("stdio", over_stdio), ("http", over_http)):
        checks = Checks()
        with tempfile.TemporaryDirectory(prefix="faultline-client-") as folder:
            asyncio.run(door(program, library(program, folder), checks))
        print(f"SDK over {name}: {checks.held} checks hold, {len(checks.failed)} fail")
        for failure in checks.failed:
            print("  " + failure)
            outcome = 1
    sys.exit(outcome)


if __name__ == "__main__":
    main()
