"""Tells of instances that begin and cease to run, one JSON line each: ["runs", name, address, SSH keys], ["rests", name, address] when
they are stopped and ["ends", name, address].

    boots.py ENDPOINT
"""
import json, sys, time, urllib.request

known, rested = {}, set()
while True:
    with urllib.request.urlopen(sys.argv[1] + "/_fake/running") as answer:
        all_ = json.load(answer)
    now = {name: (address, keys) for name, address, keys in all_ if keys is not None}
    resting = {name for name, address, keys in all_ if keys is None}
    for name in sorted(now.keys() - known.keys()):
        print(json.dumps(["runs", name, *now[name]]), flush=True)
    for name in sorted(known.keys() - now.keys()):
        print(json.dumps(["rests" if name in resting else "ends", name, known[name][0]]), flush=True)
    for name in sorted(rested - resting - now.keys()):
        print(json.dumps(["ends", name, "0.0.0.0"]), flush=True)
    known, rested = now, resting
    time.sleep(0.3)
