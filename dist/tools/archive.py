"""An archive with a runtime of its own, for machines without Python and without a package index."""

from __future__ import annotations

import io
import os
import platform
import subprocess
import tarfile
import tempfile
from pathlib import Path

import notices
from program import DIST, ROOT, TRAIN, Program

# What Manta and the clouds' libraries use; nothing for desktops.
MODULES = (
    "java.base,java.logging,java.management,java.naming,java.net.http,java.security.jgss,java.sql,java.xml,"
    "jdk.crypto.ec,jdk.httpserver,jdk.management,jdk.unsupported,jdk.zipfs"
)


def platform_name() -> str:
    system = {"Darwin": "macos"}.get(platform.system(), platform.system().lower())
    machine = {"amd64": "x86_64", "arm64": "aarch64"}.get(platform.machine().lower(), platform.machine().lower())
    return f"{system}-{machine}"


def write(program: Program, jdk: Path, epoch: int, sbom: bytes, out: Path) -> Path:
    name = f"manta-{program.version}-{platform_name()}"
    with tempfile.TemporaryDirectory() as work:
        runtime = Path(work) / "runtime"
        subprocess.run(
            [jdk / "bin" / "jlink", "--add-modules", MODULES, "--strip-debug", "--no-man-pages", "--no-header-files"]
            + ["--output", runtime],
            check=True,
        )
        files: dict[str, tuple[bytes, int]] = {}
        for file in sorted(runtime.rglob("*")):
            if file.is_file():
                mode = 0o755 if file.stat().st_mode & 0o100 else 0o644
                files[f"runtime/{file.relative_to(runtime)}"] = (file.read_bytes(), mode)
        release = (runtime / "release").read_text()
        id = program.id(release)
        jars = sorted(program.lib.rglob("*.jar"))
        for jar in jars:
            files[f"lib/{jar.relative_to(program.lib)}"] = (jar.read_bytes(), 0o644)
        files[f"lib/{id}"] = (f"{program.version}\n".encode(), 0o644)
        files[f"aot/{id}.aot"] = (b"", 0o644)
        files["train"] = (TRAIN.read_bytes(), 0o755)
        files["bin/manta"] = (program.launcher(id, "own").encode(), 0o755)
        files["LICENSE"] = ((ROOT / "LICENSE").read_bytes(), 0o644)
        files["THIRD-PARTY.txt"] = (notices.text(jars).encode(), 0o644)
        files["manta.cdx.json"] = (sbom, 0o644)
        files["uninstall"] = ((DIST / "install" / "uninstall").read_bytes(), 0o755)
        return _compress(_tar(name, files, epoch), out / f"{name}.tar.zst")


def _tar(name: str, files: dict[str, tuple[bytes, int]], epoch: int) -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for path, (content, mode) in sorted(files.items()):
            entry = tarfile.TarInfo(f"{name}/{path}")
            entry.size, entry.mode, entry.mtime = len(content), mode, epoch
            archive.addfile(entry, io.BytesIO(content))
    return buffer.getvalue()


def _compress(data: bytes, target: Path) -> Path:
    # One thread: with several the result may depend on their number. Level 19 takes a minute and saves a fifth.
    level = os.environ.get("MANTA_ARCHIVE_LEVEL", "19")
    done = subprocess.run(["zstd", "-q", f"-{level}", "--single-thread", "-c"], input=data, stdout=subprocess.PIPE, check=True)
    target.write_bytes(done.stdout)
    return target
