import { createWorld, parseScenario, tick } from '@skein/core';
import { innerOf, tickSliced } from '@skein/core/internal';
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
        const mixed = own[i].map((value, k) => 0.75 * value + 0.25 * rgbAt(threads, i)[k]);
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

describe('what a scenario says about its colors', () => {
  const spawn = { type: 'box', min: [0, 0, 0], max: [9, 9, 9] };
  const states = [{ name: 'eat' }, { name: 'run' }];
  const herd = (color?: object) =>
    createWorld(
      parseScenario({
        name: 'herd',
        species: [
          {
            ...{ name: 'ox', count: 5, spawn, states, color: '#102030' },
            columns: { phase: { type: 'f32', initial: [0, 0.5, 3, 6.2, 2 * 3.14159] } },
          },
          { name: 'cat', count: 3, spawn, states: [...states].reverse() },
          { name: 'rock', count: 2, spawn, color: '#a0b0c0' },
        ],
        ...(color && { display: { color } }),
      }),
    );
  /** The states of the agents by id: oxen eat and run, cats run and eat. */
  const STATES = [0, 1, 1, 0, 7, 0, 1, 1, 0, 0];
  const shown = (by: ColorBy, color?: object) => {
    const world = herd(color);
    const { slot, columns } = world.views;
    const ofAgents = columns.state as Uint32Array;
    for (const [id, state] of STATES.entries()) ofAgents[slot[id]] = state;
    const paint = painted(world, by);
    return { paint, colors: STATES.map((_, id) => colorAt(paint, slot[id])) };
  };
  const [red, green, blue] = ['rgb(255 0 0)', 'rgb(0 255 0)', 'rgb(0 0 255)'];
  const [ox, rock] = ['rgb(16 32 48)', 'rgb(160 176 192)'];

  it('gives each named state its color; other agents have that of their species', () => {
    const { paint, colors } = shown('state', {
      by: 'state',
      title: 'Mood',
      values: [
        { value: 'run', name: 'flees', color: '#ff0000' },
        { value: 'run', species: 'cat', name: 'hunts', color: '#00ff00' },
        { value: 'eat', name: 'eats', color: '#0000ff' },
      ],
    });
    const oxen = [blue, red, red, blue, ox];
    expect(colors).toEqual([...oxen, green, blue, blue, rock, rock]);
    expect(paint.kinds).toEqual([
      { name: 'flees', color: red },
      { name: 'hunts', color: green },
      { name: 'eats', color: blue },
      { name: 'ox', color: ox },
      { name: 'rock', color: rock },
    ]);
    expect([paint.title, paint.scale]).toEqual(['Mood', undefined]);
  });

  it('gives numbers their colors, whatever the species', () => {
    const values = [{ value: 0, name: 'zero', color: '#ff0000' }];
    const { paint, colors } = shown('column:state', { by: 'column:state', values });
    const none = 'rgb(154 167 179)';
    expect(colors).toEqual([red, ox, ox, red, ox, red, none, none, red, red]);
    expect(paint.kinds?.map(({ name }) => name)).toEqual(['zero', 'ox', 'cat']);
  });

  it('is not needed for states: each of them has a color of its own', () => {
    const { paint, colors } = shown('state');
    const names = ['ox: eat', 'ox: run', 'cat: run', 'cat: eat', 'ox', 'rock'];
    expect(paint.kinds?.map(({ name }) => name)).toEqual(names);
    const of = Object.fromEntries(paint.kinds!.map(({ name, color }) => [name, color]));
    const expected = [0, 1, 1, 0, 4, 2, 3, 3, 5, 5].map((k) => of[names[k]]);
    expect(colors).toEqual(expected);
    expect(new Set(Object.values(of)).size).toBe(6);
  });

  it('does not concern other colors', () => {
    const color = { by: 'state', title: 'Mood' };
    const { paint } = shown('column:phase', color);
    expect([paint.title, paint.kinds]).toEqual([undefined, undefined]);
    expect(paint.scale).toMatchObject({ title: 'phase' });
  });

  it('shows phases on a circle, which ends where it begins', () => {
    const { paint, colors } = shown('column:phase', { by: 'column:phase', scale: 'circle' });
    expect(paint.scale).toEqual({
      ...{ from: 0, to: 2 * Math.PI, unit: 'of a column', title: 'phase', form: 'circle' },
    });
    expect(colors[4]).toBe(colors[0]);
    expect(new Set(colors.slice(0, 4)).size).toBe(4);
  });

  it('shows a flash at the start of a turn, and darkness in its middle', () => {
    const { colors } = shown('column:phase', { by: 'column:phase', scale: 'flash' });
    const light = colors
      .slice(0, 5)
      .map((color) => color.match(/\d+/g)!.reduce((sum, channel) => sum + Number(channel), 0));
    expect(light[0]).toBeGreaterThan(600);
    expect(light[2]).toBeLessThan(160);
    expect(light[0]).toBeGreaterThan(light[1]);
    expect(light[1]).toBeGreaterThan(light[2]);
    expect(light[3]).toBeGreaterThan(light[2]);
  });

  it('may have a range of its own', () => {
    const { paint, colors } = shown('column:phase', { by: 'column:phase', range: [0, 1] });
    expect(paint.scale).toMatchObject({ from: 0, to: 1 });
    expect(colors.slice(0, 3)).toEqual([step(0), step(0.5), step(1)]);
  });
});
