import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { stateHash } from '../../src/phases/hash.ts';
import { createWorld } from '../../src/tick/create-world.ts';
import { tick } from '../../src/tick/tick.ts';
import { GOLDEN_SCENES } from '../helpers/golden-scenes.ts';

/**
 * One hash per scene. They change when a law, a scene or the order of a sum changes: then mint them
 * anew with SKEIN_MINT=1, and say why in the commit. On one commit they are the same for every
 * machine, engine, number of workers and kernel.
 */
const FILE = new URL('../golden.json', import.meta.url);
const minting = process.env.SKEIN_MINT === '1';

interface Golden {
  note: string;
  hashes: Record<string, { ticks: number; start: string; middle: string; end: string }>;
}

const golden: Golden = JSON.parse(readFileSync(FILE, 'utf8'));

describe.each(Object.entries(GOLDEN_SCENES))('%s', (name, { make, ticks }) => {
  it(`has the golden hashes of ticks 0, ${ticks / 2} and ${ticks}`, () => {
    const world = createWorld(make());
    const start = stateHash(world);
    tick(world, ticks / 2);
    const middle = stateHash(world);
    tick(world, ticks / 2);
    const found = { ticks, start, middle, end: stateHash(world) };
    if (minting) {
      golden.hashes[name] = found;
      writeFileSync(FILE, `${JSON.stringify(golden, null, 2)}\n`);
    }
    expect(found).toEqual(golden.hashes[name]);
  });
});

it('no golden hash is left of a scene that is gone', () => {
  expect(Object.keys(golden.hashes).sort()).toEqual(Object.keys(GOLDEN_SCENES).sort());
});
