"""The verbs that a program needs, with typed results. A cluster is a YAML file or the name of one that `up` has made."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from os import PathLike, fspath

from manta import program
from manta.results import ClusterSummary, Event, Finding, Plan, Problem, Status

Cluster = str | PathLike[str]


def up(cluster: Cluster, *, wait: bool = True, quiet: bool = False) -> None:
    """Brings a cluster up, or up to date; with nothing changed it touches nothing."""
    program.run(["up", fspath(cluster), "-y", *([] if wait else ["--no-wait"])], quiet=quiet)


def down(cluster: Cluster, *, workers_only: bool = False, keep_min_workers: bool = False, quiet: bool = False) -> None:
    """Takes a cluster down and fails unless nothing is left."""
    flags = ["--workers-only"] * workers_only + ["--keep-min-workers"] * keep_min_workers
    program.run(["down", fspath(cluster), "-y", *flags], quiet=quiet)


def status(cluster: Cluster) -> Status:
    return Status.of(json.loads(program.run(["status", fspath(cluster), "-o", "json"])))


def clusters() -> list[ClusterSummary]:
    return [ClusterSummary.of(item) for item in json.loads(program.run(["list", "-o", "json"]))]


def events(cluster: Cluster, *, last: int | None = None) -> list[Event]:
    """What happened so far, oldest first."""
    lines = ["--lines", str(last)] if last is not None else []
    return list(_lines(program.run(["events", fspath(cluster), "-o", "json", *lines])))


def _lines(text: str) -> Iterator[Event]:
    for line in text.splitlines():
        if line.strip():
            yield Event.of(json.loads(line))


def validate(*files: Cluster) -> list[Problem]:
    """Every problem in these files, warnings included; empty when they are right."""
    return problems_in([fspath(file) for file in files])


def problems_in(files: Sequence[str]) -> list[Problem]:
    found = json.loads(program.run(["validate", "-o", "json", *files], accept=(0, 2)))
    return [Problem.of(item) for item in found["problems"]]


def plan(cluster: Cluster) -> Plan:
    return Plan.of(json.loads(program.run(["plan", fspath(cluster), "-o", "json"])))


def doctor(cluster: Cluster) -> list[Finding]:
    """Everything that was looked at; entries whose state is `error` block `up`."""
    found = json.loads(program.run(["doctor", fspath(cluster), "-o", "json"], accept=(0, 1)))
    return [Finding.of(item) for item in found["findings"]]


def program_version() -> str:
    """Of the program that is run, which may be another than this package's where `MANTA_PROGRAM` is set."""
    return program.run(["--version"]).split()[-1]
