import { createWorld, parseScenario, tick } from '@skein/core';
import { innerOf, tickSliced } from '@skein/core/supervise';
import { createTeam } from '@skein/worker';
import { describe, expect, it } from 'vitest';
import { cssColor, kindColor, SCALE_BYTES, STEPS } from '../../src/sync/color-scale.ts';
import { type ColorBy, Paint } from '../../src/sync/paint.ts';

function flock(count: number) {
  return createWorld(
    parseScenario({
      name: 'flock',
      bounds: { type: 'wrap', min: [-9, -8, -7], max: [9, 8, 7] },
      species: [
        {
          name: 'boid',
          count,
          maxSpeed: 5,
          maxForce: 9,
          spawn: { type: 'box', min: [-9, -8, -7], max: [9, 8, 7], velocity: { speed: 3 } },
          behaviors: [
            { type: 'cohesion', radius: 4 },
            { type: 'separation', radius: 1.5 },
          ],
        },
        { name: 'idle', count: 4, spawn: { type: 'sphere', center: [0, 0, 0], radius: 2 } },
      ],
    }),
  );
}

function velocitiesOf({ views: { velocity } }: ReturnType<typeof flock>) {
  return { vx: velocity.x, vy: velocity.y, vz: velocity.z };
}

function painted(world: ReturnType<typeof flock>, by: ColorBy): Paint {
  const paint = new Paint(world, velocitiesOf(world));
  paint.by = by;
  paint.copyFrom(world, world.count);
  return paint;
}

const colorAt = ({ colors }: Paint, i: number) =>
  cssColor([colors[4 * i], colors[4 * i + 1], colors[4 * i + 2]]);
const step = (part: number) => {
  const at = 3 * Math.round(Math.min(1, part) * (STEPS - 1));
  return cssColor([SCALE_BYTES[at], SCALE_BYTES[at + 1], SCALE_BYTES[at + 2]]);
};

