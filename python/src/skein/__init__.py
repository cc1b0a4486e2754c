"""Skein: flocks and crowds, stepped by a Node process, as NumPy arrays."""

from .engine import Engine
from .errors import (
    CommandError,
    EngineError,
    LawError,
    MeasureError,
    Problem,
    QueryError,
    RequestError,
    ScenarioError,
    SkeinError,
    SnapshotError,
    TeamError,
    WorldError,
)
from .world import NO_AGENT, Columns, World

__all__ = [
    "NO_AGENT",
    "Columns",
    "CommandError",
    "Engine",
    "EngineError",
    "LawError",
    "MeasureError",
    "Problem",
    "QueryError",
    "RequestError",
    "ScenarioError",
    "SkeinError",
    "SnapshotError",
    "TeamError",
    "World",
    "WorldError",
]
