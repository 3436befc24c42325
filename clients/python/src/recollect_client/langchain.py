"""Recollect in LangChain: a retriever, the history of a chat, and tools. `pip install recollect-client[langchain]`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from langchain_core.callbacks import AsyncCallbackManagerForRetrieverRun, CallbackManagerForRetrieverRun
from langchain_core.chat_history import BaseChatMessageHistory
from langchain_core.documents import Document
from langchain_core.messages import BaseMessage, message_to_dict, messages_from_dict
from langchain_core.retrievers import BaseRetriever
from langchain_core.tools import BaseTool, StructuredTool
from pydantic import ConfigDict, Field

from ._client import AsyncRecollect, Recollect
from ._models import Found, Log, default_space
from ._tools import async_functions, functions

__all__ = ["RecollectChatMessageHistory", "RecollectRetriever", "recollect_tools"]

SOURCE = "langchain"
SPEAKERS = {"ai": "assistant", "system": "system", "tool": "tool", "function": "tool"}


class RecollectRetriever(BaseRetriever):
    """What matters for a question, best first: the texts, each with its time, source and score.

    With `with_facts` the facts come first, as documents of their own (`metadata["kind"]` is `fact`, otherwise `text`). `options` are
    those of `POST /search`. With `async_memory` the awaited calls are its; otherwise they run `memory` in a thread.
    """

    model_config = ConfigDict(arbitrary_types_allowed=True)

    memory: Recollect
    async_memory: AsyncRecollect | None = None
    options: dict[str, Any] = Field(default_factory=dict)
    with_facts: bool = False

    def _get_relevant_documents(self, query: str, *, run_manager: CallbackManagerForRetrieverRun) -> list[Document]:
        return self._documents(self.memory.search(query, **self.options))

    async def _aget_relevant_documents(
        self, query: str, *, run_manager: AsyncCallbackManagerForRetrieverRun
    ) -> list[Document]:
        if self.async_memory is None:
            return await super()._aget_relevant_documents(query, run_manager=run_manager)
        return self._documents(await self.async_memory.search(query, **self.options))

    def _documents(self, found: Found) -> list[Document]:
        facts = [
            Document(
                id=fact.statement_id,
                page_content=fact.fact,
                metadata={"kind": "fact", "valid_at": fact.valid_at, "invalid_at": fact.invalid_at},
            )
            for fact in (found.facts if self.with_facts else [])
        ]
        texts = [
            Document(
                id=one.log_id,
                page_content=one.text,
                metadata={
                    "kind": "text",
                    "score": one.score,
                    "passage": one.passage,
                    "reference_time": one.reference_time,
                    "source": one.source,
                    "session_id": one.session_id,
                    "space_id": one.space_id,
                },
            )
            for one in found.results
        ]
        return facts + texts


class RecollectChatMessageHistory(BaseChatMessageHistory):
    """The messages of one session of a space, each a text of the memory that says who spoke. Every search finds them.

    `clear` forgets the session. Without a space it is one of your default space.
    """

    def __init__(self, memory: Recollect, session_id: str, *, space_id: str | None = None) -> None:
        self._memory = memory
        self._session_id = session_id
        self._space = space_id

    @property
    def messages(self) -> list[BaseMessage]:  # type: ignore[override]
        """Those that are remembered, the oldest first."""
        return messages_from_dict([_kept(log) for log in reversed(self._logs())])

    def add_messages(self, messages: Sequence[BaseMessage]) -> None:
        """Saves messages, in their order."""
        for message in messages:
            self._memory.add(
                _words(message),
                source=SOURCE,
                session_id=self._session_id,
                space_id=self._space_id(),
                metadata={SOURCE: _bare(message)},
            )

    def clear(self) -> None:
        """Forgets the session and all that only it supported."""
        for log in self._logs():
            self._memory.forget(log.id)

    def _space_id(self) -> str:
        self._space = self._space or default_space(self._memory.spaces())
        return self._space

    def _logs(self) -> list[Log]:
        filters = {"sessionId": self._session_id, "source": SOURCE, "spaceId": self._space_id()}
        return [log for log in self._memory.logs(**filters) if log.text and SOURCE in log.raw["metadata"]]


def _words(message: BaseMessage) -> str:
    words = str(message.text)
    if not words.strip():
        called = [str(call["name"]) for call in getattr(message, "tool_calls", [])]
        words = f"(calls {', '.join(called)})" if called else f"({message.type})"
    speaker = SPEAKERS.get(message.type)
    return f"{speaker}: {words}" if speaker else words


def _bare(message: BaseMessage) -> dict[str, Any]:
    """The message without its words, where the text has them."""
    kept = message_to_dict(message)
    if isinstance(message.content, str) and message.content.strip():
        kept["data"] = {name: value for name, value in kept["data"].items() if name != "content"}
    return kept


def _kept(log: Log) -> dict[str, Any]:
    kept = log.raw["metadata"][SOURCE]
    if "content" in kept["data"]:
        return dict(kept)
    speaker = SPEAKERS.get(kept["type"])
    words = log.text.removeprefix(f"{speaker}: ") if speaker else log.text
    return {**kept, "data": {**kept["data"], "content": words}}


def recollect_tools(memory: Recollect | AsyncRecollect, *, space_id: str | None = None) -> list[BaseTool]:
    """Tools for an agent: `memory_ingest`, `memory_search`, `memory_context`, `memory_forget`."""
    if isinstance(memory, AsyncRecollect):
        awaited = async_functions(memory, SOURCE, space_id)
        return [StructuredTool.from_function(coroutine=function) for function in awaited]
    return [StructuredTool.from_function(function) for function in functions(memory, SOURCE, space_id)]
