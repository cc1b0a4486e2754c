import { readdirSync, readFileSync } from 'node:fs';
import { createWorld, parseScenarioText, type Scenario, stateHash, tick } from '@skein/core';
import { describe, expect, it } from 'vitest';
import { LONG, someOf } from '../../../core/test/helpers/long.ts';
import { hasCount, withCounts } from '../../src/laws/count-slider.ts';
import { canGrow, growth, withRoom } from '../../src/laws/with-room.ts';

const FOLDER = new URL('../../../../scenarios/', import.meta.url);

function scene(name: string): Scenario {
  return parseScenarioText(readFileSync(new URL(`${name}.json`, FOLDER), 'utf8'));
}

const SCENES = ['', 'models/'].flatMap((folder) =>
  readdirSync(new URL(folder, FOLDER))
    .filter((name) => name.endsWith('.json') && !name.endsWith('.schema.json'))
    .map((name) => folder + name.slice(0, -'.json'.length)),
);

/** The scenes whose places are laid out: agents get crowded there. */
const FIXED = [
  ...['beams', 'bottleneck', 'castle', 'chasers', 'crossing', 'dogfight', 'flock-forces'],
  ...[
    'formation',
    'hills',
    'maze',
    'old-town',
    'physarum',
    'salvo',
    'shepherd',
    'station',
    'tiles',
  ],
  ...['models/ants', 'models/evacuation', 'models/lanes'],
];

const numberOf = ({ species }: Scenario) => species.reduce((sum, { count }) => sum + count, 0);

/** The size of the bounds, in m^2 or m^3; undefined without bounds. */
function sizeOfBounds({ bounds, dimensions }: Scenario): number | undefined {
  if (bounds.type === 'open') return undefined;
  const { min, max } = bounds;
  return [0, 1, 2].slice(0, dimensions).reduce((size, k) => size * (max[k] - min[k]), 1);
}

/** The size of the region in which a species starts, up to a factor. */
function sizeOfStart({ species, dimensions }: Scenario, name: string): number {
  const { spawn } = species.find((species) => species.name === name)!;
  if (spawn.type === 'sphere') return spawn.radius ** dimensions;
  if (spawn.type === 'shell') return spawn.radius ** (dimensions - 1);
  if (spawn.type !== 'box') throw new Error(`found ${spawn.type}`);
  const { min, max } = spawn;
  return [0, 1, 2].slice(0, dimensions).reduce((size, k) => size * (max[k] - min[k]), 1);
}

