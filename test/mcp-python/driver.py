"""Drives the Python client as it is told: one JSON request a line on stdin, one JSON event a line on stdout.

The first line says where to connect: {"mode", "url", "token"} or {"mode", "command", "args", "env", "cwd"}; it is answered
with {"revision"}. Requests: {"id", "list": true}, {"id", "call", "input", "progress"}, {"cancel": id}; events carry the id
with "result", "error" or "progress". The end of stdin closes the client.
"""

import json
import os
import sys
from contextlib import AsyncExitStack

import anyio
from mcp import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared._httpx_utils import create_mcp_http_client


def say(**event):
    print(json.dumps(event), flush=True)


async def transport_to(target, stack):
    if "url" in target:
        headers = {"authorization": f"Bearer {target['token']}"}
        http = await stack.enter_async_context(create_mcp_http_client(headers=headers))
        return streamable_http_client(f"{target['url']}/mcp", http_client=http)
    parameters = {name: target[name] for name in ("command", "args", "env", "cwd")}
    quiet = stack.enter_context(open(os.devnull, "w"))
    return stdio_client(StdioServerParameters(**parameters), errlog=quiet)


async def answer(client, request, scopes):
    number = request["id"]

    async def on_progress(done, total, message):
        say(id=number, progress=done)

    scopes[number] = anyio.CancelScope()
    try:
        with scopes[number]:
            if "list" in request:
                say(id=number, result=[tool.name for tool in (await client.list_tools(cache_mode="bypass")).tools])
                return
            callback = on_progress if request["progress"] else None
            result = await client.call_tool(request["call"], request["input"], progress_callback=callback)
            text = result.content[0].text
            say(id=number, **({"error": text} if result.is_error else {"result": text}))
        if scopes[number].cancelled_caught:
            say(id=number, error="cancelled")
    except Exception as error:
        say(id=number, error=f"{type(error).__name__}: {error}")
    finally:
        del scopes[number]


async def main():
    lines = anyio.wrap_file(sys.stdin)
    target = json.loads(await lines.readline())
    scopes = {}
    async with AsyncExitStack() as stack:
        transport = await transport_to(target, stack)
        client = await stack.enter_async_context(Client(transport, mode=target["mode"]))
        say(revision=client.protocol_version)
        async with anyio.create_task_group() as running:
            async for line in lines:
                request = json.loads(line)
                if "cancel" not in request:
                    running.start_soon(answer, client, request, scopes)
                elif request["cancel"] in scopes:
                    scopes[request["cancel"]].cancel()
            running.cancel_scope.cancel()


anyio.run(main)
