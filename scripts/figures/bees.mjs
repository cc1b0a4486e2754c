import { createWorld, parseScenario, tick } from '@skein/core';
import { sceneInput } from './scene-input.mjs';

const TICKS = 900;
const SEEDS = [1, 2, 3];

/**
 * The number of ticks in which a bee touches an enemy or a bullet, over all bees and 15 s.
 *
 * @param {string} scene
 * @param {number} seed
 * @param {object} dodge keys of the dodging to replace
 */
function contacts(scene, seed, dodge) {
  const input = { ...sceneInput(scene), seed };
  Object.assign(input.species[0].behaviors[0], dodge);
  const world = createWorld(parseScenario(input));
  const { bounds, species } = world.scenario;
  if (bounds.type === 'open') throw new Error('The bees have no bounds.');
  const [width, height] = [0, 1].map((axis) => bounds.max[axis] - bounds.min[axis]);
  let count = 0;
  while (world.tick < TICKS) {
    tick(world);
    const { id, position, species: kind } = world.views;
    for (let bee = 0; bee < id.length; bee++) {
      if (kind[bee] !== 0) continue;
      for (let other = 0; other < id.length; other++) {
        if (kind[other] === 0) continue;
        const x = Math.abs(position.x[bee] - position.x[other]);
        const y = Math.abs(position.y[bee] - position.y[other]);
        const apart = Math.hypot(Math.min(x, width - x), Math.min(y, height - y));
        if (apart < species[0].radius + species[kind[other]].radius) count++;
      }
    }
  }
  return count;
}

/** @type {import('./figure.mjs').Figure} */
export const bees = {
  page: 'docs/presets.md',
  heading: '## Bees',
  keys: 1,
  rows() {
    const cells = (/** @type {object} */ dodge) =>
      ['bees', 'bees-article'].map((scene) =>
        SEEDS.map((seed) => contacts(scene, seed, dodge)).join(', '),
      );
    return [
      ['contacts in 15 s, seeds 1, 2, 3', ...cells({})],
      ['the same, dodging fellow bees alone', ...cells({ species: ['bee'] })],
    ];
  },
};
