import { readdirSync, readFileSync } from 'node:fs';
import { createWorld, kernels, parseScenarioText, stateHash, tick } from '@skein/core';
import { describe, expect, it } from 'vitest';
import { LONG, someOf } from '../../../packages/core/test/helpers/long.ts';

const TICKS = 20;

/**
 * The hashes of the scenes that models make for the page (scripts/generate/model-scenes.mjs), equal on every machine and kernel.
 */
const HASHES: Readonly<Record<string, string>> = {
  ants: '79c3b78403775633',
  couzin: '2dab50f179fae38c',
  epidemic: 'a6fb861236b6ef76',
  evacuation: '1091717d8d50f96f',
  fireflies: 'cc8a93e4671ba6a9',
  'food-chain': 'dce916cc7bc09708',
  lanes: '31c57f456037776f',
  predators: 'bba2d76098ba5545',
  swarmalators: 'dc67011b7c1d04fc',
  topological: '6b05a814fe904ce2',
  vicsek: 'ba9bc1b918d95fa1',
};

const FOLDER = new URL('../../../scenarios/models/', import.meta.url);
const scenes = readdirSync(FOLDER).map((file) => file.replace('.json', ''));

describe.each(scenes)('the scene %s', (name) => {
  const scenario = parseScenarioText(readFileSync(new URL(`${name}.json`, FOLDER), 'utf8'));

  const turn = scenes.indexOf(name);

  it.runIf(LONG || turn % 2 === 0)(
    'has the golden hash with each kernel, and quarantines none of its agents',
    () => {
      for (const kernel of someOf(kernels(), 2, turn / 2)) {
        const world = createWorld(scenario, { kernel });
        tick(world, TICKS);
        expect(stateHash(world), kernel).toBe(HASHES[name]);
        expect([...world.views.status].filter((status) => status > 1)).toEqual([]);
      }
    },
  );

  it('has a name of its own, and a picture for the gallery', () => {
    expect(scenario.name).toBe(name);
    const top = new URL(`../../../scenarios/${name}.json`, import.meta.url);
    expect(() => readFileSync(top)).toThrow('ENOENT');
    const pictures = new URL('../../../packages/viewer/public/thumbnails/', import.meta.url);
    expect(readFileSync(new URL(`${name}.webp`, pictures)).length).toBeGreaterThan(1000);
  });
});
