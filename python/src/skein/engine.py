"""The Node process that steps worlds, and the frames in which it is spoken to."""

from __future__ import annotations

import atexit
import json
import math
import os
import shlex
import shutil
import struct
import subprocess
import tempfile
import threading
import weakref
from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple, Union

import numpy as np

from .errors import EngineError, SkeinError, error_from

_PROTOCOL = 1
_HEAD = struct.Struct("<II")
_MAX_HEADER = 1 << 24
_MAX_PAYLOAD = 1 << 28
_TYPES = {"f4": np.dtype("<f4"), "u4": np.dtype("<u4"), "u1": np.dtype("u1"), "f8": np.dtype("<f8")}
_STDERR_LINES = 20

Payload = Union[bytes, Sequence[Tuple[str, np.ndarray]]]


def find_command() -> List[str]:
    """Finds the command ``skein``: ``SKEIN_COMMAND``, else the one on the PATH, else ``npx skein``.

    ``SKEIN_COMMAND`` is split as a shell would, so it may be ``node /path/to/skein.js``.

    :raises EngineError: COMMAND_MISSING
    """
    named = os.environ.get("SKEIN_COMMAND")
    if named:
        return shlex.split(named)
    skein = shutil.which("skein")
    if skein:
        return [skein]
    npx = shutil.which("npx")
    if npx:
        return [npx, "--yes", "skein"]
    raise EngineError(
        "COMMAND_MISSING",
        "Found neither skein nor npx on the PATH. Install Node 20.19 or newer and run npm install -g skein, "
        "or set SKEIN_COMMAND to the command.",
    )


class Engine:
    """A Node process that steps worlds, ``skein serve --stdio``. It ends with ``close``, or with this program.

    Worlds share one engine, which is started when it is first needed. Worlds of engines of their own are stepped at the
    same time, if threads of this program step them.

    :param command: the command ``skein`` and its first arguments. Default: what ``find_command`` finds
    :raises EngineError: COMMAND_MISSING, ENGINE_FAILED
    """

    def __init__(self, command: Optional[Sequence[str]] = None) -> None:
        self._lock = threading.Lock()
        self._ended: Optional[str] = None
        self._forgotten: List[int] = []
        words = [*(find_command() if command is None else command), "serve", "--stdio"]
        # A file and no pipe: a process that writes more than a pipe holds would wait forever.
        self._stderr = tempfile.TemporaryFile()
        try:
            # In a session of its own: Ctrl-C in a terminal is for this program, which may catch it.
            self._process = subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._stderr,
                # Most answers are then one read.
                bufsize=1 << 16,
                start_new_session=True,
            )
        except OSError as error:
            self._stderr.close()
            raise EngineError("ENGINE_FAILED", f"Cannot start {shlex.join(words)}: {error}") from error
        _engines.add(self)
        hello, _ = self._receive()
        if hello.get("protocol") != _PROTOCOL:
            self.close()
            found = f"found protocol {hello.get('protocol')}, expected {_PROTOCOL}"
            raise EngineError("ENGINE_FAILED", f"{shlex.join(words)}: {found}; use the same version of both packages")

    def close(self) -> None:
        """Ends the process and all of its worlds. Further calls do nothing."""
        self._end("it was closed")

    def __enter__(self) -> "Engine":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def closed(self) -> bool:
        """Whether the process has been closed or has ended."""
        return self._ended is not None

    @property
    def pid(self) -> int:
        """The id of the process."""
        return self._process.pid

    def request(self, header: Mapping[str, Any], payload: Payload = b"") -> Tuple[Dict[str, Any], np.ndarray]:
        """Sends a request, and returns the header and the bytes of its answer.

        :raises SkeinError: what the process answers
        :raises EngineError: ENGINE_ENDED
        """
        with self._lock:
            # Emptied from its end: a finalizer may add to it at any time.
            forgotten = [self._forgotten.pop() for _ in range(len(self._forgotten))]
            try:
                frame = _frame({**header, "forget": forgotten} if forgotten else header, payload)
            except SkeinError:
                self._forgotten += forgotten
                raise
            if self._ended is not None:
                raise EngineError("ENGINE_ENDED", f"The engine cannot step its worlds: {self._ended}.")
            try:
                self._send(frame)
                answer, body = self._receive()
            except EngineError:
                raise
            except BaseException:
                # Such as Ctrl-C: the rest of the answer would be taken for the next one.
                self._end("a request was interrupted")
                raise
        if "error" in answer:
            raise error_from(answer["error"])
        return answer, body

    def forget(self, world: int) -> None:
        """Closes a world with the next request. Finalizers may call it, in the middle of another request too."""
        self._forgotten.append(world)

    def _send(self, frame: bytes) -> None:
        try:
            self._process.stdin.write(frame)  # type: ignore[union-attr]
            self._process.stdin.flush()  # type: ignore[union-attr]
        except (BrokenPipeError, ValueError) as error:
            raise self._lost() from error

    def _receive(self) -> Tuple[Dict[str, Any], np.ndarray]:
        header_length, payload_length = _HEAD.unpack(self._read(_HEAD.size))
        if header_length > _MAX_HEADER or payload_length > _MAX_PAYLOAD:
            self._end("its answer is not a frame")
            raise EngineError("ENGINE_FAILED", f"The answer of {shlex.join(self._process.args)} is not a frame.")
        header = json.loads(self._read(header_length).decode())
        # Memory of its own for each answer, in which its arrays then are.
        body = np.empty(payload_length, np.uint8)
        if payload_length > 0 and self._process.stdout.readinto(body) < payload_length:  # type: ignore
            raise self._lost()
        return header, body

    def _read(self, length: int) -> bytes:
        found = self._process.stdout.read(length)  # type: ignore[union-attr]
        if len(found) < length:
            raise self._lost()
        return found

    def _lost(self) -> EngineError:
        """Ends an engine whose process has closed its end of a pipe; returns the error that says why."""
        try:
            code: Optional[int] = self._process.wait(5)
        except subprocess.TimeoutExpired:
            code = None
        how = "it closed its pipes" if code is None else f"signal {-code}" if code < 0 else f"exit code {code}"
        self._stderr.seek(0)
        lines = self._stderr.read().decode("utf8", "replace").splitlines()[-_STDERR_LINES:]
        said = "".join(f"\n  {line}" for line in lines)
        self._end(f"its process has ended ({how})")
        return EngineError("ENGINE_ENDED", f"The process {shlex.join(self._process.args)} has ended ({how}).{said}")

    def _end(self, reason: str) -> None:
        if self._ended is not None:
            return
        self._ended = reason
        for pipe in (self._process.stdin, self._process.stdout):
            try:
                pipe.close()  # type: ignore[union-attr]
            except OSError:
                pass
        try:
            # The process ends by itself when its input is closed.
            self._process.wait(2)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._stderr.close()

    def _leave(self) -> None:
        """In a forked child: gives up the process, which is the parent's."""
        self._lock = threading.Lock()
        if self._ended is None:
            self._ended = "it belongs to the process from which this one was forked"
        for file in (self._process.stdin, self._process.stdout, self._stderr):
            # Below the buffer: a thread that the child does not have may hold its lock, and what it contains is a part
            # of a request of the parent.
            file.raw.close()  # type: ignore[union-attr]


