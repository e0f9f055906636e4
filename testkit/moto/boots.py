"""Tells of instances that begin and cease to run, one JSON line each: ["runs"|"rests"|"ends", id, private address].

    boots.py ENDPOINT REGION

What a cloud does when an instance boots (an address, the key pair's key, a metadata service) is for the reader to do.
"""
import json, sys, time
import boto3

ec2 = boto3.client("ec2", sys.argv[2], endpoint_url=sys.argv[1], aws_access_key_id="watcher", aws_secret_access_key="y")
known, resting = {}, {}
while True:
    now, rest = {}, set()
    for page in ec2.get_paginator("describe_instances").paginate():
        for reservation in page["Reservations"]:
            for instance in reservation["Instances"]:
                if instance["State"]["Name"] == "running":
                    now[instance["InstanceId"]] = instance["PrivateIpAddress"]
                elif instance["State"]["Name"] in ("stopping", "stopped"):
                    rest.add(instance["InstanceId"])
    for one in sorted(now.keys() - known.keys()):
        print(json.dumps(["runs", one, now[one]]), flush=True)
    for one in sorted(known.keys() - now.keys()):
        print(json.dumps(["rests" if one in rest else "ends", one, known[one]]), flush=True)
    for one in sorted(resting.keys() - now.keys() - rest):
        print(json.dumps(["ends", one, resting[one]]), flush=True)
    resting = {one: {**resting, **known}[one] for one in rest if one in resting or one in known}
    known = now
    time.sleep(0.3)