describe('Paint', () => {
  it('does nothing while agents have the colors of their species', () => {
    const world = flock(10);
    const paint = painted(world, 'species');
    expect([paint.version, paint.scale]).toEqual([0, undefined]);
  });

  for (const workers of [1, 2, 3, 5]) {
    it(`has a color for each of ${workers} workers, which agree with their slices`, () => {
      const world = flock(203);
      for (let i = 0; i < 3; i++) tickSliced(world, [...Array(workers).keys()]);
      const paint = painted(world, 'worker');
      const cuts = [...innerOf(world).control.cut.subarray(0, workers + 1)];
      for (let worker = 0; worker < workers; worker++) {
        for (let i = cuts[worker]; i < cuts[worker + 1]; i++) {
          expect(colorAt(paint, i)).toBe(cssColor(kindColor(worker)));
        }
      }
      const all = new Set(Array.from({ length: world.count }, (_, i) => colorAt(paint, i)));
      expect(all.size).toBe(workers);
    });
  }

  describe('with the flash of the threads', () => {
    const flashing = (by: ColorBy, flash: number) => {
      const world = flock(203);
      for (let i = 0; i < 3; i++) tickSliced(world, [0, 1, 2]);
      const paint = painted(world, by);
      const own = Array.from({ length: world.count }, (_, i) => rgbAt(paint, i));
      paint.flash = flash;
      const threads = painted(world, 'worker');
      return { world, paint, own, threads };
    };
    const rgbAt = ({ colors }: Paint, i: number) => [...colors.subarray(4 * i, 4 * i + 3)];

    it.each([0.2, 1])(
      'covers the colors of species by %d, with the colors of the threads',
      (flash) => {
        const { world, paint, threads } = flashing('species', flash);
        expect(paint.cover).toBe(flash);
        expect(paint.version).toBeGreaterThan(0);
        for (let i = 0; i < world.count; i++) expect(rgbAt(paint, i)).toEqual(rgbAt(threads, i));
      },
    );

    it.each(['neighbors', 'heading'] as const)('is mixed into colors by %s', (by) => {
      const { world, paint, own, threads } = flashing(by, 0.25);
      expect(paint.cover).toBe(1);
      for (let i = 0; i < world.count; i++) {
        const mixed = own[i].map((one, k) => 0.75 * one + 0.25 * rgbAt(threads, i)[k]);
        const found = rgbAt(paint, i);
        for (let k = 0; k < 3; k++) expect(Math.abs(found[k] - mixed[k])).toBeLessThan(1);
      }
      paint.flash = 0;
      expect(Array.from({ length: world.count }, (_, i) => rgbAt(paint, i))).toEqual(own);
    });

    it('has a new version with each change, unless the graphics card mixes', () => {
      for (const [by, more] of [
        ['species', 0],
        ['neighbors', 1],
      ] as const) {
        const { paint } = flashing(by, 1);
        const { version } = paint;
        paint.flash = 0.5;
        expect(paint.version - version).toBe(more);
      }
    });
  });

  it('shows the speed, up to the maximum speed of a species', () => {
    const world = flock(50);
    tick(world, 30);
    const paint = painted(world, 'speed');
    expect(paint.scale).toMatchObject({ from: 0, unit: 'm/s' });
    const { velocity } = world.views;
    for (let i = 0; i < world.count; i++) {
      const speed = Math.hypot(velocity.x[i], velocity.y[i], velocity.z[i]);
      expect(colorAt(paint, i)).toBe(step(speed / paint.scale!.to));
    }
  });

  it('counts neighbors in the range of the species, also across the edge, in a team', async () => {
    const team = await createTeam(flock(150), { workers: 2 });
    const { world } = team;
    await team.run(3);
    await team.dispose();
    const paint = painted(world, 'neighbors');
    const { position, species } = world.views;
    const edges = [18, 16, 14];
    const colors = new Set<string>();
    for (let i = 0; i < world.count; i++) {
      let count = 0;
      for (let j = 0; j < world.count; j++) {
        if (i === j) continue;
        const off = (['x', 'y', 'z'] as const).map((axis, k) => {
          const d = Math.abs(position[axis][i] - position[axis][j]);
          return Math.min(d, edges[k] - d);
        });
        if (species[i] === 0 && Math.hypot(...off) <= 4) count += 1;
      }
      expect(colorAt(paint, i)).toBe(step(count / 32));
      colors.add(colorAt(paint, i));
    }
    expect(colors.size).toBeGreaterThan(4);
  });

  it('gives agents in the same cell one color, and counts only within cells in a crowd', () => {
    const world = flock(6100);
    tick(world);
    const cells = painted(world, 'cell');
    const { cellStart } = innerOf(world).front;
    let shared = 0;
    for (let cell = 0; cell < innerOf(world).plan.grid.cells; cell++) {
      for (let i = cellStart[cell] + 1; i < cellStart[cell + 1]; i++) {
        expect(colorAt(cells, i)).toBe(colorAt(cells, i - 1));
        shared += 1;
      }
    }
    expect(shared).toBeGreaterThan(1000);
    const crowd = painted(world, 'neighbors');
    expect(crowd.scale?.unit).toBe('in the same cell');
    const first = cellStart.findIndex((start, cell) => cellStart[cell + 1] > start);
    const others = cellStart[first + 1] - cellStart[first] - 1;
    expect(colorAt(crowd, cellStart[first])).toBe(step(others / 8));
  });
});

describe('a column', () => {
  const columns = {
    energy: { type: 'f32', unit: 'J', min: 0, max: 20, initial: [0, 5, 20] },
    mood: { type: 'u32', initial: [7, 3, 5] },
    wind: { type: 'vec3', default: [3, 0, 4] },
  };
  const world = createWorld(
    parseScenario({
      name: 'herd',
      species: [
        {
          name: 'ox',
          count: 3,
          spawn: { type: 'box', min: [0, 0, 0], max: [9, 9, 9] },
          columns,
          behaviors: [],
        },
      ],
    }),
  );
  const colorsOf = (name: string) => {
    const paint = painted(world, `column:${name}`);
    return [paint.scale, [0, 1, 2].map((id) => colorAt(paint, world.views.slot[id]))];
  };

  it('has the colors of its range if it has one', () => {
    expect(colorsOf('energy')).toEqual([
      { from: 0, to: 20, unit: 'of a column', title: 'energy (J)' },
      [step(0), step(0.25), step(1)],
    ]);
  });

  it('has the colors of the present values if it has no range', () => {
    expect(colorsOf('mood')).toEqual([
      { from: 3, to: 7, unit: 'of a column', title: 'mood' },
      [step(1), step(0), step(0.5)],
    ]);
  });

  it('has the colors of lengths if it holds vectors', () => {
    expect(colorsOf('wind')).toEqual([
      { from: 5, to: 5, unit: 'of a column', title: 'wind' },
      [step(0), step(0), step(0)],
    ]);
  });
});
