"""Finds and runs the program."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Mapping, Sequence
from pathlib import Path

PROGRAM_VARIABLE = "MANTA_PROGRAM"


class MantaError(RuntimeError):
    """A command of Manta that failed: `code` is that of its first problem, such as `CLI-NO-CLUSTER`; `output` is all it said."""

    def __init__(self, command: Sequence[str], exit_code: int, output: str):
        self.command = list(command)
        self.exit_code = exit_code
        self.output = output
        found = re.search(r"error\[([A-Z0-9-]+)\]", output)
        self.code = found.group(1) if found else ""
        super().__init__(f"`manta {' '.join(command)}` ended with {exit_code}:\n{output.strip()}")


def find_program() -> str:
    """The `manta` that belongs to this package: `$MANTA_PROGRAM`, the one installed with it, that of a source tree, or any."""
    given = os.environ.get(PROGRAM_VARIABLE)
    if given:
        return given
    package = Path(__file__).resolve().parent
    if (package / "_program").is_dir():
        # Where installers put scripts: into this environment, the user's own, or beside a target directory.
        schemes = [sysconfig.get_path("scripts"), sysconfig.get_path("scripts", f"{os.name}_user")]
        for scripts in [*schemes, str(package.parent / "bin"), str(Path(sys.executable).parent)]:
            if scripts and os.access(Path(scripts) / "manta", os.X_OK):
                return str(Path(scripts) / "manta")
    checkout = package.parent.parent.parent
    if (checkout / "pom.xml").is_file() and os.access(checkout / "manta", os.X_OK):
        return str(checkout / "manta")
    found = shutil.which("manta")
    if found:
        return found
    raise FileNotFoundError(
        f"the program 'manta' was not found; install it with 'pip install manta-ray', or set {PROGRAM_VARIABLE}"
    )


def run(
    arguments: Sequence[str],
    *,
    environment: Mapping[str, str] | None = None,
    quiet: bool = True,
    accept: Sequence[int] = (0,),
    timeout: float | None = None,
) -> str:
    """Runs a verb and returns its standard output.

    Unless quiet, what it reports on the way appears on standard error as it comes; it is kept for the error in any case.
    """
    process = subprocess.Popen(
        [find_program(), *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE if quiet else None,
        text=True,
        env=None if environment is None else dict(environment),
    )
    try:
        out, err = process.communicate(timeout=timeout)
    except BaseException:
        # As Ctrl-C in a terminal would: the program ends by itself and leaves what can be continued.
        process.terminate()
        process.wait()
        raise
    if process.returncode not in accept:
        raise MantaError(arguments, process.returncode, (err or "") + out)
    return out
