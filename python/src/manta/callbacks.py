"""The events of `create_or_update_cluster` that a caller can be told of, made from the cluster's event log."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Callable
from enum import Enum, auto
from pathlib import Path
from types import TracebackType
from typing import Any

Callback = Callable[[dict[str, Any]], None]


class CreateClusterEvent(Enum):
    """Ray's names for what happens to the head. Manta makes no `ssh_keypair_downloaded`: it downloads no keys."""

    up_started = auto()
    ssh_keypair_downloaded = auto()
    cluster_booting_started = auto()
    acquiring_new_head_node = auto()
    head_node_acquired = auto()
    ssh_control_acquired = auto()
    run_initialization_cmd = auto()
    run_setup_cmd = auto()
    start_ray_runtime = auto()
    start_ray_runtime_completed = auto()
    cluster_booting_completed = auto()


# What Manta notes about the head, by type and set-up step, and what callers of Ray know it as.
_MEANING: dict[tuple[str, str], tuple[CreateClusterEvent, ...]] = {
    ("UP_STARTED", ""): (CreateClusterEvent.up_started, CreateClusterEvent.cluster_booting_started),
    ("NODE_REQUESTED", ""): (CreateClusterEvent.acquiring_new_head_node,),
    ("NODE_LAUNCHED", ""): (CreateClusterEvent.head_node_acquired,),
    ("STEP_FINISHED", "1"): (CreateClusterEvent.ssh_control_acquired,),
    ("STEP_STARTED", "4"): (CreateClusterEvent.run_initialization_cmd,),
    ("STEP_STARTED", "6"): (CreateClusterEvent.run_setup_cmd,),
    ("STEP_STARTED", "7"): (CreateClusterEvent.start_ray_runtime,),
    ("STEP_FINISHED", "7"): (CreateClusterEvent.start_ray_runtime_completed,),
    ("UP_FINISHED", ""): (CreateClusterEvent.cluster_booting_completed,),
}


class EventSystem:
    """Who is to be told of what."""

    def __init__(self) -> None:
        self.callback_map: dict[Any, list[Callback]] = {}

    def add_callback_handler(self, event: Any, callback: Callback | list[Callback]) -> None:
        if isinstance(event, str) and event in CreateClusterEvent.__members__:
            event = CreateClusterEvent[event]
        if not isinstance(event, CreateClusterEvent):
            raise ValueError(f"there is no event {event!r}; those there are: {', '.join(CreateClusterEvent.__members__)}")
        self.callback_map.setdefault(event, []).extend(callback if isinstance(callback, list) else [callback])

    def execute_callback(self, event: CreateClusterEvent, event_data: dict[str, Any] | None = None) -> None:
        data = dict(event_data or {})
        data["event_name"] = event
        for callback in self.callback_map.get(event, ()):
            callback(data)

    def clear_callbacks_for_event(self, event: Any) -> None:
        self.callback_map.pop(event, None)


global_event_system = EventSystem()


class EventFollower:
    """While open, reads what is added to a cluster's event log and tells those who asked."""

    def __init__(self, cluster: str):
        home = Path(os.environ.get("MANTA_HOME") or Path.home() / ".manta")
        self._file = home / "clusters" / cluster / "events.jsonl"
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._follow, daemon=True)
        self._offset = self._file.stat().st_size if self._file.exists() else 0
        self._head = ""

    def __enter__(self) -> "EventFollower":
        if global_event_system.callback_map:
            self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._done.set()
        if self._thread.ident is not None:
            self._thread.join()

    def _follow(self) -> None:
        finished = False
        while not finished:
            # Once more after the end: the last lines may have come meanwhile.
            finished = self._done.wait(0.2)
            for line in self._new_lines():
                self._tell(json.loads(line))

    def _new_lines(self) -> list[bytes]:
        if not self._file.exists():
            return []
        with self._file.open("rb") as file:
            file.seek(self._offset)
            text = file.read()
        whole = text[: text.rfind(b"\n") + 1]
        self._offset += len(whole)
        return whole.splitlines()

    def _tell(self, event: dict[str, Any]) -> None:
        kind, node = event.get("type", ""), event.get("node") or ""
        if kind == "NODE_REQUESTED" and "-head-" in node:
            self._head = node
        if node and node != self._head:
            return
        step = event.get("message", "")[1:2] if kind.startswith("STEP_") else ""  # "[6/7] Running ..."
        for meant in _MEANING.get((kind, step), ()):
            global_event_system.execute_callback(meant, {"message": event.get("message", "")})
