"""Authlib against the service: code with PKCE, refresh, introspection, revocation, and the device flow.

usage: oauth_authlib.py BASE_URL COOKIE    (the cookie of a person who is logged in)
"""

import html
import re
import sys
from urllib.parse import parse_qs, urlsplit

import httpx
from authlib.integrations.httpx_client import OAuth2Client

base, cookie = sys.argv[1:3]
CALLBACK = "https://app.example.com/callback"
DEVICE = "urn:ietf:params:oauth:grant-type:device_code"
person = httpx.Client(headers={"Cookie": cookie, "Origin": base}, follow_redirects=False)


def answered(page, path):
    """Sends the page's form as it is, with a yes; the reply."""
    inputs = re.findall(r"<input [^>]*>", page.text)
    sent = [one for one in inputs if 'type="hidden"' in one or " checked" in one]
    fields = [
        (html.unescape(re.search(r'name="([^"]*)"', one)[1]), html.unescape(re.search(r'value="([^"]*)"', one)[1]))
        for one in sent
    ]
    form = httpx.QueryParams([*fields, ("answer", "allow")])
    headers = {"Content-Type": "application/x-www-form-urlencoded"}
    return person.post(base + path, content=str(form), headers=headers)


metadata = httpx.get(f"{base}/.well-known/oauth-authorization-server").json()
description = {
    "client_name": "A client of authlib",
    "redirect_uris": [CALLBACK],
    "grant_types": ["authorization_code", "refresh_token", DEVICE],
    "token_endpoint_auth_method": "client_secret_basic",
}
registered = httpx.post(metadata["registration_endpoint"], json=description)
assert registered.status_code == 201, registered.text
registered = registered.json()

client = OAuth2Client(
    registered["client_id"],
    registered["client_secret"],
    scope="memory:read",
    redirect_uri=CALLBACK,
    code_challenge_method="S256",
)
verifier = "a-verifier-of-more-than-forty-three-characters-0123456789"
url, state = client.create_authorization_url(metadata["authorization_endpoint"], code_verifier=verifier)
page = person.get(url)
assert page.status_code == 200, page.text
back = answered(page, "/oauth/authorize")
assert back.status_code == 303, back.text
back = back.headers["location"]
assert parse_qs(urlsplit(back).query)["iss"] == [metadata["issuer"]]
token = client.fetch_token(
    metadata["token_endpoint"], authorization_response=back, code_verifier=verifier, state=state
)
assert token["scope"] == "memory:read", token
me = client.get(f"{base}/api/v1/me")
assert me.status_code == 200, me.text
assert client.post(f"{base}/ingest", json={}).status_code == 403
print("code")

old = dict(token)
token = client.refresh_token(metadata["token_endpoint"], refresh_token=token["refresh_token"])
assert token["refresh_token"] != old["refresh_token"] and token["access_token"] != old["access_token"]
assert client.get(f"{base}/api/v1/me").status_code == 200
print("refresh")

said = client.introspect_token(metadata["introspection_endpoint"], token=token["access_token"]).json()
assert said["active"] and said["client_id"] == registered["client_id"] and said["scope"] == "memory:read", said
said = client.introspect_token(metadata["introspection_endpoint"], token="nonsense").json()
assert said == {"active": False}, said
print("introspection")

revoked = client.revoke_token(metadata["revocation_endpoint"], token=token["refresh_token"])
assert revoked.status_code == 200, revoked.text
assert httpx.get(f"{base}/api/v1/me", headers={"Authorization": f"Bearer {token['access_token']}"}).status_code == 401
said = client.introspect_token(metadata["introspection_endpoint"], token=token["access_token"]).json()
assert said == {"active": False}, said
print("revocation")

secret = (registered["client_id"], registered["client_secret"])
started = httpx.post(metadata["device_authorization_endpoint"], data={"scope": "memory:read"}, auth=secret).json()
typed = person.post(f"{base}/device", data={"user_code": started["user_code"].lower()})
assert typed.status_code == 200 and started["user_code"] in typed.text, typed.text
assert answered(typed, "/device").status_code == 200
device = OAuth2Client(*secret)
token = device.fetch_token(metadata["token_endpoint"], grant_type=DEVICE, device_code=started["device_code"])
assert httpx.get(f"{base}/api/v1/me", headers={"Authorization": f"Bearer {token['access_token']}"}).status_code == 200
print("device")
