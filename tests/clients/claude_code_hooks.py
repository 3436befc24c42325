"""The hooks of the Claude Code plugin, run as hooks.json says: argv is the base URL, a key and the plugin's folder."""

import json
import os
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

base, key, plugin = sys.argv[1:4]
hooks = json.loads((Path(plugin) / "hooks/hooks.json").read_text())["hooks"]
manifest = json.loads((Path(plugin) / ".claude-plugin/plugin.json").read_text())
assert manifest["name"] == "recollect", manifest
server = json.loads((Path(plugin) / ".mcp.json").read_text())["mcpServers"]["recollect"]
assert server["url"].endswith("/mcp"), server


def ask(path, body=None):
    request = urllib.request.Request(base + path, body and json.dumps(body).encode())
    request.add_header("Authorization", f"Bearer {key}")
    return json.load(urllib.request.urlopen(request))


def run(event, url=base, **more):
    command = hooks[event["hook_event_name"]][0]["hooks"][0]["command"]
    environment = {**os.environ, "CLAUDE_PLUGIN_ROOT": plugin, "RECOLLECT_URL": url, "RECOLLECT_API_KEY": key, **more}
    ended = subprocess.run(command, shell=True, input=json.dumps(event), capture_output=True, text=True, env=environment, timeout=30)
    assert ended.returncode == 0, ended
    return ended


def settled():
    for _ in range(600):
        logs = ask("/api/v1/logs?source=claude-code")["logs"]
        if logs and all(log["status"] == "completed" for log in logs):
            return logs
        time.sleep(0.02)
    raise AssertionError(logs)


with tempfile.TemporaryDirectory() as place:
    transcript = Path(place) / "transcript.jsonl"
    lines = [
        {"type": "user", "uuid": "a1", "timestamp": "2025-03-01T09:30:00.000Z", "message": {"role": "user", "content": "<recollect-memory>\nBert lives in Oslo.\n</recollect-memory>\nMy sister Clara lives in Lisbon."}},
        {"type": "assistant", "uuid": "a2", "message": {"role": "assistant", "content": [{"type": "text", "text": "Zoe lives in Rome."}]}},
        {"type": "user", "uuid": "a3", "message": {"role": "user", "content": [{"type": "tool_result", "content": "Dora lives in Graz."}]}},
        {"type": "user", "uuid": "a4", "isMeta": True, "message": {"role": "user", "content": "Caveat"}},
        {"type": "user", "uuid": "a5", "message": {"role": "user", "content": "<command-name>/clear</command-name>"}},
    ]
    transcript.write_text("\n".join(map(json.dumps, lines)) + "\nnot json\n")
    stop = {"hook_event_name": "Stop", "session_id": "s-1", "transcript_path": str(transcript), "cwd": "/home/anna/boat"}
    assert run({**stop}, RECOLLECT_CAPTURE="off").stdout == ""
    # The same turn twice is one text.
    assert run(stop).stdout == run(stop).stdout == ""
    logs = settled()
    assert {log["ingestText"] for log in logs} == {"My sister Clara lives in Lisbon."}, logs
    log = logs[-1]
    assert (log["sessionId"], log["metadata"]["folder"]) == ("claude-code/s-1", "boat"), log
    assert log["referenceTime"].startswith("2025-03-01T09:30:00"), log
    found = ask("/search", {"query": "Where does Clara live?"})
    assert found["episodes"] == ["My sister Clara lives in Lisbon."], found

    def context(event):
        told = json.loads(run(event).stdout)["hookSpecificOutput"]
        assert told["hookEventName"] == event["hook_event_name"], told
        return told["additionalContext"]

    started = context({"hook_event_name": "SessionStart", "session_id": "s-2", "source": "startup"})
    assert started.startswith("<recollect-memory>") and "anna@example.com" in started, started
    prompted = context({"hook_event_name": "UserPromptSubmit", "session_id": "s-2", "prompt": "Where does my sister Clara live?"})
    assert "Lisbon" in prompted and "Oslo" not in prompted, prompted
    for prompt in ("yes", "/recall something long enough"):
        assert run({"hook_event_name": "UserPromptSubmit", "prompt": prompt}).stdout == ""
    # Nobody there: nothing is added, and nothing fails.
    for event in (stop, {"hook_event_name": "UserPromptSubmit", "prompt": "Where does my sister Clara live?"}):
        alone = run(event, url="http://127.0.0.1:9")
        assert alone.stdout == "" and "recollect:" in alone.stderr, alone
print("ok")
