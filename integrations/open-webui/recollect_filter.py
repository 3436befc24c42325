"""
title: Recollect
description: Adds what matters of your own memory to each prompt, and keeps what you say.
version: 0.1.0
license: Apache-2.0
"""

import json
import re
import urllib.request
from datetime import datetime, timezone

from pydantic import BaseModel, Field

BLOCK = re.compile(r"<recollect-memory>.*?</recollect-memory>\s*", re.DOTALL)
PATIENCE_S = 5


class Filter:
    """A filter of Open WebUI: `inlet` before the model, `outlet` after it."""

    class Valves(BaseModel):
        url: str = Field(default="http://localhost:3033", description="Where the service is")
        api_key: str = Field(default="", description="An API key of Recollect")
        max_characters: int = Field(default=3000, description="The most that is added to a prompt")
        captures: bool = Field(default=True, description="Whether what you say is kept")

    def __init__(self):
        self.valves = self.Valves()

    def inlet(self, body, __user__=None):
        message = self._last(body)
        if message and self.valves.api_key:
            try:
                found = self._post("/search", {"query": message["content"][:2000], "limit": 5})
                lines = [f"- {fact['fact']}" for fact in found["facts"]] + [f'"{text}"' for text in found["episodes"]]
                context = "\n".join(lines)[: self.valves.max_characters]
                if context:
                    message["content"] = f"<recollect-memory>\n{context}\n</recollect-memory>\n\n{message['content']}"
            except Exception as error:  # A memory that cannot be reached holds nobody up.
                print(f"recollect: {error}")
        return body

    def outlet(self, body, __user__=None):
        message = self._last(body)
        if message and self.valves.api_key and self.valves.captures:
            text = BLOCK.sub("", message["content"]).strip()
            chat = str(body.get("chat_id") or "")
            named = message.get("id")
            try:
                self._post(
                    "/ingest",
                    {
                        "episodeBody": text,
                        "referenceTime": datetime.now(timezone.utc).isoformat(),
                        "source": "open-webui",
                        "sessionId": f"open-webui/{chat}" if chat else "",
                        "externalId": f"open-webui/{named}" if named else "",
                    },
                )
            except Exception as error:
                print(f"recollect: {error}")
        return body

    def _last(self, body):
        """The last message that a person wrote, where it is text."""
        written = [one for one in body.get("messages", []) if one.get("role") == "user"]
        is_text = written and isinstance(written[-1].get("content"), str) and written[-1]["content"].strip()
        return written[-1] if is_text else None

    def _post(self, path, body):
        request = urllib.request.Request(self.valves.url.rstrip("/") + path, json.dumps(body).encode(), method="POST")
        request.add_header("Authorization", f"Bearer {self.valves.api_key}")
        request.add_header("Content-Type", "application/json")
        with urllib.request.urlopen(request, timeout=PATIENCE_S) as answer:
            return json.load(answer)
