import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ScenarioError } from '../../src/errors.ts';
import { parseScenario } from '../../src/scenario/parse.ts';
import type { Scenario } from '../../src/scenario/schema.ts';
import { createWorld } from '../../src/tick/create-world.ts';
import { tick } from '../../src/tick/tick.ts';
import { scenarios } from '../helpers/random-scenarios.ts';

/** What may stand anywhere in a file that somebody wrote by hand, or to do harm. */
const JUNK = [
  ...[
    null,
    true,
    '',
    'bird',
    's0',
    't0',
    'pool',
    'wrap',
    [],
    {},
    [0, 0, 0],
    [1],
    { type: 'wander' },
  ],
  ...[0, -0, 1, -1, 0.5, 17, 1000, 1e-308, 5e-324, 1e-7, 3000, -1e5, 1e308, 2 ** 31, 2 ** 53],
  ...[Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
];
const NEW_KEYS = ['__proto__', 'constructor', 'radius', 'maxSpeed', 'lifetime', 'behaviors', 'z'];

interface Change {
  readonly where: number;
  readonly what: number;
  readonly how: number;
}

/** Replaces, removes or adds something somewhere. */
function changed(input: unknown, { where, what, how }: Change): unknown {
  const copy = structuredClone(input);
  const places: [Record<string, unknown>, string][] = [];
  const visit = (value: unknown): void => {
    if (value === null || typeof value !== 'object') return;
    for (const key of Object.keys(value)) {
      places.push([value as Record<string, unknown>, key]);
      visit((value as Record<string, unknown>)[key]);
    }
  };
  visit(copy);
  const [holder, key] = places[where % places.length];
  const junk = structuredClone(JUNK[what % JUNK.length]);
  if (how === 0 && Array.isArray(holder)) holder.push(junk);
  else if (how === 0) {
    const value = { value: junk, enumerable: true, configurable: true, writable: true };
    Object.defineProperty(holder, NEW_KEYS[what % NEW_KEYS.length], value);
  } else if (how === 1) delete holder[key];
  else holder[key] = junk;
  return copy;
}

const SEED = 606;

it(`whatever is changed in a scenario, it is refused by name or runs, seed ${SEED}`, () => {
  const change = fc.record({ where: fc.nat(), what: fc.nat(), how: fc.nat({ max: 4 }) });
  const changes = fc.array(change, { minLength: 1, maxLength: 2 });
  let refused = 0;
  let ran = 0;
  fc.assert(
    fc.property(scenarios, changes, (valid, list) => {
      const input = list.reduce(changed, valid as unknown);
      let scenario: Scenario;
      try {
        scenario = parseScenario(input);
      } catch (error) {
        // Anything else, a TypeError or RangeError, is a hole in the gate.
        expect(error).toBeInstanceOf(ScenarioError);
        expect((error as ScenarioError).problems.length).toBeGreaterThan(0);
        refused++;
        return;
      }
      const world = createWorld(scenario, { maxWorkers: 2 });
      tick(world, 3);
      const { x } = world.views.position;
      expect(x.every(Number.isFinite)).toBe(true);
      ran++;
    }),
    { seed: SEED, numRuns: 2000 },
  );
  expect(refused).toBeGreaterThan(500);
  expect(ran).toBeGreaterThan(100);
});
