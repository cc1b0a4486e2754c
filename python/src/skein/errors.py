"""The errors that Skein raises on purpose."""

from __future__ import annotations

from typing import Any, Dict, List, NamedTuple, Optional, Sequence, Type


class Problem(NamedTuple):
    """One problem in an input: where it is, what was found there, and what was expected."""

    path: str
    found: str
    expected: str


class SkeinError(Exception):
    """The base of all errors of Skein.

    ``code`` never changes, so programs can rely on it. ``problems`` lists every problem of a refused input; ``path``,
    ``found`` and ``expected`` are those of the first one, or None.
    """

    def __init__(self, code: str, message: str, problems: Sequence[Problem] = ()) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.problems: List[Problem] = list(problems)

    def __reduce__(self) -> Any:
        return type(self), (self.code, self.message, self.problems)

    @property
    def path(self) -> Optional[str]:
        return self.problems[0].path if self.problems else None

    @property
    def found(self) -> Optional[str]:
        return self.problems[0].found if self.problems else None

    @property
    def expected(self) -> Optional[str]:
        return self.problems[0].expected if self.problems else None


class ScenarioError(SkeinError):
    """A scenario is refused. ``path`` is a JSON path, such as ``$.species[0].count``."""


class LawError(SkeinError):
    """A law is refused."""


class CommandError(SkeinError):
    """A command is refused, and the world is unchanged."""


class MeasureError(SkeinError):
    """A list of measures is refused."""


class QueryError(SkeinError):
    """A query is refused."""


class SnapshotError(SkeinError):
    """A snapshot is refused, or a world is too large for one."""


class WorldError(SkeinError):
    """A world cannot be created or used as requested."""


class TeamError(SkeinError):
    """A team of threads cannot do what it was asked for."""


class RequestError(SkeinError):
    """The process refuses a request, such as a column that the world does not have."""


class EngineError(SkeinError):
    """The process that steps the worlds cannot be started, or has ended. All of its worlds are lost."""


_CLASSES: Dict[str, Type[SkeinError]] = {
    cls.__name__: cls
    for cls in (ScenarioError, LawError, CommandError, MeasureError, QueryError, SnapshotError, WorldError, TeamError)
}
_CLASSES["ServeError"] = RequestError


def error_from(answer: Dict[str, Any]) -> SkeinError:
    """Makes the error that an answer of the process describes."""
    problems = [Problem(one["path"], one["found"], one["expected"]) for one in answer["problems"]]
    return _CLASSES.get(answer["name"], SkeinError)(answer["code"], answer["message"], problems)
