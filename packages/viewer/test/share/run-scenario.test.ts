import {
  command,
  createWorld,
  parseScenario,
  parseScenarioText,
  stateHash,
  tick,
} from '@skein/core';
import { expect, it } from 'vitest';
import { type ScenarioRun, scenarioText } from '../../src/share/run-scenario.ts';

/** A flock with its own target, which a command of the scene moves at tick 5. */
const scene = parseScenario({
  name: 'flock',
  seed: 1,
  targets: [{ name: 'goal', position: [5, 0, 0] }],
  species: [
    {
      name: 'boid',
      count: 37,
      capacity: 50,
      maxSpeed: 9,
      maxForce: 27,
      spawn: { type: 'sphere', center: [0, 0, 0], radius: 5, velocity: { speed: 3 } },
      behaviors: [{ type: 'separation' }, { type: 'seek', target: 'goal' }],
    },
  ],
  commands: [{ tick: 5, type: 'move', target: 'goal', position: [0, 5, 0] }],
});

it('repeats a run from its text alone: seed, commands of the scene and given commands', () => {
  const world = createWorld(scene, { seed: 9 });
  for (let at = 0; at < 30; at++) {
    if (at === 3) command(world, { type: 'remove', ids: [4, 7, 11] });
    if (at === 12)
      command(world, { type: 'set', species: 'boid', parameter: 'maxSpeed', value: 4 });
    if (at === 12) command(world, { type: 'move', target: 'goal', position: [0, 0, 5] });
    tick(world);
  }
  const text = scenarioText({ scenario: scene, seed: 9, history: world.log });
  const again = createWorld(parseScenarioText(text));
  for (let at = 0; at < 30; at++) tick(again);
  expect(stateHash(again)).toBe(stateHash(world));
});

it.each([
  [
    'commands',
    (at: number) => ({ type: 'move', target: 'goal', position: [at, 0, 0] }) as const,
    1100,
  ],
  ['ids', () => ({ type: 'go', ids: new Uint32Array(5000), position: [0, 0, 0] }) as const, 1],
])(
  'gives no text for more %s than a scenario may have, because nothing could open it',
  (_, make, count) => {
    const history = Array.from({ length: count }, (_, at) => ({ tick: at, ...make(at) }));
    const run = { scenario: scene, seed: 9, history } as unknown as ScenarioRun;
    expect(() => scenarioText(run)).toThrow('Save its replay instead');
  },
);
