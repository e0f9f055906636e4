#!/usr/bin/env python3
"""What a run says and exits with, for reports as Surefire writes them."""

import contextlib
import io
import os
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import report

PASSED = '<testcase name="works" classname="a.B" time="1"/>'
FAILED = '<testcase name="breaks" classname="a.B" time="1"><failure>x</failure></testcase>'
BROKEN = '<testcase name="throws" classname="a.B" time="1"><error>x</error></testcase>'


def condition(reason):
    return f'<testcase name="s" classname="a.Skipped" time="0"><skipped message="{reason}"/></testcase>'


def assumption(reason):
    trace = f"org.opentest4j.TestAbortedException: Assumption failed: {reason}\n\tat a.B.c(B.java:3)"
    return f'<testcase name="s" classname="a.Skipped" time="0"><skipped type="T"><![CDATA[{trace}]]></skipped></testcase>'


class Summary(unittest.TestCase):
    def setUp(self):
        self.directory = tempfile.TemporaryDirectory()
        self.addCleanup(self.directory.cleanup)
        self.timings = os.path.join(self.directory.name, "cache", "timings.json")

    def ends(self, *cases, strict=False, seconds="7.5"):
        path = os.path.join(self.directory.name, "TEST-a.xml")
        with open(path, "w", encoding="utf-8") as file:
            file.write(f'<testsuite name="a.B" time="{seconds}">{"".join(cases)}</testsuite>')
        output = io.StringIO()
        with contextlib.redirect_stdout(output):
            code = report.summary([path], self.timings, strict, {"./verify": 90})
        self.said = output.getvalue()
        return code

    def test_passes_only_if_something_passed_and_nothing_failed(self):
        self.assertEqual(0, self.ends(PASSED))
        self.assertIn("1 passed, 0 failed, 0 skipped\n", self.said)
        self.assertEqual(1, self.ends(PASSED, FAILED))
        self.assertIn("FAILED  a.B.breaks", self.said)
        self.assertEqual(1, self.ends(PASSED, BROKEN))
        self.assertEqual(1, self.ends())

    def test_fails_for_what_this_machine_could_have_run(self):
        for skipped in (condition("containerd is not there yet"), assumption("no moto in /x")):
            self.assertEqual(1, self.ends(PASSED, skipped))
            self.assertIn("this machine could have run them", self.said)
        self.assertIn("skipped 1: no moto in /x (Skipped)", self.said)

    def test_excuses_what_it_cannot_run_unless_strict(self):
        for skipped in (condition("hosts: this machine cannot make namespaces"), assumption("this machine cannot fly")):
            self.assertEqual(0, self.ends(PASSED, skipped))
            self.assertIn("1 passed, 0 failed, 1 skipped", self.said)
            self.assertEqual(1, self.ends(PASSED, skipped, strict=True))

    def test_does_not_count_what_does_not_apply(self):
        self.assertEqual(0, self.ends(PASSED, assumption("not applicable: never falls short"), strict=True))
        self.assertIn("not applicable, 1: never falls short", self.said)

    def test_shows_the_slowest_beside_their_time_before(self):
        self.ends(PASSED, seconds="61.2")
        self.assertNotIn("last time", self.said)
        self.ends(PASSED, seconds="1,075.9")
        self.assertIn(" 17:55  a.B (last time 1:01)", self.said)
        self.assertIn("./verify took 1:30 (last time 1:30)", self.said)


class Progress(unittest.TestCase):
    KNOWN = {"modules": {"core": 70}, "classes": {"a.Slow": 65, "a.Quick": 1}}

    def shown(self, line):
        return report.line_for(line, self.KNOWN)

    def test_names_modules_and_slow_classes_with_their_time_before(self):
        self.assertEqual("core: build and tests (last time 1:10)", self.shown("[INFO] Building Manta :: core 0.1.0-SNAPSHOT   [2/19]"))
        self.assertEqual("e2e: build and tests", self.shown("[INFO] Building Manta :: e2e 0.1.0-SNAPSHOT   [19/19]"))
        self.assertEqual("  a.Slow (last time 1:05)", self.shown("[INFO] Running a.Slow"))
        self.assertEqual("  a.New", self.shown("[INFO] Running a.New"))
        self.assertIsNone(self.shown("[INFO] Running a.Quick"))

    def test_leaves_errors_as_they_are_and_drops_the_rest(self):
        for line in ("[ERROR] a.B.breaks:3 no", "[WARNING] /x/A.java:[3,4] [deprecation] b", "[INFO] BUILD FAILURE"):
            self.assertEqual(line, self.shown(line))
        for line in ("[INFO] Nothing to compile", "[WARNING] unchecked", "Downloaded from x", ""):
            self.assertIsNone(self.shown(line))

    def test_reads_the_reactor_summary(self):
        self.assertEqual(("core", 12.3), report.module_time("[INFO] Manta :: core ......... SUCCESS [ 12.3 s]"))
        self.assertEqual(("parent", 2.1), report.module_time("[INFO] Manta ................... SUCCESS [  2.1 s]"))
        self.assertEqual(("provider aws", 464), report.module_time("[INFO] Manta :: provider aws ... SUCCESS [07:44 min]"))
        self.assertEqual(("e2e", 834), report.module_time("[INFO] Manta :: e2e .......... FAILURE [13:54 min]"))
        self.assertIsNone(report.module_time("[INFO] Manta :: cli .......... SKIPPED"))


if __name__ == "__main__":
    unittest.main()
