"""The Python SDK of the Model Context Protocol with a personal token: argv is the URL and the token."""

import asyncio
import json
import sys

import httpx2
from mcp import Client
from mcp.client.streamable_http import streamable_http_client


def text(result):
    assert not result.is_error, result
    return "\n".join(part.text for part in result.content)


async def until_read(client, log):
    for _ in range(600):
        shown = text(await client.call_tool("memory_read", {"id": log}))
        if "understood" in shown.splitlines()[0]:
            return shown
        await asyncio.sleep(0.02)
    raise AssertionError(f"{log} was not read: {shown}")


async def converse(client, name):
    assert "memory_search" in client.instructions, client.instructions
    tools = (await client.list_tools()).tools
    names = {tool.name for tool in tools}
    assert {"memory_ingest", "memory_search", "memory_get_spaces", "get_user_profile"} <= names, names
    for tool in tools:
        assert tool.description and tool.input_schema["type"] == "object", tool
        assert tool.annotations.read_only_hint is not None, tool

    saved = await client.call_tool("memory_ingest", {"message": f"{name} lives in Lisbon. She works at a bakery."})
    log = saved.structured_content["logId"]
    assert name in await until_read(client, log)
    found = text(await client.call_tool("memory_search", {"query": f"Where does {name} live?"}))
    assert "Lisbon" in found and log in found, found
    about = text(await client.call_tool("memory_facts_about", {"entity": name, "evidence": True}))
    assert "Lisbon" in about and log in about, about
    spaces = text(await client.call_tool("memory_get_spaces", {}))
    assert len(json.loads(spaces)) == 1, spaces
    profile = text(await client.call_tool("get_user_profile", {}))
    assert "anna@example.com" in profile, profile
    gone = await client.call_tool("memory_forget", {"id": log})
    assert gone.structured_content["deleted"]["episodes"] == 1, gone
    again = await client.call_tool("memory_forget", {"id": log})
    assert again.is_error and "not found" in again.content[0].text, again


async def main():
    url, token = sys.argv[1:3]
    # What was told a moment ago is no news: each conversation has somebody of its own.
    for mode, name in (("auto", "Clara"), ("legacy", "Martha")):
        http = httpx2.AsyncClient(headers={"Authorization": f"Bearer {token}"}, timeout=30)
        async with http, Client(streamable_http_client(url, http_client=http), mode=mode) as client:
            await converse(client, name)
            print(mode, client.protocol_version)


if __name__ == "__main__":
    asyncio.run(main())
