"""A provider program that keeps machines in a file and misbehaves as its `mode` says."""

import json
import os
import sys
import threading
import time

mode, store, lock = "", "", threading.Lock()


def machines():
    return json.load(open(store)) if os.path.exists(store) else {}


def save(all_machines):
    with open(store + ".new", "w") as file:
        json.dump(all_machines, file)
    os.replace(store + ".new", store)


def once(name):
    """True the first time in the life of the store."""
    try:
        os.close(os.open(f"{store}.{name}", os.O_CREAT | os.O_EXCL))
        return True
    except FileExistsError:
        return False


def launch(params):
    if mode == "slow launch":
        time.sleep(2)
    if mode == "no capacity":
        raise ValueError({"kind": "NO_CAPACITY", "code": "SHOP-SOLD-OUT", "message": "sold out", "fix": "come back"})
    with lock:
        all_machines = machines()
        for node in params["nodes"]:
            all_machines.setdefault(node["id"], {"id": node["id"], "state": "running", "tags": node["tags"]})
        save(all_machines)
    if mode == "dies in launch" and once("died"):
        os.kill(os.getpid(), 9)
    if mode == "always dies":
        os.kill(os.getpid(), 9)
    return {"machines": [all_machines[node["id"]] for node in params["nodes"]]}


def listing(params):
    if mode == "hangs in list" and once("hung"):
        time.sleep(3600)
    if mode == "unknown state":
        return {"machines": [{"id": "x", "state": "purple", "tags": {}}]}
    return {"machines": list(machines().values())}


def answer(request):
    methods = {
        "hello": lambda p: {"protocol": 2 if mode == "protocol 2" else 1, "name": "misbehaving"},
        "launch": launch,
        "list": listing,
        "prepare": lambda p: {},
        "reach": lambda p: {"template": {"command": ["on", "{id}", "{command}"]}},
    }
    try:
        reply = {"result": methods[request["method"]](request["params"])}
    except ValueError as error:
        reply = {"error": error.args[0]}
    if mode == "babbles":
        print("Welcome to the shop!", flush=True)
        print(json.dumps({"id": 999999, "result": {}}), flush=True)
        print("and on standard error", file=sys.stderr, flush=True)
    print(json.dumps({"id": request["id"], **reply}), flush=True)


for line in sys.stdin:
    message = json.loads(line)
    if message["method"] == "hello":
        provider = message["params"]["config"]["provider"]
        mode, store = provider["mode"], provider["directory"]
        if mode == "ends at once":
            sys.exit("the shop is closed")
    threading.Thread(target=answer, args=(message,), daemon=True).start()
os._exit(0)
