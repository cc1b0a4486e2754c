// Which species share a layer, and that looking over layers finds what a test of all pairs finds.
import { describe, expect, it } from 'vitest';
import { parseScenario } from '../../src/scenario/parse.ts';
import { createWorld } from '../../src/tick/create-world.ts';
import { tick } from '../../src/tick/tick.ts';
import { planLayers } from '../../src/world/layers.ts';
import { checkForces, checkRuns } from '../helpers/check-neighbors.ts';
import { checkSorted } from '../helpers/check-state.ts';
import { LAYERED, layeredScene } from '../helpers/hash-scenes/layers.ts';
import { LONG, someOf } from '../helpers/long.ts';

const BOX = { min: [0, 0, 0], max: [100, 100, 100] };

function layersOf(
  species: readonly (readonly [count: number, behaviors: readonly object[]])[],
): (readonly [species: readonly number[], radius: number])[] {
  const scenario = parseScenario({
    name: 'layers',
    bounds: { type: 'wrap', ...BOX },
    species: species.map(([count, behaviors], k) => ({
      name: `s${k}`,
      count,
      spawn: { type: 'box', ...BOX },
      behaviors,
    })),
  });
  return planLayers(scenario).map(({ species: members, radius }) => [members, radius]);
}

const rules = (radius: number, species?: readonly string[]) =>
  ['cohesion', 'alignment', 'separation'].map((type) => ({
    ...{ type, radius },
    ...(species && { species }),
  }));

describe('layers', () => {
  it('keep the cells of a flock narrow where a few hunters look far, at each other or at all', () => {
    const far = { type: 'separation', radius: 30, species: ['s1'] };
    expect(
      layersOf([
        [100_000, rules(2)],
        [100, [far]],
      ]),
    ).toEqual([
      [[0], 4],
      [[1], 30],
    ]);
    const [flock] = layersOf([
      [100_000, rules(2)],
      [100, [{ type: 'cohesion', radius: 30 }]],
    ]);
    expect(flock).toEqual([[0, 1], 4]);
  });

  it('have wide cells for a few agents that all others flee from afar', () => {
    expect(
      layersOf([
        [100_000, [...rules(2, ['s0']), { type: 'separation', radius: 16, species: ['s1'] }]],
        [100, []],
      ]),
    ).toEqual([
      [[0], 4],
      [[1], 32],
    ]);
  });

  it('are one for species that are looked for alike, and one each for those with their own kind', () => {
    const alike = Array.from({ length: 8 }, () => [12_500, rules(2)] as const);
    expect(layersOf(alike)).toEqual([[[0, 1, 2, 3, 4, 5, 6, 7], 4]]);
    const own = Array.from({ length: 31 }, (_, k) => [3200, rules(2, [`s${k}`])] as const);
    expect(layersOf(own)).toEqual(own.map((_, k) => [[k], 4]));
  });

  it('have cells as wide as a radius where agents are dense, and wider ones where they are sparse', () => {
    expect(layersOf([[1_000_000, rules(2)]])).toEqual([[[0], 2]]);
    expect(layersOf([[100_000, rules(2)]])).toEqual([[[0], 4]]);
    expect(layersOf([[20_000, rules(2)]])).toEqual([[[0], 4]]);
    expect(layersOf([[200, rules(2)]])).toEqual([[[0], 2]]);
  });

  it('leave apart what nothing looks for', () => {
    expect(
      layersOf([
        [30_000, []],
        [100_000, rules(2, ['s1'])],
      ]),
    ).toEqual([
      [[0], 0],
      [[1], 4],
    ]);
  });
});

it.each(Object.keys(LAYERED))(
  'of the scene "%s" are several, unless its rules are the same',
  (name) => {
    const { layers } = createWorld(layeredScene(name, 'open', 3)).handle.plan.grid;
    expect(layers.length > 1).toBe(!name.startsWith('the same rules'));
  },
);

const BOUNDS = [
  ['open', 3],
  ['wrap', 2],
  ['contain', 3],
  ['wrap', 3],
] as const;

describe.each(Object.keys(LAYERED).map((name, k) => [name, k] as const))('%s', (name, k) => {
  it.each(someOf(BOUNDS, 2, k))(
    'find the neighbors that a test of all pairs finds, bounds %s, %iD',
    (bounds, dimensions) => {
      const world = createWorld(layeredScene(name, bounds, dimensions));
      for (const radius of LONG ? [0.8, 2.3, 4.1] : [2.3]) checkRuns(world, radius);
      checkForces(world);
      const before = [...world.views.id];
      tick(world, 1);
      checkSorted(world, before);
      tick(world, 2);
      expect(checkRuns(world, 2.3)).toBeGreaterThan(100);
      checkForces(world);
    },
  );
});
