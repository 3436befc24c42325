"""Claude's memory tool (`memory_20250818`) kept in Recollect: `pip install recollect-client[anthropic]`.

Each file below `/memories` is a document of one space. What a model writes there is searched, with the facts in it, like all else, and
each edit is a new version of the document.
"""

from __future__ import annotations

from typing import Any

from anthropic.lib.tools import BetaAbstractMemoryTool, BetaAsyncAbstractMemoryTool, ToolError
from anthropic.types.beta import (
    BetaMemoryTool20250818CreateCommand,
    BetaMemoryTool20250818DeleteCommand,
    BetaMemoryTool20250818InsertCommand,
    BetaMemoryTool20250818RenameCommand,
    BetaMemoryTool20250818StrReplaceCommand,
    BetaMemoryTool20250818ViewCommand,
)

from ._client import AsyncRecollect, Recollect
from ._files import SOURCE, FileError, Shelf, only_path, outcome
from ._models import RecollectError, default_space

__all__ = ["AsyncRecollectMemoryTool", "RecollectMemoryTool"]

CLEARED = "All memory cleared"


def _filters(space_id: str, path: str | None) -> dict[str, str]:
    return {"spaceId": space_id, "source": SOURCE, **({"sessionId": path} if path else {})}


def _document(path: str, space_id: str) -> dict[str, Any]:
    return {"source": SOURCE, "session_id": path, "space_id": space_id, "type": "DOCUMENT"}


class RecollectMemoryTool(BetaAbstractMemoryTool):
    """The tool for `client.beta.messages.tool_runner(tools=[…])`. Without a space the files are in your default one."""

    def __init__(self, memory: Recollect, *, space_id: str | None = None, **options: Any) -> None:
        super().__init__(**options)
        self._memory = memory
        self._space = space_id

    def view(self, command: BetaMemoryTool20250818ViewCommand) -> str:
        return self._carry_out("view", command)

    def create(self, command: BetaMemoryTool20250818CreateCommand) -> str:
        return self._carry_out("create", command)

    def str_replace(self, command: BetaMemoryTool20250818StrReplaceCommand) -> str:
        return self._carry_out("str_replace", command)

    def insert(self, command: BetaMemoryTool20250818InsertCommand) -> str:
        return self._carry_out("insert", command)

    def delete(self, command: BetaMemoryTool20250818DeleteCommand) -> str:
        return self._carry_out("delete", command)

    def rename(self, command: BetaMemoryTool20250818RenameCommand) -> str:
        return self._carry_out("rename", command)

    def clear_all_memory(self) -> str:
        shelf = self._shelf(None)
        self._forget(*(log for logs in shelf.logs.values() for log in logs))
        return CLEARED

    def _carry_out(self, name: str, command: Any) -> str:
        try:
            path = only_path(name, command)
            shelf = self._shelf(path)
            if path and path not in shelf.files:
                shelf = self._shelf(None)
            done = outcome(name, command, shelf.files)
            for written, text in done.write.items():
                self._memory.add(text, **_document(written, self._space_id()))
                self._forget(*shelf.replaced.get(written, ()))
            for removed in done.remove:
                self._forget(*reversed(shelf.logs[removed]))
            return done.answer
        except (FileError, RecollectError) as error:
            raise ToolError(str(error)) from error

    def _space_id(self) -> str:
        self._space = self._space or default_space(self._memory.spaces())
        return self._space

    def _shelf(self, path: str | None) -> Shelf:
        space = self._space_id()
        return Shelf.of(list(self._memory.logs(**_filters(space, path))), space)

    def _forget(self, *logs: str) -> None:
        for log in logs:
            self._memory.forget(log)


class AsyncRecollectMemoryTool(BetaAsyncAbstractMemoryTool):
    """The same tool for `AsyncAnthropic`."""

    def __init__(self, memory: AsyncRecollect, *, space_id: str | None = None, **options: Any) -> None:
        super().__init__(**options)
        self._memory = memory
        self._space = space_id

    async def view(self, command: BetaMemoryTool20250818ViewCommand) -> str:
        return await self._carry_out("view", command)

    async def create(self, command: BetaMemoryTool20250818CreateCommand) -> str:
        return await self._carry_out("create", command)

    async def str_replace(self, command: BetaMemoryTool20250818StrReplaceCommand) -> str:
        return await self._carry_out("str_replace", command)

    async def insert(self, command: BetaMemoryTool20250818InsertCommand) -> str:
        return await self._carry_out("insert", command)

    async def delete(self, command: BetaMemoryTool20250818DeleteCommand) -> str:
        return await self._carry_out("delete", command)

    async def rename(self, command: BetaMemoryTool20250818RenameCommand) -> str:
        return await self._carry_out("rename", command)

    async def clear_all_memory(self) -> str:
        shelf = await self._shelf(None)
        await self._forget(*(log for logs in shelf.logs.values() for log in logs))
        return CLEARED

    async def _carry_out(self, name: str, command: Any) -> str:
        try:
            path = only_path(name, command)
            shelf = await self._shelf(path)
            if path and path not in shelf.files:
                shelf = await self._shelf(None)
            done = outcome(name, command, shelf.files)
            for written, text in done.write.items():
                await self._memory.add(text, **_document(written, await self._space_id()))
                await self._forget(*shelf.replaced.get(written, ()))
            for removed in done.remove:
                await self._forget(*reversed(shelf.logs[removed]))
            return done.answer
        except (FileError, RecollectError) as error:
            raise ToolError(str(error)) from error

    async def _space_id(self) -> str:
        self._space = self._space or default_space(await self._memory.spaces())
        return self._space

    async def _shelf(self, path: str | None) -> Shelf:
        space = await self._space_id()
        return Shelf.of([log async for log in self._memory.logs(**_filters(space, path))], space)

    async def _forget(self, *logs: str) -> None:
        for log in logs:
            await self._memory.forget(log)
