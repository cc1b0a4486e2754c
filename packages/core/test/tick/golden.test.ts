import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { stateHash } from '../../src/phases/hash.ts';
import { parseScenario } from '../../src/scenario/parse.ts';
import { worldDigest } from '../../src/snapshot/digest.ts';
import { createWorld } from '../../src/tick/create-world.ts';
import { tick } from '../../src/tick/tick.ts';
import { takeEvents } from '../../src/world/event-ring.ts';
import { GOLDEN_SCENES } from '../helpers/golden-scenes.ts';
import { LONG } from '../helpers/long.ts';
import { sceneText } from '../helpers/scenes.ts';
import { withoutLooks } from '../helpers/without-looks.ts';

/**
 * State hashes and digests of each scene. Hashes change when a law, a scene or the order of a sum changes;
 * digests also when a column, a particle, an event or another key of a scenario does, but not when its looks do.
 * Then mint them with SKEIN_MINT=1, and say why in the commit. On one commit they are the same for every machine, engine,
 * number of workers and kernel.
 */
const FILE = new URL('../golden.json', import.meta.url);
const minting = process.env.SKEIN_MINT === '1';
/** In `npm test`, each scene is stepped to the middle of its ticks. */
const WHOLE = LONG || minting;

interface Three {
  start: string;
  middle: string;
  end: string;
}

interface Golden {
  note: string;
  hashes: Record<string, Three & { ticks: number; digests: Three }>;
}

const golden: Golden = JSON.parse(readFileSync(FILE, 'utf8'));

describe.each(Object.entries(GOLDEN_SCENES))('%s', (name, { make, ticks }) => {
  const last = WHOLE ? ticks : ticks / 2;

  it(`has the golden hashes and digests of tick 0 and others up to ${last}`, () => {
    const world = createWorld(make());
    const [start, startDigest] = [stateHash(world), worldDigest(world)];
    tick(world, ticks / 2);
    const [middle, middleDigest] = [stateHash(world), worldDigest(world)];
    // So that a run that is resumed here has the same at the end.
    takeEvents(world);
    if (!WHOLE) {
      const { start: first, middle: second, digests } = golden.hashes[name];
      expect([start, middle]).toEqual([first, second]);
      expect([startDigest, middleDigest]).toEqual([digests.start, digests.middle]);
      return;
    }
    tick(world, ticks / 2);
    const digests = { start: startDigest, middle: middleDigest, end: worldDigest(world) };
    const found = { ticks, start, middle, end: stateHash(world), digests };
    if (minting) {
      golden.hashes[name] = found;
      writeFileSync(FILE, `${JSON.stringify(golden, null, 2)}\n`);
    }
    expect(found).toEqual(golden.hashes[name]);
  });
});

it('a digest is the same with another description or color, and another with another number', () => {
  const input = JSON.parse(sceneText('particle-life'));
  const digestOf = (change: (one: typeof input) => void) => {
    const changed = structuredClone(input);
    change(changed);
    return worldDigest(createWorld(parseScenario(withoutLooks(changed))));
  };
  const digest = golden.hashes['particle-life'].digests.start;
  const words = 'Other words.';
  const looks = digestOf((one) => {
    one.description = words;
    one.laws[0].description = words;
    one.laws[0].parameters.radius.description = words;
    one.species[0].color = '#123456';
  });
  expect(looks).toBe(digest);
  expect(digestOf((one) => (one.species[0].behaviors[0].push += 0.5))).not.toBe(digest);
  expect(digestOf((one) => (one.laws[0].parameters.push.max += 1))).not.toBe(digest);
});

it('there is no golden hash of a scene that no longer exists', () => {
  expect(Object.keys(golden.hashes).sort()).toEqual(Object.keys(GOLDEN_SCENES).sort());
});
