"""`manta.testing` with the real program and real Ray. Skipped where Ray is not installed."""

import importlib.util
import os
import signal
import subprocess
import sys
import time
import unittest
from pathlib import Path

from manta.testing import AutoscalingCluster

RAY = importlib.util.find_spec("ray") is not None
WORKERS = {"cpu": {"resources": {"CPU": 1}, "node_config": {}, "min_workers": 0, "max_workers": 2}}


def processes(mark: str) -> list[str]:
    """Those whose environment or command line mentions it."""
    found = []
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit() or int(entry.name) == os.getpid():
            continue
        try:
            text = (entry / "environ").read_bytes() + (entry / "cmdline").read_bytes()
        except OSError:
            continue
        if mark.encode() in text:
            found.append(entry.name)
    return found


def wait_until(condition, seconds=120):
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            raise AssertionError("waited too long")
        time.sleep(0.3)


@unittest.skipUnless(RAY, "Ray is not installed here")
class AutoscalingClusterTest(unittest.TestCase):
    def test_two_clusters_in_one_process_grow_shrink_and_leave_nothing(self):
        import ray

        before = dict(os.environ)
        first = AutoscalingCluster({"CPU": 0}, WORKERS, idle_timeout_minutes=0.05, provider={"dashboard": False})
        second = AutoscalingCluster({"CPU": 1, "special": 1}, WORKERS, provider={"dashboard": False})
        self.addCleanup(first.shutdown)
        self.addCleanup(second.shutdown)
        first.start(_system_config={"object_timeout_milliseconds": 77}, override_env={"A_MARK": "it's here"})
        second.start()
        homes = [first._home, second._home]
        self.assertNotEqual(first.address, second.address)

        @ray.remote(num_cpus=1)
        def mark():
            time.sleep(1)
            return os.environ.get("A_MARK"), ray._raylet.Config.object_timeout_milliseconds()

        ray.init("auto")
        self.assertEqual(ray.cluster_resources().get("special"), 1, "the one that was started last is 'auto'")
        ray.shutdown()

        ray.init(first.address)
        self.assertEqual(set(ray.get([mark.remote() for _ in range(4)])), {("it's here", 77)})
        self.assertGreaterEqual(len(first.status().running_workers), 1)
        ray.shutdown()
        wait_until(lambda: not first.status().workers)
        self.assertEqual(len(second.status().nodes), 1, "it had nothing to do")

        first.shutdown()
        self.assertEqual(os.environ["RAY_ADDRESS"], second.address, "the other one is still 'auto'")
        second.shutdown()
        second.shutdown()
        for home in homes:
            self.assertEqual(processes(home), [])
            self.assertFalse(os.path.exists(home))
        self.assertEqual(os.environ.get("RAY_ADDRESS"), before.get("RAY_ADDRESS"))

    def test_nothing_is_left_of_a_process_that_was_killed(self):
        script = """
            import time
            from manta.testing import AutoscalingCluster
            cluster = AutoscalingCluster({"CPU": 1}, {}, provider={"dashboard": False})
            cluster.start()
            print(cluster._home, flush=True)
            time.sleep(600)
        """
        text = "\n".join(line.strip() for line in script.splitlines())
        child = subprocess.Popen([sys.executable, "-c", text], stdout=subprocess.PIPE, text=True)
        home = child.stdout.readline().strip()
        self.assertTrue(processes(home))
        child.send_signal(signal.SIGKILL)
        child.wait()
        child.stdout.close()
        wait_until(lambda: not processes(home) and not os.path.exists(home), seconds=60)


if __name__ == "__main__":
    unittest.main()
