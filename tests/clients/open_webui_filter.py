"""The filter for Open WebUI, called as Open WebUI calls it: argv is the base URL, a key and the filter's file."""

import importlib.util
import sys
import time
import urllib.request
import json

base, key, file = sys.argv[1:4]
spec = importlib.util.spec_from_file_location("recollect_filter", file)
module = importlib.util.module_from_spec(spec)
spec.loader.exec_module(module)
memory = module.Filter()
memory.valves = memory.Valves(url=base, api_key=key)


def logs():
    request = urllib.request.Request(f"{base}/api/v1/logs?source=open-webui")
    request.add_header("Authorization", f"Bearer {key}")
    return json.load(urllib.request.urlopen(request))["logs"]


first = {"chat_id": "c-1", "messages": [{"id": "m-1", "role": "user", "content": "My sister Clara lives in Lisbon."}]}
asked = memory.inlet(first)
asked["messages"].append({"id": "m-2", "role": "assistant", "content": "Good to know."})
memory.outlet(asked)
for _ in range(600):
    if [log["status"] for log in logs()] == ["completed"]:
        break
    time.sleep(0.02)
(log,) = logs()
assert (log["ingestText"], log["sessionId"]) == ("My sister Clara lives in Lisbon.", "open-webui/c-1"), log
second = memory.inlet({"chat_id": "c-2", "messages": [{"id": "m-3", "role": "user", "content": "Where does Clara live?"}]})
said = second["messages"][-1]["content"]
assert said.startswith("<recollect-memory>") and "Lisbon" in said and said.endswith("Where does Clara live?"), said
memory.valves.url = "http://127.0.0.1:9"
alone = {"messages": [{"role": "user", "content": "Where does Clara live?"}]}
assert memory.outlet(memory.inlet(alone))["messages"][0]["content"] == "Where does Clara live?"
print("ok")
