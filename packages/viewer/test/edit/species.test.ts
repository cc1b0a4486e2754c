import { readdirSync, readFileSync } from 'node:fs';
import { createWorld, parseScenario, ScenarioError, stateHash, tick } from '@skein/core';
import { describe, expect, it } from 'vitest';
import { someOf } from '../../../core/test/helpers/long.ts';
import { newScene } from '../../src/edit/new-scene.ts';
import {
  possibleBehaviors,
  seesObstacles,
  withAvoidance,
  withSpecies,
} from '../../src/edit/species.ts';
import { withSpare } from '../../src/scene-room.ts';

const folder = new URL('../../../../scenarios/', import.meta.url);
const scene = (name: string) =>
  parseScenario(JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8')));
const SCENES = readdirSync(folder)
  .filter((file) => file.endsWith('.json') && !file.endsWith('.schema.json'))
  .map((file) => file.replace('.json', ''));

const wish = {
  name: 'newcomer',
  count: 7,
  maxSpeed: 3,
  color: '#12ab9F',
  body: 'fish',
  behaviors: ['cohesion', 'seek'],
  aim: undefined,
};

describe('an added species', () => {
  it.each(someOf(['flock-yuka', 'crossing', 'maze', 'beams', 'hills', 'fish-and-shark'], 3))(
    'runs in %s beside the others, which start as before',
    (name) => {
      const before = scene(name);
      const first = before.targets[0]?.name;
      const { behaviors } = wish;
      const fit = first === undefined ? ['cohesion'] : behaviors;
      const scenario = withSpecies(before, { ...wish, behaviors: fit, aim: first });
      const world = createWorld(scenario);
      const { position, id, species } = world.views;
      const placed = (all: typeof world.views) =>
        new Map(
          [...all.id].map((value, row) => [value, [all.position.x[row], all.position.y[row]]]),
        );
      const old = placed(createWorld(before).views);
      const now = placed(world.views);
      for (const [one, place] of old) if (one < 0x10000) expect(now.get(one)).toEqual(place);
      const own = [...id].filter((_, row) => species[row] === before.species.length);
      expect(own.length).toBe(1007);
      expect(Number.isFinite(position.x[0])).toBe(true);
      tick(world, 3);
    },
  );

  it('has a color that does not affect the hash, and is refused if the scenario would not be valid', () => {
    const hash = (color: string) => {
      const world = createWorld(
        withSpecies(scene('flock-yuka'), { ...wish, color, behaviors: [] }),
      );
      tick(world, 5);
      return stateHash(world);
    };
    expect(hash('#000000')).toBe(hash('#ff0080'));
    const wrong = { ...wish, behaviors: [], name: 'vehicle' };
    for (const other of [wrong, { ...wish, color: 'red' }, { ...wish, count: -1 }]) {
      expect(() => withSpecies(scene('flock-yuka'), { ...other, behaviors: [] })).toThrow(
        ScenarioError,
      );
    }
  });

  it('aims at the named target or species', () => {
    const after = (aim: string) =>
      withSpecies(scene('beams'), { ...wish, behaviors: ['pursue'], aim }).species.at(-1)!
        .behaviors[0];
    expect(after('target')).toMatchObject({ type: 'pursue', target: 'target' });
    expect(after('beam')).toMatchObject({ type: 'pursue', quarry: 'beam' });
  });

  it('can have exactly the behaviors that the scene supports', () => {
    const types = (scenario: ReturnType<typeof scene>) =>
      possibleBehaviors(scenario).map(({ type }) => type);
    const plane = types(newScene('plane'));
    expect(plane).toEqual(expect.arrayContaining(['cohesion', 'seek', 'orca', 'goal', 'wander']));
    expect(plane).not.toContain('flowField');
    expect(types(newScene('map'))).toContain('flowField');
    expect(types(scene('flock-yuka'))).not.toContain('seek');
    expect(types(scene('particle-life'))).toContain('law:particleLife');
  });
});

describe('a new scene', () => {
  it.each(['plane', 'space', 'map'] as const)('%s steps, and has capacity for edits', (ground) => {
    const scenario = newScene(ground);
    const world = createWorld(scenario);
    tick(world, 30);
    expect(scenario.obstacleCapacity).toBeGreaterThan(100);
    expect(world.count).toBeGreaterThan(1000);
    // The same capacity that the editor adds elsewhere, so it adds none here.
    expect(withSpare(scenario, { obstacles: 256, agents: 1000 })).toEqual(scenario);
  });
});

describe('capacity for edits', () => {
  it.each(someOf(SCENES, 5))(
    'gives a valid scenario for %s, and adding it twice changes nothing more',
    (name) => {
      const spare = { obstacles: 5, agents: 3 };
      const roomy = withSpare(scene(name), spare);
      expect(parseScenario(JSON.parse(JSON.stringify(roomy)))).toEqual(roomy);
      expect(withSpare(roomy, spare)).toEqual(roomy);
      expect(roomy.obstacles.every((obstacle) => obstacle.name !== undefined)).toBe(true);
      expect(withSpare(scene(name), undefined)).toEqual(scene(name));
    },
  );
});

describe('added avoidance', () => {
  it('keeps nearly all agents out of an obstacle that they went through', () => {
    const plain = scene('fish-and-shark');
    const rock = { type: 'sphere', name: 'rock', center: [0, 0, 0], radius: 6 };
    const before = parseScenario({ ...structuredClone(plain as object), obstacles: [rock] });
    const inside = (scenario: typeof plain) => {
      const world = createWorld(scenario, { seed: 3 });
      let count = 0;
      for (let turn = 0; turn < 20; turn++) {
        tick(world, 20);
        const { x, y, z } = world.views.position;
        for (const [i, at] of x.entries()) if (Math.hypot(at, y[i], z[i]) < 6) count++;
      }
      return count;
    };
    const passing = inside(before);
    expect(passing).toBeGreaterThan(100);
    expect(inside(withAvoidance(before))).toBeLessThan(passing / 4);
  });

  it.each(SCENES)('fits into %s', (name) => {
    const scenario = scene(name);
    const hasRules = scenario.species.some(({ behaviors }) => behaviors.length > 0);
    expect(seesObstacles(withAvoidance(scenario))).toBe(hasRules);
  });
});
