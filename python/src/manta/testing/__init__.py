"""Autoscaling clusters for tests: real Ray and the real autoscaler on this machine, on loopback only."""

from manta.testing.cluster import AutoscalingCluster

__all__ = ["AutoscalingCluster"]
