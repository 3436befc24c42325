"""What a model may do with a memory, as plain functions: frameworks make tools of them by their names, types and words.

The names are those of the service's own tools (MCP). A refusal is told in words, so that the model can mend what it asked.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable

from ._client import AsyncRecollect, Recollect
from ._models import Forgotten, Found, Log, RecollectError, Saved

Function = Callable[..., str]
AsyncFunction = Callable[..., Awaitable[str]]


def functions(memory: Recollect, source: str, space_id: str | None) -> list[Function]:
    """To save, search, get context and forget, at once."""
    spaces = [space_id] if space_id else None

    def memory_ingest(message: str) -> str:
        """Saves something lasting to the user's memory: full sentences, with names and dates."""
        return _told(lambda: _saved(memory.add(message, source=source, space_id=space_id)))

    def memory_search(query: str) -> str:
        """Searches the user's memory with a full question. Answers with facts and with texts and their ids."""
        return _told(lambda: _found(memory.search(query, spaceIds=spaces)))

    def memory_context(query: str) -> str:
        """What the user's memory says about something, as short lines to read."""
        return _told(lambda: memory.context(query, space_id=space_id) or NOTHING)

    def memory_forget(id: str) -> str:
        """Deletes one text by its id and all that only it supported. Only when the user asks for it."""
        return _told(lambda: _forgotten(memory.forget(_within(memory.log(id), space_id) if space_id else id)))

    return [memory_ingest, memory_search, memory_context, memory_forget]


def async_functions(memory: AsyncRecollect, source: str, space_id: str | None) -> list[AsyncFunction]:
    """The same, to be awaited."""
    spaces = [space_id] if space_id else None

    async def memory_ingest(message: str) -> str:
        """Saves something lasting to the user's memory: full sentences, with names and dates."""
        try:
            return _saved(await memory.add(message, source=source, space_id=space_id))
        except RecollectError as error:
            return _refused(error)

    async def memory_search(query: str) -> str:
        """Searches the user's memory with a full question. Answers with facts and with texts and their ids."""
        try:
            return _found(await memory.search(query, spaceIds=spaces))
        except RecollectError as error:
            return _refused(error)

    async def memory_context(query: str) -> str:
        """What the user's memory says about something, as short lines to read."""
        try:
            return await memory.context(query, space_id=space_id) or NOTHING
        except RecollectError as error:
            return _refused(error)

    async def memory_forget(id: str) -> str:
        """Deletes one text by its id and all that only it supported. Only when the user asks for it."""
        try:
            return _forgotten(await memory.forget(_within(await memory.log(id), space_id) if space_id else id))
        except RecollectError as error:
            return _refused(error)

    return [memory_ingest, memory_search, memory_context, memory_forget]


NOTHING = "The memory says nothing about it."


def _told(call: Callable[[], str]) -> str:
    try:
        return call()
    except RecollectError as error:
        return _refused(error)


def _within(log: Log, space_id: str) -> str:
    """The text's id, where it is in the space: tools of a space forget nothing elsewhere."""
    if log.space_id != space_id:
        raise RecollectError("there is no such text in this space", status=404, code="log_not_found")
    return log.id


def _refused(error: RecollectError) -> str:
    return f"Refused: {error}"


def _saved(saved: Saved) -> str:
    return json.dumps({"id": saved.log_id, "status": saved.status})


def _found(found: Found) -> str:
    facts = [{"fact": fact.fact, "validAt": fact.valid_at, "invalidAt": fact.invalid_at} for fact in found.facts]
    texts = [{"id": one.log_id, "time": one.reference_time, "text": one.passage} for one in found.results]
    answer = {"answer": found.answer.text} if found.answer else {}
    return json.dumps({**answer, "facts": facts, "texts": texts}, ensure_ascii=False)


def _forgotten(forgotten: Forgotten) -> str:
    return json.dumps({"episodes": forgotten.episodes, "statements": forgotten.statements})
