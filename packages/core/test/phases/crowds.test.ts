import { describe, expect, it } from 'vitest';
import { createRuns, neighborRunsInto } from '../../src/grid/neighbor-runs.ts';
import { slotOf } from '../../src/scenario/slots.ts';
import { kernels } from '../../src/tick/choose-kernel.ts';
import { runPhase } from '../../src/tick/phase-kernels.ts';
import { PIPELINE } from '../../src/tick/pipeline.ts';
import { RECORD } from '../../src/world/layout.ts';
import type { World } from '../../src/world/world.ts';
import { LONG, someOf } from '../helpers/long.ts';
import { worldOf } from '../helpers/scenes.ts';

// How much a worker does between two signs of life, in pairs of an agent and one that it looks at: a time
// would depend on how busy the machine is.

const STEER = PIPELINE.find(({ name }) => name === 'steer')!;
const BLOCK = 256;
const MAX_PAIRS = 4_000_000;
const CROWD = 61_000;

const flock = [
  { type: 'cohesion', radius: 2 },
  { type: 'alignment', radius: 2 },
  { type: 'separation', radius: 2 },
];
const near = [{ type: 'separation', radius: 2 }];
const ball = (center: number[], radius = 0.5) => ({ type: 'sphere', center, radius });
/** Beside a crowd in a ball of 0.5 m at [-1, 1, 1], behind the wall of its cell. */
const beside = { type: 'box', min: [-1.4, 2.05, 0.6], max: [-0.6, 2.4, 1.4] };
const torus = (...max: number[]) => ({ type: 'wrap', min: [0, 0, 0], max });

interface Crowd {
  readonly input: Record<string, unknown>;
  /** How many walks and behaviors each agent has. */
  readonly steps: number;
  /** Which species the block is taken from. */
  readonly index?: number;
  readonly radius?: number;
}

function crowd(
  behaviors: object[],
  spawn: object,
  more: object = {},
  count = CROWD,
): Record<string, unknown> {
  const species = { name: 'mote', count, maxSpeed: 2, spawn, behaviors };
  return { seed: 4, species: [species], ...more };
}

/** A crowd, and loners of another species. */
function loners(
  spawn: object,
  more: object = {},
  center: number[] = [-1, 1, 1],
): Record<string, unknown> {
  const { species, ...rest } = crowd(near, ball(center), more);
  const loner = { name: 'loner', count: 310, maxSpeed: 2, spawn, behaviors: near };
  return { ...rest, species: [...(species as object[]), loner] };
}

const CROWDS: Record<string, Crowd> = {
  'in one cell': { input: crowd(near, ball([1, 1, 1])), steps: 2 },
  'where eight cells meet': { input: crowd(near, ball([0, 0, 0])), steps: 2 },
  'of a flock': { input: crowd(flock, ball([0, 0, 0])), steps: 4 },
  'with a budget of force': {
    input: {
      species: [
        {
          name: 'mote',
          count: CROWD,
          maxSpeed: 2,
          spawn: ball([0, 0, 0]),
          maxForce: 9,
          compose: 'priority',
          behaviors: flock,
        },
      ],
    },
    steps: 4,
  },
  'on a plane, with walks of their own': {
    input: crowd(
      [
        { type: 'queue', radius: 2 },
        { type: 'anticipation', radius: 2 },
      ],
      ball([0, 0, 0]),
      { dimensions: 2 },
      // The evaluator of laws takes ten times as long for a pair as a kernel.
      26_000,
    ),
    steps: 2,
  },
  'across the seams of a torus': {
    input: loners(ball([0.6, 0.6, 0.6]), { bounds: torus(40, 30, 20) }, [39.4, 29.4, 19.4]),
    steps: 2,
    index: 1,
  },
  'across the seams of a torus that folds': {
    input: loners(ball([0.6, 0.6, 0.6]), { bounds: torus(401, 301, 201) }, [400.4, 300.4, 200.4]),
    steps: 2,
    index: 1,
  },
  'in a small box': {
    input: crowd(near, ball([0, 0, 0]), {
      bounds: { type: 'contain', min: [-3, -3, -3], max: [3, 3, 3] },
    }),
    steps: 2,
  },
  'beside loners': { input: loners(beside), steps: 2, index: 1 },
  'beside loners, in a box': {
    input: loners(beside, {
      bounds: { type: 'contain', min: [-20, -20, -20], max: [20, 20, 20] },
    }),
    steps: 2,
    index: 1,
  },
  'far from loners, after a command has widened their radius': {
    input: loners({ type: 'box', min: [-1.4, 12, 0], max: [8, 16, 4] }),
    steps: 2,
    index: 1,
    radius: 40,
  },
};

