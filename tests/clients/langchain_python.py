"""Recollect in LangChain, against a running service: argv is the base URL, a key and the package's folder."""

import asyncio
import json
import sys

base, key, package = sys.argv[1:4]
sys.path[0] = package

from langchain_core.language_models import GenericFakeChatModel
from langchain_core.messages import AIMessage, HumanMessage, SystemMessage, ToolMessage
from langchain_core.output_parsers import StrOutputParser
from langchain_core.prompts import ChatPromptTemplate, MessagesPlaceholder
from langchain_core.runnables import RunnableLambda, RunnablePassthrough
from langchain_core.runnables.history import RunnableWithMessageHistory

from recollect_client import AsyncRecollect, Recollect
from recollect_client.langchain import RecollectChatMessageHistory, RecollectRetriever, recollect_tools

memory = Recollect(base, key)
saved = memory.add("Clara lives in Lisbon. She works at a bakery.", source="notes", session_id="n/1")
memory.wait(saved.log_id)


def retrieval():
    retriever = RecollectRetriever(memory=memory, options={"limit": 3})
    (document,) = retriever.invoke("Where does Clara live?")
    assert (document.id, document.page_content) == (saved.log_id, "Clara lives in Lisbon. She works at a bakery.")
    wanted = {"kind": "text", "source": "notes", "session_id": "n/1"}
    assert wanted.items() <= document.metadata.items() and document.metadata["score"] > 0, document.metadata
    facts = RecollectRetriever(memory=memory, with_facts=True).invoke("Where does Clara live?")
    assert facts[0].page_content == "Clara lives in Lisbon." and facts[0].metadata["kind"] == "fact", facts
    # As a part of a chain, as retrievers are used.
    prompt = ChatPromptTemplate.from_template("{context}\n\n{question}")
    joined = retriever | RunnableLambda(lambda documents: "\n".join(one.page_content for one in documents))
    model = GenericFakeChatModel(messages=iter([AIMessage("In Lisbon.")]))
    seen = []
    chain = {"context": joined, "question": RunnablePassthrough()} | prompt | RunnableLambda(seen.append)
    chain.invoke("Where does Clara live?")
    assert "Clara lives in Lisbon." in seen[0].to_string(), seen
    assert (prompt | model | StrOutputParser()).invoke({"context": "", "question": ""}) == "In Lisbon."


def history():
    prompt = ChatPromptTemplate.from_messages([MessagesPlaceholder("before"), ("human", "{said}")])
    answers = ["Good to know.", "In Porto: she moved.\n\nYou told me so."]
    model = GenericFakeChatModel(messages=iter([AIMessage(answer) for answer in answers]))
    talk = RunnableWithMessageHistory(
        prompt | model,
        lambda session: RecollectChatMessageHistory(memory, session),
        input_messages_key="said",
        history_messages_key="before",
    )
    session = {"configurable": {"session_id": "chat/1"}}
    said = ["My brother Emil lives in Porto.", "Where does\nEmil live?"]
    assert [talk.invoke({"said": one}, session).content for one in said] == answers
    kept = RecollectChatMessageHistory(memory, "chat/1")
    assert [(one.type, one.content) for one in kept.messages] == [
        ("human", said[0]),
        ("ai", answers[0]),
        ("human", said[1]),
        ("ai", answers[1]),
    ], kept.messages
    # Whatever a message has comes back.
    more = [
        SystemMessage("Be brief."),
        AIMessage("", tool_calls=[{"id": "c1", "name": "weather", "args": {"place": "Porto"}}]),
        ToolMessage("Rain", tool_call_id="c1"),
        HumanMessage([{"type": "text", "text": "And"}, {"type": "text", "text": "tomorrow?"}], name="Anna", id="m-9"),
    ]
    other = RecollectChatMessageHistory(memory, "chat/2")
    other.add_messages(more)
    assert [one.model_dump() for one in other.messages] == [one.model_dump() for one in more], other.messages
    for log in memory.logs(source="langchain"):
        memory.wait(log.id)
    assert "Emil lives in Porto." in [fact.fact for fact in memory.search("Where does Emil live?").facts]
    kept.clear()
    assert kept.messages == [] and len(other.messages) == 4
    # A session of the same name in another space is another one.
    space = memory.create_space("Elsewhere").id
    elsewhere = RecollectChatMessageHistory(memory, "chat/2", space_id=space)
    elsewhere.add_messages([HumanMessage("Hanna owns a lamp.")])
    assert len(other.messages) == 4 and len(elsewhere.messages) == 1, other.messages
    other.clear()
    assert (len(other.messages), [one.content for one in elsewhere.messages]) == (0, ["Hanna owns a lamp."])
    assert "Emil lives" not in memory.context("Where does Emil live?")


