#!/usr/bin/env python3
"""The hooks of Claude Code: JSON in on standard input, context out on standard output.

SessionStart       adds what is known of the user
UserPromptSubmit   adds what matters for the prompt
Stop               saves what the user said in this turn, without what the hooks have added

It needs RECOLLECT_API_KEY, and RECOLLECT_URL where the service is not at http://localhost:3033. RECOLLECT_CAPTURE=off saves nothing.
A memory that cannot be reached is no reason to hold anybody up: then it says so on standard error and adds nothing.
"""

import json
import os
import re
import sys
import urllib.request

URL = (os.environ.get("RECOLLECT_URL") or "http://localhost:3033").rstrip("/")
KEY = os.environ.get("RECOLLECT_API_KEY", "")
PATIENCE_S = 5
# A prompt that says no more than this asks nothing of the memory.
SHORTEST_PROMPT = 12
START_TOKENS, PROMPT_TOKENS = 1_000, 800
LONGEST_TEXT = 20_000
BLOCK = re.compile(r"<(recollect-memory|system-reminder)>.*?</\1>", re.DOTALL)


def post(path, body, headers=None):
    request = urllib.request.Request(URL + path, json.dumps(body).encode(), method="POST")
    request.add_header("Authorization", f"Bearer {KEY}")
    request.add_header("Content-Type", "application/json")
    for name, value in (headers or {}).items():
        request.add_header(name, value)
    with urllib.request.urlopen(request, timeout=PATIENCE_S) as answer:
        return json.load(answer)


def tool(name, arguments):
    """What a tool of the memory says; nothing where it refuses."""
    call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": name, "arguments": arguments}}
    result = post("/mcp", call).get("result") or {}
    if result.get("isError"):
        return ""
    return "\n".join(part.get("text", "") for part in result.get("content", [])).strip()


def add(event, text):
    if not text or text.startswith("Nothing in memory matches"):
        return
    context = f"<recollect-memory>\n{text}\n</recollect-memory>"
    print(json.dumps({"hookSpecificOutput": {"hookEventName": event, "additionalContext": context}}))


def said(entry):
    """What a person typed, of one line of the transcript; nothing for answers, tools and commands."""
    if entry.get("type") != "user" or entry.get("isMeta") or entry.get("isSidechain"):
        return ""
    content = (entry.get("message") or {}).get("content")
    if isinstance(content, list):
        content = "\n".join(part.get("text", "") for part in content if part.get("type") == "text")
    if not isinstance(content, str):
        return ""
    text = BLOCK.sub("", content).strip()
    return "" if text.startswith(("<command-", "<local-command", "/")) else text[:LONGEST_TEXT]


def last_turn(path):
    """The last thing that the person typed, with its name and time."""
    found = None
    with open(path, encoding="utf-8", errors="replace") as transcript:
        for line in transcript:
            try:
                entry = json.loads(line)
            except ValueError:
                continue
            text = said(entry) if isinstance(entry, dict) else ""
            if text:
                found = (text, str(entry.get("uuid") or ""), entry.get("timestamp"))
    return found


def save(event):
    turn = last_turn(event.get("transcript_path") or "")
    if not turn or os.environ.get("RECOLLECT_CAPTURE", "").lower() == "off":
        return
    text, uuid, time = turn
    session = f"claude-code/{event.get('session_id', '')}"
    body = {
        "episodeBody": text,
        "source": "claude-code",
        "sessionId": session,
        # The same turn again is the same text.
        "externalId": f"{session}/{uuid}" if uuid else None,
        "metadata": {"folder": os.path.basename(event.get("cwd") or "")},
    }
    if not time:
        from datetime import datetime, timezone

        time = datetime.now(timezone.utc).isoformat()
    post("/api/v1/add", {**body, "referenceTime": time})


def main():
    event = json.load(sys.stdin)
    name = event.get("hook_event_name")
    if not KEY:
        print("recollect: RECOLLECT_API_KEY is not set", file=sys.stderr)
    elif name == "SessionStart":
        add(name, tool("get_user_profile", {"maxTokens": START_TOKENS}))
    elif name == "UserPromptSubmit":
        prompt = BLOCK.sub("", event.get("prompt") or "").strip()
        if len(prompt) >= SHORTEST_PROMPT and not prompt.startswith("/"):
            add(name, tool("memory_search", {"query": prompt[:2_000], "maxTokens": PROMPT_TOKENS}))
    elif name == "Stop":
        save(event)


if __name__ == "__main__":
    try:
        main()
    except Exception as error:  # Whatever it is, the person goes on working.
        print(f"recollect: {error}", file=sys.stderr)
