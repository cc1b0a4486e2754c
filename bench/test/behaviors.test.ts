import { createWorld, STATUS, tick } from '@skein/core';
import { BEHAVIOR_TYPES, describeBehaviors } from '@skein/core/describe';
import { describe, expect, it } from 'vitest';
import { long, someOf } from '../../packages/core/test/helpers/long.ts';
import {
  type CellOptions,
  exponentOf,
  growsTooFast,
  measureRow,
  predict,
} from '../src/behaviors/measure.ts';
import { type BehaviorRow, behaviorRows } from '../src/behaviors/rows.ts';
import { scaledScene, sceneNames } from '../src/behaviors/scenes.ts';
import { summarize } from '../src/statistics.ts';
import { boids } from '../src/workload.ts';

const rows = behaviorRows();
const { signal } = new AbortController();

describe('rows', () => {
  it('exist for every type of behavior and every scene', () => {
    expect(new Set(rows.map(({ of }) => of))).toEqual(new Set([...BEHAVIOR_TYPES, 'scene']));
    const scenes = rows.filter(({ of }) => of === 'scene').map(({ name }) => name);
    expect(scenes).toEqual(sceneNames().map((name) => `scene ${name}`));
    expect(scenes).toContain('scene fish-and-shark');
    expect(new Set(rows.map(({ name }) => name)).size).toBe(rows.length);
  });

  it('have rare and common quarry, seen from near and far, for each type that may aim at agents', () => {
    for (const { type, settings } of describeBehaviors()) {
      const own = rows.filter(({ of }) => of === type);
      const isAimed = settings.some(({ name }) => name === 'quarry');
      expect(own, type).toHaveLength(isAimed ? 8 : 1);
      if (!isAimed) continue;
      const counts = own.map(({ scenario }) => scenario(500).species[1]?.count ?? 0);
      expect(counts, type).toEqual([0, 10, 10, 1000, 1000, 50, 50, 50]);
    }
  });

  const plain = rows.filter(({ of, name }) => of !== 'scene' && !/ of /.test(name));

  it.each(someOf(plain, 6).map((row) => [row.name, row] as const))(
    'has only its own behavior, and runs: %s',
    (_, row) => {
      const scenario = row.scenario(203);
      expect(scenario.species[0].behaviors.map(({ type }) => type)).toEqual([row.of]);
      const world = createWorld(scenario);
      tick(world, 2);
      expect(world.count).toBe(203);
      const alive = [...world.views.status].filter((status) => status === STATUS.alive);
      expect(alive.length).toBeGreaterThan(180);
    },
  );

  it.each(plain.map((row) => [row.name, row] as const))(
    'has the same density for any number of agents: %s',
    (_, row) => {
      const densityOf = (agents: number) => {
        const { map, bounds, dimensions } = row.scenario(agents);
        if (map !== undefined) return agents / map.rows.length ** 2;
        if (bounds.type === 'open') expect.fail('a room has walls');
        return agents / (bounds.max[0] - bounds.min[0]) ** dimensions;
      };
      expect(densityOf(6400) / densityOf(400)).toBeCloseTo(1, 5);
    },
  );
});

describe('a scene', () => {
  it.each(sceneNames())('has the requested number of agents: %s', (name) => {
    for (const agents of [1003, 20_011]) {
      const { species } = scaledScene(name, agents);
      const count = species.reduce((sum, species) => sum + species.count, 0);
      expect(Math.abs(count / agents - 1)).toBeLessThan(0.02);
    }
  });

  it('keeps its density: its space grows, the range of its agents does not', () => {
    const [one, other] = [600, 4800].map((agents) => scaledScene('fish-and-shark', agents));
    if (one.bounds.type !== 'wrap' || other.bounds.type !== 'wrap') expect.fail('a torus');
    expect(other.bounds.max[0] / one.bounds.max[0]).toBeCloseTo(2);
    expect(other.species[0].behaviors).toEqual(one.species[0].behaviors);
    expect(other.species[1].count).toBe(16);
  });

  it('fires proportionally more agents, by several commands if one is not enough', () => {
    const { commands } = scaledScene('beams', 512_000);
    const first = commands.filter(({ tick }) => tick === 0);
    expect(first.map((command) => (command.type === 'fire' ? command.count : 0))).toEqual([
      65_536, 62_464,
    ]);
  });
});

