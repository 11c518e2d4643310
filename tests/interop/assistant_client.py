#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Asks `faultline mcp` with the official Python SDK of the Model Context Protocol as its client.

Every tool, resource and prompt, an error, progress and a cancelled request, over standard input and output and over HTTP. The SDK
checks each answer against the schema that the tool declares. Needs the package `mcp` (2.x); not part of ctest.

    python3 tests/interop/assistant_client.py build/dev/bin/faultline tests/corpora/samples
"""

import asyncio
import os
import subprocess
import sys

from mcp import ClientSession, MCPError, StdioServerParameters, stdio_client
from mcp.client.streamable_http import create_mcp_http_client, streamable_http_client

TOKEN = "a-token-for-the-interoperation"

# Tool, arguments, and what the answer shows.
CALLS = [
    ("summary", {}, "near_null"),
    ("threads", {"most": 3}, "waiting"),
    ("threads", {"group": "name"}, "worker"),
    ("frames", {"most": 3}, "scene::Group::updateBounds()"),
    ("frame", {"frame": 2}, "registers"),
    ("modules", {}, "libscene.so"),
    ("tried", {"module": 0}, "location"),
    ("values", {"frame": 0}, "scene::Node"),
    ("memory", {"place": "rsp"}, "words"),
    ("address", {"place": "rip"}, "symbol"),
    ("disassembly", {"most": 5}, "bytes"),
    ("waits", {}, "thread_end"),
    ("find", {"text": "Pool::wait"}, "Pool::wait"),
    ("symbols", {"pattern": "scene::*", "most": 2}, "scene::"),
    ("types", {"name": "scene::Box"}, "bottom"),
    ("query", {"expression": "count(threads)"}, "9"),
    ("crashes", {}, "c1"),
]


class Checks:
    def __init__(self):
        self.held = 0
        self.failed = []

    def expect(self, name, holds, shown=""):
        if holds:
            self.held += 1
        else:
            self.failed.append(f"{name}: {shown}"[:500])


async def fails(awaitable):
    """Does the request end with an error of the protocol?"""
    try:
        await awaitable
    except MCPError:
        return True
    return False


async def ask(session, samples, checks):
    started = await session.initialize()
    checks.expect("initialize", started.server_info.name == "faultline", str(started))
    await session.send_ping()
    tools = await session.list_tools()
    checks.expect("tools", len(tools.tools) >= 18 and all(tool.output_schema for tool in tools.tools))

    steps = []

    async def progressed(progress, total, message):
        steps.append(message)

    path = os.path.join(samples, "default", "sample.dmp")
    opened = await session.call_tool("open", {"path": path}, progress_callback=progressed)
    checks.expect("open", opened.structured_content["crash"] == "c1", str(opened))
    checks.expect("progress", len(steps) > 0, str(steps))
    for name, arguments, shows in CALLS:
        result = await session.call_tool(name, arguments)
        checks.expect(name, not result.is_error and shows in result.content[0].text, str(result))

    second = await session.call_tool("open", {"path": os.path.join(samples, "null_write", "null_write.dmp")})
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

    for prompt in (await session.list_prompts()).prompts:
        given = await session.get_prompt(prompt.name, {argument.name: "c1" for argument in prompt.arguments})
        checks.expect(f"prompt {prompt.name}", "untrusted" in given.messages[0].content.text)


async def cancel(session, checks):
    """A request that its client gives up leaves the session usable."""
    task = asyncio.create_task(session.call_tool("symbols", {"pattern": "*nothing-of-this-name*"}))
    await asyncio.sleep(0)
    task.cancel()
    try:
        await task
    except asyncio.CancelledError:
        pass
    await session.send_ping()
    checks.expect("after a cancelled request", not (await session.call_tool("summary", {})).is_error)


async def over_stdio(program, samples, checks):
    server = StdioServerParameters(command=program, args=["mcp", "--offline", "--folder", samples, "--symbols", os.path.join(samples, "default")])
    async with stdio_client(server) as (read, write), ClientSession(read, write) as session:
        await ask(session, samples, checks)
        await cancel(session, checks)


async def over_http(program, samples, checks):
    environment = dict(os.environ, FAULTLINE_MCP_TOKEN=TOKEN)
    server = subprocess.Popen([program, "mcp", "--offline", "--folder", samples, "--symbols", os.path.join(samples, "default"), "--http", "127.0.0.1:0"],
                              stdout=subprocess.PIPE, text=True, env=environment)
    try:
        url = server.stdout.readline().split()[-1]
        client = create_mcp_http_client(headers={"Authorization": f"Bearer {TOKEN}"})
        async with client, streamable_http_client(url, http_client=client) as streams, ClientSession(streams[0], streams[1]) as session:
            await ask(session, samples, checks)
            await cancel(session, checks)
    finally:
        server.terminate()
        checks.expect("end of the server", server.wait(60) == 0)


def main():
    program, samples = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    outcome = 0
    for name, door in (("stdio", over_stdio), ("http", over_http)):
        checks = Checks()
        asyncio.run(door(program, samples, checks))
        print(f"{name}: {checks.held} checks hold, {len(checks.failed)} fail")
        for failure in checks.failed:
            print("  " + failure)
            outcome = 1
    sys.exit(outcome)


if __name__ == "__main__":
    main()
