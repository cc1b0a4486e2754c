// The pictures that show whether a change of the drawing code changes the picture: every scene once, and other ways to
// draw some of them.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { viewer } from './open-viewer.mjs';

/**
 * @typedef {object} View
 * @property {string} name the name of the picture's file
 * @property {number} tick the tick to draw
 * @property {number} [fire] the number of agents fired 24 ticks earlier
 * @property {Record<string, string>} query
 */

/** The tick at which a scene is captured, if that is not 60. */
const TICKS = /** @type {Record<string, number>} */ ({ 'swarm-100k': 12, 'bees-article': 30 });
const DEFAULT_TICK = 60;
/** Scenes in which agents are fired, and how many at once. */
const FIRES = /** @type {Record<string, number>} */ ({ beams: 16 });

/** Options that differ from the defaults. */
const WAYS = [
  { scene: 'beams', query: { trails: 'ribbons' } },
  { scene: 'beams', query: { trails: 'ribbons', color: 'speed' } },
  { scene: 'beams', query: { particles: 'threads' } },
  { scene: 'beams', query: { particles: 'threads', color: 'speed' } },
  { scene: 'beams', query: { color: 'speed' } },
  { scene: 'beams', query: { bloom: 'on' } },
  { scene: 'salvo', query: { trails: 'ribbons' } },
  { scene: 'flock', query: { mesh: 'dart' } },
  { scene: 'flock', query: { mesh: 'point' } },
  { scene: 'flock', query: { color: 'speed' } },
  { scene: 'swarm-100k', query: { color: 'cell' } },
];

/** @type {readonly View[]} */
export const VIEWS = [
  ...readdirSync(join(viewer, '../../scenarios'))
    .filter((file) => /^[\w-]+[.]json$/.test(file))
    .map((file) => ({ scene: file.replace(/\.json$/, ''), query: {} })),
  ...WAYS,
].map(({ scene, query }) => ({
  name: [scene, ...Object.entries(query).map(([key, value]) => `${key}-${value}`)].join('.'),
  tick: TICKS[scene] ?? DEFAULT_TICK,
  fire: FIRES[scene],
  query: { scene, seed: '1', bloom: 'off', workers: '2', ...query },
}));
