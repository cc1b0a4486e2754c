"""Worlds: create them from scenarios, step them, read their columns, send them commands."""

from __future__ import annotations

import json
import os
import weakref
from typing import Any, Dict, Iterator, List, Mapping, Optional, Sequence, Tuple, Union, overload

import numpy as np

from .engine import Engine, arrays_of, default_engine, to_json
from .errors import LawError, Problem

#: The id in an answer of ``query`` that means no agent.
NO_AGENT = 0xFFFFFFFF

Scenario = Union[Mapping[str, Any], str, "os.PathLike[str]"]
Laws = Union[Sequence[Mapping[str, Any]], str, "os.PathLike[str]"]

_IDS = frozenset(("ids", "quarries", "words", "ignore"))
_NUMBERS = frozenset(("positions", "velocities", "goals", "values", "points", "min", "max", "directions", "origins"))


class World:
    """A world of agents, stepped by a Node process with the same hashes as in Node and in browsers.

    Columns have a row for each agent that the world has room for, in the order of the ids: the agents that a world
    starts with are rows 0, 1, 2... An agent that is born later lives in an empty row; ``id`` and ``alive`` tell.

    :param scenario: a scenario as a dict, or the path of its file, which may have comments
    :param seed: replaces the seed of the scenario
    :param laws: laws to add, as dicts, or the path of a file that ``skein law build`` wrote
    :param workers: the number of threads, 1 to 32. Default: the thread that serves the requests. The hashes are the same
    :param kernel: "ts", "simd", or "auto" for the faster one. The hashes are the same
    :param engine: the process that steps the world. Default: the one that all worlds share
    :raises ScenarioError: with every problem of the scenario
    :raises SkeinError: LawError, WorldError, TeamError, EngineError
    """

    def __init__(
        self,
        scenario: Scenario,
        *,
        seed: Optional[int] = None,
        laws: Optional[Laws] = None,
        workers: Optional[int] = None,
        kernel: str = "auto",
        engine: Optional[Engine] = None,
    ) -> None:
        if isinstance(scenario, (str, os.PathLike)):
            with open(scenario, "rb") as file:
                text = file.read()
        else:
            text = to_json(scenario)
        if isinstance(laws, (str, os.PathLike)):
            laws = _read_laws(laws)
        self._start(engine, {"do": "create", "seed": seed, "laws": laws, "workers": workers, "kernel": kernel}, text)

    @classmethod
    def restore(
        cls,
        snapshot: bytes,
        *,
        workers: Optional[int] = None,
        kernel: str = "auto",
        engine: Optional[Engine] = None,
    ) -> "World":
        """Creates a world that continues from a snapshot, also one that ``skein run --save`` wrote.

        :raises SnapshotError: if the snapshot is damaged, or not one
        """
        world = cls.__new__(cls)
        world._start(engine, {"do": "restore", "workers": workers, "kernel": kernel}, bytes(snapshot))
        return world

    def _start(self, engine: Optional[Engine], header: Mapping[str, Any], payload: bytes) -> None:
        self._engine = default_engine() if engine is None else engine
        given = {key: value for key, value in header.items() if value is not None}
        answer, _ = self._engine.request(given, payload)
        self._number: int = answer["world"]
        self._tick: int = answer["tick"]
        self._facts = answer
        self._known: Dict[str, np.ndarray] = {}
        self._read: List[str] = []
        self._forget = weakref.finalize(self, self._engine.forget, self._number)
        # The engine ends with the program, and its worlds with it.
        self._forget.atexit = False

    def close(self) -> None:
        """Frees the world in the process. Further calls do nothing."""
        if self._forget.detach() is not None and not self._engine.closed:
            self._ask("close")

    def __enter__(self) -> "World":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<skein.World {self.name!r}, {self.count} agents, tick {self.tick}>"

    @property
    def name(self) -> str:
        """The name of the scenario."""
        return self._facts["name"]

    @property
    def tick(self) -> int:
        """The number of steps since the start."""
        return self._tick

    @property
    def dt(self) -> float:
        """The length of a step, in s."""
        return self._facts["dt"]

    @property
    def dimensions(self) -> int:
        """2 or 3."""
        return self._facts["dimensions"]

    @property
    def seed(self) -> int:
        """The seed of all random numbers."""
        return self._facts["seed"]

    @property
    def count(self) -> int:
        """The number of rows: of agents that the world has room for."""
        return self._facts["count"]

    @property
    def species_names(self) -> Tuple[str, ...]:
        """The names of the species. The column ``species`` has indices into them."""
        return tuple(self._facts["species"])

    @property
    def engine(self) -> Engine:
        """The process that steps the world."""
        return self._engine

    def _ask(self, do: str, payload: Any = b"", **keys: Any) -> Tuple[Dict[str, Any], np.ndarray]:
        return self._engine.request({"do": do, "world": self._number, **keys}, payload)

    def step(self, ticks: int = 1) -> None:
        """Steps the world. The answer brings along the columns that were read since the last step.

        :raises SkeinError: TICKS_INVALID
        """
        # What is not read again is not sent again.
        read, self._read = self._read, []
        answer, body = self._ask("step", ticks=ticks, read=read)
        self._tick = answer["tick"]
        self._known = arrays_of(answer, body)

    def read(self, name: str) -> np.ndarray:
        """Returns a column of this tick, one row per agent.

        The array is read-only and its memory is its own: no step changes it, and it stays valid when the world is
        closed. A second read in the same tick returns the same array. Vectors of the engine have the shape (count,
        dimensions), vectors that the scenario declares (count, 3). Rows of dead agents have no meaning.

        :raises RequestError: if the world has no such column
        """
        if name not in self._known:
            answer, body = self._ask("read", read=[name])
            self._known.update(arrays_of(answer, body))
        if name not in self._read:
            self._read.append(name)
            self._known[name].flags.writeable = False
        return self._known[name]

    @property
    def position(self) -> np.ndarray:
        """Positions in m, float32."""
        return self.read("position")

    @property
    def velocity(self) -> np.ndarray:
        """Velocities in m/s, float32."""
        return self.read("velocity")

    @property
    def heading(self) -> np.ndarray:
        """Unit vectors, float32, in worlds whose bodies have a heading of their own."""
        return self.read("heading")

    @property
    def alive(self) -> np.ndarray:
        """Whether the agent of each row lives, bool."""
        return self.read("alive")

    @property
    def id(self) -> np.ndarray:
        """The id of the agent in each row, uint32."""
        return self.read("id")

    @property
    def species(self) -> np.ndarray:
        """The index of the species of each agent, uint8."""
        return self.read("species")

    @property
    def columns(self) -> "Columns":
        """All columns by name, those that the scenario declares too: ``world.columns["energy"]``."""
        return Columns(self)

    def rows(self, ids: Any) -> np.ndarray:
        """Returns the rows of the agents with these ids."""
        return np.asarray(ids, np.int64) & self._facts["indexMask"]

    def command(self, type: str, **keys: Any) -> None:
        """Gives the world a command, which the next step carries out: ``world.command("go", ids=[7], position=[2, 3])``.

        Lists may be arrays, and have a row per agent: an array of the shape (n, 2) gets z = 0.

        :raises CommandError: with every problem; the world is then unchanged
        """
        keys, arrays = _split(keys)
        self._ask("command", arrays, command={"type": type, **keys})

    @overload
    def measure(self, measures: str) -> float: ...

    @overload
    def measure(self, measures: Sequence[str]) -> np.ndarray: ...

    def measure(self, measures: Union[str, Sequence[str]]) -> Union[float, np.ndarray]:
        """Measures the world: a float for one measure such as "mean(speed)", an array for a list. NaN: nothing to measure.

        :raises MeasureError: for a measure that does not exist
        """
        names = [measures] if isinstance(measures, str) else list(measures)
        answer, body = self._ask("measure", measures=names)
        values = arrays_of(answer, body)["values"]
        return float(values[0]) if isinstance(measures, str) else values

    def query(self, type: str, **keys: Any) -> Dict[str, np.ndarray]:
        """Answers queries, such as the 4 agents nearest to each point: ``world.query("nearest", points=p, k=4)``.

        Requests and answers are those of docs/queries.md. Points may have the shape (n, 2) or (n, 3).

        :raises QueryError: with every problem
        """
        keys, arrays = _split(keys, always=True)
        return arrays_of(*self._ask("query", arrays, query={"type": type, **keys}))

    def events(self) -> List[Dict[str, Any]]:
        """Returns what happened since the last call, in order, and forgets it. At most the latest 100,000 are kept."""
        return self._ask("events")[0]["events"]

    def hash(self) -> str:
        """The hash of the state: 16 hexadecimal digits, the same as in Node for the same scenario, seed and commands."""
        return self._ask("hash")[0]["hash"]

    def snapshot(self) -> bytes:
        """The complete state as bytes, for ``restore`` and for ``skein run --resume``."""
        return self._ask("snapshot")[1].tobytes()


