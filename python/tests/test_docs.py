"""Runs the programs of the documentation, in the root of the clone, one after the other."""

import contextlib
import io
import os
import re
import unittest

import numpy as np
import test_environments  # noqa: F401  brings stand-ins where gymnasium is missing

ROOT = os.path.join(os.path.dirname(__file__), "..", "..")


def programs(page):
    with open(os.path.join(ROOT, page), encoding="utf8") as file:
        return re.findall(r"^```python\n(.*?)^```$", file.read(), re.MULTILINE | re.DOTALL)


class TestDocs(unittest.TestCase):
    def setUp(self):
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(ROOT)

    def run_page(self, page, count):
        names, said = {}, io.StringIO()
        found = programs(page)
        self.assertEqual(len(found), count)
        with contextlib.redirect_stdout(said):
            for program in found:
                exec(compile(program, page, "exec"), names)
        return names, said.getvalue()

    def test_python_page(self):
        names, said = self.run_page("docs/python.md", 4)
        self.assertRegex(said, r"^\[.*\] 0\.\d+ [0-9a-f]{16}\n$")
        self.assertEqual(names["nearest"].shape, (40,))
        self.assertEqual(len(names["rewards"]), 20)
        self.assertTrue(np.isfinite(list(names["rewards"].values())).all())
        self.assertEqual([world.seed for world in names["worlds"]], list(range(10)))

    def test_readme(self):
        _, said = self.run_page("python/README.md", 1)
        self.assertEqual(len(said.splitlines()), 101)


if __name__ == "__main__":
    unittest.main()
