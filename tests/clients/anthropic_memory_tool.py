"""Claude's memory tool kept in the service, driven by the anthropic SDK: argv is the base URL, a key and the package's folder.

What every command answers is compared with the SDK's own tool, which keeps files. A server on loopback plays the model.
"""

import asyncio
import json
import re
import sys
import tempfile
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

base, key, package = sys.argv[1:4]
sys.path[0] = package

from anthropic import Anthropic, AsyncAnthropic
from anthropic.lib.tools import ToolError
from anthropic.tools.memory import BetaLocalFilesystemMemoryTool

from recollect_client import AsyncRecollect, Recollect
from recollect_client.anthropic import AsyncRecollectMemoryTool, RecollectMemoryTool


def view(path, *view_range):
    return {"command": "view", "path": path, **({"view_range": list(view_range)} if view_range else {})}


def create(path, file_text):
    return {"command": "create", "path": path, "file_text": file_text}


def replace(path, old_str, new_str):
    return {"command": "str_replace", "path": path, "old_str": old_str, "new_str": new_str}


def insert(path, line, text):
    return {"command": "insert", "path": path, "insert_line": line, "insert_text": text}


def delete(path):
    return {"command": "delete", "path": path}


def rename(old_path, new_path):
    return {"command": "rename", "old_path": old_path, "new_path": new_path}


PEOPLE = "/memories/people.md"
COMMANDS = [
    view("/memories"),
    view(PEOPLE),
    create(PEOPLE, "# People\n\nClara lives in Lisbon.\nBert owns a kayak.\n"),
    create(PEOPLE, "again"),
    view(PEOPLE),
    view(PEOPLE, 2, 3),
    view(PEOPLE, 3, -1),
    view(PEOPLE, 9, 12),
    replace(PEOPLE, "Lisbon", "Porto"),
    replace(PEOPLE, "Lisbon", "Porto"),
    replace(PEOPLE, "o", "0"),
    replace("/memories/none.md", "a", "b"),
    insert(PEOPLE, 0, "Kept by hand."),
    insert(PEOPLE, 5, "Dora plays the cello.\n"),
    insert(PEOPLE, 60, "beyond"),
    insert(PEOPLE, -1, "before"),
    view(PEOPLE),
    create("/memories/job/plans/2025.md", "Visit Oslo.\n"),
    create("/memories/job/team.md", "x" * 3000),
    create("/memories/.hidden", "not listed\n"),
    view("/memories"),
    view("/memories/job"),
    replace("/memories/job", "a", "b"),
    insert("/memories/job", 0, "a"),
    create("/memories/job", "a folder already"),
    rename("/memories/job", "/memories/done"),
    rename("/memories/job", "/memories/gone"),
    rename(PEOPLE, "/memories/done/team.md"),
    rename(PEOPLE, "/memories/archive/people.md"),
    view("/memories/archive/people.md"),
    view("/memories"),
    delete(PEOPLE),
    delete("/memories"),
    rename("/memories", "/memories/other"),
    delete("/memories/done"),
    view("/memories/done"),
    create("/memories/done/anew.md", "Anew.\n"),
    view("/memories/done/anew.md"),
]
OUTSIDE = [
    "/etc/passwd",
    "memories/a.md",
    "/memories/../secret.md",
    "/memories/a/../../b.md",
    "/memories/..",
    "/memories/%2e%2e/b.md",
    "/memories/%252e%252e/b.md",
    "/memories/a\\..\\b.md",
    "/memories/./a.md",
    "/memories/a\u0000.md",
    "/memoriesbeside/a.md",
]


def answered(call, command):
    try:
        return call(command)
    except ToolError as refused:
        return f"refused: {refused}"


async def awaited(call, command):
    try:
        return await call(command)
    except ToolError as refused:
        return f"refused: {refused}"


def comparable(answer):
    # What a folder weighs is the file system's affair; and a file above a new one is refused by each in its own words.
    return re.sub(r"(?m)^[\d.]+[BKMG]\t(/memories(?:/.*/|/[a-z]+)?)$", r"-\t\1", answer)


def expected(directory):
    kept = BetaLocalFilesystemMemoryTool(directory)
    return [comparable(answered(kept.call, command)) for command in COMMANDS]


def compared(wanted, got):
    for command, one, other in zip(COMMANDS, wanted, got, strict=True):
        assert one == comparable(other), f"{command}\n{one}\n{other}"


