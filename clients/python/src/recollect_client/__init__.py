"""A client of Recollect, a private memory service."""

from ._client import AsyncRecollect, Recollect
from ._models import Answer, Fact, Forgotten, Found, Log, RecollectError, Result, Saved, Space

__all__ = [
    "Answer",
    "AsyncRecollect",
    "Fact",
    "Forgotten",
    "Found",
    "Log",
    "Recollect",
    "RecollectError",
    "Result",
    "Saved",
    "Space",
]
