import { createWorld, STATUS, stateHash, tick } from '@skein/core';
import { innerOf } from '@skein/core/internal';
import { describe, expect, it } from 'vitest';
import { LONG, someOf } from '../../packages/core/test/helpers/long.ts';
import { agreed } from '../src/agreement.ts';
import { meanNeighbors } from '../src/neighbors.ts';
import { PhaseTimer } from '../src/phase-timer.ts';
import { Stepper } from '../src/stepper.ts';
import { beams, boids } from '../src/workload.ts';

/** The points of a cubic lattice of 5 x 5 x 5 points, one meter apart. */
function lattice(): Float64Array {
  const points = Array.from({ length: 125 }, (_, i) => [
    (i % 5) - 2,
    (Math.floor(i / 5) % 5) - 2,
    Math.floor(i / 25) - 2,
  ]);
  return Float64Array.from(points.flat());
}

describe('meanNeighbors', () => {
  it('is 6 in a cubic lattice that wraps', () => {
    expect(meanNeighbors({ positions: lattice(), radius: 1.1, edge: 5 })).toBe(6);
  });

  it('is less if agents do not see across the border: 100 of 125 have a neighbor on each side', () => {
    expect(meanNeighbors({ positions: lattice(), radius: 1.1, edge: undefined })).toBeCloseTo(4.8);
  });
});

const CROWDS = [
  [10, 3],
  [30, 3],
  [60, 3],
  [30, 2],
] as const;

it.each(someOf(CROWDS, 4, 1))(
  'boids have %i neighbors on average in %i dimensions',
  async (neighbors, dimensions) => {
    const scenario = boids({ agents: 2003, neighbors, dimensions });
    await using stepper = await Stepper.open({ scenario, workers: 1, ticks: 1 });
    expect(Math.abs(stepper.neighbors / neighbors - 1)).toBeLessThan(0.08);
  },
);

it('clustered boids crowd in a small part of the space', () => {
  const world = createWorld(boids({ agents: 2003, neighbors: 30, spawn: 'clustered' }));
  const { x, y, z } = world.views.position;
  const { bounds } = world.scenario;
  if (bounds.type !== 'wrap') expect.fail('the workload is a torus');
  const [edge, cells] = [bounds.max[0] - bounds.min[0], 8];
  const cellOf = (value: number) => Math.floor((cells * (value - bounds.min[0])) / edge);
  const counts = new Map<number, number>();
  for (let i = 0; i < world.count; i++) {
    const cell = cellOf(x[i]) + cells * (cellOf(y[i]) + cells * cellOf(z[i]));
    counts.set(cell, (counts.get(cell) ?? 0) + 1);
  }
  const mean = world.count / cells ** 3;
  const crowded = [...counts.values()].filter((count) => count > 4 * mean);
  const agents = crowded.reduce((sum, count) => sum + count, 0);
  expect(agents / world.count).toBeGreaterThan(0.6);
  expect(crowded.length / cells ** 3).toBeLessThan(0.15);
});

it('all beams keep flying while they are measured', () => {
  const world = createWorld(beams(1003));
  tick(world, 100);
  expect(world.count).toBe(1003);
  expect([...world.views.status].every((status) => status === STATUS.alive)).toBe(true);
});

describe('a fast wrong answer', () => {
  it('is refused from a kernel that leaves out a phase', () => {
    const scenario = boids({ agents: 203, neighbors: 8 });
    const honest = new PhaseTimer(scenario, 'ts');
    const cheat = new PhaseTimer(scenario, 'simd');
    const inner = innerOf(cheat.world);
    inner.twins = { ...inner.twins, steer: () => {} };
    for (const timer of [honest, cheat]) timer.sample();
    expect(() => agreed({ honest: honest.hash, cheat: cheat.hash })).toThrow(
      `cheat has hash ${cheat.hash}, but honest has ${honest.hash}`,
    );
  });

  it('is distinguished from a right one', () => {
    const scenario = boids({ agents: 203, neighbors: 8 });
    const timers = (['ts', 'simd'] as const).map((kernel) => new PhaseTimer(scenario, kernel));
    for (const timer of timers) timer.sample();
    const world = createWorld(scenario);
    tick(world);
    expect(agreed({ ts: timers[0].hash, simd: timers[1].hash })).toBe(stateHash(world));
  });

  it('is refused if its first ticks differ from those of the TypeScript kernel', async () => {
    const scenario = boids({ agents: 203, neighbors: 8 });
    const workers = LONG ? 2 : 1;
    await using right = await Stepper.open({ scenario, workers, ticks: 3 });
    expect(right.world.tick).toBe(2);
    // The expected hash is cached per scenario, so changing the scenario afterward gives another hash.
    Object.assign(scenario.species[0], { maxSpeed: 3 });
    await expect(Stepper.open({ scenario, workers, ticks: 3 })).rejects.toThrow(
      /kernel simd with \d workers? has hash \w+, but kernel ts has/,
    );
  });
});

it('a phase timer takes a sample of each phase in each tick', () => {
  const timer = new PhaseTimer(boids({ agents: 203, neighbors: 8 }), 'ts');
  const ticks = [timer.sample(), timer.sample()];
  for (const [index, whole] of ticks.entries()) {
    const parts = [...timer.phases.values()].map((samples) => samples[index]);
    const sum = parts.reduce((total, ms) => total + ms, 0);
    expect(sum).toBeGreaterThan(0);
    expect(sum).toBeLessThanOrEqual(whole + 1e-6);
  }
  expect(timer.world.tick).toBe(2);
});
