"""A Homebrew formula for the archives of this release that lie beside it."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

from program import DIST, Program

# How Homebrew asks for a platform, and what the archives call it.
PLATFORMS = (
    ("on_macos", "on_arm", "macos-aarch64"),
    ("on_linux", "on_arm", "linux-aarch64"),
    ("on_linux", "on_intel", "linux-x86_64"),
)


def write(program: Program, out: Path) -> Path:
    """MANTA_HOMEPAGE is where the project lives; its releases are taken to lie below, as GitHub does it."""
    home = os.environ.get("MANTA_HOMEPAGE", "").rstrip("/")
    if not home:
        raise SystemExit("error: the formula needs the project's address in MANTA_HOMEPAGE")
    blocks = []
    for system, machine, platform in PLATFORMS:
        archive = out / f"manta-{program.version}-{platform}.tar.zst"
        if archive.exists():
            sha = hashlib.sha256(archive.read_bytes()).hexdigest()
            blocks.append(
                f"  {system} do\n    {machine} do\n"
                f'      url "{home}/releases/download/v#{{version}}/{archive.name}"\n'
                f'      sha256 "{sha}"\n    end\n  end\n'
            )
    if not blocks:
        raise SystemExit("error: the formula names archives, and there is none in " + str(out))
    text = (DIST / "homebrew" / "manta.rb.in").read_text()
    target = out / "manta.rb"
    text = text.replace("@HOMEPAGE@", home).replace("@VERSION@", program.version)
    target.write_text(text.replace("@ARCHIVES@", "\n".join(blocks).rstrip("\n")))
    return target
