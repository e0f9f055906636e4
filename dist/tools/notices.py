"""Who wrote the jars, under which licence: from the jars themselves and the POMs that Maven has fetched for them."""

from __future__ import annotations

import os
import re
import xml.etree.ElementTree as xml
import zipfile
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

POM = "{http://maven.apache.org/POM/4.0.0}"
REPOSITORY = Path(os.environ.get("MANTA_MAVEN_REPOSITORY", Path.home() / ".m2" / "repository"))

# What POMs call them, and their names in the SPDX list.
SPDX = (
    (r"apache.*2", "Apache-2.0"),
    (r"\bmit\b", "MIT"),
    (r"3-clause|bsd.*3|new bsd|revised bsd", "BSD-3-Clause"),
    (r"2-clause|bsd.*2", "BSD-2-Clause"),
    (r"cddl.*gpl|gpl.*cddl", "CDDL-1.0 OR GPL-2.0-with-classpath-exception"),
    (r"cc0|public domain", "CC0-1.0"),
)


@dataclass(frozen=True)
class Component:
    jar: Path
    group: str
    artifact: str
    version: str
    licence: str

    @property
    def purl(self) -> str:
        return f"pkg:maven/{self.group}/{self.artifact}@{self.version}"

    @property
    def own(self) -> bool:
        return self.group == "io.manta"


def components(jars: list[Path]) -> list[Component]:
    return [component(jar) for jar in sorted(set(jars), key=lambda jar: jar.name)]


def component(jar: Path) -> Component:
    if jar.name.startswith("manta-"):
        artifact, version = _split(jar.stem)
        return Component(jar, "io.manta", artifact, version, "Apache-2.0")
    pom = _pom(jar)
    place = pom.parent.relative_to(REPOSITORY).parts
    licence = _licence(pom)
    if not licence:
        raise SystemExit(f"error: no licence is known of {jar.name}; look into {pom} and teach dist/tools/notices.py")
    return Component(jar, ".".join(place[:-2]), place[-2], place[-1], licence)


def _split(stem: str) -> tuple[str, str]:
    found = re.match(r"(.+?)-(\d.*)$", stem)
    return (found.group(1), found.group(2)) if found else (stem, "")


@lru_cache
def _index() -> dict[str, Path]:
    return {file.name: file for file in REPOSITORY.rglob("*.jar")}


def _pom(jar: Path) -> Path:
    found = _index().get(jar.name)
    pom = found.with_suffix(".pom") if found else None
    if pom is None or not pom.exists():
        raise SystemExit(f"error: Maven's repository {REPOSITORY} does not hold {jar.name}; set MANTA_MAVEN_REPOSITORY")
    return pom


def _licence(pom: Path) -> str:
    root = xml.parse(pom).getroot()
    names = [name.text or "" for name in root.iterfind(f"{POM}licenses/{POM}license/{POM}name")]
    if names:
        return " AND ".join(sorted({_spdx(name) for name in names}))
    parent = root.find(f"{POM}parent")
    if parent is None:
        return ""
    group, artifact, version = (parent.findtext(f"{POM}{key}", "").strip() for key in ("groupId", "artifactId", "version"))
    above = REPOSITORY.joinpath(*group.split("."), artifact, version, f"{artifact}-{version}.pom")
    return _licence(above) if above.exists() else ""


def _spdx(name: str) -> str:
    for pattern, spdx in SPDX:
        if re.search(pattern, name.lower()):
            return spdx
    return name.strip()


def text(jars: list[Path]) -> str:
    """A list of all parts that others wrote, then the notices they ask to pass on."""
    others = [part for part in components(jars) if not part.own]
    lines = ["Manta is distributed with these libraries, each unchanged:", ""]
    lines += [f"{part.group}:{part.artifact}:{part.version}  {part.licence}" for part in others]
    seen: set[str] = set()
    for part in others:
        for name, notice in _notices(part.jar):
            if notice not in seen:
                seen.add(notice)
                lines += ["", "-" * 78, f"{part.artifact}: {name}", "", notice.strip()]
    return "\n".join(lines) + "\n"


def _notices(jar: Path) -> list[tuple[str, str]]:
    with zipfile.ZipFile(jar) as archive:
        names = sorted(n for n in archive.namelist() if re.fullmatch(r"(META-INF/)?(LICENSE|NOTICE)(\.txt|\.md)?", n))
        return [(name, archive.read(name).decode("utf-8", "replace")) for name in names]
