"""The two clients: the same requests, sent at once or awaited."""

from __future__ import annotations

import asyncio
import os
import random
import time
import uuid
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timezone
from typing import Any
from urllib.parse import quote

import httpx

from ._models import Forgotten, Found, Json, Log, RecollectError, Saved, Space

DEFAULT_URL = "http://localhost:3033"
PAGE = 100
FIRST_PAUSE_S, LONGEST_PAUSE_S = 0.05, 1.0


@dataclass(frozen=True)
class _Request:
    method: str
    path: str
    body: Json | None = None
    params: Json | None = None
    headers: Mapping[str, str] = field(default_factory=dict)


def _time(value: datetime | str | None) -> str | None:
    if not isinstance(value, datetime):
        return value
    # A time of day without a zone is that of this machine.
    return (value if value.tzinfo else value.astimezone()).isoformat()


def _given(**fields: Any) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if value is not None}


def _part(value: str) -> str:
    return quote(value, safe="")


def _add(text: str, reference_time: datetime | str | None, source: str, **more: Any) -> _Request:
    body = _given(
        episodeBody=text,
        referenceTime=_time(reference_time or datetime.now(timezone.utc)),
        source=source,
        **more,
    )
    return _Request("POST", "/api/v1/add", body, headers={"Idempotency-Key": str(uuid.uuid4())})


def _search(query: str, options: Mapping[str, Any]) -> _Request:
    times = ("validAt", "recordedAt", "startTime", "endTime")
    body = {name: _time(value) if name in times else value for name, value in options.items()}
    return _Request("POST", "/api/v1/search", {"query": query, **_given(**body)})


def _context(query: str | None, space_id: str | None, max_tokens: int | None) -> _Request:
    params = _given(query=query, spaceId=space_id, maxTokens=max_tokens)
    return _Request("GET", "/api/v1/context", params=params)


class _Pages:
    """All texts, page by page, each text once, however many are forgotten or come meanwhile."""

    def __init__(self, filters: Mapping[str, Any]) -> None:
        self._filters = filters
        self._seen: set[str] = set()
        self._offset = 0
        self._shared = 0
        self.is_done = False

    def next(self) -> _Request:
        """What asks for the next page."""
        params = {**_given(**self._filters), "limit": PAGE, "offset": self._offset}
        return _Request("GET", "/api/v1/logs", params=params)

    def take(self, page: Json) -> list[Log]:
        """Those of a page that are new."""
        logs: list[Json] = page["logs"]
        # A page begins with the last text of the one before. Where it does not, what was forgotten meanwhile has moved the rest up.
        if self._shared and not (logs and logs[0]["id"] in self._seen):
            self._offset = max(0, self._offset - PAGE)
            self._shared = min(1, self._offset)
            return []
        new = [log for log in logs if log["id"] not in self._seen]
        self._seen.update(log["id"] for log in new)
        self.is_done = not page["hasMore"] or not logs
        self._shared = 1 if len(logs) > 1 else 0
        self._offset += len(logs) - self._shared
        return [Log.of(log) for log in new]


def _error(response: httpx.Response) -> RecollectError:
    try:
        said = response.json()
    except ValueError:
        said = {}
    said = said if isinstance(said, dict) else {}
    wait = response.headers.get("retry-after", "")
    return RecollectError(
        str(said.get("error") or f"the service answered {response.status_code}"),
        status=response.status_code,
        code=str(said.get("code") or "unknown"),
        field=(said.get("details") or {}).get("field"),
        request_id=response.headers.get("x-request-id"),
        retry_after=float(wait) if wait.isdigit() else None,
    )


class _Base:
    def __init__(self, url: str | None, key: str | None, retries: int) -> None:
        key = key or os.environ.get("RECOLLECT_API_KEY")
        if not key:
            raise ValueError("a key is needed: pass one, or set RECOLLECT_API_KEY")
        self._url = (url or os.environ.get("RECOLLECT_URL") or DEFAULT_URL).rstrip("/")
        self._retries = retries
        self._headers = {"Authorization": f"Bearer {key}", "User-Agent": "recollect-client-python/0.1.0"}

    def _options(self, timeout: float) -> dict[str, Any]:
        return {"base_url": self._url, "headers": self._headers, "timeout": timeout}

    def _pause(self, request: _Request, error: RecollectError, tried: int) -> float:
        """How long to wait before the next try; raises where there is none."""
        is_for_later = error.status in (0, 429, 503)
        # What may have been carried out, and would be again, is not sent twice.
        is_safe = request.method != "POST" or "Idempotency-Key" in request.headers
        is_safe = is_safe or request.path == "/api/v1/search" or error.status != 0
        if tried >= self._retries or not is_for_later or not is_safe:
            raise error
        if error.retry_after is not None:
            return error.retry_after
        pause: float = min(LONGEST_PAUSE_S, FIRST_PAUSE_S * 2**tried)
        return pause * (0.5 + random.random() / 2)


