"""Recollect in LlamaIndex, against a running service: argv is the base URL, a key and the package's folder."""

import asyncio
import json
import sys

base, key, package = sys.argv[1:4]
sys.path[0] = package

from llama_index.core import get_response_synthesizer
from llama_index.core.base.llms.types import ChatMessage
from llama_index.core.llms.mock import MockLLM
from llama_index.core.memory import Memory
from llama_index.core.query_engine import RetrieverQueryEngine

from recollect_client import AsyncRecollect, Recollect
from recollect_client.llama_index import RecollectMemoryBlock, RecollectRetriever, recollect_tools

memory = Recollect(base, key)
saved = memory.add("Clara lives in Lisbon. She works at a bakery.", source="notes", session_id="n/1")
memory.wait(saved.log_id)


def retrieval():
    retriever = RecollectRetriever(memory, limit=3)
    (found,) = retriever.retrieve("Where does Clara live?")
    assert (found.node.node_id, found.node.get_content()) == (saved.log_id, "Clara lives in Lisbon. She works at a bakery.")
    assert found.score > 0 and found.node.metadata["source"] == "notes", found
    # The mocked model repeats what is put before it.
    synthesizer = get_response_synthesizer(llm=MockLLM(), response_mode="compact")
    engine = RetrieverQueryEngine(retriever, response_synthesizer=synthesizer)
    answer = engine.query("Where does Clara live?")
    assert "Clara lives in Lisbon." in str(answer) and answer.source_nodes[0].node.node_id == saved.log_id, answer


async def block():
    async with AsyncRecollect(base, key) as async_memory:
        mine = RecollectMemoryBlock(memory=async_memory)
        # So little is held for the short term that all goes on to the block.
        talk = Memory.from_defaults(
            session_id="chat-1", token_limit=60, chat_history_token_ratio=0.01, token_flush_size=1, memory_blocks=[mine]
        )
        await talk.aput(ChatMessage(role="user", content="My brother Emil lives in Porto."))
        await talk.aput(ChatMessage(role="assistant", content="Emil is an astronaut."))
        await talk.aput(ChatMessage(role="user", content="Where does Clara live?"))
        put = await talk.aget()
        before = "\n".join(str(message.content) for message in put)
        assert "Clara lives in Lisbon" in before, put
        kept = [log async for log in async_memory.logs(source="llama-index")]
        for log in kept:
            await async_memory.wait(log.id)
        assert "My brother Emil lives in Porto." in [log.text for log in kept], kept
        assert not any("astronaut" in log.text for log in kept), "what the assistant said is not kept"
        assert {log.raw["sessionId"] for log in kept} == {"chat-1"}, kept
        assert "Emil lives in Porto" in await mine.aget([ChatMessage(role="user", content="Where does Emil live?")])
        assert await mine.aget([]) == "" and "api" not in mine.model_dump_json()


def tools():
    ingest, search, context, forget = recollect_tools(memory)
    names = [tool.metadata.name for tool in (ingest, search, context, forget)]
    assert names == ["memory_ingest", "memory_search", "memory_context", "memory_forget"], names
    assert search.metadata.get_parameters_dict()["required"] == ["query"]
    text = json.loads(ingest(message="Dora plays the cello.").content)["id"]
    memory.wait(text)
    assert text in search(query="What does Dora play?").content
    assert "cello" in context(query="Dora").content
    assert json.loads(forget(id=text).content)["episodes"] == 1
    assert forget(id=text).content.startswith("Refused: ")


async def awaited():
    async with AsyncRecollect(base, key) as async_memory:
        for retriever in (RecollectRetriever(memory), RecollectRetriever(memory, async_memory=async_memory)):
            found = await retriever.aretrieve("Where does Clara live?")
            assert found[0].node.node_id == saved.log_id, found
        ingest, search, context, forget = recollect_tools(async_memory)
        text = json.loads((await ingest.acall(message="Gerda collects stamps.")).content)["id"]
        await async_memory.wait(text)
        assert text in (await search.acall(query="What does Gerda collect?")).content
        assert "stamps" in (await context.acall(query="Gerda")).content
        assert json.loads((await forget.acall(id=text)).content)["episodes"] == 1


retrieval()
asyncio.run(block())
tools()
asyncio.run(awaited())
print("ok")
