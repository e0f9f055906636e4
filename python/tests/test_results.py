"""What `-o json` prints is read into types; needs nothing but this package."""

import unittest
from datetime import datetime, timezone

from manta.results import Event, Plan, Problem, Status, parse_time

STATUS = {
    "cluster": "c",
    "provider": "localhost",
    "at": "2026-11-16T04:00:00.123456789Z",
    "phase": "running",
    "head_address": "127.0.0.1:6379",
    "dashboard_url": "",
    "ray_reachable": True,
    "nodes": [
        {
            "id": "w1",
            "role": "worker",
            "type": "cpu",
            "state": "failed",
            "since": "2026-11-16T04:00:00Z",
            "created_at": "2026-11-16T03:59:00.5Z",
            "failure": {"at": "2026-11-16T04:00:00Z", "what": "exit code 3", "exit_code": 3, "last_lines": ["x"]},
            "a_key_of_a_newer_program": 1,
        }
    ],
    "usage": {"CPU": {"used": 1, "total": 2.0}},
    "demands": ["{'CPU': 1.0}: 5+ pending tasks/actors"],
    "unmet": [{"what": "GPU", "reason": "no type has one"}],
    "failures": [],
    "paused": [{"node_type": "cpu", "until": "2026-11-16T04:10:00Z", "reason": "failed 3 times"}],
}


class ResultsTest(unittest.TestCase):
    def test_times_keep_six_digits_and_their_zone(self):
        self.assertEqual(
            parse_time("2026-11-16T04:00:00.123456789Z"), datetime(2026, 11, 16, 4, 0, 0, 123456, tzinfo=timezone.utc)
        )
        self.assertEqual(parse_time("2026-11-16T04:00:00Z").microsecond, 0)
        self.assertEqual(parse_time("2026-11-16T03:59:00.5Z").microsecond, 500_000)

    def test_status_is_typed_and_takes_keys_it_does_not_know(self):
        status = Status.of(STATUS)
        self.assertEqual(status.usage["CPU"].total, 2.0)
        self.assertEqual([node.id for node in status.workers], ["w1"])
        self.assertEqual(status.running_workers, [])
        self.assertEqual(status.nodes[0].failure.exit_code, 3)
        self.assertEqual(status.paused[0].until, parse_time("2026-11-16T04:10:00Z"))
        self.assertEqual(status.nodes[0].raw["a_key_of_a_newer_program"], 1)

    def test_a_report_with_little_in_it_is_read_too(self):
        status = Status.of({"cluster": "c", "at": "2026-11-16T04:00:00Z"})
        self.assertEqual((status.nodes, status.usage, status.ray_reachable), ([], {}, False))

    def test_problems_have_places_or_none(self):
        problem = Problem.of({"code": "X", "level": "warning", "what": "w", "file": "a.yaml", "line": 3, "column": 5})
        self.assertEqual((problem.file, problem.line, problem.is_error), ("a.yaml", 3, False))
        self.assertIsNone(Problem.of({"code": "X", "level": "error", "what": "w", "line": None}).line)

    def test_events_and_plans(self):
        event = Event.of({"at": "2026-11-16T04:00:00Z", "type": "NODE_JOINED", "node": "w1", "message": "joined"})
        self.assertEqual((event.type, event.node, event.details), ("NODE_JOINED", "w1", {}))
        plan = Plan.of({"prices": [{"node_type": "w", "least": 0, "most": 4, "on_demand": 0.1}], "price_source": "list"})
        self.assertEqual((plan.prices[0].most, plan.prices[0].spot), (4, None))


if __name__ == "__main__":
    unittest.main()
