import os
import pickle
import signal
import stat
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from unittest import mock

from support import WALKERS, oracle

import skein
from skein.engine import default_engine, find_command

FLOCK = oracle["flock"]


def is_running(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    # A process that nobody has waited for is no more than an entry.
    with open(f"/proc/{pid}/stat", encoding="utf8") as file:
        return file.read().rsplit(")", 1)[1].split()[0] != "Z"


def has_ended(child, found):
    """Whether a child has ended, and then adds its status."""
    if not found:
        pid, status = os.waitpid(child, os.WNOHANG)
        found += [status] if pid else []
    return bool(found)


def until(condition, seconds=20):
    end = time.monotonic() + seconds
    while not condition() and time.monotonic() < end:
        time.sleep(0.02)
    return condition()


class TestEnds(unittest.TestCase):
    def test_a_killed_process(self):
        world = skein.World(FLOCK["scenario"])
        kept = world.position
        engine = world.engine
        os.kill(engine.pid, signal.SIGKILL)
        for ask in (world.step, world.hash, lambda: world.measure("alive"), lambda: world.command("go")):
            with self.assertRaises(skein.EngineError) as caught:
                ask()
            self.assertEqual(caught.exception.code, "ENGINE_ENDED")
            self.assertIn("signal 9", str(caught.exception))
        self.assertTrue(engine.closed)
        self.assertEqual(kept.shape, (300, 3))
        world.close()
        # The next world has another process.
        other = skein.World(FLOCK["scenario"])
        self.assertNotEqual(other.engine.pid, engine.pid)
        self.assertEqual(other.hash(), FLOCK["states"][0]["hash"])

    def test_a_process_killed_in_a_run(self):
        for options in ({}, {"workers": 2}):
            with self.subTest(**options), skein.Engine() as engine:
                world = skein.World(FLOCK["scenario"], engine=engine, **options)
                threading.Timer(0.3, os.kill, (engine.pid, signal.SIGKILL)).start()
                with self.assertRaises(skein.EngineError):
                    world.step(10**9)

    def test_its_last_lines(self):
        code = "import sys; sys.stderr.write('x\\n' * 50000 + 'no such luck\\n'); sys.exit(3)"
        with self.assertRaises(skein.EngineError) as caught:
            skein.Engine([sys.executable, "-c", code])
        self.assertRegex(str(caught.exception), r"ended \(exit code 3\)\.\n(  x\n){19}  no such luck$")

    def test_a_command_that_speaks_otherwise(self):
        for code in ("print('Usage: skein [options]')", "import time; print('x' * 100, flush=True); time.sleep(60)"):
            with self.assertRaises(skein.EngineError) as caught:
                skein.Engine([sys.executable, "-c", code])
            self.assertEqual(caught.exception.code, "ENGINE_FAILED")
        with self.assertRaises(skein.EngineError) as caught:
            skein.Engine(["/no/such/skein"])
        self.assertEqual(caught.exception.code, "ENGINE_FAILED")

    def test_close(self):
        with skein.Engine() as engine:
            world = skein.World(WALKERS, laws=[oracle["preferred"]], engine=engine, workers=2)
            world.step()
            pid = engine.pid
        self.assertFalse(is_running(pid))
        with self.assertRaises(skein.EngineError) as caught:
            world.step()
        self.assertIn("closed", str(caught.exception))
        world.close()

    def test_forgotten_worlds_are_closed(self):
        with skein.Engine() as engine:
            for _ in range(300):
                skein.World(WALKERS, laws=[oracle["preferred"]], engine=engine)
            kept = [skein.World(WALKERS, laws=[oracle["preferred"]], engine=engine) for _ in range(256)]
            with self.assertRaises(skein.RequestError) as caught:
                skein.World(WALKERS, laws=[oracle["preferred"]], engine=engine)
            self.assertEqual(caught.exception.code, "WORLDS_FULL")
            self.assertEqual(len({world.hash() for world in kept}), 1)

    @unittest.skipUnless(sys.platform == "linux", "reads /proc")
    def test_the_process_ends_with_a_killed_program(self):
        for call in ("world.step(10**9)", "time.sleep(60)"):
            code = (
                "import json, os, sys, time, skein\n"
                "world = skein.World(json.load(open(os.environ['SKEIN_ORACLE']))['flock']['scenario'])\n"
                f"print(world.engine.pid, flush=True)\n{call}\n"
            )
            with self.subTest(call), subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE) as program:
                pid = int(program.stdout.readline())
                self.assertTrue(is_running(pid))
                time.sleep(0.2)
                program.kill()
                self.assertTrue(until(lambda: not is_running(pid)))

    @unittest.skipUnless(hasattr(os, "fork"), "needs fork")
    def test_a_fork_has_a_process_of_its_own(self):
        world = skein.World(FLOCK["scenario"])
        read, write = os.pipe()
        child = os.fork()
        if child == 0:
            said = b"?"
            try:
                try:
                    world.step()
                except skein.EngineError:
                    own = skein.World(FLOCK["scenario"])
                    own.step()
                    said = own.hash().encode()
                    default_engine().close()
            finally:
                os.write(write, said)
                os._exit(0)
        os.close(write)
        with os.fdopen(read, "rb") as answer:
            self.assertEqual(answer.read().decode(), FLOCK["states"][1]["hash"])
        os.waitpid(child, 0)
        world.step()
        self.assertEqual(world.hash(), FLOCK["states"][1]["hash"])

    @unittest.skipUnless(hasattr(os, "fork"), "needs fork")
    def test_a_fork_during_a_request(self):
        with skein.Engine() as engine:
            world = skein.World(FLOCK["scenario"], engine=engine)
            thread = threading.Thread(target=self.run_until_killed, args=(world,))
            thread.start()
            # Until the thread waits for its answer.
            self.assertTrue(until(engine._lock.locked))
            time.sleep(0.3)
            child = os.fork()
            if child == 0:
                code = 1
                try:
                    world.step()
                except skein.EngineError as error:
                    code = 0 if "forked" in str(error) else 2
                finally:
                    # What collects the garbage of the child must not wait either.
                    engine._process.stdin = engine._process.stdout = engine._stderr = None
                    os._exit(code)
            found = []
            try:
                self.assertTrue(until(lambda: has_ended(child, found)))
                self.assertEqual(found, [0])
            finally:
                if not found:
                    os.kill(child, signal.SIGKILL)
                    os.waitpid(child, 0)
                os.kill(engine.pid, signal.SIGKILL)
                thread.join()

    def run_until_killed(self, world):
        with self.assertRaises(skein.EngineError):
            world.step(10**9)

    def test_an_interrupted_request(self):
        with skein.Engine() as engine:
            world = skein.World(FLOCK["scenario"], engine=engine)
            threading.Timer(0.3, signal.pthread_kill, (threading.main_thread().ident, signal.SIGINT)).start()
            with self.assertRaises(KeyboardInterrupt):
                world.step(10**9)
            with self.assertRaises(skein.EngineError) as caught:
                world.step()
            self.assertIn("interrupted", str(caught.exception))

    def test_worlds_of_several_threads(self):
        hashes = []

        def run():
            world = skein.World(FLOCK["scenario"])
            for _ in range(7):
                world.step()
                world.position
            hashes.append(world.hash())

        threads = [threading.Thread(target=run) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(hashes, [FLOCK["states"][2]["hash"]] * 4)

    def test_errors_can_be_sent_on(self):
        with self.assertRaises(skein.ScenarioError) as caught:
            skein.World({"name": "x"})
        error = caught.exception
        other = pickle.loads(pickle.dumps(error))
        self.assertEqual((other.code, other.problems, str(other)), (error.code, error.problems, str(error)))


class TestCommand(unittest.TestCase):
    def test_where_it_is_found(self):
        with tempfile.TemporaryDirectory() as folder:
            environment = {"PATH": folder}
            with mock.patch.dict(os.environ, environment, clear=True):
                with self.assertRaises(skein.EngineError) as caught:
                    find_command()
                self.assertEqual(caught.exception.code, "COMMAND_MISSING")
                self.assertIn("SKEIN_COMMAND", str(caught.exception))
                npx = self.program(folder, "npx")
                self.assertEqual(find_command(), [npx, "--yes", "skein"])
                own = self.program(folder, "skein")
                self.assertEqual(find_command(), [own])
                os.environ["SKEIN_COMMAND"] = "node '/a b/skein.js'"
                self.assertEqual(find_command(), ["node", "/a b/skein.js"])

    def program(self, folder, name):
        path = os.path.join(folder, name)
        open(path, "w").close()
        os.chmod(path, os.stat(path).st_mode | stat.S_IEXEC)
        return path


if __name__ == "__main__":
    unittest.main()
