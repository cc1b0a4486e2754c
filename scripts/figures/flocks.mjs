import { createWorld, measure, parseScenario, tick } from '@skein/core';
import { sceneInput } from './scene-input.mjs';

const SECONDS = [5, 10, 20];

/** @param {string} scene */
function polarizations(scene) {
  const world = createWorld(parseScenario(sceneInput(scene)));
  return SECONDS.map((seconds) => {
    tick(world, Math.round(seconds / world.scenario.dt) - world.tick);
    return measure(world, ['polarization'])[0].toFixed(2);
  }).join(', ');
}

/** @type {import('./figure.mjs').Figure} */
export const flocks = {
  page: 'docs/presets.md',
  heading: '## Flocks',
  keys: 1,
  rows: () => [
    [
      `polarization after ${SECONDS.join(', ')} s`,
      ...['flock-opensteer', 'flock-yuka', 'flock-forces'].map(polarizations),
    ],
  ],
};
