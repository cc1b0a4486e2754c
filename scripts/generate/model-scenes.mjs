import { loadModel } from './load-model.mjs';
import { DISPLAYS } from './model-displays.mjs';

/** @typedef {Record<string, any>} Scene */

/**
 * @param {number[][]} corners two corners of each wall
 * @returns {object[]} walls that are drawn but push no agents, since the laws do that
 */
const walls = (...corners) =>
  corners.map(([left, bottom, right, top]) => ({
    type: 'box',
    min: [left, bottom, -1],
    max: [right, top, 1],
  }));

/**
 * @param {Scene} scene
 * @param {Record<string, object>} looks additional keys for each species, by name
 */
const withLooks = (scene, looks) => ({
  ...scene,
  species: scene.species.map((/** @type {Scene} */ one) => ({ ...one, ...looks[one.name] })),
});

/**
 * The scenes that models make, by name; the file is examples/models/NAME.ts. If the run of a scene ends, it has a
 * duration, after which the page starts it again.
 *
 * @type {Record<string, (make: (options: object) => Scene) => Scene>}
 */
const MODELS = {
  ants: (make) => withLooks(make({}), { ant: { color: '#ffb35c', body: 'bee' } }),
  couzin: (make) => withLooks(make({}), { fish: { color: '#7fd4ff', body: 'fish' } }),
  // Agents do not move, 2 per square meter, so the infection spreads to neighbors as a wave.
  epidemic(make) {
    const box = { min: [0, 0], max: [50, 50] };
    const scene = make({ count: 5000, ill: 5 });
    const spawn = { type: 'box', ...box };
    const behaviors = [{ type: 'law:contagion', edge: 0, infection: 0.7, recovery: 0.2 }];
    return {
      ...scene,
      duration: 60,
      bounds: { type: 'wrap', ...box },
      species: scene.species.map((/** @type {Scene} */ one) => {
        return { ...one, spawn, behaviors, body: 'sphere' };
      }),
    };
  },
  evacuation: (make) => ({
    ...withLooks(make({ speed: 3 }), { pedestrian: { color: '#ffcf70', body: 'walker' } }),
    duration: 150,
    obstacles: walls(
      [-1, -1, 0, 16],
      [0, -1, 16, 0],
      [0, 15, 16, 16],
      [15, 0, 16, 7],
      [15, 8, 16, 15],
    ),
  }),
  fireflies: (make) => withLooks(make({}), { firefly: { color: '#ffe27a', body: 'sphere' } }),
  'food-chain': (make) => ({
    ...withLooks(make({}), {
      grass: { color: '#4f9a4a', body: 'sphere' },
      sheep: { color: '#f2efe6', body: 'sheep' },
      wolf: { color: '#ff6a5c', body: 'dog' },
    }),
    duration: 300,
  }),
  lanes: (make) => ({
    ...withLooks(make({}), {
      eastward: { color: '#5cb8ff', body: 'walker' },
      westward: { color: '#ff9a5c', body: 'walker' },
    }),
    obstacles: walls([0, -0.5, 40, 0], [0, 8, 40, 8.5]),
  }),
  predators: (make) => ({
    ...withLooks(make({}), {
      prey: { color: '#9fe0c0', body: 'fish' },
      hunter: { color: '#ff6a5c', body: 'shark' },
    }),
    duration: 60,
  }),
  swarmalators: (make) =>
    withLooks(make({ like: 1, sync: -0.75 }), { swarmalator: { body: 'sphere' } }),
  topological: (make) => withLooks(make({}), { starling: { color: '#c9d6ff', body: 'bird' } }),
  // 60 steps per second of real time.
  vicsek(make) {
    const scene = make({ count: 2000 });
    const behaviors = [{ type: 'law:course', speed: 1.8, noise: 1.5 }];
    const { initial } = scene.species[0].columns.course;
    const short = initial.map((/** @type {number[]} */ one) => one.map((x) => +x.toFixed(3)));
    const columns = { course: { type: 'vec3', initial: short } };
    return { ...withLooks(scene, { particle: { maxSpeed: 1.8, behaviors, columns } }), dt: 1 / 60 };
  },
};

/** The files in scenarios/ that models make: physarum, and those in the folder of models. */
export const MODEL_FILES = [
  'physarum.json',
  ...Object.keys(MODELS).map((name) => `models/${name}.json`),
];

/**
 * The text of each of these files.
 *
 * @returns {Promise<[file: string, text: string][]>}
 */
export async function modelScenes() {
  return await Promise.all(
    MODEL_FILES.map(async (file) => {
      const name = file.replace(/^models\/|[.]json$/g, '');
      const { [camelCase(name)]: make } = await loadModel(name);
      const isOwn = name in MODELS;
      const $schema = `${isOwn ? '..' : '.'}/scenario.schema.json`;
      const made = isOwn ? MODELS[name](make) : make();
      const scene = { $schema, ...made, display: DISPLAYS[name] };
      return /** @type {[string, string]} */ ([file, `${JSON.stringify(scene, null, 2)}\n`]);
    }),
  );
}

/** @param {string} name */
function camelCase(name) {
  return name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());
}
