"""Ends the Ray processes of this node and of no other; `ray stop` would end every Ray on the machine."""

import os
import signal
import sys
import time

GRACE_SECONDS = 5.0
MARK = ("MANTA_NODE=" + os.environ["MANTA_NODE"]).encode()
# Every process of Ray's own names the node's temp dir or our worker script; workers of Ray end with their raylet.
NAMES = ((os.environ["MANTA_RAY_TEMP"] + "/").encode(), os.environ["MANTA_WORKER_NODE"].encode())


def read(pid, name):
    try:
        with open(f"/proc/{pid}/{name}", "rb") as file:
            return file.read()
    except OSError:
        return b""


def is_ray(pid):
    line = read(pid, "cmdline")
    named = any(name in line for name in NAMES) or line.startswith(b"ray::")
    return named and MARK in read(pid, "environ").split(b"\0")


def callers():
    """This process and those that wait for it, whose command lines may name Ray too."""
    pid, found = os.getpid(), set()
    while pid > 0:
        found.add(pid)
        pid = int((read(pid, "stat").rpartition(b")")[2].split() or [b"", b"0"])[1])
    return found


def ray_processes():
    spared = callers()
    return [pid for pid in map(int, filter(str.isdigit, os.listdir("/proc"))) if pid not in spared and is_ray(pid)]


def send(pids, number):
    for pid in pids:
        try:
            os.kill(pid, number)
        except ProcessLookupError:
            pass


def stop_this_node():
    """Returns how many were ended; leaves the callers alone."""
    found = ray_processes()
    send(found, signal.SIGTERM)
    deadline = time.monotonic() + GRACE_SECONDS
    while ray_processes() and time.monotonic() < deadline:
        time.sleep(0.1)
    while left := ray_processes():
        send(left, signal.SIGKILL)
        time.sleep(0.1)
    return len(found)


if __name__ == "__main__":
    print(f"Stopped {stop_this_node()} Ray processes of this node.", flush=True)
    sys.exit(0)
