"""Worlds: create them from scenarios, step them, read their columns, send them commands."""

from __future__ import annotations

import json
import os
import weakref
from typing import Any, Dict, Iterator, List, Mapping, Optional, Sequence, Tuple, Type, Union, overload

import numpy as np

from .engine import Engine, arrays_of, default_engine, to_json
from .errors import (
    CommandError,
    LawError,
    MeasureError,
    Problem,
    QueryError,
    RequestError,
    SkeinError,
    SnapshotError,
    WorldError,
)

#: The id in an answer of ``query`` that means no agent.
NO_AGENT = 0xFFFFFFFF

Scenario = Union[Mapping[str, Any], str, "os.PathLike[str]"]
Laws = Union[Sequence[Mapping[str, Any]], str, "os.PathLike[str]"]

_IDS = frozenset(("ids", "quarries", "ignore"))
_VECTORS = frozenset(("positions", "velocities", "goals", "points", "min", "max", "directions", "origins"))
_NO_MASK = "ids, or world.id[mask]"


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
        try:
            payload = memoryview(snapshot).tobytes()
        except TypeError:
            expected = "bytes, as world.snapshot() returns them"
            raise _refusal(SnapshotError, "SNAPSHOT_FORMAT", "snapshot", type(snapshot).__name__, expected) from None
        world = cls.__new__(cls)
        world._start(engine, {"do": "restore", "workers": workers, "kernel": kernel}, payload)
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
            self._engine.request({"do": "close", "world": self._number})

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
        if not self._forget.alive:
            raise WorldError("WORLD_CLOSED", f"The world {self.name!r} has been closed.")
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
        """Returns the rows of the agents with these ids.

        :raises RequestError: for a mask, and for numbers that are not whole
        """
        array = np.asarray(ids)
        if array.dtype.kind not in "iu" and array.size > 0:
            raise _refusal(RequestError, "REQUEST_INVALID", "ids", f"an array of {array.dtype}", _NO_MASK)
        return array.astype(np.int64) & self._facts["indexMask"]

    def command(self, type: str, **keys: Any) -> None:
        """Gives the world a command, which the next step carries out: ``world.command("go", ids=[7], position=[2, 3])``.

        Lists may be arrays, and have a row per agent: ids have the shape (n,), vectors (n, 3), or (n, 2) for z = 0.
        A vector of one agent may have the shape (3,) or (2,).

        :raises CommandError: with every problem; the world is then unchanged
        """
        column = keys.get("column")
        known = self._facts["ranges"].get(column) if isinstance(column, str) else None
        keys, arrays = _split(keys, CommandError, "COMMAND_INVALID", values=known and known["type"])
        self._ask("command", arrays, command={"type": type, **keys})

    @overload
    def measure(self, measures: str) -> float: ...

    @overload
    def measure(self, measures: Sequence[str]) -> np.ndarray: ...

    def measure(self, measures: Union[str, Sequence[str]]) -> Union[float, np.ndarray]:
        """Measures the world: a float for one measure such as "mean(speed)", an array for a list. NaN: nothing to measure.

        :raises MeasureError: for a measure that does not exist, and for a text that has more than one value
        """
        names = [measures] if isinstance(measures, str) else list(measures)
        answer, body = self._ask("measure", measures=names)
        values = arrays_of(answer, body)["values"]
        if not isinstance(measures, str):
            return values
        if len(values) != 1:
            found = f"{len(values)} values"
            expected = "one, or a list of measures"
            raise _refusal(MeasureError, "MEASURE_INVALID", json.dumps(measures), found, expected)
        return float(values[0])

    def query(self, type: str, **keys: Any) -> Dict[str, np.ndarray]:
        """Answers queries, such as the 4 agents nearest to each point: ``world.query("nearest", points=p, k=4)``.

        Requests and answers are those of docs/queries.md. Points have the shape (n, 3), or (n, 2) for z = 0; one point
        may have the shape (3,) or (2,). In the plane, z counts as 0.

        :raises QueryError: with every problem
        """
        keys, arrays = _split(keys, QueryError, "QUERY_INVALID", always=True)
        return arrays_of(*self._ask("query", arrays, query={"type": type, **keys}))

    def events(self) -> List[Dict[str, Any]]:
        """Returns what happened since the last call, in order, and forgets it. At most the latest 100,000 are kept."""
        events: List[Dict[str, Any]] = []
        while True:
            answer, _ = self._ask("events")
            events += answer["events"]
            if answer["left"] == 0:
                return events

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


def _refusal(error: Type[SkeinError], code: str, path: str, found: str, expected: str) -> SkeinError:
    """Makes the error of one problem."""
    return error(code, f"{path}: found {found}, expected {expected}.", [Problem(path, found, expected)])


def _split(
    keys: Dict[str, Any],
    error: Type[SkeinError],
    code: str,
    values: Optional[str] = None,
    always: bool = False,
) -> Tuple[Dict[str, Any], List[Tuple[str, np.ndarray]]]:
    """Separates the arrays of a request, which are sent as bytes, from the other keys.

    :param error: what is raised for an array of a wrong shape, with its code
    :param values: the type of the column whose values are written
    :param always: whether lists become arrays too
    """
    rest: Dict[str, Any] = {}
    arrays: List[Tuple[str, np.ndarray]] = []
    for key, value in keys.items():
        is_vector = key in _VECTORS or (key == "values" and values == "vec3")
        is_list = isinstance(value, np.ndarray) or (always and isinstance(value, (list, tuple)))
        is_sent = is_vector or key in _IDS or key == "words" or (key == "values" and values is not None)
        array = _array(value) if is_list and is_sent else None
        if array is not None:
            if key in _IDS and array.dtype.kind == "b":
                raise _refusal(error, code, f"$.{key}", f"a mask of the shape {array.shape}", _NO_MASK)
            expected = _wrong_shape(key, array, is_vector)
            if expected is not None:
                raise _refusal(error, code, f"$.{key}", f"an array of the shape {array.shape}", expected)
            array = _packed(array, "<f4" if is_vector or key == "values" else "<u4", is_vector)
        if array is None:
            rest[key] = value
        else:
            arrays.append((key, array))
    return rest, arrays


def _array(value: Any) -> Optional[np.ndarray]:
    """Returns a list as an array of numbers; None if it is not one, so that the world refuses it."""
    try:
        array = np.asarray(value)
    except ValueError:
        return None
    return array if array.dtype.kind in "iufb" else None


def _wrong_shape(key: str, array: np.ndarray, is_vector: bool) -> Optional[str]:
    """Returns what was expected in place of a wrong shape."""
    if is_vector:
        is_right = array.shape == (0,) or (array.ndim in (1, 2) and array.shape[-1] in (2, 3))
        return None if is_right else "(n, 3) or (n, 2), or (3,) or (2,) for one"
    is_right = array.ndim == 1 or (key == "values" and array.ndim == 2 and array.shape[1] == 1)
    return None if is_right else "(n,)"


def _packed(array: np.ndarray, dtype: str, is_vector: bool) -> Optional[np.ndarray]:
    """Returns the numbers of an array as they are sent; None if they do not fit, so that the world refuses them."""
    if is_vector and array.shape[-1] == 2:
        array = np.concatenate((array, np.zeros((*array.shape[:-1], 1), array.dtype)), axis=-1)
    packed = array.astype(dtype, casting="unsafe").ravel()
    return None if dtype == "<u4" and not np.array_equal(packed, array.ravel()) else packed
