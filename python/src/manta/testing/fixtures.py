"""Fixtures for pytest, found by themselves where manta-ray is installed.

    def test_scales(manta_cluster):
        cluster = manta_cluster(workers={"cpu": {"resources": {"CPU": 1}, "max_workers": 2}})
        ray.init(cluster.address)
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from manta.testing.cluster import AutoscalingCluster

ClusterFactory = Callable[..., AutoscalingCluster]


@pytest.fixture
def manta_cluster() -> Iterator[ClusterFactory]:
    """Makes clusters that run when it returns them, and takes them down after the test, however it ended."""
    made: list[AutoscalingCluster] = []

    def make(
        head: dict[str, Any] | None = None,
        workers: dict[str, Any] | None = None,
        *,
        system_config: dict[str, Any] | None = None,
        environment: dict[str, str] | None = None,
        **config: Any,
    ) -> AutoscalingCluster:
        types = workers if workers is not None else {"worker": {"resources": {"CPU": 1}, "max_workers": 3}}
        cluster = AutoscalingCluster({"CPU": 0} if head is None else head, types, **config)
        made.append(cluster)
        cluster.start(_system_config=system_config, override_env=environment)
        return cluster

    try:
        yield make
    finally:
        ray = sys.modules.get("ray")
        if ray is not None and ray.is_initialized():
            ray.shutdown()
        for cluster in reversed(made):
            cluster.shutdown()
