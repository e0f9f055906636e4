"""Takes a cluster down when the process that made it is gone without having done so itself."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence

# Ends when its input does: at the end of this process, whatever ended it. A word on it means that nothing is left to do.
_SCRIPT = """
directory=$1; shift
read -r word && exit 0
"$@" >/dev/null 2>&1
rm -rf "$directory"
"""


class Guard:
    """Waits in a session of its own, so that Ctrl-C and a killed process group do not reach it."""

    def __init__(self, command: Sequence[str], directory: str):
        self._process = subprocess.Popen(
            ["sh", "-c", _SCRIPT, "sh", directory, *command],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )

    def dismiss(self) -> None:
        if self._process.stdin is not None:
            try:
                self._process.stdin.write(b"done\n")
                self._process.stdin.close()
            except BrokenPipeError:
                pass
        self._process.wait()
