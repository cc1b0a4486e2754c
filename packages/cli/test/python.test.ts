// Runs the tests of the Python package, with what core computes here as their oracle.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  type CommandInput,
  command,
  createWorld,
  measure,
  parseScenario,
  type Scenario,
  stateHash,
  takeEvents,
  tick,
  type World,
} from '@skein/core';
import { describe, expect, it } from 'vitest';
import { preferred } from '../../../examples/laws/preferred.ts';
import { ended, SKEIN, start, testFolder, write } from './skein.ts';

const PACKAGE = fileURLToPath(new URL('../../../python', import.meta.url));
const FLOCK = fileURLToPath(new URL('../../../scenarios/flock.json', import.meta.url));
const PYTHON = process.env.SKEIN_PYTHON ?? 'python3';

const found = spawnSync(PYTHON, ['-c', 'import sys, numpy; sys.exit(sys.version_info < (3, 9))']);
const isThere = found.status === 0;
const leftOut = 'No Python 3.9 with NumPy: THE TESTS OF THE PYTHON PACKAGE ARE LEFT OUT.';
if (!isThere) process.stderr.write(`${leftOut} SKEIN_PYTHON=PATH names one.\n`);

/** Few and many agents in the plane, with columns, births, deaths and rows that are filled again. */
const SQUARE = {
  name: 'square',
  seed: 5,
  dimensions: 2,
  bounds: { type: 'wrap', min: [0, 0], max: [30, 20] },
  species: [
    {
      name: 'hare',
      count: 3,
      capacity: 9,
      radius: 0.3,
      maxSpeed: 2,
      spawn: { type: 'box', min: [0, 0], max: [30, 20], velocity: { speed: 1 } },
      behaviors: [{ type: 'wander' }],
      columns: {
        energy: { type: 'f32', min: 0, max: 100, initial: { min: 10, max: 90 } },
        bouts: { type: 'u32' },
        wind: { type: 'vec3', default: [1, 2, 3] },
      },
    },
    {
      name: 'moth',
      count: 40,
      lifetime: 0.3,
      maxSpeed: 5,
      spawn: { type: 'box', min: [0, 0], max: [30, 20], velocity: { speed: 3 } },
      behaviors: [
        { type: 'cohesion', radius: 4 },
        { type: 'separation', radius: 2 },
      ],
      reports: [{ type: 'died' }],
    },
  ],
  commands: [
    { type: 'spawn', tick: 3, species: 'hare', count: 4, position: [5, 5] },
    { type: 'remove', tick: 9, ids: [1] },
    { type: 'spawn', tick: 12, species: 'hare', count: 3, position: [9, 9] },
    { type: 'spawn', tick: 30, species: 'moth', count: 7, position: [20, 10] },
  ],
};

const GIVEN: readonly (readonly [tick: number, command: CommandInput])[] = [
  [2, { type: 'write', column: 'energy', ids: [2, 0], values: [7.5, 0.1] }],
  [2, { type: 'write', column: 'bouts', ids: [2], words: [4294967295] }],
  [4, { type: 'place', ids: [0, 20], positions: [1, 2, 0, 3.25, 4, 0], velocity: [0, 0] }],
];

/** What a test of Python compares with: the states of a run at some ticks, agent by agent. */
function runOf(scenario: Scenario, ticks: readonly number[], given: typeof GIVEN = []) {
  const world = createWorld(scenario);
  const states = ticks.map((end) => {
    while (world.tick < end) {
      for (const [at, one] of given) if (at === world.tick) command(world, one);
      tick(world);
    }
    return stateOf(world);
  });
  return { scenario, given, states, events: takeEvents(world).length };
}

function stateOf(world: World) {
  const { id, species, status, position, velocity, columns } = world.views;
  const axes = (['x', 'y', 'z'] as const).slice(0, world.scenario.dimensions);
  const agents = [...id.keys()]
    .filter((place) => status[place] === 1)
    .map((place) => ({
      id: id[place],
      species: species[place],
      position: axes.map((axis) => position[axis][place]),
      velocity: axes.map((axis) => velocity[axis][place]),
      ...Object.fromEntries(
        Object.entries(columns).map(([name, column]) => [
          name,
          'x' in column ? [column.x[place], column.y[place], column.z[place]] : column[place],
        ]),
      ),
    }));
  return {
    tick: world.tick,
    hash: stateHash(world),
    agents,
    measures: [...measure(world, ['mean(speed)', 'polarization'])],
  };
}

describe.runIf(isThere)('the Python package', () => {
  it('gives what core computes, and passes its own tests', async () => {
    const flock = JSON.parse(readFileSync(FLOCK, 'utf8'));
    flock.species[0].count = 300;
    const oracle = {
      preferred,
      flock: runOf(parseScenario(flock), [0, 1, 7, 60]),
      square: runOf(parseScenario(SQUARE), [0, 1, 5, 13, 31, 80], GIVEN),
    };
    const path = write(testFolder(), 'oracle.json', oracle);
    const child = start(PYTHON, ['-m', 'unittest', 'discover', '-v', '-s', 'tests'], {
      cwd: PACKAGE,
      env: {
        ...process.env,
        PYTHONPATH: 'src',
        PYTHONDONTWRITEBYTECODE: '1',
        SKEIN_COMMAND: `'${process.execPath}' '${SKEIN}'`,
        SKEIN_ORACLE: path,
      },
    });
    const { code, stderr } = await ended(child);
    expect(code, stderr).toBe(0);
    // Whatever is skipped would say nothing.
    expect(stderr).toMatch(/\nRan \d{2,} tests in .*\n\nOK\n$/);
  }, 300_000);
});

describe.skipIf(isThere)('the Python package', () => {
  it.skip(leftOut, () => {});
});
