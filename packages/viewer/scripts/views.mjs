// What the pictures show that say whether a change of the drawing changes what is drawn: every scene once,
// and further ways to draw some of them.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { viewer } from './open-viewer.mjs';

/**
 * @typedef {object} View
 * @property {string} name of the picture's file
 * @property {number} tick to which the run goes
 * @property {number} [fire] so many are fired 24 ticks before
 * @property {Record<string, string>} query
 */

/** When a scene shows its agents in full, ticks; else at tick 60. */
const TICKS = /** @type {Record<string, number>} */ ({ 'swarm-100k': 12, 'bees-article': 30 });
const DEFAULT_TICK = 60;
/** Scenes in which a visitor fires, and how many at once. */
const FIRES = /** @type {Record<string, number>} */ ({ beams: 16 });

/** What is set otherwise than a visitor finds it. */
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
