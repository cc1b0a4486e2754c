import { CASES, speedOf } from '../../examples/verification/cases.mjs';
import { runsOf } from '../../examples/verification/run-case.mjs';

/** @typedef {import('../../examples/verification/run-case.mjs').Run} Run */

/** The area of the corridor of the scene "density", m^2. */
const AREA = 80;

/** The speed (m/s) at a density (1/m^2) of Weidmann 1993, "Transporttechnik der Fussgänger". */
const weidmann = (/** @type {number} */ density) =>
  Math.max(0, 1.34 * (1 - Math.exp(-1.913 * (1 / density - 1 / 5.4))));

/**
 * The rows of a case: a row for each of its figures, and for "density" a row for each density.
 *
 * @param {string} name
 */
export async function rowsOf(name) {
  const seeds = await runsOf(name);
  const rows = CASES.filter((one) => one.name === name).map(({ source, what, ...one }) => {
    const figures = seeds.map((runs) => one.figure(runs));
    const passes = figures.every((figure) => one.band[0] <= figure && figure <= one.band[1]);
    const cells = figures.map((figure) => figure.toFixed(one.digits)).join(', ');
    const link = `[${source}](../examples/verification/${name})`;
    return [link, what, one.published, cells, passes ? 'yes' : '**no**'];
  });
  return name === 'density' ? [...rows, ...speeds(seeds)] : rows;
}

/** @param {readonly Run[][]} seeds */
function speeds(seeds) {
  return seeds[0].map(({ parameters }, at) => {
    const density = Number(parameters.people) / AREA;
    const cells = seeds.map((runs) => speedOf(runs[at]).toFixed(2)).join(', ');
    return [String(density), weidmann(density).toFixed(2), cells];
  });
}

/** @type {import('./figure.mjs').Figure} */
export const verification = {
  page: 'docs/crowds.md',
  heading: '## Verification',
  keys: 2,
  async rows() {
    const rows = [];
    for (const name of new Set(CASES.map((one) => one.name))) rows.push(...(await rowsOf(name)));
    return rows;
  },
};
