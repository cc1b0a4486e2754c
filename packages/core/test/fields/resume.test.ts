import { describe, expect, it } from 'vitest';
import { stateHash } from '../../src/phases/hash.ts';
import { restore, snapshot } from '../../src/snapshot/snapshot.ts';
import { createWorld } from '../../src/tick/create-world.ts';
import { tick, tickSliced } from '../../src/tick/tick.ts';
import { someOf } from '../helpers/long.ts';
import { FIELD_SCENES, fieldScene } from './scenes.ts';

describe.each(someOf(FIELD_SCENES, 2))('in %s, seed 7', (_, options) => {
  it('a run continues from a snapshot with the same hashes', () => {
    const scenario = fieldScene(options);
    const world = createWorld(scenario, { kernel: 'simd' });
    tick(world, 3);
    const again = restore(snapshot(world), { kernel: 'ts' });
    expect(stateHash(again)).toBe(stateHash(world));
    tick(world, 2);
    tickSliced(again, [0]);
    tickSliced(again, [0]);
    expect(stateHash(again)).toBe(stateHash(world));
  });
});
