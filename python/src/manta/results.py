"""What `-o json` prints, as types. Keys that a newer program adds are kept in `raw` and ignored otherwise."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, TypeVar

T = TypeVar("T")
Json = Mapping[str, Any]


def parse_time(text: str) -> datetime:
    """As Java prints an instant; Python takes at most six digits of a second."""
    base, _, rest = text.removesuffix("Z").partition(".")
    return datetime.fromisoformat(f"{base}.{(rest + '000000')[:6]}+00:00")


def _many(make: Callable[[Json], T], items: Any) -> list[T]:
    return [make(item) for item in items or ()]


@dataclass(frozen=True)
class Problem:
    """A mistake in a file, or what is in the way of a cluster."""

    code: str
    level: str
    what: str
    why: str
    fix: str
    file: str
    line: int | None
    column: int | None

    @property
    def is_error(self) -> bool:
        return self.level == "error"

    @staticmethod
    def of(json: Json) -> "Problem":
        place = json.get("at") or json
        return Problem(
            json.get("code", ""),
            str(json.get("level", "error")).lower(),
            json.get("what", ""),
            json.get("why", ""),
            json.get("fix", ""),
            place.get("file", "") or "",
            place.get("line"),
            place.get("column"),
        )


@dataclass(frozen=True)
class Failure:
    """A launch or a set-up step that went wrong; `exit_code` is -1 when no command failed."""

    at: datetime
    node: str
    node_type: str
    what: str
    step: str
    command: str
    exit_code: int
    last_lines: list[str]
    log: str

    @staticmethod
    def of(json: Json) -> "Failure":
        return Failure(
            parse_time(json["at"]),
            json.get("node", ""),
            json.get("node_type", ""),
            json.get("what", ""),
            json.get("step", ""),
            json.get("command", ""),
            int(json.get("exit_code", -1)),
            list(json.get("last_lines", ())),
            json.get("log", ""),
        )


@dataclass(frozen=True)
class Node:
    """A machine of the cluster, or the request for one."""

    id: str
    role: str
    type: str
    state: str
    since: datetime
    created_at: datetime
    address: str
    step: str
    detail: str
    failure: Failure | None
    raw: Json = field(repr=False, compare=False)

    @staticmethod
    def of(json: Json) -> "Node":
        failure = json.get("failure")
        return Node(
            json["id"],
            json["role"],
            json["type"],
            json["state"],
            parse_time(json["since"]),
            parse_time(json["created_at"]),
            json.get("address", ""),
            json.get("step", ""),
            json.get("detail", ""),
            Failure.of(failure) if failure else None,
            json,
        )


@dataclass(frozen=True)
class Usage:
    used: float
    total: float


@dataclass(frozen=True)
class Unmet:
    """Demand that is not served, and why."""

    what: str
    reason: str


@dataclass(frozen=True)
class Paused:
    """A node type that is not tried for a while after failures."""

    node_type: str
    until: datetime
    reason: str


@dataclass(frozen=True)
class Status:
    """A cluster as its autoscaler last saw it."""

    cluster: str
    provider: str
    at: datetime
    phase: str
    head_address: str
    dashboard_url: str
    ray_reachable: bool
    nodes: list[Node]
    usage: dict[str, Usage]
    demands: list[str]
    unmet: list[Unmet]
    failures: list[Failure]
    paused: list[Paused]
    raw: Json = field(repr=False, compare=False)

    @property
    def workers(self) -> list[Node]:
        return [node for node in self.nodes if node.role == "worker"]

    @property
    def running_workers(self) -> list[Node]:
        return [node for node in self.workers if node.state == "running"]

    @staticmethod
    def of(json: Json) -> "Status":
        return Status(
            json["cluster"],
            json.get("provider", ""),
            parse_time(json["at"]),
            json.get("phase", ""),
            json.get("head_address", ""),
            json.get("dashboard_url", ""),
            bool(json.get("ray_reachable")),
            _many(Node.of, json.get("nodes")),
            {name: Usage(float(u["used"]), float(u["total"])) for name, u in (json.get("usage") or {}).items()},
            list(json.get("demands") or ()),
            _many(lambda u: Unmet(u.get("what", ""), u.get("reason", "")), json.get("unmet")),
            _many(Failure.of, json.get("failures")),
            _many(lambda p: Paused(p["node_type"], parse_time(p["until"]), p.get("reason", "")), json.get("paused")),
            json,
        )


@dataclass(frozen=True)
class ClusterSummary:
    """A line of `manta list`."""

    name: str
    provider: str
    phase: str
    nodes: int
    head_address: str
    created_at: datetime
    file: str

    @staticmethod
    def of(json: Json) -> "ClusterSummary":
        return ClusterSummary(
            json["name"],
            json.get("provider", ""),
            json.get("phase", "unknown"),
            int(json.get("nodes", 0)),
            json.get("head_address", ""),
            parse_time(json["created_at"]),
            json.get("file", ""),
        )


@dataclass(frozen=True)
class Event:
    """One thing that happened, with its reason. New types may be added."""

    at: datetime
    type: str
    message: str
    node: str | None
    node_type: str | None
    details: dict[str, str]
    raw: Json = field(repr=False, compare=False)

    @staticmethod
    def of(json: Json) -> "Event":
        return Event(
            parse_time(json["at"]),
            json["type"],
            json.get("message", ""),
            json.get("node"),
            json.get("node_type"),
            dict(json.get("details") or {}),
            json,
        )


@dataclass(frozen=True)
class Finding:
    """A line of `manta doctor`; `code`, `why` and `fix` are empty where nothing is wrong."""

    subject: str
    state: str
    found: str
    code: str
    why: str
    fix: str

    @staticmethod
    def of(json: Json) -> "Finding":
        return Finding(
            json["subject"],
            json["state"],
            json.get("found", ""),
            json.get("code", ""),
            json.get("why", ""),
            json.get("fix", ""),
        )


@dataclass(frozen=True)
class PlannedThing:
    change: str
    kind: str
    name: str
    why: str


@dataclass(frozen=True)
class Price:
    """Of one node type, in dollars per hour; None where it is not known."""

    node_type: str
    machine: str
    on_demand: float | None
    spot: float | None
    uses_spot: bool
    least: int
    most: int


@dataclass(frozen=True)
class Plan:
    """What `manta up` would make and cost."""

    things: list[PlannedThing]
    prices: list[Price]
    price_source: str
    raw: Json = field(repr=False, compare=False)

    @staticmethod
    def of(json: Json) -> "Plan":
        return Plan(
            _many(
                lambda t: PlannedThing(t.get("change", ""), t.get("kind", ""), t.get("name", ""), t.get("why", "")),
                json.get("things"),
            ),
            _many(
                lambda p: Price(
                    p["node_type"],
                    p.get("machine", ""),
                    p.get("on_demand"),
                    p.get("spot"),
                    bool(p.get("uses_spot")),
                    int(p.get("least", 0)),
                    int(p.get("most", 0)),
                ),
                json.get("prices"),
            ),
            json.get("price_source", ""),
            json,
        )
