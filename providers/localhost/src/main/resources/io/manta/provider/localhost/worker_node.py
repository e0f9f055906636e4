"""Starts one Ray worker node on this machine's loopback and returns once it has joined; the node goes on by itself.

`ray start --address` refuses to join over loopback, so the node is made with the class that `ray start` itself uses.
Ray reads RAY_OVERRIDE_RESOURCES, RAY_OVERRIDE_LABELS, RAY_CLOUD_INSTANCE_ID and RAY_NODE_TYPE_NAME on its own; the
amounts given below only hold where those are silent.
"""

import fcntl
import os
import select
import sys
import time
import traceback

import stop_ray

SLOTS = max(1, int(os.environ.get("MANTA_START_SLOTS", "2")))
JOIN_SECONDS = float(os.environ.get("MANTA_JOIN_SECONDS", "120"))
# Behind so many others a start is hopeless: their nodes would have joined, or their own limits have passed.
SLOT_SECONDS = 5 * JOIN_SECONDS
LOG = os.path.join(os.environ["HOME"], "worker-node.log")


def join_limit():
    """More than the machine's cores can do at once makes every start slower, and none of them wrong."""
    return min(JOIN_SECONDS * max(1.0, os.getloadavg()[0] / SLOTS), 5 * JOIN_SECONDS)


def take_slot():
    """As many nodes start at once as there are cores; more would only make each other late. Returns what to close."""
    places = os.environ["MANTA_STARTS"]
    os.makedirs(places, exist_ok=True)
    deadline = time.monotonic() + SLOT_SECONDS
    while True:
        for number in range(SLOTS):
            slot = os.open(os.path.join(places, str(number)), os.O_RDWR | os.O_CREAT, 0o600)
            try:
                # The kernel lets go when this process ends, however it does.
                fcntl.flock(slot, fcntl.LOCK_EX | fcntl.LOCK_NB)
                return slot
            except OSError:
                os.close(slot)
        if time.monotonic() > deadline:
            raise TimeoutError(f"no turn to start within {SLOT_SECONDS:.0f} s: {SLOTS} other nodes are starting")
        time.sleep(0.1)


def be_patient(limit):
    """Ray gives up after 30 s; a node on a busy machine takes longer, and joins all the same."""
    import ray._private.services as services

    ask = services.get_node

    def ask_until_known(*args, **kwargs):
        deadline = time.monotonic() + limit
        while True:
            try:
                return ask(*args, **kwargs)
            except RuntimeError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.1)

    services.get_node = ask_until_known


def run_node(joined):
    """In the node's own process: starts Ray, says so, stays as long as all of Ray's processes do."""
    from ray._private.node import Node
    from ray._private.parameter import RayParams

    slot = take_slot()
    limit = join_limit()
    os.write(joined, f"{limit:.0f}\n".encode())
    be_patient(limit)
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
    os.close(slot)
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


def hear(joined, seconds):
    """The next line, empty when the node has ended; None when nothing came in time."""
    readable, _, _ = select.select([joined], [], [], seconds)
    return os.read(joined, 16).decode() if readable else None


def wait_until_joined(joined):
    began = hear(joined, SLOT_SECONDS + 10)
    limit = float(began.split("\n")[0]) if began else SLOT_SECONDS
    # Both lines may come in one piece.
    news = began if began and "joined" in began else hear(joined, limit + 10) if began else began
    if news and "joined" in news:
        print("Ray worker node joined 127.0.0.1:" + os.environ["MANTA_GCS_PORT"], flush=True)
        return 0
    reason = f"did not join within {limit:.0f} s" if news is None else "ended before it joined"
    print(f"Ray worker node {reason} (head at 127.0.0.1:{os.environ['MANTA_GCS_PORT']}); last lines of {LOG}:")
    with open(LOG, errors="replace") as log:
        print("".join(log.readlines()[-15:]), flush=True)
    stop_ray.stop_this_node()
    return 1


def main():
    if os.listdir(os.environ["MANTA_RAY_TEMP"]):
        stop_ray.stop_this_node()
    readable, writable = os.pipe()
    if os.fork() == 0:
        os.close(readable)
        become_node(writable)
    os.close(writable)
    sys.exit(wait_until_joined(readable))


main()