def arrays_of(answer: Mapping[str, Any], body: np.ndarray) -> Dict[str, np.ndarray]:
    """Returns the arrays of an answer by name. They are views of its bytes, which nothing else has."""
    found = {}
    at = 0
    for name, kind, shape in answer.get("arrays", ()):
        dtype = _TYPES[kind]
        size = math.prod(shape) * dtype.itemsize
        array = body[at : at + size].view(dtype).reshape(shape)
        found[name] = array.astype(bool) if name == "alive" else array
        at += -(-size // 8) * 8
    return found


def _frame(header: Mapping[str, Any], payload: Payload) -> bytes:
    parts: List[bytes] = []
    if isinstance(payload, bytes):
        parts.append(payload)
    elif payload:
        header = {**header, "arrays": [[name, array.dtype.str[1:], array.shape] for name, array in payload]}
        for _, array in payload:
            parts.append(array.tobytes())
            parts.append(b"\0" * (-array.nbytes % 8))
    text = to_json(header)
    length = sum(map(len, parts))
    for part, found, most in (("header", len(text), _MAX_HEADER), ("payload", length, _MAX_PAYLOAD)):
        if found > most:
            message = f"The request has a {part} of {found} bytes; expected at most {most}."
            raise SkeinError("REQUEST_TOO_LARGE", message)
    return b"".join([_HEAD.pack(len(text), length), text, *parts])


def to_json(value: Any) -> bytes:
    """Writes JSON, in which arrays are lists and numbers of NumPy are numbers.

    :raises SkeinError: NOT_JSON for NaN, infinity and objects that JSON does not have
    """
    try:
        return _ENCODER.encode(value).encode()
    except (TypeError, ValueError) as error:
        raise SkeinError("NOT_JSON", f"Cannot be written as JSON: {error}.") from error


def _plain(value: Any) -> Any:
    if isinstance(value, (np.ndarray, np.generic)):
        return value.tolist()
    raise TypeError(f"found {type(value).__name__}")


# Made once: json.dumps would make one for each request.
_ENCODER = json.JSONEncoder(separators=(",", ":"), allow_nan=False, default=_plain)


_engines: "weakref.WeakSet[Engine]" = weakref.WeakSet()
_default: Optional[Engine] = None
_default_lock = threading.Lock()


def default_engine() -> Engine:
    """Returns the engine that worlds share, and starts it if there is none."""
    global _default
    with _default_lock:
        if _default is None or _default.closed:
            _default = Engine()
        return _default


def _after_fork() -> None:
    """In a forked child: gives up the engines of the parent, so that it does not keep their pipes open."""
    global _default, _default_lock
    _default = None
    _default_lock = threading.Lock()
    for engine in list(_engines):
        engine._leave()


def _close_all() -> None:
    for engine in list(_engines):
        engine.close()


atexit.register(_close_all)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
