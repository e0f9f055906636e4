"""Starts one Ray worker node on this machine's loopback and returns once it has joined; the node goes on by itself.

`ray start --address` refuses to join over loopback, so the node is made with the class that `ray start` itself uses.
Ray reads RAY_OVERRIDE_RESOURCES, RAY_OVERRIDE_LABELS, RAY_CLOUD_INSTANCE_ID and RAY_NODE_TYPE_NAME on its own; the
amounts given below only hold where those are silent.
"""

import os
import select
import sys
import time
import traceback

import stop_ray

JOIN_SECONDS = float(os.environ.get("MANTA_JOIN_SECONDS", "120"))
LOG = os.path.join(os.environ["HOME"], "worker-node.log")


def run_node(joined):
    """In the node's own process: starts Ray, says so, stays as long as all of Ray's processes do."""
    from ray._private.node import Node
    from ray._private.parameter import RayParams

    share = int(os.environ.get("MANTA_MEMORY_SHARE", "1000000000"))
    node = Node(
        RayParams(
            gcs_address="127.0.0.1:" + os.environ["MANTA_GCS_PORT"],
            node_ip_address="127.0.0.1",
            num_gpus=0,
            memory=int(share * 0.7),
            object_store_memory=max(int(share * 0.3), 80_000_000),
            resources={},
            labels={},
            temp_dir=os.environ["MANTA_RAY_TEMP"],
            include_log_monitor=True,
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
    os.write(joined, b"joined\n")
    os.close(joined)
    while not node.dead_processes():
        time.sleep(0.5)
    print("a process of this node has ended:", [kind for kind, _ in node.dead_processes()], flush=True)
    return 1


def become_node(joined):
    """Leaves the starting command behind: own session, no input, output to the node's log."""
    os.setsid()
    with open(os.environ["MANTA_SESSIONS"], "a") as sessions:
        sessions.write(f"{os.getpid()}\n")
    null = os.open(os.devnull, os.O_RDONLY)
    log = os.open(LOG, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    os.dup2(null, 0)
    os.dup2(log, 1)
    os.dup2(log, 2)
    try:
        code = run_node(joined)
    except Exception:
        traceback.print_exc()
        code = 1
    sys.stdout.flush()
    sys.exit(code)


def wait_until_joined(joined):
    readable, _, _ = select.select([joined], [], [], JOIN_SECONDS)
    if readable and os.read(joined, 16):
        print("Ray worker node joined 127.0.0.1:" + os.environ["MANTA_GCS_PORT"], flush=True)
        return 0
    reason = "ended before it joined" if readable else f"did not join within {JOIN_SECONDS:.0f} s"
    print(f"Ray worker node {reason} (head at 127.0.0.1:{os.environ['MANTA_GCS_PORT']}); last lines of {LOG}:")
    with open(LOG, errors="replace") as log:
        print("".join(log.readlines()[-15:]), flush=True)
    stop_ray.stop_this_node()
    return 1


def main():
    stop_ray.stop_this_node()
    readable, writable = os.pipe()
    if os.fork() == 0:
        os.close(readable)
        become_node(writable)
    os.close(writable)
    sys.exit(wait_until_joined(readable))


main()