describe('growth', () => {
  const at = (asked: number, ...ms: number[]) => ({ asked, times: summarize(ms) });

  it('is given as an exponent', () => {
    expect(exponentOf(at(1000, 2), at(10_000, 200))).toBeCloseTo(2);
  });

  it('is too fast beyond N log N, and only if all samples agree', () => {
    expect(growsTooFast(at(1000, 1), at(10_000, 13))).toBe(false);
    expect(growsTooFast(at(1000, 1), at(10_000, 14))).toBe(true);
    expect(growsTooFast(at(1000, 1, 1.2), at(10_000, 14))).toBe(false);
    expect(growsTooFast(at(1000, 1), at(10_000, 12, 14))).toBe(false);
  });

  it('is predicted to continue as before, at least in proportion', () => {
    expect(predict([], 1000)).toBe(0);
    expect(predict([at(1000, 3)], 10_000)).toBeCloseTo(30);
    expect(predict([at(1000, 3), at(10_000, 300)], 100_000)).toBeCloseTo(30_000);
    expect(predict([at(1000, 3), at(10_000, 3)], 100_000)).toBeCloseTo(30);
    expect(predict([{ ...at(1000), missing: '> 20 s' }], 10_000)).toBe(Number.POSITIVE_INFINITY);
    expect(predict([{ ...at(1000), missing: 'no room: $' }], 10_000)).toBe(0);
  });
});

describe('cells', () => {
  const options: CellOptions = {
    sizes: [100, 200],
    kernels: ['ts', 'simd'],
    workers: 1,
    turns: 1,
    limitMs: 60_000,
    signal,
  };
  const cellsOf = async (row: BehaviorRow, more: Partial<CellOptions> = {}) => {
    const cells = [];
    for await (const cell of measureRow(row, { ...options, ...more })) cells.push(cell);
    return cells;
  };
  const row = (scenario: BehaviorRow['scenario']) => ({
    name: 'mine',
    of: 'mine',
    scenario,
    quick: true,
  });

  long('are one for each size and kernel, with one hash at each size', async () => {
    const cells = await cellsOf(row((agents) => boids({ agents, neighbors: 8 })));
    expect(cells.map(({ asked, kernel }) => [asked, kernel])).toEqual([
      [100, 'ts'],
      [100, 'simd'],
      [200, 'ts'],
      [200, 'simd'],
    ]);
    const hashes = cells.map(({ hash }) => hash);
    expect(hashes[0]).toMatch(/^[0-9a-f]{16}$/);
    expect(hashes[0]).toBe(hashes[1]);
    expect(hashes[2]).toBe(hashes[3]);
    expect(hashes[0]).not.toBe(hashes[2]);
    for (const { samples, missing } of cells) {
      expect([samples.length, missing]).toEqual([1, undefined]);
    }
  });

  it('fail if kernels disagree', async () => {
    let seed = 0;
    // Each cell requests its scenario, and gets a different one each time.
    const other = row((agents) => ({ ...boids({ agents, neighbors: 8 }), seed: ++seed }));
    await expect(cellsOf(other)).rejects.toThrow(/mine, 100, simd has hash/);
  });

  long('are given up if they take too long, and larger ones are not begun', async () => {
    const slow = row(() => boids({ agents: 30_000, neighbors: 3000 }));
    const cells = await cellsOf(slow, { kernels: ['ts'], limitMs: 100 });
    expect(cells.map(({ missing }) => missing)).toEqual(['> 0.1 s', 'skipped: as above']);
  });

  it('report where the limit is if the world is too large', async () => {
    const cells = await cellsOf(
      row(() => scaledScene('circle', 4_000_000)),
      { kernels: ['ts'] },
    );
    expect(cells[0].missing).toMatch(/^no room: \$/);
  });
});