const runs = createRuns();

/** How many agents the one at a place looks at, in one walk. */
function looked(world: World, i: number, radius: number): number {
  const { x, y, z } = world.front.position;
  neighborRunsInto(runs, world, x[i], y[i], z[i], radius);
  let count = 0;
  for (let run = 0; run < runs.count; run++) count += runs.end[run] - runs.begin[run];
  return count;
}

/** The first place at which a block can begin, from the first agent of a species on. */
function placeOf(world: World, index: number): number {
  const at = world.front.species.indexOf(index);
  return Math.ceil(at / 4) * 4;
}

/**
 * Steers a block of agents; returns how many of them the worker had begun before each sign of life: those whose old
 * forces were cleared by then. The last sign is that of the pipeline.
 */
function signsOf(world: World, begin: number): { agents: number; signs: number }[] {
  const end = Math.min(begin + BLOCK, world.plan.agents);
  const { x } = world.scratch.force;
  x.fill(Number.NaN);
  const blocks: { agents: number; signs: number }[] = [];
  let before = 0;
  world.live = () => {
    const untouched = x.subarray(begin, end).findIndex(Number.isNaN);
    const done = untouched < 0 ? end - begin : untouched;
    if (done > before) blocks.push({ agents: done - before, signs: 0 });
    before = done;
    blocks.at(-1)!.signs++;
  };
  runPhase(world, STEER, begin, end, 0);
  if (before < end - begin) world.live();
  world.live = () => {};
  return blocks;
}

/** Crowds that the slower kernel steers in `npm test`, too. */
const FEW = ['where eight cells meet', 'of a flock'];

describe.each(kernels())('with the kernel %s', (kernel) => {
  // Seconds in kernel ts, on a machine with nothing else to do.
  const timeout = 240_000;

  const crowds = Object.entries(CROWDS).filter(
    ([name]) => LONG || kernel === 'simd' || FEW.includes(name),
  );
  it.each(someOf(crowds, 3, kernel === 'ts' ? 0 : 1))(
    'signs of life come often enough in a crowd %s',
    { timeout },
    (_, one) => {
      const world = worldOf(one.input, { kernel, maxWorkers: 1 });
      const { radius = 2 } = one;
      // As a `set` does, but without a tick, which takes a minute for this many agents.
      const { index: row } = world.plan.species[one.index ?? 0].behaviors[0];
      if (radius !== 2) {
        world.front.behaviorParameters[RECORD * row + slotOf('separation', 'radius')] = radius;
      }
      const begin = placeOf(world, one.index ?? 0) + (one.index === undefined ? 1200 : 0);
      const blocks = signsOf(world, begin);
      let place = begin;
      let most = 0;
      let all = 0;
      for (const { agents, signs } of blocks) {
        let pairs = 0;
        for (const end = place + agents; place < end; place++)
          pairs += looked(world, place, radius);
        most = Math.max(most, (pairs * one.steps) / signs);
        all += pairs * one.steps;
      }
      expect(place - begin).toBe(BLOCK);
      expect(all).toBeGreaterThan(3 * MAX_PAIRS);
      expect(most).toBeGreaterThan(0);
      expect(most).toBeLessThanOrEqual(MAX_PAIRS);
    },
  );

  it.each([
    ['the open', { type: 'open' }],
    ['a torus', { type: 'wrap', min: [0, 0, 0], max: [31, 33, 37] }],
    ['a box', { type: 'contain', min: [0, 0, 0], max: [31, 33, 37] }],
  ])('agents with 30 neighbors in %s are steered 256 at a time', (_, bounds) => {
    const spawn = { type: 'box', min: [0, 0, 0], max: [31, 33, 37] };
    const input = crowd(flock, spawn, { bounds });
    Object.assign((input.species as object[])[0]!, { count: 35_000 });
    const world = worldOf(input, { kernel, maxWorkers: 1 });
    for (let begin = 0; begin + BLOCK <= 35_000; begin += 13 * BLOCK) {
      expect(signsOf(world, begin).map(({ agents }) => agents)).toEqual([BLOCK]);
    }
  });
});
