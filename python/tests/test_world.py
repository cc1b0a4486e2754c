import json
import os
import tempfile
import unittest

import numpy as np
from support import oracle

import skein

FLOCK = oracle["flock"]
SQUARE = oracle["square"]
OPTIONS = ({}, {"kernel": "ts"}, {"workers": 2}, {"workers": 3, "kernel": "ts"})


def advance(world, run, tick):
    """Steps a world to a tick, with the commands that the run of core was given."""
    for at in sorted({at for at, _ in run["given"] if world.tick <= at < tick}):
        world.step(at - world.tick)
        for given, command in run["given"]:
            if given == at:
                keys = dict(command)
                world.command(keys.pop("type"), **keys)
    world.step(tick - world.tick)


class TestColumns(unittest.TestCase):
    def compare(self, world, state):
        self.assertEqual((world.tick, world.hash()), (state["tick"], state["hash"]))
        agents = state["agents"]
        rows = world.rows([agent["id"] for agent in agents])
        self.assertEqual(sorted(rows), list(np.flatnonzero(world.alive)))
        for name in agents[0]:
            expected = np.array([agent[name] for agent in agents], world.read(name).dtype)
            np.testing.assert_array_equal(world.read(name)[rows], expected, name)
        np.testing.assert_array_equal(world.measure(["mean(speed)", "polarization"]), state["measures"])

    def test_states_of_core(self):
        for run in (FLOCK, SQUARE):
            for options in OPTIONS:
                with self.subTest(run["scenario"]["name"], **options):
                    with skein.World(run["scenario"], **options) as world:
                        for state in run["states"]:
                            advance(world, run, state["tick"])
                            self.compare(world, state)

    def test_interleaved_worlds(self):
        runs = [FLOCK, SQUARE, SQUARE, FLOCK]
        worlds = [skein.World(run["scenario"]) for run in runs]
        self.assertEqual(len({world.engine.pid for world in worlds}), 1)
        for tick in (1, 2, 5, 13):
            for world, run in zip(worlds, runs):
                advance(world, run, tick)
        hashes = {run["scenario"]["name"]: skein.World(run["scenario"]) for run in runs}
        for name, alone in hashes.items():
            advance(alone, oracle[name], 13)
        self.assertEqual([world.hash() for world in worlds], [hashes[world.name].hash() for world in worlds])
        self.compare(worlds[2], SQUARE["states"][3])

    def test_shapes_and_types(self):
        world = skein.World(SQUARE["scenario"])
        shapes = {name: (column.shape, column.dtype) for name, column in world.columns.items()}
        n = world.count
        self.assertEqual(n, 9 + 40)
        self.assertEqual(
            shapes,
            {
                "id": ((n,), np.uint32),
                "species": ((n,), np.uint8),
                "alive": ((n,), np.bool_),
                "birth": ((n,), np.uint32),
                "position": ((n, 2), np.float32),
                "velocity": ((n, 2), np.float32),
                "energy": ((n,), np.float32),
                "bouts": ((n,), np.uint32),
                "wind": ((n, 3), np.float32),
            },
        )
        self.assertEqual(skein.World(FLOCK["scenario"]).position.shape, (300, 3))
        self.assertEqual(world.species_names, ("hare", "moth"))
        # Of the room for hares, only the first three rows live.
        np.testing.assert_array_equal(world.alive[:9], [True] * 3 + [False] * 6)
        np.testing.assert_array_equal(world.id, np.arange(n))
        with self.assertRaises(KeyError):
            world.columns["mass"]
        with self.assertRaises(skein.RequestError) as caught:
            world.heading
        self.assertEqual((caught.exception.path, caught.exception.found), ("$.read[0]", '"heading"'))

    def test_arrays_are_of_their_tick(self):
        world = skein.World(FLOCK["scenario"])
        first = world.position
        kept = first.copy()
        self.assertIs(world.position, first)
        with self.assertRaises(ValueError):
            first[0] = 0
        for _ in range(3):
            before = world.position
            world.step()
            self.assertFalse(np.shares_memory(before, world.position))
            self.assertFalse(world.position.flags.writeable)
            self.assertFalse(np.array_equal(before, world.position))
        np.testing.assert_array_equal(first, kept)
        world.close()
        np.testing.assert_array_equal(first, kept)

    def test_one_request_per_step(self):
        world = skein.World(FLOCK["scenario"])
        asked = []
        request = world.engine.request

        def spy(header, payload=b""):
            asked.append(header["do"])
            return request(header, payload)

        world._engine = type("Spy", (), {"request": staticmethod(spy), "closed": False})()
        for _ in range(4):
            world.step()
            world.position, world.alive, world.position
        self.assertEqual(asked, ["step", "read", "read", "step", "step", "step"])
        # What is not read any more is not sent any more, and can still be read.
        world.step()
        world.step()
        self.assertEqual(world._known, {})
        self.assertEqual(world.position.shape, (300, 3))


