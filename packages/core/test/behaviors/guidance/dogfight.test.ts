import { expect, it } from 'vitest';
import { parseScenario } from '../../../src/scenario/parse.ts';
import { createWorld } from '../../../src/tick/create-world.ts';
import { tick } from '../../../src/tick/tick.ts';
import { takeEvents } from '../../../src/world/event-ring.ts';
import { LONG } from '../../helpers/long.ts';
import { sceneText } from '../../helpers/scenes.ts';

/** The share of the kites of the scene that darts with the given guidance strike, over seeds from 1. */
function struck(guidance: Record<string, unknown>, seeds: number): number {
  let count = 0;
  for (let seed = 1; seed <= seeds; seed++) {
    const input = JSON.parse(sceneText('dogfight'));
    const dart = input.species[1];
    dart.behaviors[0] = { ...dart.behaviors[0], ...guidance };
    if (guidance.type === 'homing') {
      delete dart.behaviors[0].gain;
      delete dart.behaviors[0].augmentation;
    }
    const world = createWorld(parseScenario({ ...input, display: undefined, seed }), {
      maxWorkers: 1,
    });
    tick(world, 1400);
    const events = takeEvents(world);
    const strikes = events.filter(({ type }) => type === 'strike');
    const ends = events.filter(({ type }) => type === 'struck');
    // Several may hit one kite at once.
    expect(strikes.length).toBeGreaterThanOrEqual(ends.length);
    count += ends.length;
  }
  return count / (16 * seeds);
}

it('guidance that leads evading targets hits them, pursuit hardly ever does', () => {
  expect(struck({}, LONG ? 3 : 1)).toBeGreaterThan(0.4);
  // Of the 16 kites of one run, it may hit a few.
  expect(struck({ type: 'homing' }, LONG ? 6 : 1)).toBeLessThan(LONG ? 0.05 : 0.2);
});

it.runIf(LONG)('guidance that knows their acceleration hits most, seeds 1 to 16', () => {
  const augmented = struck({}, 16);
  const plain = struck({ augmentation: 0 }, 16);
  expect(augmented).toBeGreaterThan(0.5);
  expect(plain).toBeGreaterThan(0.3);
  // A run strikes 10 of 16, give or take 2: over 16 runs the two laws can be told apart.
  expect(augmented).toBeGreaterThan(1.05 * plain);
});
