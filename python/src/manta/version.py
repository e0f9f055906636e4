"""The version of the installed package; a source tree has none."""

from importlib import metadata

try:
    __version__: str = metadata.version("manta-ray")
except metadata.PackageNotFoundError:
    __version__ = "0+source"
