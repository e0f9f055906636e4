"""Starts a Ray worker on this machine's loopback and returns once it has joined: python loopback_node.py PORT TEMP_DIR.

`ray start --address` refuses to join over loopback, so the node is made with the class that `ray start` itself uses. What
the node offers comes from RAY_OVERRIDE_RESOURCES, which Manta sets.
"""

import os
import sys
import time


def run(port, temp_dir, joined):
    from ray._private.node import Node
    from ray._private.parameter import RayParams

    node = Node(
        RayParams(
            gcs_address=f"127.0.0.1:{port}", node_ip_address="127.0.0.1", num_gpus=0, memory=700_000_000,
            object_store_memory=80_000_000, resources={}, labels={}, temp_dir=temp_dir, dashboard_agent_listen_port=0,
            node_manager_port=0, object_manager_port=0, min_worker_port=0, max_worker_port=0,
        ),
        head=False, shutdown_at_exit=True, spawn_reaper=True, connect_only=False,
    )
    os.write(joined, b"joined")
    os.close(joined)
    while not node.dead_processes():
        time.sleep(0.5)


def main():
    readable, writable = os.pipe()
    if os.fork() > 0:
        os.close(writable)
        sys.exit(0 if os.read(readable, 16) else "the node ended before it joined; see node.log in its home")
    os.setsid()
    os.close(readable)
    log = os.open(os.path.expanduser("~/node.log"), os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(log, 1)
    os.dup2(log, 2)
    run(sys.argv[1], sys.argv[2], writable)


main()
