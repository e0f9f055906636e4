"""The calls of `ray.autoscaler.sdk`: the same names and signatures, and the command lines they become."""

import inspect
import os
import stat
import tempfile
import unittest
from pathlib import Path

import manta
from manta import sdk
from manta.callbacks import EventFollower

# A program that notes its arguments and answers as the real one does.
FAKE = """#!/bin/sh
printf '%s\\n' "$@" >>"$NOTES"; echo -- >>"$NOTES"
for word in "$@"; do case $word in *.yaml) [ ! -f "$word" ] || cat "$word" >>"$NOTES.yaml" ;; esac; done
case $1 in
  config) echo '{"cluster_name": "sample", "max_workers": 2}' ;;
  get-head-ip) echo 10.0.0.1 ;;
  get-worker-ips) printf '10.0.0.2\\n10.0.0.3\\n' ;;
  exec) echo out; [ "$FAIL" != yes ] || { echo 'error[CLI-NO-CLUSTER] there is none' >&2; exit 1; } ;;
esac
"""


class SdkTest(unittest.TestCase):
    def setUp(self):
        self._directory = tempfile.TemporaryDirectory()
        self.dir = Path(self._directory.name)
        fake = self.dir / "manta"
        fake.write_text(FAKE)
        fake.chmod(fake.stat().st_mode | stat.S_IXUSR)
        self._environment = dict(os.environ)
        os.environ.update(
            MANTA_PROGRAM=str(fake), NOTES=str(self.dir / "notes"), FAIL="no", MANTA_HOME=str(self.dir / "home")
        )
        self.yaml = str(self.dir / "c.yaml")
        Path(self.yaml).write_text("cluster_name: sample\n")

    def tearDown(self):
        os.environ.clear()
        os.environ.update(self._environment)
        sdk.configure_logging()
        sdk.global_event_system.callback_map.clear()
        self._directory.cleanup()

    def notes(self):
        return (self.dir / "notes").read_text().split("\n--\n")[:-1]

    def test_names_and_signatures_are_rays(self):
        try:
            from ray.autoscaler import sdk as ray_sdk
        except ImportError:
            self.skipTest("Ray is not installed here")
        for name in ray_sdk.__all__:
            theirs = inspect.signature(getattr(ray_sdk, name))
            ours = inspect.signature(getattr(manta, name))
            shape = [(p.name, p.kind, p.default) for p in theirs.parameters.values()]
            self.assertEqual([(p.name, p.kind, p.default) for p in ours.parameters.values()], shape, name)
        self.assertEqual(len(ray_sdk.__all__), 12)
        from ray.autoscaler.sdk.sdk import CreateClusterEvent

        self.assertEqual(list(CreateClusterEvent.__members__), list(manta.CreateClusterEvent.__members__))

    def test_up_takes_a_dict_and_returns_the_whole_configuration(self):
        config = manta.create_or_update_cluster({"cluster_name": "sample"}, no_restart=True)
        self.assertEqual(config, {"cluster_name": "sample", "max_workers": 2})
        up = self.notes()[-1].split("\n")
        self.assertEqual((up[0], up[2:]), ("up", ["-y", "--no-restart"]))
        self.assertIn('"cluster_name": "sample"', (self.dir / "notes.yaml").read_text())
        self.assertFalse(os.path.exists(up[1]), "the file it was written to is gone")

    def test_down_and_addresses(self):
        manta.teardown_cluster(self.yaml, workers_only=True)
        self.assertEqual(self.notes()[-1].split("\n"), ["down", self.yaml, "-y", "--workers-only"])
        self.assertEqual(manta.get_head_node_ip(self.yaml), "10.0.0.1")
        self.assertEqual(manta.get_worker_node_ips("name"), ["10.0.0.2", "10.0.0.3"])

    def test_run_passes_the_command_as_one_word_and_returns_its_output_if_asked(self):
        out = manta.run_on_cluster(self.yaml, cmd="echo 'a b'", port_forward=[80, (81, 81)], with_output=True)
        self.assertEqual(out, "out\n")
        self.assertEqual(
            self.notes()[-1].split("\n"),
            ["exec", "--run-env", "auto", "-p", "80", "-p", "81", self.yaml, "echo 'a b'"],
        )
        with self.assertRaises(ValueError):
            manta.run_on_cluster(self.yaml, cmd="true", port_forward=(80, 81))

    def test_a_failure_carries_code_and_output(self):
        os.environ["FAIL"] = "yes"
        with self.assertRaises(manta.MantaError) as caught:
            manta.run_on_cluster(self.yaml, cmd="true", with_output=True)
        self.assertEqual((caught.exception.code, caught.exception.exit_code), ("CLI-NO-CLUSTER", 1))
        self.assertIn("there is none", str(caught.exception))

    def test_rsync_both_ways_and_only_to_the_head(self):
        manta.rsync(self.yaml, source="a", target="b", down=True)
        self.assertEqual(self.notes()[-1].split("\n"), ["rsync-down", self.yaml, "a", "b"])
        manta.rsync(self.yaml, source=None, target=None, down=False, ip_address="10.0.0.1")
        self.assertEqual(self.notes()[-1].split("\n"), ["rsync-up", self.yaml])
        with self.assertRaises(ValueError):
            manta.rsync(self.yaml, source="a", target="b", down=True, ip_address="10.0.0.9")

    def test_logging_options_go_behind_the_verb(self):
        manta.configure_logging(log_style="record", verbosity=2)
        manta.teardown_cluster(self.yaml)
        self.assertEqual(self.notes()[-1].split("\n")[:5], ["down", "--log-style", "record", "-v", "-v"])

    def test_callbacks_are_told_what_the_event_log_says_of_the_head(self):
        log = self.dir / "home" / "clusters" / "sample" / "events.jsonl"
        log.parent.mkdir(parents=True)
        log.write_text('{"type": "UP_STARTED", "message": "of an earlier run"}\n')
        told = []
        for event in manta.CreateClusterEvent:
            manta.register_callback_handler(event, lambda data: told.append(data["event_name"].name))
        with EventFollower("sample"), log.open("a") as out:
            out.write('{"type": "UP_STARTED", "message": "m"}\n')
            out.write('{"type": "NODE_REQUESTED", "node": "ray-sample-head-x", "message": "m"}\n')
            out.write('{"type": "NODE_REQUESTED", "node": "ray-sample-worker-y", "message": "m"}\n')
            out.write('{"type": "STEP_STARTED", "node": "ray-sample-worker-y", "message": "[7/7] Starting Ray"}\n')
            out.write('{"type": "STEP_STARTED", "node": "ray-sample-head-x", "message": "[7/7] Starting Ray"}\n')
            out.write('{"type": "UP_FINISHED", "message": "m"}\n{"type": "torn')
        self.assertEqual(
            told,
            ["up_started", "cluster_booting_started", "acquiring_new_head_node", "start_ray_runtime"]
            + ["cluster_booting_completed"],
        )
        with self.assertRaises(ValueError):
            manta.register_callback_handler("no such event", print)


if __name__ == "__main__":
    unittest.main()
