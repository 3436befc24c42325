"""
title: Recollect
description: Adds what matters of your own memory to each prompt, and keeps what you say. Each user needs a key of their own.
version: 0.2.0
license: Apache-2.0
"""

import json
import re
import urllib.request
from datetime import datetime, timezone

from pydantic import BaseModel, Field

BLOCK = re.compile(r"<recollect-memory>.*?</recollect-memory>\s*", re.DOTALL)
PATIENCE_S = 5
# How Open WebUI is told to show no letters of a field.
SECRET = {"input": {"type": "password"}}


class Filter:
    """A filter of Open WebUI: `inlet` before the model, `outlet` after it.

    A key opens the memory of one person, so each user brings their own. Whoever has none is served by no other one, and nothing is done.
    """

    class Valves(BaseModel):
        url: str = Field(default="http://localhost:3033", description="Where the service is")
        api_key: str = Field(
            default="",
            description="An API key of Recollect for one user, who is named below; all others use their own",
            json_schema_extra=SECRET,
        )
        api_key_owner: str = Field(
            default="", description="The email or the id of the only user whom this key serves; nobody if it is empty"
        )
        max_characters: int = Field(default=3000, description="The most that is added to a prompt")
        captures: bool = Field(default=True, description="Whether what users say is kept")

    class UserValves(BaseModel):
        api_key: str = Field(default="", description="Your own API key of Recollect", json_schema_extra=SECRET)
        captures: bool = Field(default=True, description="Whether what you say is kept")

    def __init__(self):
        self.valves = self.Valves()

    def inlet(self, body, __user__=None):
        message, key = self._last(body), self._key(__user__)
        if message and key:
            try:
                found = self._post(key, "/search", {"query": message["content"][:2000], "limit": 5})
                lines = [f"- {fact['fact']}" for fact in found["facts"]] + [f'"{text}"' for text in found["episodes"]]
                context = "\n".join(lines)[: self.valves.max_characters]
                if context:
                    message["content"] = f"<recollect-memory>\n{context}\n</recollect-memory>\n\n{message['content']}"
            except Exception as error:  # A memory that cannot be reached holds nobody up.
                print(f"recollect: {error}")
        return body

    def outlet(self, body, __user__=None):
        message, key = self._last(body), self._key(__user__)
        if message and key and self.valves.captures and self._own(__user__).captures:
            text = BLOCK.sub("", message["content"]).strip()
            chat = str(body.get("chat_id") or "")
            named = message.get("id")
            try:
                self._post(
                    key,
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

    def _key(self, user):
        """The key of whoever writes; nothing where this is somebody without one."""
        own = self._own(user).api_key.strip()
        owner = self.valves.api_key_owner.strip().casefold()
        names = [str((user or {}).get(name) or "").strip().casefold() for name in ("id", "email")]
        return own or (self.valves.api_key.strip() if owner and owner in names else "")

    def _own(self, user):
        """What the user has filled in, or what holds where nothing was."""
        return (user or {}).get("valves") or self.UserValves()

    def _last(self, body):
        """The last message that a person wrote, where it is text."""
        written = [one for one in body.get("messages", []) if one.get("role") == "user"]
        is_text = written and isinstance(written[-1].get("content"), str) and written[-1]["content"].strip()
        return written[-1] if is_text else None

    def _post(self, key, path, body):
        request = urllib.request.Request(self.valves.url.rstrip("/") + path, json.dumps(body).encode(), method="POST")
        request.add_header("Authorization", f"Bearer {key}")
        request.add_header("Content-Type", "application/json")
        with urllib.request.urlopen(request, timeout=PATIENCE_S) as answer:
            return json.load(answer)
