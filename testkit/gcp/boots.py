"""Tells of instances that begin and cease to run, one JSON line each: ["runs", name, address, SSH keys] or ["ends", name, address].

    boots.py ENDPOINT
"""
import json, sys, time, urllib.request

known = {}
while True:
    with urllib.request.urlopen(sys.argv[1] + "/_fake/running") as answer:
        now = {name: (address, keys) for name, address, keys in json.load(answer)}
    for name in sorted(now.keys() - known.keys()):
        print(json.dumps(["runs", name, *now[name]]), flush=True)
    for name in sorted(known.keys() - now.keys()):
        print(json.dumps(["ends", name, known[name][0]]), flush=True)
    known = now
    time.sleep(0.3)
