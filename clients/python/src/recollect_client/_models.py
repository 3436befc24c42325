"""What the service answers, and how it refuses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

Json = Mapping[str, Any]


class RecollectError(Exception):
    """A refusal of the service, or an answer that never came (then `status` is 0)."""

    def __init__(
        self,
        message: str,
        *,
        status: int = 0,
        code: str = "unreachable",
        field: str | None = None,
        request_id: str | None = None,
        retry_after: float | None = None,
    ) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.field = field
        self.request_id = request_id
        self.retry_after = retry_after


@dataclass(frozen=True)
class Saved:
    """A text that was accepted: it is on disk, and read in a moment."""

    log_id: str
    status: str
    raw: Json = field(repr=False)

    @classmethod
    def of(cls, raw: Json) -> Saved:
        return cls(raw["logId"], raw["status"], raw)


@dataclass(frozen=True)
class Log:
    """What became of a text: `pending`, `processing`, `completed` or `failed`."""

    id: str
    status: str
    text: str
    source: str
    episode_id: str | None
    space_id: str
    error: str | None
    raw: Json = field(repr=False)

    @classmethod
    def of(cls, raw: Json) -> Log:
        return cls(
            raw["id"],
            raw["status"],
            raw["ingestText"],
            raw["source"],
            raw.get("episodeUUID"),
            raw["spaceId"],
            raw.get("error"),
            raw,
        )


@dataclass(frozen=True)
class Fact:
    """A statement that was read from texts, with the time it held (ISO 8601)."""

    fact: str
    valid_at: str | None
    invalid_at: str | None
    statement_id: str
    raw: Json = field(repr=False)

    @classmethod
    def of(cls, raw: Json) -> Fact:
        return cls(raw["fact"], raw.get("validAt"), raw.get("invalidAt"), raw["statementId"], raw)


@dataclass(frozen=True)
class Answer:
    """What the question asks for, where the memory says it plainly."""

    text: str
    quote: str
    confidence: float
    raw: Json = field(repr=False)

    @classmethod
    def of(cls, raw: Json) -> Answer:
        return cls(raw["text"], raw["quote"]["text"], raw["confidence"], raw)


@dataclass(frozen=True)
class Result:
    """A text that matters for a question, and the passage of it that matters most."""

    log_id: str
    text: str
    passage: str
    score: float
    reference_time: str
    source: str
    session_id: str | None
    space_id: str
    raw: Json = field(repr=False)

    @classmethod
    def of(cls, raw: Json) -> Result:
        return cls(
            raw["logId"],
            raw["text"],
            raw["passage"]["text"],
            raw["score"],
            raw["referenceTime"],
            raw["source"],
            raw.get("sessionId"),
            raw["spaceId"],
            raw,
        )


@dataclass(frozen=True)
class Found:
    """What matters for a question, best first."""

    episodes: list[str]
    results: list[Result]
    facts: list[Fact]
    answer: Answer | None
    raw: Json = field(repr=False)

    @classmethod
    def of(cls, raw: Json) -> Found:
        answer = raw.get("answer")
        return cls(
            list(raw["episodes"]),
            [Result.of(result) for result in raw["results"]],
            [Fact.of(fact) for fact in raw["facts"]],
            Answer.of(answer) if answer else None,
            raw,
        )


@dataclass(frozen=True)
class Forgotten:
    """What went with a text."""

    episodes: int
    statements: int
    raw: Json = field(repr=False)

    @classmethod
    def of(cls, raw: Json) -> Forgotten:
        deleted = raw["deleted"]
        return cls(deleted["episodes"], deleted["statements"], raw)


@dataclass(frozen=True)
class Space:
    """A memory kept apart from others."""

    id: str
    name: str
    description: str | None
    is_default: bool
    raw: Json = field(repr=False)

    @classmethod
    def of(cls, raw: Json) -> Space:
        return cls(raw["id"], raw["name"], raw.get("description"), raw["isDefault"], raw)


def default_space(spaces: list[Space]) -> str:
    """The id of the one that texts go to where nobody says another."""
    return next(space.id for space in spaces if space.is_default)