def tools():
    ingest, search, context, forget = recollect_tools(memory)
    assert [tool.name for tool in (ingest, search, context, forget)] == [
        "memory_ingest",
        "memory_search",
        "memory_context",
        "memory_forget",
    ]
    assert search.args_schema.model_json_schema()["required"] == ["query"] and "full question" in search.description
    text = json.loads(ingest.invoke({"message": "Dora plays the cello."}))["id"]
    memory.wait(text)
    found = json.loads(search.invoke({"query": "What does Dora play?"}))
    assert text in [one["id"] for one in found["texts"]], found
    assert "cello" in context.invoke({"query": "Dora"})
    assert json.loads(forget.invoke({"id": text}))["episodes"] == 1
    assert forget.invoke({"id": text}).startswith("Refused: ")
    space = memory.create_space("Apart").id
    apart = recollect_tools(memory, space_id=space)
    memory.wait(json.loads(apart[0].invoke({"message": "Fritz owns a boat."}))["id"])
    assert "Fritz" in apart[2].invoke({"query": "Who owns a boat?"})
    assert "Lisbon" not in apart[2].invoke({"query": "Where does Clara live?"})
    assert [log.text for log in memory.logs(spaceId=space)] == ["Fritz owns a boat."]
    # Tools of a space forget nothing elsewhere.
    assert apart[3].invoke({"id": saved.log_id}) == "Refused: there is no such text in this space"
    assert memory.log(saved.log_id).text
    (log,) = memory.logs(spaceId=space)
    assert json.loads(apart[3].invoke({"id": log.id}))["episodes"] == 1


async def awaited():
    async with AsyncRecollect(base, key) as async_memory:
        for retriever in (
            RecollectRetriever(memory=memory),
            RecollectRetriever(memory=memory, async_memory=async_memory),
        ):
            found = await retriever.ainvoke("Where does Clara live?")
            assert found[0].id == saved.log_id, found
        ingest, search, context, forget = recollect_tools(async_memory)
        text = json.loads(await ingest.ainvoke({"message": "Gerda collects stamps."}))["id"]
        await async_memory.wait(text)
        assert text in await search.ainvoke({"query": "What does Gerda collect?"})
        assert "stamps" in await context.ainvoke({"query": "Gerda"})
        assert json.loads(await forget.ainvoke({"id": text}))["episodes"] == 1
        assert (await forget.ainvoke({"id": text})).startswith("Refused: ")
        space = next(one.id for one in await async_memory.spaces() if not one.is_default)
        apart = recollect_tools(async_memory, space_id=space)
        assert await apart[3].ainvoke({"id": saved.log_id}) == "Refused: there is no such text in this space"
        chat = RecollectChatMessageHistory(memory, "chat/3")
        await chat.aadd_messages([HumanMessage("Hello there.")])
        assert [one.content for one in await chat.aget_messages()] == ["Hello there."]
        await chat.aclear()
        assert await chat.aget_messages() == []


retrieval()
history()
tools()
asyncio.run(awaited())
print("ok")