describe('the room of a scene', () => {
  it('can grow in all scenes but those whose places are laid out', () => {
    expect(SCENES.filter((name) => !canGrow(scene(name))).sort()).toEqual(FIXED.sort());
  });

  const cases = SCENES.flatMap((name) => {
    const own = scene(name);
    if (!canGrow(own)) return [];
    return own.species
      .filter(hasCount)
      .map((species) => [name, species.name, species.count] as const);
  });

  it.each(cases)('keeps the density of %s with more of %s', (name, species, count) => {
    const before = scene(name);
    for (const times of [7, 100]) {
      const after = withRoom(before, { [species]: count * times });
      // The density of all agents in the bounds; without bounds, of the species where it starts.
      const [old, now] = [sizeOfBounds(before), sizeOfBounds(after)];
      const density = (scenario: Scenario, size = 1) => numberOf(scenario) / size;
      if (old !== undefined) {
        const share = density(after, now) / density(before, old);
        expect(share).toBeGreaterThan(0.9);
        expect(share).toBeLessThan(1.1);
      } else {
        const share = (times * sizeOfStart(before, species)) / sizeOfStart(after, species);
        expect(share).toBeGreaterThan(0.9);
        expect(share).toBeLessThan(1.1);
      }
    }
  });

  const small = cases.filter(([, , count]) => LONG || count < 20_000);
  it.each(someOf(small, 2, 1))(
    'has all agents of %s inside when %s are more',
    (name, species, count) => {
      const after = withRoom(scene(name), { [species]: count * 7 });
      const { views } = createWorld(after);
      const { bounds } = after;
      const [min, max] =
        bounds.type === 'open'
          ? [
              [-1e5, -1e5, -1e5],
              [1e5, 1e5, 1e5],
            ]
          : [bounds.min, bounds.max];
      const { x, y, z } = views.position;
      const isOutside = (_: number, row: number) =>
        [x, y, z].some((axis, k) => {
          const at = axis[row];
          return !(at >= Math.fround(min[k]) && at <= Math.fround(max[k]));
        });
      expect([...views.id].filter(isOutside)).toEqual([]);
    },
  );

  it('grows a start region as its species, and those that fill the bounds with the bounds', () => {
    const { species, bounds } = withRoom(scene('bees'), { bee: 6000 });
    const [bee, enemy, bullet] = species.map(({ spawn }) => spawn);
    // 100 times as many bees on 100 times the area, and 6046 / 106 of all agents.
    expect(bee).toMatchObject({ radius: 600 });
    expect(bounds).toMatchObject({ min: [-240 * 7.553, -160 * 7.553, 0] });
    const { min, max } = bounds as { min: number[]; max: number[] };
    expect([enemy, bullet]).toMatchObject([
      { min, max },
      { min, max },
    ]);
  });

  it('grows the reach of a tether where there are no bounds', () => {
    const { behaviors } = withRoom(scene('murmuration'), { starling: 40_000 }).species[0];
    expect(behaviors.find(({ type }) => type === 'tether')).toMatchObject({
      length: 22,
      margin: 24,
    });
  });

  it('does not shrink, and stays as it is with fewer agents or with its own number', () => {
    const own = scene('flock');
    expect(withRoom(own, { boid: 20 })).toEqual(withCounts(own, { boid: 20 }));
    expect(withRoom(own, { boid: 200 })).toEqual(own);
    expect(withRoom(own, {})).toEqual(own);
    const grown = withRoom(own, { boid: 5000 });
    // A scenario that has grown, such as one in a link, does not grow again.
    expect(withRoom(grown, { boid: 5000 })).toEqual(grown);
  });

  it('stays at its numbers where places are laid out', () => {
    const own = scene('models/evacuation');
    expect(withRoom(own, { pedestrian: 900 })).toEqual(withCounts(own, { pedestrian: 900 }));
  });

  it('stays within the largest coordinates', () => {
    const { spawn } = withRoom(scene('circle'), { walker: 1_000_000 }).species[0];
    expect(spawn).toMatchObject({ radius: 100_000 });
  });
});

describe('growth', () => {
  it('is the smallest multiple of 0.001 that is large enough', () => {
    expect(growth(8, 1, 3)).toBe(2);
    expect(growth(200_000, 200, 3)).toBe(10);
    expect(growth(300, 100, 2)).toBe(1.733);
    expect(growth(301, 100, 1)).toBe(3.01);
    expect([growth(5, 5, 2), growth(4, 5, 2), growth(4, 0, 2)]).toEqual([1, 1, 1]);
    for (let count = 1001; count < 1_000_000; count += 9973) {
      for (const dimensions of [2, 3]) {
        const by = growth(count, 1000, dimensions);
        expect(by ** dimensions).toBeGreaterThanOrEqual((count / 1000) * (1 - 1e-12));
        expect((by - 0.001) ** dimensions).toBeLessThan(count / 1000);
      }
    }
  });
});

/** The hashes of runs that links name: `many` means the same forever. */
it.each([
  ['flock', { boid: 3000 }, 'e0095d8eb427b131'],
  ['bees', { bee: 500, enemy: 40 }, 'a09c078e09d4687a'],
])('links to %s with many agents open the run that they were made of', (name, many, hash) => {
  const world = createWorld(withRoom(scene(name), many));
  tick(world, 3);
  expect(stateHash(world)).toBe(hash);
});
