"""The Python SDK of the Model Context Protocol with OAuth, from a bare refusal: argv is the URL, a browser's cookies and, for
an application that does not register, the address of the document that describes it.

The browser's owner allows reading alone at first; the first call that writes asks for more.
"""

import asyncio
import html
import re
import sys
import time
from urllib.parse import parse_qs, urljoin, urlsplit

import httpx2
from mcp import Client
from mcp.client.auth import OAuthClientProvider
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.auth import AuthorizationCodeResult, OAuthClientMetadata

from mcp_token import converse

CALLBACK = "http://127.0.0.1:51004/callback"


class Kept:
    tokens = None
    client = None

    async def get_tokens(self):
        return self.tokens

    async def set_tokens(self, tokens):
        self.tokens = tokens

    async def get_client_info(self):
        return self.client

    async def set_client_info(self, client):
        self.client = client


class Browser:
    """The person's browser: follows the address, reads the page's form, and allows what it is told to."""

    def __init__(self, cookies):
        self.cookies = cookies
        self.allows = {"memory:read"}
        self.asked = []

    async def visit(self, address):
        origin = "{0.scheme}://{0.netloc}".format(urlsplit(address))
        headers = {"Cookie": self.cookies, "Origin": origin}
        async with httpx2.AsyncClient(headers=headers) as http:
            page = await http.get(address)
            assert page.status_code == 200, page.text
            form = []
            for tag in re.findall(r"<input [^>]*>", page.text):
                attributes = {name: html.unescape(value) for name, value in re.findall(r'(\w+)="([^"]*)"', tag)}
                if attributes["type"] == "checkbox" and attributes["value"] not in self.allows:
                    continue
                form.append((attributes["name"], attributes["value"]))
            self.asked.append({value for value in re.findall(r'name="allow" value="([^"]*)"', page.text)})
            action = re.search(r'<form [^>]*action="([^"]*)"', page.text).group(1)
            body = httpx2.QueryParams([*form, ("answer", "allow")])
            answer = await http.post(
                urljoin(address, html.unescape(action)),
                content=str(body),
                headers={"Content-Type": "application/x-www-form-urlencoded"},
            )
        assert answer.status_code in (302, 303), (answer.status_code, answer.text)
        target = answer.headers["location"]
        assert target.startswith(CALLBACK), target
        self.returned = {name: values[0] for name, values in parse_qs(urlsplit(target).query).items()}

    async def answer(self):
        return AuthorizationCodeResult(**{name: self.returned.get(name) for name in ("code", "state", "iss")})


async def main():
    url, cookies, document = (*sys.argv[1:], None)[:3]
    browser, kept = Browser(cookies), Kept()
    provider = OAuthClientProvider(
        server_url=url,
        client_metadata=OAuthClientMetadata(client_name="A Python assistant", redirect_uris=[CALLBACK]),
        storage=kept,
        redirect_handler=browser.visit,
        callback_handler=browser.answer,
        client_metadata_url=document,
    )
    async with httpx2.AsyncClient(auth=provider, timeout=30) as http:
        async with Client(streamable_http_client(url, http_client=http)) as client:
            found = await client.call_tool("memory_search", {"query": "Where does Clara live?"})
            assert not found.is_error, found
            assert set(kept.tokens.scope.split()) == {"memory:read"}, kept.tokens
            assert len(browser.asked) == 1, browser.asked
            assert document is None or kept.client.client_id == document, kept.client

            browser.allows.add("memory:write")
            await converse(client, "Clara")
            assert set(kept.tokens.scope.split()) == {"memory:read", "memory:write"}, kept.tokens
            assert len(browser.asked) == 2, browser.asked

            before = kept.tokens
            provider.context.token_expiry_time = time.time() - 1
            # The list of tools may be believed for a while; what is found is asked for anew.
            found = await client.call_tool("memory_search", {"query": "Where does Clara live?"})
            assert not found.is_error, found
            assert kept.tokens.access_token != before.access_token
            assert kept.tokens.refresh_token != before.refresh_token
            assert len(browser.asked) == 2, browser.asked
    print("ok")


if __name__ == "__main__":
    asyncio.run(main())
