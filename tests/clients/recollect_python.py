"""recollect-client, at once and awaited, against a running service: argv is the base URL, a key and the package's folder."""

import asyncio
import sys
from datetime import datetime, timezone

base, key, package = sys.argv[1:4]
sys.path[0] = package

from recollect_client import AsyncRecollect, Recollect, RecollectError

with Recollect(base, key) as memory:
    when = datetime(2025, 3, 1, 9, 30, tzinfo=timezone.utc)
    saved = memory.add("Clara lives in Lisbon.", reference_time=when, source="script", tags=["people"], session_id="s/1")
    log = memory.wait(saved.log_id)
    assert (log.status, log.text, log.raw["tags"]) == ("completed", "Clara lives in Lisbon.", ["people"]), log
    found = memory.search("Where does Clara live?", limit=5, validAt=datetime(2025, 6, 1))
    assert found.episodes == ["Clara lives in Lisbon."], found
    assert found.facts[0].valid_at.startswith("2025-03-01") and found.answer.text, found
    context = memory.context("Where does Clara live?")
    # A line with its source, as the service words it.
    assert "Clara lives in Lisbon." in context and saved.log_id in context, context
    assert "Clara" in memory.context() and len(memory.context("Clara", max_tokens=200)) <= 200 * 5
    space = memory.create_space("Work", "The office")
    assert space.name in [one.name for one in memory.spaces()]
    memory.wait(memory.add("The lamp is green.", space_id=space.id).log_id)
    assert "Clara" not in memory.context("lamp", space_id=space.id)
    assert [one.text for one in memory.logs(spaceId=space.id)] == ["The lamp is green."]
    assert memory.me()["email"] == "anna@example.com"
    assert memory.request("GET", "/api/v1/queue") is not None
    assert memory.forget(saved.log_id).episodes == 1
    assert memory.search("Where does Clara live?").episodes in ([], ["The lamp is green."])
    try:
        memory.add("   ")
        raise AssertionError("a blank text is refused")
    except RecollectError as error:
        assert (error.status, error.field, bool(error.request_id)) == (400, "episodeBody", True), vars(error)
    try:
        Recollect(base, "rc_pat_nobody").me()
        raise AssertionError("a wrong key is refused")
    except RecollectError as error:
        assert (error.status, error.code) == (401, "invalid_api_key"), vars(error)
    try:
        Recollect("http://127.0.0.1:9", key, retries=1).me()
        raise AssertionError("nobody is there")
    except RecollectError as error:
        assert (error.status, error.code) == (0, "unreachable"), vars(error)

# Texts that are forgotten or saved while somebody goes through the list: what was there all along is seen, once.
many = [f"The box {number} is blue." for number in range(130)]


def boxes():
    return [dict(episodeBody=text, referenceTime="2025-03-01T09:30:00Z", source="boxes") for text in many]


with Recollect(base, key) as memory:
    memory.request("POST", "/api/v1/batch", json={"episodes": boxes()})
    listed = []
    for log in memory.logs(source="boxes"):
        listed.append(log)
        if len(listed) == 40:
            for one in listed[:7]:
                memory.forget(one.id)
        if len(listed) == 110:
            memory.add("The box of late is red.", source="boxes")
    assert [log.text for log in listed] == many[::-1], [log.text for log in listed]
    for log in memory.logs(source="boxes"):
        memory.forget(log.id)
    assert list(memory.logs(source="boxes")) == []


async def awaited():
    async with AsyncRecollect(base, key) as memory:
        await memory.request("POST", "/api/v1/batch", json={"episodes": boxes()})
        async for log in memory.logs(source="boxes"):
            await memory.forget(log.id)
        assert [log async for log in memory.logs(source="boxes")] == []
        texts = [f"Dora plays instrument {number}." for number in range(5)]
        saved = await asyncio.gather(*(memory.add(text, source="async") for text in texts))
        logs = await asyncio.gather(*(memory.wait(one.log_id) for one in saved))
        assert {log.status for log in logs} == {"completed"}
        assert {log.text async for log in memory.logs(source="async")} == set(texts)
        found = await memory.search("What does Dora play?")
        assert any("Dora" in text for text in found.episodes), found
        assert "Dora" in await memory.context("Dora")
        for one in saved:
            assert (await memory.forget(one.log_id)).episodes == 1
        assert (await memory.me())["email"] == "anna@example.com"
        assert len(await memory.spaces()) == 2


asyncio.run(awaited())
print("ok")