class Model(BaseHTTPRequestHandler):
    """Plays the model: it calls the tool with each command in turn, then ends; what it is answered is kept."""

    commands, answers, offered = [], [], []

    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
        Model.offered = asked["tools"]
        results = [block for block in asked["messages"][-1]["content"] if isinstance(block, dict)]
        Model.answers += [block for block in results if block.get("type") == "tool_result"]
        if Model.commands:
            call = {"type": "tool_use", "id": "toolu_1", "name": "memory", "input": Model.commands.pop(0)}
            content, reason = [call], "tool_use"
        else:
            content, reason = [{"type": "text", "text": "Done."}], "end_turn"
        usage = {"input_tokens": 1, "output_tokens": 1}
        said = {"id": "msg_1", "type": "message", "role": "assistant", "model": "played", "content": content}
        body = json.dumps({**said, "stop_reason": reason, "stop_sequence": None, "usage": usage}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def said(block):
    content = block["content"]
    return content if isinstance(content, str) else "".join(part["text"] for part in content)


def conversation(tool, url, commands):
    Model.commands, Model.answers = list(commands), []
    client = Anthropic(api_key="none", base_url=url, max_retries=0)
    asked = {"model": "played", "max_tokens": 100, "messages": [{"role": "user", "content": "Where does Clara live?"}]}
    ended = client.beta.messages.tool_runner(**asked, tools=[tool], thread=False).until_done()
    assert ended.content[0].text == "Done."
    assert [(one["type"], one["name"]) for one in Model.offered] == [("memory_20250818", "memory")]
    return Model.answers


with Recollect(base, key) as memory, tempfile.TemporaryDirectory() as directory:
    wanted = expected(directory)
    space = memory.create_space("Claude").id
    tool = RecollectMemoryTool(memory, space_id=space)
    compared(wanted, [answered(tool.call, command) for command in COMMANDS])
    for path in OUTSIDE:
        for command in (view(path), create(path, "a"), delete(path), rename(path, "/memories/b.md"), insert(path, 0, "a")):
            assert answered(tool.call, command).startswith("refused: Path"), command
        assert answered(tool.call, rename("/memories/done/anew.md", path)).startswith("refused: Path"), path
    assert answered(tool.call, create("/memories/empty.md", " \n")).startswith("refused: "), "a text has words"
    assert answered(tool.call, create("/memories/done/anew.md/below", "a")).startswith("refused: "), "a file is no folder"
    assert answered(tool.call, rename("/memories/done", "/memories/done/deeper")).startswith("refused: ")

    # What a model wrote is part of the memory: searched, understood, and gone with its file.
    tool.call(create("/memories/emma.md", "Emma lives in Lisbon.\n"))
    tool.call(replace("/memories/emma.md", "Lisbon", "Porto"))
    for log in memory.logs(spaceId=space):
        memory.wait(log.id)
    found = memory.search("Where does Emma live?", space_id=space)
    assert (found.answer.text, found.facts[0].fact) == ("Porto", "Emma lives in Porto."), found
    assert "Porto" in memory.context("Where does Emma live?", space_id=space)
    for number in range(4):
        tool.call(insert("/memories/emma.md", 1, f"Line {number}."))
        for log in memory.logs(spaceId=space, sessionId="/memories/emma.md"):
            memory.wait(log.id)
    kept = list(memory.logs(spaceId=space, sessionId="/memories/emma.md"))
    assert len(kept) <= 3, "logs of versions that were replaced do not pile up"
    tool.call(delete("/memories/emma.md"))
    assert "Emma" not in memory.context("Where does Emma live?", space_id=space)
    assert list(memory.logs(spaceId=space, sessionId="/memories/emma.md")) == []

    # Another space has other files, and the default one is taken where none is named.
    assert "anew" not in RecollectMemoryTool(memory).call(view("/memories"))
    assert tool.clear_all_memory() == "All memory cleared"
    assert tool.call(view("/memories")).endswith("0B\t/memories")

    server = ThreadingHTTPServer(("127.0.0.1", 0), Model)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    url = f"http://127.0.0.1:{server.server_port}"
    answers = conversation(tool, url, COMMANDS)
    assert [block.get("is_error", False) for block in answers] == [one.startswith("refused: ") for one in wanted]
    compared([one.removeprefix("refused: ") for one in wanted], [said(block) for block in answers])


async def over_the_wire():
    async with AsyncRecollect(base, key) as memory:
        space = (await memory.create_space("Claude, awaited")).id
        tool = AsyncRecollectMemoryTool(memory, space_id=space)
        compared(wanted, [await awaited(tool.call, command) for command in COMMANDS])
        Model.commands, Model.answers = [view("/memories/done/anew.md"), delete("/memories/../a")], []
        client = AsyncAnthropic(api_key="none", base_url=url, max_retries=0)
        asked = {"model": "played", "max_tokens": 100, "messages": [{"role": "user", "content": "Go on."}]}
        await client.beta.messages.tool_runner(**asked, tools=[tool], thread=False).until_done()
        assert "Anew." in said(Model.answers[0]) and Model.answers[1]["is_error"], Model.answers
        assert await tool.clear_all_memory() == "All memory cleared"


asyncio.run(over_the_wire())
server.shutdown()
print("ok")
