"""Tells of instances that begin and cease to run, one JSON line each: ["runs"|"ends", id, private address].

    boots.py ENDPOINT REGION

What a cloud does when an instance boots (an address, the key pair's key, a metadata service) is for the reader to do.
"""
import json, sys, time
import boto3

ec2 = boto3.client("ec2", sys.argv[2], endpoint_url=sys.argv[1], aws_access_key_id="watcher", aws_secret_access_key="y")
known = {}
while True:
    now = {}
    for page in ec2.get_paginator("describe_instances").paginate():
        for reservation in page["Reservations"]:
            for instance in reservation["Instances"]:
                if instance["State"]["Name"] == "running":
                    now[instance["InstanceId"]] = instance["PrivateIpAddress"]
    for one in sorted(now.keys() - known.keys()):
        print(json.dumps(["runs", one, now[one]]), flush=True)
    for one in sorted(known.keys() - now.keys()):
        print(json.dumps(["ends", one, known[one]]), flush=True)
    known = now
    time.sleep(0.3)
