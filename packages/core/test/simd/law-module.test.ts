import { expect, it } from 'vitest';
import { defineLaw, vec3 } from '../../src/laws/index.ts';
import { stateHash } from '../../src/phases/hash.ts';
import { parseScenario } from '../../src/scenario/parse.ts';
import { compileLaws } from '../../src/simd/law-module.ts';
import { createWorld } from '../../src/tick/create-world.ts';
import { tick } from '../../src/tick/tick.ts';
import type { World } from '../../src/world/world.ts';

const box = { type: 'box', min: [-9, -9, -9], max: [9, 9, 9] };

/** A world whose law adds a number, in SIMD. */
function worldOf(number: number, { columns = {}, ...rest }: Record<string, unknown> = {}) {
  const law = defineLaw({
    name: 'add',
    description: 'Pushes along x.',
    force: ({ self }) => vec3(self.velocity.x.mul(number), 0, 0),
  });
  const behaviors = [{ type: 'law:add' }];
  const scenario = {
    name: 'one',
    species: [{ name: 'a', count: 7, spawn: box, columns, behaviors }],
    ...rest,
  };
  return createWorld(parseScenario(scenario, { laws: [law] }), { kernel: 'simd', maxWorkers: 1 });
}

const moduleOf = (...given: Parameters<typeof worldOf>) => moduleIn(worldOf(...given));
const moduleIn = ({ plan, memory }: World) => compileLaws(plan, memory.shared);

it('is shared by worlds with the same laws, even if their agents differ', () => {
  const module = moduleOf(2);
  expect(module).toBeInstanceOf(WebAssembly.Module);
  const species = [{ name: 'b', count: 40, spawn: box, behaviors: [{ type: 'law:add' }] }];
  expect(moduleOf(2, { species })).toBe(module);
});

it.each<[what: string, number: number, rest?: Record<string, unknown>]>([
  ['another number', 3],
  ['-0 for 0', -0],
  ['another seed', 0, { seed: 99 }],
  ['another time step', 0, { dt: 0.5 }],
  ['two dimensions', 0, { dimensions: 2 }],
  ['a column', 0, { columns: { mood: { type: 'u32', initial: { min: 1, max: 9 } } } }],
])('is a different one for worlds with %s', (_, number, rest) => {
  expect(moduleOf(number, rest)).not.toBe(moduleOf(0));
});

it('is dropped after many others, and compiled again with the same results', () => {
  const first = worldOf(5);
  const module = moduleIn(first);
  tick(first);
  for (let k = 0; k < 40; k++) moduleOf(100 + k);
  const again = worldOf(5);
  tick(again);
  expect(moduleIn(again)).not.toBe(module);
  expect(stateHash(again)).toBe(stateHash(first));
});
