"""Recollect in LlamaIndex: a retriever, a block of an agent's memory, and tools. `pip install recollect-client[llama-index]`."""

from __future__ import annotations

import asyncio
from typing import Any

from llama_index.core.base.base_retriever import BaseRetriever
from llama_index.core.base.llms.types import ChatMessage, MessageRole
from llama_index.core.memory import BaseMemoryBlock
from llama_index.core.schema import NodeWithScore, QueryBundle, TextNode
from llama_index.core.tools import FunctionTool
from pydantic import Field

from ._client import AsyncRecollect, Recollect
from ._models import Found
from ._tools import async_functions, functions

__all__ = ["RecollectMemoryBlock", "RecollectRetriever", "recollect_tools"]

SOURCE = "llama-index"


class RecollectRetriever(BaseRetriever):
    """What matters for a question, best first: the texts, each with its time, source and score.

    `options` are those of `POST /search`. With `async_memory` the awaited calls are its; otherwise they run `memory` in a thread.
    """

    def __init__(
        self, memory: Recollect, *, async_memory: AsyncRecollect | None = None, **options: Any
    ) -> None:
        super().__init__()
        self._memory = memory
        self._async_memory = async_memory
        self._options = options

    def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        return _nodes(self._memory.search(query_bundle.query_str, **self._options))

    async def _aretrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        if self._async_memory is None:
            return await asyncio.to_thread(self._retrieve, query_bundle)
        return _nodes(await self._async_memory.search(query_bundle.query_str, **self._options))


def _nodes(found: Found) -> list[NodeWithScore]:
    return [
        NodeWithScore(
            node=TextNode(
                id_=one.log_id,
                text=one.text,
                metadata={
                    "reference_time": one.reference_time,
                    "source": one.source,
                    "session_id": one.session_id,
                    "space_id": one.space_id,
                },
            ),
            score=one.score,
        )
        for one in found.results
    ]


class RecollectMemoryBlock(BaseMemoryBlock[str]):
    """A block of `Memory`: before the model stands what matters for the user's last message; what the user said is kept.

    What the assistant or a tool said is not saved: a memory is not told its own words.
    """

    name: str = "recollect"
    description: str | None = "What the user's long-term memory says about the conversation."
    memory: AsyncRecollect = Field(exclude=True)
    space_id: str | None = None
    max_tokens: int = Field(default=800, ge=200, le=20000)

    async def _aget(self, messages: list[ChatMessage] | None = None, **block_kwargs: Any) -> str:
        said = [_words(message) for message in messages or [] if message.role == MessageRole.USER]
        if not said or not said[-1]:
            return ""
        return await self.memory.context(said[-1], max_tokens=self.max_tokens, space_id=self.space_id)

    async def _aput(self, messages: list[ChatMessage]) -> None:
        for message in messages:
            words = _words(message)
            if message.role != MessageRole.USER or not words:
                continue
            session = message.additional_kwargs.get("session_id")
            await self.memory.add(words, source=SOURCE, session_id=session, space_id=self.space_id)


def _words(message: ChatMessage) -> str:
    return (message.content or "").strip()


def recollect_tools(memory: Recollect | AsyncRecollect, *, space_id: str | None = None) -> list[FunctionTool]:
    """Tools for an agent: `memory_ingest`, `memory_search`, `memory_context`, `memory_forget`."""
    if isinstance(memory, AsyncRecollect):
        awaited = async_functions(memory, SOURCE, space_id)
        return [FunctionTool.from_defaults(async_fn=function) for function in awaited]
    return [FunctionTool.from_defaults(function) for function in functions(memory, SOURCE, space_id)]
