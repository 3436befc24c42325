"""Every command of heysol-api-client 1.3.0 against a running service, as its command line and its library send them.

    heysol_commands.py BASE_URL KEY OTHER_KEY PARTS

PARTS names what to go through, separated by commas: spaces, memory, logs, profile, library, webhooks, mcp. The commands
`memory move`, `memory copy` and `memory copy-by-id` reach only addresses that the package itself contains; what they do is
done here through the library.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

BASE, KEY, OTHER_KEY, PARTS = sys.argv[1:5]
API = BASE + "/api/v1"
MCP = API + "/mcp?source=heysol-api-client"
PROGRAM = Path(sys.executable).parent / "heysol-client"
os.environ.update(HEYSOL_BASE_URL=API, HEYSOL_MCP_URL=MCP, HEYSOL_PROFILE_URL=API + "/me")


def run(*arguments, skip_mcp=True, source=None):
    """What a command prints; it must succeed, and not make do with a warning."""
    options = ["--api-key", KEY, "--base-url", API]
    options += ["--skip-mcp"] if skip_mcp else []
    options += ["--source", source] if source else []
    ended = subprocess.run([PROGRAM, *options, *arguments], capture_output=True, text=True, timeout=60)
    words = " ".join(arguments)
    assert ended.returncode == 0, f"{words}: {ended.stdout}\n{ended.stderr}"
    for complaint in ("Warning", "DEBUG", "not available", "Failed"):
        assert complaint not in ended.stdout + ended.stderr, f"{words}: {ended.stdout}\n{ended.stderr}"
    print(words)
    return ended.stdout


def told(*arguments, **options):
    """The JSON that a command prints, after whatever it says before."""
    lines = run(*arguments, **options).splitlines()
    start = max(n for n, line in enumerate(lines) if line in ("{", "[") or line.startswith(("{}", "[]")))
    return json.loads("\n".join(lines[start:]))


def completed(log):
    for _ in range(300):
        found = told("logs", "get", log)
        if found["status"] in ("completed", "failed"):
            assert found["status"] == "completed", found
            return found
        time.sleep(0.05)
    raise AssertionError(f"{log} is not processed")


def spaces():
    made = told("spaces", "create", "Garden", "--description", "Beds and tools")
    space = made["space_id"]
    assert any(one["id"] == space for one in told("spaces", "list"))
    assert told("spaces", "get", space)["space"]["description"] == "Beds and tools"
    changed = told("spaces", "update", space, "--name", "Orchard", "--description", "Trees", "--metadata", '{"a": 1}')
    assert (changed["space"]["name"], changed["space"]["description"]) == ("Orchard", "Trees")
    log = told("memory", "ingest", "The pear tree stands by the well.", "--space-id", space)["id"]
    completed(log)
    owned = completed(told("memory", "ingest", "Clara owns a blue kayak.", "--space-id", space)["id"])
    found = run("memory", "search", "Where is the pear tree?", "--space-id", space)
    assert "The pear tree stands by the well." in found
    assert [one["id"] for one in told("logs", "list", "--space-id", space)] == [owned["id"], log]
    assert told("logs", "status", "--space-id", space)["ingestion_status"] == "logs_available"
    assert told("spaces", "bulk-ops", "initialize_space_ids")["success"]
    facts = told("memory", "episode", owned["episodeUUID"])["facts"]
    for fact in facts:
        statement = fact["statement"]["id"]
        done = told("spaces", "bulk-ops", "assign_statements", "--space-id", space, "--statement-ids", statement)
        assert done["statements"] == 1, done
    assert told("spaces", "delete", "Orchard", "--confirm")["deleted"]["episodes"] == 2
    assert all(one["id"] != space for one in told("spaces", "list"))


def memory():
    log = told("memory", "ingest", "Clara lives in Lisbon. Clara works at Zeiss.", "--session-id", "talk")["id"]
    with tempfile.NamedTemporaryFile("w", suffix=".txt", encoding="utf-8") as text:
        text.write("Clara owns a blue kayak.")
        text.flush()
        told("memory", "ingest", "--file", text.name)
    queued = told("memory", "queue", "Bert repairs clocks.", "--metadata", '{"page": 7}', "--tags", "x", "--priority", "high")
    found = completed(log)
    assert completed(queued["id"])["data"]["metadata"] == {"page": 7}
    for more in ([], ["--limit", "1"], ["--include-invalidated"]):
        assert "Clara lives in Lisbon" in run("memory", "search", "Where does Clara live?", *more)
    assert told("memory", "search-graph", "Clara", "--limit", "5", "--depth", "2")["facts"]
    facts = told("memory", "episode", found["episodeUUID"])
    assert len(facts["facts"]) == facts["totalCount"] == 2
    assert len(told("memory", "episode", found["episodeUUID"], "--limit", "1", "--offset", "1")["facts"]) == 1


def logs():
    words = ["The lamp is green.", "The door is red.", "The roof is old."]
    ids = [told("memory", "ingest", text, source="house")["id"] for text in words]
    for log in ids:
        completed(log)
    listed = told("logs", "list", "--source", "house")
    assert [one["id"] for one in listed] == ids[::-1], listed
    for status in ("completed", "COMPLETED"):
        assert {one["status"] for one in told("logs", "list", "--status", status)} == {"completed"}
    assert told("logs", "list", "--status", "failed") == []
    first, second = (told("logs", "list", "--limit", "1", "--offset", str(offset)) for offset in (0, 1))
    assert [one[0]["id"] for one in (first, second)] == [ids[2], ids[1]]
    assert len(told("logs", "list", "--start-date", "2020-01-01", "--end-date", "2199-12-31")) >= 3
    assert told("logs", "list", "--end-date", "2020-01-01T00:00:00Z") == []
    assert told("logs", "get", ids[0])["ingestText"] == words[0]
    by_source = told("logs", "get-by-source", "house", "--limit", "2", "--offset", "1", "--status", "completed")
    assert [one["id"] for one in by_source["logs"]] == [ids[1], ids[0]]
    assert told("logs", "status")["ingestion_status"] == "logs_available"
    assert "house" in told("logs", "sources")["sources"]
    copy = told("logs", "copy", ids[0], "--new-source", "copies", "--new-session-id", "again", "--override-metadata", '{"b": 2}')
    copied = completed(copy["id"])
    assert (copied["source"], copied["sessionId"], copied["ingestText"]) == ("copies", "again", words[0])
    assert copied["data"]["metadata"] == {"b": 2}
    assert told("logs", "delete", ids[2], "--confirm")["deleted"]["episodes"] == 1
    swept = told("logs", "delete-by-source", "house", "--confirm")
    assert (swept["deleted"], swept["failed"]) == (2, 0), swept
    assert [one["source"] for one in told("logs", "list", "--limit", "1")] == ["copies"]


def profile():
    assert told("profile", "get")["email"] == "anna@example.com"
    health = run("profile", "health")
    assert "HEALTHY" in health and "UNHEALTHY" not in health, health


def library():
    """Moving logs from one account to another, and reading them without an end."""
    from heysol import HeySolClient

    mine, other = (HeySolClient(api_key=key, base_url=API, skip_mcp_init=True) for key in (KEY, OTHER_KEY))
    for number in range(3):
        mine.ingest(f"Crate {number} holds apples.", source="cellar")
    preview = mine.move_logs_to_instance(other, source="cellar", confirm=False)
    assert preview["logs_to_move"] == 3, preview
    moved = mine.move_logs_to_instance(other, source="cellar", confirm=True, target_source="attic")
    assert (moved["transferred_count"], moved["deleted_count"]) == (3, 3), moved
    assert mine.get_logs_by_source("cellar")["total_count"] == 0
    arrived = list(other.iter_ingestion_logs())
    assert {log["source"] for log in arrived} == {"attic"} and len(arrived) == 3
    times = {log["data"]["referenceTime"] for log in arrived}
    assert times == {"2023-11-07T05:31:56Z"}, times
    assert mine.get_ingestion_logs(limit=1)["total_count"] == 1


def webhooks():
    url = "https://hooks.example.com/a"
    made = told("webhooks", "create", url, "--secret", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
    assert made, made
    listed = told("webhooks", "list")
    hook = next(one["id"] for one in listed if one["url"] == url)
    assert url in run("webhooks", "get", hook)
    secret = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD"
    told("webhooks", "update", hook, url + "2", "--events", "memory.ingested", "--secret", secret)
    assert url + "2" in run("webhooks", "get", hook)
    told("webhooks", "delete", hook, "--confirm")
    assert all(one["id"] != hook for one in told("webhooks", "list"))


def mcp():
    from heysol import HeySolClient

    assert {"memory_ingest", "memory_search"} <= set(told("tools", "list", skip_mcp=False))
    client = HeySolClient(api_key=KEY, base_url=API, mcp_url=MCP, prefer_mcp=True)
    assert client.is_mcp_available(), client.get_session_info()
    answer = client.ingest("Dora plays the viola.")
    assert answer["content"] and not answer.get("isError"), answer
    answer = client.call_tool("memory_search", query="Who plays the viola?")
    assert answer["content"] and not answer.get("isError"), answer


for part in PARTS.split(","):
    globals()[part]()
print("done")
