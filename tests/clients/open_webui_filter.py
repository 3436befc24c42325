"""The filter for Open WebUI, called as Open WebUI calls it: argv is the base URL, the keys of two persons and the filter's file."""

import importlib.util
import json
import sys
import time
import urllib.request

base, anna_key, bert_key, file = sys.argv[1:5]
spec = importlib.util.spec_from_file_location("recollect_filter", file)
module = importlib.util.module_from_spec(spec)
spec.loader.exec_module(module)
memory = module.Filter()
memory.valves = memory.Valves(url=base)


def user(name, **valves):
    """A user as Open WebUI hands one over, with the valves that this user has filled in."""
    own = memory.UserValves(**valves)
    return {"id": f"id-{name}", "email": f"{name}@example.com", "name": name, "role": "user", "valves": own}


def prompt(text, chat="c-9", named="m-9"):
    return {"chat_id": chat, "messages": [{"id": named, "role": "user", "content": text}]}


def shown(text, whom):
    """What the model is shown instead of a prompt."""
    return memory.inlet(prompt(text), __user__=whom)["messages"][-1]["content"]


def logs(key):
    request = urllib.request.Request(f"{base}/api/v1/logs?source=open-webui")
    request.add_header("Authorization", f"Bearer {key}")
    return json.load(urllib.request.urlopen(request))["logs"]


def texts(key):
    """What is kept under a key, once all of it is read."""
    for _ in range(600):
        if all(log["status"] == "completed" for log in logs(key)):
            break
        time.sleep(0.02)
    return [log["ingestText"] for log in logs(key)]


# With a key of one's own: what is said is kept without what was added, and added to the next prompt.
anna, bert = user("anna", api_key=anna_key), user("bert", api_key=bert_key)
asked = memory.inlet(prompt("My sister Clara lives in Lisbon.", "c-1", "m-1"), __user__=anna)
asked["messages"].append({"id": "m-2", "role": "assistant", "content": "Good to know."})
memory.outlet(asked, __user__=anna)
assert texts(anna_key) == ["My sister Clara lives in Lisbon."], logs(anna_key)
(log,) = logs(anna_key)
assert log["sessionId"] == "open-webui/c-1", log
question = "Where does Clara live?"
said = shown(question, anna)
assert said.startswith("<recollect-memory>") and "Lisbon" in said and said.endswith(question), said

# Nobody sees or writes into the memory of somebody else, and without a key there is none.
assert "Lisbon" not in shown(question, bert)
memory.outlet(prompt("My brother Emil lives in Oslo."), __user__=bert)
assert texts(bert_key) == ["My brother Emil lives in Oslo."]
assert "Oslo" not in shown("Where does Emil live?", anna)
strangers = [user("dora"), {"id": "id-dora", "email": "dora@example.com"}, {}, None]
for nobody in strangers:
    assert shown(question, nobody) == question
    memory.outlet(prompt("Dora owns a kayak."), __user__=nobody)

# The administrator's key serves the one user that it is said to be of, and nobody where none is named.
memory.valves = memory.Valves(url=base, api_key=anna_key)
for one in [user("anna"), *strangers]:
    assert shown(question, one) == question
    memory.outlet(prompt("Dora owns a kayak."), __user__=one)
for owner in ["anna@example.com", " Anna@Example.com ", "id-anna"]:
    memory.valves = memory.Valves(url=base, api_key=anna_key, api_key_owner=owner)
    assert "Lisbon" in shown(question, user("anna"))
    assert "Lisbon" not in shown(question, bert)
    for nobody in [*strangers, user("joanna"), user("bert"), {"id": "", "email": ""}, {"id": None, "email": None}]:
        assert shown(question, nobody) == question
        memory.outlet(prompt("Dora owns a kayak."), __user__=nobody)
assert len(logs(anna_key)) == len(logs(bert_key)) == 1

# Who does not want to be written down is not, and still finds what is there.
memory.valves = memory.Valves(url=base)
silent = user("anna", api_key=anna_key, captures=False)
memory.outlet(prompt("Anna owns a boat."), __user__=silent)
assert "Lisbon" in shown(question, silent) and len(logs(anna_key)) == 1

# A memory that cannot be reached holds nobody up.
memory.valves.url = "http://127.0.0.1:9"
assert memory.outlet(memory.inlet(prompt(question), __user__=anna), __user__=anna)["messages"][0]["content"] == question
print("ok")