class TestRequests(unittest.TestCase):
    def test_arrays_and_lists_are_the_same_command(self):
        scenario = SQUARE["scenario"]
        ids, places = np.array([2, 11, 0]), np.array([[1, 2], [3.5, 4], [29, 19]])
        hashes = set()
        flat = np.column_stack((places, np.zeros(3))).ravel()
        for given in (ids, ids.tolist(), ids.astype(np.uint8)):
            for positions in (places, flat.reshape(3, 3), flat.tolist(), places.astype(np.float32)):
                world = skein.World(scenario)
                world.command("place", ids=given, positions=positions, velocity=np.zeros(2))
                world.step()
                hashes.add(world.hash())
                np.testing.assert_array_equal(world.position[2], np.float32([1, 2]))
        self.assertEqual(len(hashes), 1)

    def test_refused_commands(self):
        world = skein.World(SQUARE["scenario"])
        before = world.hash()
        cases = [
            ("fly", {}, "$.type"),
            ("place", {"ids": [0, 900], "position": [1, 1]}, "$.ids[1]"),
            ("place", {"ids": np.array([0, -1]), "position": [1, 1]}, "$.ids[1]"),
            # Neither of these may wrap around to the id 0.
            ("place", {"ids": np.array([1, 2**32]), "position": [1, 1]}, "$.ids[1]"),
            ("place", {"ids": np.array([0.5]), "position": [1, 1]}, "$.ids[0]"),
            ("place", {"ids": np.array([0]), "positions": np.array([[31, 0]])}, "$.positions[0]"),
            ("place", {"ids": np.array([0]), "positions": np.array([[np.nan, 0]])}, "$.positions[0]"),
            ("place", {"ids": np.array([0]), "positions": np.array([[1.0, 2, 3]])}, "$.positions[2]"),
            ("write", {"ids": np.array([0]), "column": "energy", "values": np.array([101])}, "$.values[0]"),
            ("write", {"ids": np.array([0]), "column": "mass", "values": np.array([1])}, "$.column"),
        ]
        for type, keys, path in cases:
            with self.subTest(type=type, keys=keys), self.assertRaises(skein.CommandError) as caught:
                world.command(type, **keys)
            self.assertEqual((caught.exception.code, caught.exception.path), ("COMMAND_INVALID", path))
            self.assertTrue(caught.exception.found and caught.exception.expected)
        self.assertEqual(world.hash(), before)
        still = skein.World(SQUARE["scenario"])
        for one in (world, still):
            one.step()
        self.assertEqual(world.hash(), still.hash())

    def test_refused_scenarios(self):
        with self.assertRaises(skein.ScenarioError) as caught:
            skein.World({"name": "x", "seed": -1, "species": [{"name": "a", "count": 2.5, "spawn": {"type": "pool"}}]})
        self.assertEqual(caught.exception.code, "SCENARIO_INVALID")
        self.assertEqual([problem.path for problem in caught.exception.problems], ["$.seed", "$.species[0].count"])
        self.assertEqual(caught.exception.problems[0].found, "-1")
        with self.assertRaises(skein.SkeinError) as caught:
            skein.World({"name": "x", "dt": float("nan"), "species": []})
        self.assertEqual(caught.exception.code, "NOT_JSON")
        with self.assertRaises(FileNotFoundError):
            skein.World("no-such-scene.json")
        scenario = FLOCK["scenario"]
        for options, error in (
            ({"seed": 0.5}, skein.WorldError),
            ({"kernel": "cobol"}, skein.WorldError),
            ({"workers": 33}, skein.RequestError),
            ({"workers": 0}, skein.RequestError),
            ({"laws": [{"law": 1}]}, skein.LawError),
            ({"laws": __file__}, skein.LawError),
        ):
            with self.subTest(**options), self.assertRaises(error):
                skein.World(scenario, **options)

    def test_refused_requests(self):
        world = skein.World(FLOCK["scenario"])
        for ticks in (-1, 0.5, 2**40):
            with self.subTest(ticks=ticks), self.assertRaises(skein.SkeinError) as caught:
                world.step(ticks)
            self.assertEqual((caught.exception.code, world.tick), ("TICKS_INVALID", 0))
        with self.assertRaises(skein.MeasureError):
            world.measure("beauty")
        with self.assertRaises(skein.QueryError) as query:
            world.query("nearest", points=[[0, 0, 0]], k=0)
        self.assertEqual(query.exception.path, "$.k")
        with self.assertRaises(skein.SnapshotError) as snapshot:
            skein.World.restore(world.snapshot()[:-1])
        self.assertEqual(snapshot.exception.code, "SNAPSHOT_LENGTH")
        for given in ("flock.skein", 5, None, [1, 2]):
            with self.subTest(given=given), self.assertRaises(skein.SnapshotError) as snapshot:
                skein.World.restore(given)
            self.assertEqual(snapshot.exception.found, type(given).__name__)
        world.close()
        world.close()
        for ask in (world.step, world.hash, lambda: world.velocity, lambda: world.command("remove", ids=[0])):
            with self.assertRaises(skein.WorldError) as closed:
                ask()
            self.assertEqual(closed.exception.code, "WORLD_CLOSED")

    def test_masks_are_no_ids(self):
        world = skein.World(SQUARE["scenario"])
        before, mask = world.hash(), world.id >= 40
        asks = [
            lambda: world.command("remove", ids=mask),
            lambda: world.command("place", ids=mask[:0], position=[1, 1]),
            lambda: world.command("assign", ids=[0], quarries=mask[:1]),
            lambda: world.query("nearest", points=world.position, k=1, ignore=mask),
            lambda: world.rows(mask),
            lambda: world.rows([0.5]),
        ]
        for k, ask in enumerate(asks):
            with self.subTest(k), self.assertRaises(skein.SkeinError) as caught:
                ask()
            self.assertIn("expected ids, or world.id[mask]", str(caught.exception))
        self.assertEqual(world.hash(), before)
        world.command("remove", ids=world.id[mask])
        # A flag for each agent is a value, and no id.
        world.command("write", ids=[0, 2], column="bouts", words=np.array([True, False]))
        world.step()
        np.testing.assert_array_equal(world.alive[9:], ~mask[9:])
        self.assertEqual(world.columns["bouts"][[0, 2]].tolist(), [1, 0])

    def test_wrong_shapes(self):
        world = skein.World(SQUARE["scenario"])
        before = world.hash()
        vectors = "(n, 3) or (n, 2), or (3,) or (2,) for one"
        cases = [
            ("place", "positions", {"ids": np.arange(5), "positions": np.ones((3, 5))}, vectors),
            ("place", "positions", {"ids": np.arange(2), "positions": np.ones((2, 1, 3))}, vectors),
            ("place", "positions", {"ids": np.arange(2), "positions": np.ones(6)}, vectors),
            ("place", "velocities", {"ids": np.arange(2), "velocities": np.array(1.0)}, vectors),
            ("remove", "ids", {"ids": np.array([[0, 1], [2, 9]])}, "(n,)"),
            ("write", "values", {"ids": np.arange(3), "column": "energy", "values": np.ones((1, 3))}, "(n,)"),
            ("write", "values", {"ids": np.arange(3), "column": "wind", "values": np.ones((9, 1))}, vectors),
            ("write", "words", {"ids": np.arange(2), "column": "bouts", "words": np.array([[1], [2]])}, "(n,)"),
        ]
        for type, key, keys, expected in cases:
            with self.subTest(type=type, keys=keys), self.assertRaises(skein.CommandError) as caught:
                world.command(type, **keys)
            problem = (f"$.{key}", f"an array of the shape {np.shape(keys[key])}", expected)
            self.assertEqual((caught.exception.code, caught.exception.problems), ("COMMAND_INVALID", [problem]))
        self.assertEqual(world.hash(), before)
        places = world.position[:4]
        for points in (places.T, places.ravel(), places.T.tolist(), [[1, 2], [3]]):
            with self.subTest(points=points), self.assertRaises(skein.QueryError) as query:
                world.query("nearest", points=points, k=1)
            self.assertEqual(query.exception.path, "$.points")

    def test_right_shapes(self):
        world = skein.World(SQUARE["scenario"])
        world.command("place", ids=np.array([2]), positions=np.array([3, 4]))
        world.command("write", ids=np.arange(2), column="energy", values=np.array([[5], [6]]))
        world.command("write", ids=np.arange(2), column="wind", values=np.array([[1, 2], [3, 4]]))
        world.step()
        self.assertEqual(world.position[2].tolist(), [3, 4])
        self.assertEqual(world.columns["energy"][:2].tolist(), [5, 6])
        self.assertEqual(world.columns["wind"][:2].tolist(), [[1, 2, 0], [3, 4, 0]])
        # In the plane, z counts as 0.
        one = world.query("nearest", points=world.position[2], k=3)
        high = world.query("nearest", points=np.append(world.position[2], 7), k=3)
        self.assertEqual(one["ids"].tolist(), high["ids"].tolist())
        self.assertEqual((one["ids"][0], one["distances"].tolist()), (2, high["distances"].tolist()))
        self.assertEqual(world.query("nearest", points=[], k=3)["ids"].shape, (0,))

    def test_files_and_seeds(self):
        scenario = FLOCK["scenario"]
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "flock.jsonc")
            with open(path, "w", encoding="utf8") as file:
                file.write("// Birds.\n" + json.dumps(scenario))
            world = skein.World(path)
        self.assertEqual(world.hash(), FLOCK["states"][0]["hash"])
        other = skein.World(scenario, seed=scenario["seed"] + 1)
        self.assertEqual(other.seed, scenario["seed"] + 1)
        self.assertNotEqual(other.hash(), world.hash())
        self.assertEqual(skein.World({**scenario, "seed": other.seed}).hash(), other.hash())

    def test_snapshots(self):
        world = skein.World(SQUARE["scenario"])
        advance(world, SQUARE, 5)
        saved = world.snapshot()
        for options in OPTIONS:
            with self.subTest(**options):
                other = skein.World.restore(saved, **options)
                self.assertEqual((other.tick, other.hash()), (5, SQUARE["states"][2]["hash"]))
                other.step(75)
                self.assertEqual(other.hash(), SQUARE["states"][-1]["hash"])

    def test_events(self):
        for options in OPTIONS:
            with self.subTest(**options):
                world = skein.World(SQUARE["scenario"], **options)
                self.assertEqual(world.events(), [])
                advance(world, SQUARE, 80)
                events = world.events()
                self.assertEqual(len(events), SQUARE["events"])
                spawned = [event["count"] for event in events if event["type"] == "spawned"]
                self.assertEqual(spawned, [4, 3, 7])
                self.assertEqual(world.events(), [])

    def test_more_events_than_an_answer_has(self):
        box = {"type": "box", "min": [0, 0], "max": [9, 9]}
        moth = {"name": "moth", "count": 12500, "lifetime": 0.01, "spawn": box, "reports": [{"type": "died"}]}
        world = skein.World({"name": "dusk", "dimensions": 2, "species": [moth]})
        world.step(3)
        events = world.events()
        self.assertEqual([event["type"] for event in events], ["expired"] * 12500 + ["died"] * 12500)
        self.assertEqual([event["id"] for event in events], [*range(12500)] * 2)
        self.assertEqual(world.events(), [])

    def test_measures(self):
        world = skein.World(FLOCK["scenario"])
        self.assertEqual(world.measure("alive"), 300.0)
        self.assertIsInstance(world.measure("alive"), float)
        two = skein.World(SQUARE["scenario"])
        for text in ("alive,polarization", "each.alive"):
            self.assertEqual(two.measure([text]).shape, (2,))
            with self.subTest(text), self.assertRaises(skein.MeasureError) as caught:
                two.measure(text)
            problem = (f'"{text}"', "2 values", "one, or a list of measures")
            self.assertEqual((caught.exception.code, caught.exception.problems), ("MEASURE_INVALID", [problem]))
        empty = skein.World({"name": "none", "species": [{"name": "a", "count": 0, "capacity": 1, "spawn": {"type": "box", "min": [0, 0, 0], "max": [1, 1, 1]}}]})
        self.assertTrue(np.isnan(empty.measure("mean(speed)")))

    def test_queries(self):
        world = skein.World(SQUARE["scenario"])
        position = world.position[world.alive]
        ids = world.id[world.alive]
        answer = world.query("nearest", points=position, k=2, ignore=ids)
        apart = position[:, None].astype(float) - position[None]
        apart -= np.array([30, 20]) * np.round(apart / np.array([30, 20]))
        distance = np.hypot(*np.moveaxis(apart, 2, 0))
        np.fill_diagonal(distance, np.inf)
        order = np.argsort(distance, axis=1)[:, :2]
        np.testing.assert_array_equal(answer["ids"].reshape(-1, 2), ids[order])
        np.testing.assert_allclose(answer["distances"].reshape(-1, 2), np.take_along_axis(distance, order, 1), rtol=1e-5)


if __name__ == "__main__":
    unittest.main()
