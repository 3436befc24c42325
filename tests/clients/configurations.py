"""The configurations of assistants in `integrations/`, followed as each program follows its own: argv is that folder, the binary, a base URL
and a key. Each must connect, list the tools that its rules name, save and find."""

import asyncio
import base64
import json
import re
import sys
import tomllib
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

import httpx2
from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client

folder, binary, base, key = Path(sys.argv[1]), *sys.argv[2:5]
DEFAULT = "http://localhost:3033"
NAMED = re.compile(r"`(memory_\w+)`")


def read(path):
    return (folder / path).read_text(encoding="utf-8")


async def converses(client, name, rules):
    tools = {tool.name for tool in (await client.list_tools()).tools}
    named = set(NAMED.findall(rules))
    assert named <= tools and len(named) >= 4, (name, named - tools)
    saved = await client.call_tool("memory_ingest", {"message": f"The editor of {name} is blue."})
    assert not saved.is_error, saved
    found = await client.call_tool("memory_context", {"query": f"Which colour has the editor of {name}?"})
    assert not found.is_error, found
    print(name)


async def over_http(name, url, headers, rules):
    assert url == f"{DEFAULT}/mcp", url
    http = httpx2.AsyncClient(headers=headers, timeout=30)
    async with http, Client(streamable_http_client(url.replace(DEFAULT, base), http_client=http), mode="auto") as client:
        await converses(client, name, rules)


def filled(text, values):
    return re.sub(r"\$\{([^}]+)\}", lambda found: values[found[1]], text)


def properties(text):
    """What stands between the lines of dashes, one `name: value` a line."""
    found = re.match(r"---\n(.*?)\n---\n", text, re.DOTALL)
    return dict(line.split(": ", 1) for line in found[1].splitlines())


def links():
    """The links of the documentation that install in one click say the same as the files."""
    said = (folder.parent / "docs/integrations.md").read_text(encoding="utf-8")
    cursor = re.search(r"cursor://anysphere\.cursor-deeplink/mcp/install\?[^\s)`]+", said)[0]
    asked = parse_qs(urlsplit(cursor).query)
    config = json.loads(base64.b64decode(asked["config"][0]))
    assert (asked["name"], config) == (["recollect"], {"url": f"{DEFAULT}/mcp"}), (asked, config)
    code = re.search(r"vscode:mcp/install\?([^\s)`]+)", said)[1]
    assert json.loads(unquote(code)) == {"name": "recollect", "type": "http", "url": f"{DEFAULT}/mcp"}, code


async def main():
    links()
    rules = read("codex/AGENTS.md")
    cursor_rules, code_rules = read("cursor/recollect.mdc"), read("vscode/recollect.instructions.md")
    assert properties(cursor_rules)["alwaysApply"] == "true" and properties(code_rules)["applyTo"] == '"**"'
    assert cursor_rules.endswith(rules) and code_rules.endswith(rules), "everybody is told the same"

    cursor = json.loads(read("cursor/mcp.json"))["mcpServers"]["recollect"]
    headers = {name: filled(value, {"env:RECOLLECT_API_KEY": key}) for name, value in cursor["headers"].items()}
    await over_http("Cursor", cursor["url"], headers, cursor_rules)

    code = json.loads(read("vscode/mcp.json"))
    server = code["servers"]["recollect"]
    inputs = {f"input:{one['id']}": key for one in code["inputs"] if one["type"] == "promptString" and one["password"]}
    assert server["type"] == "http"
    headers = {name: filled(value, inputs) for name, value in server["headers"].items()}
    await over_http("VS Code", server["url"], headers, code_rules)

    codex = tomllib.loads(read("codex/config.toml"))["mcp_servers"]["recollect"]
    assert codex["bearer_token_env_var"] == "RECOLLECT_API_KEY", codex
    await over_http("Codex", codex["url"], {"Authorization": f"Bearer {key}"}, rules)

    desktop = json.loads(read("claude-desktop/claude_desktop_config.json"))["mcpServers"]["recollect"]
    assert desktop["command"].endswith("/recollect") and set(desktop["env"]) == {"RECOLLECT_API_KEY"}, desktop
    # The service of the tests is elsewhere.
    env = {"RECOLLECT_API_KEY": key, "RECOLLECT_URL": base}
    async with Client(StdioServerParameters(command=binary, args=desktop["args"], env=env), mode="auto") as client:
        await converses(client, "Claude Desktop", rules)


asyncio.run(main())
