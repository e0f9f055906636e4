"""Runs the steps of action.yml as GitHub does, with programs that note how they were called."""

from __future__ import annotations

import os
import re
import stat
import subprocess
import tempfile
import unittest
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parent.parent.parent

MANTA = """#!/bin/sh
echo "manta $*" >>"$NOTES"
case "$1 $FAIL" in
  "list "*) echo "[{\\"name\\" : \\"$(sed -n 's/^name=//p' "$GITHUB_OUTPUT")\\"}]" ;;
  "up up" | "exec exec" | "submit submit") exit 3 ;;
esac
"""
PYTHON = """#!/bin/sh
mkdir -p "$3/bin"
printf '#!/bin/sh\\necho "pip $*" >>"$NOTES"\\n' >"$3/bin/pip"
cp "$FAKE_MANTA" "$3/bin/manta"
chmod +x "$3"/bin/*
"""


class ActionTest(unittest.TestCase):
    def setUp(self) -> None:
        self._directory = tempfile.TemporaryDirectory()
        self.addCleanup(self._directory.cleanup)
        self.dir = Path(self._directory.name)
        self.action = yaml.safe_load((ROOT / "action.yml").read_text())
        for name, text in (("python3", PYTHON), ("manta.fake", MANTA)):
            file = self.dir / "tools" / name
            file.parent.mkdir(exist_ok=True)
            file.write_text(text)
            file.chmod(file.stat().st_mode | stat.S_IXUSR)
        self.notes = self.dir / "notes"

    def run_action(self, fail: str = "", **inputs: str) -> tuple[bool, list[str]]:
        known = {name: value["default"] for name, value in self.action["inputs"].items()}
        self.assertLessEqual(set(inputs), set(known))
        known.update(inputs)
        output, path = self.dir / "output", self.dir / "path"
        output.write_text("")
        path.write_text("")
        ok = True
        for step in self.action["runs"]["steps"]:
            always = "always()" in step.get("if", "")
            name = re.search(r"^name=(.*)$", output.read_text(), re.MULTILINE)
            if (not ok and not always) or (always and not name):
                continue
            environment = {
                "PATH": ":".join([*path.read_text().split(), str(self.dir / "tools"), os.environ["PATH"]]),
                "RUNNER_TEMP": str(self.dir),
                "GITHUB_PATH": str(path),
                "GITHUB_OUTPUT": str(output),
                "GITHUB_RUN_ID": "7",
                "GITHUB_RUN_ATTEMPT": "1",
                "NOTES": str(self.notes),
                "FAKE_MANTA": str(self.dir / "tools" / "manta.fake"),
                "FAIL": fail,
            }
            for key, value in step.get("env", {}).items():
                value = re.sub(r"\$\{\{ inputs\.(\w+) \}\}", lambda found: known[found.group(1)], value)
                environment[key] = value.replace("${{ steps.up.outputs.name }}", name.group(1) if name else "")
                self.assertNotIn("${{", environment[key])
            self.assertNotIn("${{", step["run"], "inputs belong into variables: in a script they would be code")
            done = subprocess.run(["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]], env=environment)
            ok = ok and done.returncode == 0
        return ok, self.notes.read_text().splitlines()

    def test_installs_brings_up_runs_and_takes_down(self) -> None:
        ok, notes = self.run_action(cluster="c.yaml", run="echo 'a b'; $X", version="1.2", extras="aws")
        self.assertTrue(ok)
        self.assertEqual(notes[0], "pip install -q manta-ray[aws]==1.2")
        self.assertRegex(notes[2], r"manta up c.yaml -n ci-7-1-\d+ -y")
        name = notes[2].split()[4]
        self.assertEqual(notes[3:], [f"manta exec {name} echo 'a b'; $X", "manta list -o json", f"manta down {name} -y"])

    def test_without_a_file_it_is_a_cluster_on_the_runner(self) -> None:
        ok, notes = self.run_action(script="job.py")
        self.assertTrue(ok)
        self.assertEqual(notes[0], "pip install -q manta-ray")
        self.assertRegex(notes[2], r"manta up -n ci-\S+ -y")
        self.assertRegex(notes[3], r"manta submit ci-\S+ job.py")

    def test_takes_down_whatever_failed_and_fails_itself(self) -> None:
        for where, inputs in (("up", {}), ("exec", {"run": "false"}), ("submit", {"script": "x.py"})):
            self.notes.write_text("")
            ok, notes = self.run_action(fail=where, **inputs)
            self.assertFalse(ok, where)
            self.assertRegex(notes[-1], r"manta down ci-\S+ -y", where)


if __name__ == "__main__":
    unittest.main()
