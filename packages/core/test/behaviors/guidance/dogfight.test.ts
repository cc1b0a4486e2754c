import { expect, it } from 'vitest';
import { parseScenario } from '../../../src/scenario/parse.ts';
import { createWorld } from '../../../src/tick/create-world.ts';
import { tick } from '../../../src/tick/tick.ts';
import { takeEvents } from '../../../src/world/event-ring.ts';
import { sceneText } from '../../helpers/scenes.ts';

/** How many kites of the scene are struck by darts of another guidance, over seeds 1 to 6. */
function struck(guidance: Record<string, unknown>): number {
  let count = 0;
  for (let seed = 1; seed <= 6; seed++) {
    const input = JSON.parse(sceneText('dogfight'));
    const dart = input.species[1];
    dart.behaviors[0] = { ...dart.behaviors[0], ...guidance };
    if (guidance.type === 'homing') {
      delete dart.behaviors[0].gain;
      delete dart.behaviors[0].augmentation;
    }
    const world = createWorld(parseScenario({ ...input, seed }), { maxWorkers: 1 });
    tick(world, 1400);
    const events = takeEvents(world);
    const strikes = events.filter(({ type }) => type === 'strike');
    const ends = events.filter(({ type }) => type === 'struck');
    // Several may hit one kite at once.
    expect(strikes.length).toBeGreaterThanOrEqual(ends.length);
    count += ends.length;
  }
  return count;
}

it('against targets that evade, what knows their acceleration hits most, and pursuit nobody', () => {
  const augmented = struck({});
  const plain = struck({ augmentation: 0 });
  const pursuit = struck({ type: 'homing' });
  // Of 96 kites in all.
  expect(augmented).toBeGreaterThan(48);
  expect(plain).toBeGreaterThan(24);
  expect(augmented).toBeGreaterThan(1.2 * plain);
  expect(pursuit).toBeLessThan(5);
});
