"""Runs one worker node of a cluster whose head listens on loopback only, until any of its processes ends.

`ray start --address` refuses loopback clusters, so this uses the class below it.
Usage: node.py GCS_ADDRESS DIRECTORY JSON, the last with cpus, resources and labels.
"""
import json
import sys
import time

from ray._private.node import Node
from ray._private.parameter import RayParams

address, directory, spec = sys.argv[1], sys.argv[2], json.loads(sys.argv[3])
node = Node(
    RayParams(
        gcs_address=address,
        node_ip_address="127.0.0.1",
        num_cpus=spec["cpus"],
        num_gpus=0,
        memory=500_000_000,
        object_store_memory=80_000_000,
        resources=spec["resources"],
        labels=spec["labels"],
        temp_dir=directory,
        include_log_monitor=False,
        dashboard_agent_listen_port=0,
        node_manager_port=0,
        object_manager_port=0,
        min_worker_port=0,
        max_worker_port=0,
    ),
    head=False,
    shutdown_at_exit=True,
    spawn_reaper=True,
    connect_only=False,
)
while not node.dead_processes():
    time.sleep(0.5)
