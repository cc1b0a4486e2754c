import { it } from 'vitest';
import { InvariantChecker } from '../helpers/invariants.ts';
import { randomOf } from '../helpers/random-of.ts';
import { runsOf } from '../helpers/runs.ts';
import { pointsOf, worldOf } from '../helpers/scenes.ts';
import { stepAsTeam } from '../helpers/virtual-team.ts';

const SEEDS = runsOf(2, 20);

it('invariants hold for agents and launchers exactly on the walls of a torus', () => {
  const bounds = { type: 'wrap', min: [-7, 0, 10], max: [4, 31, 23] };
  const world = worldOf({
    bounds,
    species: [
      { name: 'bird', ...pointsOf([bounds.max, bounds.min, [4, 0, 23], [-7, 31, 10]]) },
      { name: 'beam', count: 3, spawn: { type: 'pool' }, behaviors: [{ type: 'homing' }] },
    ],
    targets: [{ name: 'goal', position: [0, 15, 15] }],
    launchers: [
      { name: 'gun', species: 'beam', target: 'goal', position: bounds.max, speed: 0 },
      { name: 'other', species: 'beam', target: 'goal', position: bounds.min, speed: 30 },
    ],
    commands: [
      { tick: 0, type: 'fire' },
      { tick: 0, type: 'fire', launcher: 'other' },
    ],
  });
  const invariants = new InvariantChecker(world);
  for (let k = 0; k < 30; k++) {
    invariants.check();
    stepAsTeam(world, 3, randomOf(k));
  }
});

it(`a box spawn that rounds up to the far wall stays inside, seeds 1 to ${SEEDS}`, () => {
  for (let seed = 1; seed <= SEEDS; seed++) {
    // One meter at 1000: f32 cannot tell the last numbers below 1 from 1.
    const box = { min: [1000, 2000, 0], max: [1001, 2001, 1] };
    const world = worldOf({
      seed,
      bounds: { type: 'wrap', ...box },
      species: [{ name: 'bird', count: 20_003, spawn: { type: 'box', ...box } }],
    });
    new InvariantChecker(world).check();
  }
});
