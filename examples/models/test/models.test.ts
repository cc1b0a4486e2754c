import {
  createWorld,
  kernels,
  parseScenario,
  restore,
  snapshot,
  stateHash,
  tick,
} from '@skein/core';
import { tickSliced } from '@skein/core/internal';
import { describe, expect, it } from 'vitest';
import { LONG, someOf } from '../../../packages/core/test/helpers/long.ts';
import { SMALL_MODELS } from './small-models.ts';

const TICKS = 40;
const WORKERS = [1, 2, 3, 5, 8, 13];

/**
 * Equal on every machine, engine, number of workers and kernel. Changes only when a law of a model or the engine
 * changes.
 */
const HASHES = {
  ants: '84cc667a2905d8ee',
  couzin: '9e44d5b20d6c6c15',
  epidemic: '3f985eb4bb3cc256',
  evacuation: '063ef5e21ece6893',
  fireflies: 'fda539402cb1215d',
  foodChain: '9e5ee0a01d984380',
  lanes: '752d6960bd5e1201',
  particleLife: 'b1eef8133ef4bb4e',
  physarum: 'b0d8648da9ba053a',
  predators: '5744835ac9a3c069',
  swarmalators: '9c3224f329977be9',
  topological: '58c1b3984481b06f',
  vicsek: '45ed76b3d0dc1436',
};

describe.each(Object.entries(SMALL_MODELS))('%s', (name, input) => {
  const scenario = parseScenario(input);
  const stepped = createWorld(scenario, { kernel: 'ts' });
  tick(stepped, TICKS);
  const expected = stateHash(stepped);
  const turn = Object.keys(SMALL_MODELS).indexOf(name);

  it.runIf(LONG || turn % 6 === 0)('has one hash for 1 to 13 workers and each kernel', () => {
    for (const [k, kernel] of kernels().entries()) {
      for (const workers of someOf(WORKERS, 6, turn + 3 * k)) {
        const world = createWorld(scenario, { kernel, maxWorkers: workers });
        // The workers run in reverse order, which reveals dependencies between them.
        const order = [...Array(workers).keys()].reverse();
        for (let k = 0; k < TICKS; k++) tickSliced(world, order);
        expect(stateHash(world), `${workers} workers, ${kernel}`).toBe(expected);
      }
    }
  });

  it('has the golden hash', () => {
    expect(expected).toBe(HASHES[name as keyof typeof HASHES]);
  });

  it.runIf(LONG || turn % 3 === 1)('has the same hash when it continues from a snapshot', () => {
    const world = createWorld(scenario);
    tick(world, 17);
    const resumed = restore(snapshot(world));
    tick(resumed, TICKS - 17);
    expect(stateHash(resumed)).toBe(expected);
  });

  it('moves, and quarantines none of its agents', () => {
    expect(stateHash(createWorld(scenario))).not.toBe(expected);
    expect([...stepped.views.status].filter((status) => status > 1)).toEqual([]);
  });
});