class Columns(Mapping[str, np.ndarray]):
    """The columns of a world by name."""

    def __init__(self, world: World) -> None:
        self._world = world

    def __getitem__(self, name: str) -> np.ndarray:
        if name not in self._world._facts["columns"]:
            raise KeyError(name)
        return self._world.read(name)

    def __iter__(self) -> Iterator[str]:
        return iter(self._world._facts["columns"])

    def __len__(self) -> int:
        return len(self._world._facts["columns"])


def _read_laws(path: Union[str, "os.PathLike[str]"]) -> Laws:
    with open(path, "rb") as file:
        text = file.read()
    try:
        return json.loads(text)
    except ValueError as error:
        problem = Problem(str(path), str(error), "laws in JSON, as skein law build writes them")
        message = f"{problem.path}: found no JSON ({problem.found}), expected {problem.expected}"
        raise LawError("LAW_INVALID", message, [problem]) from error


def _split(keys: Dict[str, Any], always: bool = False) -> Tuple[Dict[str, Any], List[Tuple[str, np.ndarray]]]:
    """Separates the arrays of a request, which are sent as bytes, from the other keys.

    :param always: whether lists become arrays too
    """
    rest: Dict[str, Any] = {}
    arrays: List[Tuple[str, np.ndarray]] = []
    for key, value in keys.items():
        is_list = isinstance(value, np.ndarray) or (always and isinstance(value, (list, tuple)))
        array = _packed(key, np.asarray(value)) if is_list and key in _IDS | _NUMBERS else None
        if array is None:
            rest[key] = value
        else:
            arrays.append((key, array))
    return rest, arrays


def _packed(key: str, array: np.ndarray) -> Optional[np.ndarray]:
    """Returns the numbers of an array as they are sent; None if they do not fit, so that the world refuses them."""
    if array.dtype.kind not in "iufb":
        return None
    if array.ndim == 2 and array.shape[1] == 2 and key not in _IDS:
        array = np.column_stack((array, np.zeros(len(array), array.dtype)))
    packed = array.astype("<u4" if key in _IDS else "<f4", casting="unsafe").ravel()
    if key in _IDS and not np.array_equal(packed, array.ravel()):
        return None
    return packed
