"""heysol-api-client's MCP commands: argv is the URL and the token."""

import sys
import time

# The scripts beside this one are no packages, whatever their names.
sys.path.pop(0)

from heysol.clients.mcp_client import HeySolMCPClient

url, token = sys.argv[1:3]
client = HeySolMCPClient(api_key=token, mcp_url=url)
assert client.is_mcp_available(), client.get_session_info()
assert "memory_ingest" in client.get_tool_names()

saved = client.ingest("Dora plays the cello in Graz.", source="heysol", session_id="s-1")
log = saved["structuredContent"]["logId"]
for _ in range(600):
    shown = client.call_tool("memory_read", id=log)["content"][0]["text"]
    if "understood" in shown.splitlines()[0]:
        break
    time.sleep(0.02)
assert "from heysol, session s-1" in shown, shown
found = client.search("Who plays the cello?", limit=5)
assert "Dora" in found["content"][0]["text"], found
found = client.search("cello", valid_at="2020-01-01T00:00:00Z", start_time="2020-01-01T00:00:00Z", end_time="2020-12-31T00:00:00Z")
assert "Dora" not in found["content"][0]["text"], found
spaces = client.get_spaces()
assert len(spaces) == 1 and spaces[0]["name"], spaces
profile = client.get_user_profile_via_mcp()
assert "anna@example.com" in profile["content"][0]["text"], profile
saved = client.ingest("It rains in Graz.", space_id=spaces[0]["id"])
assert saved["structuredContent"]["success"], saved
client.refresh_tools()
assert client.get_tool_names()
print("ok")