def _sent(request: _Request) -> dict[str, Any]:
    return {"json": request.body, "params": request.params, "headers": dict(request.headers)}


class Recollect(_Base):
    """A memory, asked at once. Without arguments `RECOLLECT_URL` and `RECOLLECT_API_KEY` are used."""

    def __init__(
        self, url: str | None = None, key: str | None = None, *, timeout: float = 30, retries: int = 3
    ) -> None:
        super().__init__(url, key, retries)
        self._http = httpx.Client(**self._options(timeout))

    def __enter__(self) -> Recollect:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Lets go of the connections."""
        self._http.close()

    def add(
        self,
        text: str,
        *,
        reference_time: datetime | str | None = None,
        source: str = "python",
        session_id: str | None = None,
        space_id: str | None = None,
        external_id: str | None = None,
        tags: Sequence[str] | None = None,
        metadata: Json | None = None,
        type: str | None = None,
    ) -> Saved:
        """Saves a text. It was said or written at `reference_time`, or now."""
        more = _given(sessionId=session_id, spaceId=space_id, externalId=external_id, metadata=metadata, type=type)
        tagged = {"tags": list(tags)} if tags is not None else {}
        return Saved.of(self._send(_add(text, reference_time, source, **more, **tagged)))

    def wait(self, log_id: str, timeout: float = 60) -> Log:
        """Waits until a text is read or given up."""
        deadline, pause = time.monotonic() + timeout, FIRST_PAUSE_S
        while True:
            log = self.log(log_id)
            if log.status in ("completed", "failed"):
                return log
            if time.monotonic() + pause > deadline:
                raise TimeoutError(f"the text {log_id} is still {log.status}")
            time.sleep(pause)
            pause = min(LONGEST_PAUSE_S, pause * 1.5)

    def log(self, log_id: str) -> Log:
        """What became of a text."""
        return Log.of(self._send(_Request("GET", f"/api/v1/logs/{_part(log_id)}"))["log"])

    def logs(self, **filters: Any) -> Iterator[Log]:
        """All texts, the newest first, each once; filters are those of `GET /api/v1/logs`, such as `source` or `sessionId`.

        Texts may be forgotten meanwhile, by whoever goes through them, too.
        """
        pages = _Pages(filters)
        while not pages.is_done:
            yield from pages.take(self._send(pages.next()))

    def search(self, query: str, **options: Any) -> Found:
        """What matters for a question; options are those of `POST /search`, such as `limit`, `validAt` or `spaceIds`."""
        return Found.of(self._send(_search(query, options)))

    def context(
        self, query: str | None = None, *, space_id: str | None = None, max_tokens: int | None = None
    ) -> str:
        """What to put before a model, as text: what fits the query, who the owner is, who and what matters now."""
        return str(self._send(_context(query, space_id, max_tokens))["context"])

    def forget(self, log_id: str) -> Forgotten:
        """Deletes a text and all that only it supported."""
        return Forgotten.of(self._send(_Request("DELETE", f"/api/v1/logs/{_part(log_id)}")))

    def spaces(self) -> list[Space]:
        """The memories that are kept apart."""
        return [Space.of(space) for space in self._send(_Request("GET", "/api/v1/spaces"))["spaces"]]

    def create_space(self, name: str, description: str | None = None) -> Space:
        """Makes a space."""
        body = _given(name=name, description=description)
        return Space.of(self._send(_Request("POST", "/api/v1/spaces", body))["space"])

    def me(self) -> Json:
        """The account that the key belongs to."""
        return self._send(_Request("GET", "/api/v1/me"))

    def request(self, method: str, path: str, *, json: Json | None = None, params: Json | None = None) -> Json:
        """Any other operation of the interface."""
        return self._send(_Request(method, path, json, params))

    def _send(self, request: _Request) -> Json:
        tried = 0
        while True:
            try:
                response = self._http.request(request.method, request.path, **_sent(request))
                if response.is_success:
                    said: Json = response.json()
                    return said
                error = _error(response)
            except httpx.TransportError as cause:
                error = RecollectError(f"{self._url} cannot be reached: {cause}")
            time.sleep(self._pause(request, error, tried))
            tried += 1


class AsyncRecollect(_Base):
    """The same memory, to be awaited."""

    def __init__(
        self, url: str | None = None, key: str | None = None, *, timeout: float = 30, retries: int = 3
    ) -> None:
        super().__init__(url, key, retries)
        self._http = httpx.AsyncClient(**self._options(timeout))

    async def __aenter__(self) -> AsyncRecollect:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Lets go of the connections."""
        await self._http.aclose()

    async def add(
        self,
        text: str,
        *,
        reference_time: datetime | str | None = None,
        source: str = "python",
        session_id: str | None = None,
        space_id: str | None = None,
        external_id: str | None = None,
        tags: Sequence[str] | None = None,
        metadata: Json | None = None,
        type: str | None = None,
    ) -> Saved:
        """Saves a text. It was said or written at `reference_time`, or now."""
        more = _given(sessionId=session_id, spaceId=space_id, externalId=external_id, metadata=metadata, type=type)
        tagged = {"tags": list(tags)} if tags is not None else {}
        return Saved.of(await self._send(_add(text, reference_time, source, **more, **tagged)))

    async def wait(self, log_id: str, timeout: float = 60) -> Log:
        """Waits until a text is read or given up."""
        deadline, pause = time.monotonic() + timeout, FIRST_PAUSE_S
        while True:
            log = await self.log(log_id)
            if log.status in ("completed", "failed"):
                return log
            if time.monotonic() + pause > deadline:
                raise TimeoutError(f"the text {log_id} is still {log.status}")
            await asyncio.sleep(pause)
            pause = min(LONGEST_PAUSE_S, pause * 1.5)

    async def log(self, log_id: str) -> Log:
        """What became of a text."""
        return Log.of((await self._send(_Request("GET", f"/api/v1/logs/{_part(log_id)}")))["log"])

    async def logs(self, **filters: Any) -> AsyncIterator[Log]:
        """All texts, the newest first, each once; filters are those of `GET /api/v1/logs`, such as `source` or `sessionId`.

        Texts may be forgotten meanwhile, by whoever goes through them, too.
        """
        pages = _Pages(filters)
        while not pages.is_done:
            for log in pages.take(await self._send(pages.next())):
                yield log

    async def search(self, query: str, **options: Any) -> Found:
        """What matters for a question; options are those of `POST /search`, such as `limit`, `validAt` or `spaceIds`."""
        return Found.of(await self._send(_search(query, options)))

    async def context(
        self, query: str | None = None, *, space_id: str | None = None, max_tokens: int | None = None
    ) -> str:
        """What to put before a model, as text: what fits the query, who the owner is, who and what matters now."""
        return str((await self._send(_context(query, space_id, max_tokens)))["context"])

    async def forget(self, log_id: str) -> Forgotten:
        """Deletes a text and all that only it supported."""
        return Forgotten.of(await self._send(_Request("DELETE", f"/api/v1/logs/{_part(log_id)}")))

    async def spaces(self) -> list[Space]:
        """The memories that are kept apart."""
        found = await self._send(_Request("GET", "/api/v1/spaces"))
        return [Space.of(space) for space in found["spaces"]]

    async def create_space(self, name: str, description: str | None = None) -> Space:
        """Makes a space."""
        body = _given(name=name, description=description)
        return Space.of((await self._send(_Request("POST", "/api/v1/spaces", body)))["space"])

    async def me(self) -> Json:
        """The account that the key belongs to."""
        return await self._send(_Request("GET", "/api/v1/me"))

    async def request(
        self, method: str, path: str, *, json: Json | None = None, params: Json | None = None
    ) -> Json:
        """Any other operation of the interface."""
        return await self._send(_Request(method, path, json, params))

    async def _send(self, request: _Request) -> Json:
        tried = 0
        while True:
            try:
                response = await self._http.request(request.method, request.path, **_sent(request))
                if response.is_success:
                    said: Json = response.json()
                    return said
                error = _error(response)
            except httpx.TransportError as cause:
                error = RecollectError(f"{self._url} cannot be reached: {cause}")
            await asyncio.sleep(self._pause(request, error, tried))
            tried += 1
