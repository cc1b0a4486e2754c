import { createWorld, measure, parseScenario, tick } from '@skein/core';
import { loadModel } from '../generate/load-model.mjs';

const SEEDS = [11, 12, 13];

/**
 * A world of a model of examples/models.
 *
 * @param {string} name
 * @param {string} maker the name of its export that makes the scenario
 * @param {object} options
 */
async function worldOf(name, maker, options) {
  return createWorld(parseScenario((await loadModel(name))[maker](options)));
}

/** @param {readonly number[]} values */
const mean = (values) => values.reduce((a, b) => a + b, 0) / values.length;

/**
 * The length of the mean of unit vectors at these angles: 1 if all are equal.
 *
 * @param {readonly number[]} angles
 */
const orderOf = (angles) => Math.hypot(mean(angles.map(Math.cos)), mean(angles.map(Math.sin)));

/** @param {import('@skein/core').World} world @param {string} name */
const columnOf = (world, name) =>
  Array.from(/** @type {Float32Array} */ (world.views.columns[name]));

/**
 * The mean polarization over the next ticks.
 *
 * @param {import('@skein/core').World} world
 * @param {number} ticks
 */
function meanOrder(world, ticks) {
  let sum = 0;
  for (let step = 0; step < ticks; step++) {
    tick(world);
    sum += measure(world, ['polarization'])[0];
  }
  return sum / ticks;
}

/**
 * @param {(seed: number) => Promise<number>} figure
 * @param {number} digits
 */
async function ofSeeds(figure, digits) {
  const found = [];
  for (const seed of SEEDS) found.push((await figure(seed)).toFixed(digits));
  return found.join(', ');
}

/** @param {number} noise */
const vicsek = (noise) => async (/** @type {number} */ seed) => {
  const world = await worldOf('vicsek', 'vicsek', { noise, seed });
  tick(world, 3000);
  return meanOrder(world, 3000);
};

/** @param {object} coupled */
const fireflies = (coupled) => async (/** @type {number} */ seed) => {
  const world = await worldOf('fireflies', 'fireflies', { ...coupled, seed });
  tick(world, 2400);
  return orderOf(columnOf(world, 'phase'));
};

/** The share of choices for the short branch in the last four of twenty minutes. @param {object} options */
const ants = (options) => async (/** @type {number} */ seed) => {
  const world = await worldOf('ants', 'ants', { ...options, seed });
  tick(world, 9600);
  const ways = new Map();
  let [chosen, short] = [0, 0];
  for (let step = 0; step < 2400; step++) {
    tick(world);
    const [way, branch] = [columnOf(world, 'way'), columnOf(world, 'branch')];
    world.views.id.forEach((id, row) => {
      const hasTurned = way[row] === -(ways.get(id) ?? way[row]);
      ways.set(id, way[row]);
      if (!hasTurned) return;
      chosen += 1;
      if (branch[row] < 0.5) short += 1;
    });
  }
  return short / chosen;
};

/** @param {number} edge @param {number} range */
const topological = (edge, range) => async (/** @type {number} */ seed) => {
  const world = await worldOf('topological', 'topological', { edge, range, noise: 25, seed });
  tick(world, 1200);
  return meanOrder(world, 300);
};

/** @param {number} range */
const densities = async (range) =>
  `${await ofSeeds(topological(10, range), 2)}; ${await ofSeeds(topological(40, range), 2)}`;

/** @type {import('./figure.mjs').Figure} */
export const models = {
  page: 'docs/models.md',
  heading: '# Models',
  keys: 2,
  rows: async () => [
    [
      '[Vicsek](../examples/models/vicsek.ts)',
      'mean order, steps 3,000 to 6,000, noise 0.5',
      null,
      await ofSeeds(vicsek(0.5), 3),
    ],
    ['', 'noise 2', null, await ofSeeds(vicsek(2), 3)],
    ['', 'noise 5', null, await ofSeeds(vicsek(5), 3)],
    [
      '[Fireflies](../examples/models/fireflies.ts)',
      'order of phases after 40 s, coupled by 2',
      null,
      await ofSeeds(fireflies({}), 3),
    ],
    [
      '',
      'coupled by 0.3, below 1.6 × 0.3',
      null,
      await ofSeeds(fireflies({ coupling: 0.3, spread: 0.3 }), 3),
    ],
    [
      '[Ants](../examples/models/ants.ts)',
      'share of choices for the short branch, minutes 16 to 20',
      null,
      await ofSeeds(ants({}), 3),
    ],
    ['', 'where no trail is seen', null, await ofSeeds(ants({ k: 1e6 }), 3)],
    [
      '[Topological](../examples/models/topological.ts)',
      'order at a density of 64 and of 1, with the seven nearest',
      null,
      await densities(0),
    ],
    ['', 'with all within 3.8 m', null, await densities(3.8)],
  ],
};

/** The states of swarmalators: the names of the rows, J and K, and the digits of the speed. */
const STATES = /** @type {const} */ ([
  ['static synchrony', 0.1, 1, 4],
  ['static asynchrony', 0.1, -1, 4],
  ['static phase wave', 1, 0, 4],
  ['splintered phase wave', 1, -0.1, 3],
  ['active phase wave', 1, -0.75, 2],
]);

/** @type {import('./figure.mjs').Figure} */
export const swarmalators = {
  page: 'docs/models.md',
  heading: '## Swarmalators',
  keys: 1,
  async rows() {
    const rows = [];
    for (const [name, like, sync, digits] of STATES) {
      const world = await worldOf('swarmalators', 'swarmalators', { like, sync, seed: SEEDS[0] });
      tick(world, 1500);
      const phase = columnOf(world, 'phase');
      const { position, velocity } = world.views;
      const angle = Array.from(position.x, (x, row) => Math.atan2(position.y[row], x));
      const ways = [1, -1].map((sense) =>
        orderOf(angle.map((one, row) => one + sense * phase[row])),
      );
      const speed = mean(Array.from(velocity.x, (x, row) => Math.hypot(x, velocity.y[row])));
      const order = orderOf(phase).toFixed(2);
      rows.push([name, null, null, order, Math.max(...ways).toFixed(2), speed.toFixed(digits)]);
    }
    return rows;
  },
};
