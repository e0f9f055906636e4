"""Makes the distribution; run by dist/build."""

from __future__ import annotations

import argparse
import hashlib
import os
from pathlib import Path

import archive
import formula
import sbom
import wheel
from program import SEPARATE, Program


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--lib", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--jdk", default="")
    parser.add_argument("parts", nargs="+")
    args = parser.parse_args()
    epoch = int(os.environ["SOURCE_DATE_EPOCH"])
    program = Program.at(args.lib)
    document = sbom.document(program, epoch)
    made: list[Path] = []
    if "sbom" in args.parts:
        made.append(args.out / f"manta-{program.version}.cdx.json")
        made[-1].write_bytes(document)
    if "wheels" in args.parts:
        made.append(wheel.main_wheel(program, epoch, document).write(args.out))
        made += [wheel.provider_wheel(program, name, epoch, document).write(args.out) for name in SEPARATE]
    if "archive" in args.parts:
        made.append(archive.write(program, Path(args.jdk), epoch, document, args.out))
    if "formula" in args.parts:
        made.append(formula.write(program, args.out))
    sums = [f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in sorted(made)]
    (args.out / "SHA256SUMS").write_text("".join(sums))
    for file in made:
        print(f"{file.stat().st_size / 1e6:6.1f} MB  {file.name}")


main()
