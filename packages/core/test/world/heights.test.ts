import { describe, expect, it } from 'vitest';
import { inspect } from '../../src/insight/inspect.ts';
import { csvHeader, csvRows } from '../../src/measure/csv.ts';
import { measure } from '../../src/measure/measure-world.ts';
import { readMeasures } from '../../src/measure/read-measures.ts';
import { parseScenario } from '../../src/scenario/parse.ts';
import { restore, snapshot } from '../../src/snapshot/snapshot.ts';
import { createWorld } from '../../src/tick/create-world.ts';
import { renewMemory } from '../../src/tick/renew-memory.ts';
import { tick } from '../../src/tick/tick.ts';
import { heightAt, heightsUnder } from '../../src/world/heights.ts';
import { randomOf } from '../helpers/random-of.ts';

const walkers = (positions: number[][]) => ({
  name: 'walker',
  count: positions.length,
  mass: 1,
  maxSpeed: 2,
  maxForce: 1,
  spawn: { type: 'points', positions },
  behaviors: [],
});

/** Points 2 m apart, the first at (1, -1). */
const over = (columns: number, values: number[], positions: number[][] = [[0, 0]]) =>
  parseScenario({
    name: 'hills',
    dimensions: 2,
    heights: { columns, rows: values.length / columns, cellSize: 2, origin: [1, -1], values },
    species: [walkers(positions)],
  });

describe('heightAt', () => {
  const world = createWorld(over(3, [0, 1, 2, 3, 5, 9]));

  it.each([
    ['at a point', 3, -1, 1],
    ['between two along x', 4, -1, 1.5],
    ['between two along y', 1, 0, 1.5],
    ['in the middle of four', 4, 0, (1 + 2 + 5 + 9) / 4],
    ['a quarter away', 3.5, -0.5, 0.75 * (0.75 * 1 + 0.25 * 2) + 0.25 * (0.75 * 5 + 0.25 * 9)],
    ['at the last point', 5, 1, 9],
    ['left of all points', -50, -1, 0],
    ['beyond a corner', 99, 99, 9],
    ['above, between two columns', 2, 7, 4],
  ])('is that of the ground %s', (_, x, y, height) => {
    expect(heightAt(world, x, y)).toBeCloseTo(height, 12);
  });

  it('is bilinear on random grounds, seeds 1 to 30', () => {
    for (let seed = 1; seed <= 30; seed++) {
      const random = randomOf(seed);
      const columns = 1 + Math.floor(random() * 5);
      const rows = 1 + Math.floor(random() * 3);
      const values = Array.from({ length: columns * rows }, () => Math.fround(9 * random()));
      const ground = createWorld(over(columns, values));
      for (let k = 0; k < 20; k++) {
        const [x, y] = [-3 + 16 * random(), -5 + 12 * random()];
        // The weighted sum of all points, without a search for the cell.
        let sum = 0;
        values.forEach((value, point) => {
          const gx = Math.min(Math.max((x - 1) / 2, 0), columns - 1);
          const gy = Math.min(Math.max((y + 1) / 2, 0), rows - 1);
          const shareX = Math.max(0, 1 - Math.abs(gx - (point % columns)));
          const shareY = Math.max(0, 1 - Math.abs(gy - Math.floor(point / columns)));
          sum += value * shareX * shareY;
        });
        expect(heightAt(ground, x, y), `seed ${seed}`).toBeCloseTo(sum, 9);
      }
    }
  });

  it('is 0 in a world without a height map', () => {
    const flat = createWorld(
      parseScenario({ name: 'flat', dimensions: 2, species: [walkers([[3, 4]])] }),
    );
    expect(heightAt(flat, 3, 4)).toBe(0);
    expect(heightsUnder(flat)).toEqual(new Float32Array(1));
    expect(flat.constants.height).toHaveLength(0);
  });
});

describe('heightsUnder', () => {
  const positions = [
    [4, 0],
    [1, 1],
    [9, -1],
  ];

  it('gives the ground under each agent, by place', () => {
    const world = createWorld(over(3, [0, 1, 2, 3, 5, 9], positions));
    const heights = heightsUnder(world);
    const byIndex = positions.map((_, index) => heights[world.views.slot[index]]);
    expect(byIndex).toEqual([4.25, 3, 2]);
    const own = new Float32Array(5).fill(-1);
    expect(heightsUnder(world, own)).toBe(own);
    expect([...own.subarray(3)]).toEqual([-1, -1]);
  });

  it('is the same after a snapshot and in new memory', () => {
    const world = createWorld(over(3, [0, 1, 2, 3, 5, 9], positions));
    for (let t = 0; t < 3; t++) tick(world);
    const before = heightsUnder(world);
    expect(heightsUnder(restore(snapshot(world)))).toEqual(before);
    renewMemory(world);
    expect(heightsUnder(world)).toEqual(before);
  });
});

describe('the height under agents is read', () => {
  const positions = [
    [4, 0],
    [1, 1],
    [9, -1],
  ];
  const world = createWorld(over(3, [0, 1, 2, 3, 5, 9], positions));

  it('from the rows of a CSV', () => {
    expect(csvHeader(world)).toBe('tick,id,species,x,y,z,vx,vy,vz,alive,height\n');
    const rows = [...csvRows(world)].join('').trimEnd().split('\n');
    expect(rows.map((row) => row.split(',').at(-1))).toEqual(['4.25', '3', '2']);
  });

  it('by measures', () => {
    expect([...measure(world, ['max(height)', 'mean(height)'])]).toEqual([4.25, 9.25 / 3]);
    const flat = parseScenario({ name: 'flat', dimensions: 2, species: [walkers([[3, 4]])] });
    expect(() => readMeasures(['max(height)'], flat)).toThrow(
      'column "height", expected a column that worlds of this scenario have',
    );
  });

  it('by inspect, where there is a height map', () => {
    expect(inspect(world, 0)).toMatchObject({ position: [4, 0, 0], height: 4.25 });
    const flat = parseScenario({ name: 'flat', dimensions: 2, species: [walkers([[3, 4]])] });
    expect(inspect(createWorld(flat), 0).height).toBeUndefined();
  });
});
