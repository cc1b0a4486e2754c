// The mesh of scenarios/old-town.json, its walkers after ten seconds, and the paths of some.
import { readFileSync } from 'node:fs';
import { createWorld, inspect, parseScenarioText, tick } from '@skein/core';
import { sized, svg } from './svg.mjs';

/** Pixels per meter, and the margin around the mesh in pixels. */
const SCALE = 11;
const MARGIN = 12;
/** The path of one of this many agents is drawn. */
const SHARE = 12;
const COLORS = ['#d9534f', '#3f9d5a', '#3b7fd4'];

const file = new URL('../../scenarios/old-town.json', import.meta.url);
const scenario = parseScenarioText(readFileSync(file, 'utf8'));
const world = createWorld(scenario);
tick(world, 600);

const { vertices, polygons } = scenario.mesh ?? { vertices: [], polygons: [] };
const [left, right] = [Math.min, Math.max].map((of) => of(...vertices.map(([x]) => x)));
const [low, high] = [Math.min, Math.max].map((of) => of(...vertices.map(([, y]) => y)));

/** @param {number} x */
const acrossOf = (x) => Number((MARGIN + (x - left) * SCALE).toFixed(1));
/** @param {number} y */
const downOf = (y) => Number((MARGIN + (high - y) * SCALE).toFixed(1));
/** @param {readonly (readonly number[])[]} points */
const line = (points) => `M${points.map(([x, y]) => `${acrossOf(x)} ${downOf(y)}`).join('L')}`;

export function draw() {
  const ground = polygons.map((polygon) => {
    return `<path class="polygon" d="${line(polygon.map((vertex) => vertices[vertex]))}Z"/>`;
  });
  const { id, position, species } = world.views;
  const agents = Array.from(id, (_, place) => {
    const [x, y] = [position.x[place], position.y[place]];
    const color = COLORS[species[place]];
    return `<circle cx="${acrossOf(x)}" cy="${downOf(y)}" r="${0.3 * SCALE}" fill="${color}"/>`;
  });
  const ways = Array.from(id, (one, place) => {
    if (one % SHARE !== 0) return '';
    const from = [position.x[place], position.y[place]];
    return inspect(world, one)
      .ways.map(({ points }) => {
        return `<path class="way" stroke="${COLORS[species[place]]}" d="${line([from, ...points])}"/>`;
      })
      .join('');
  });
  const frame = sized(
    Math.ceil((right - left) * SCALE + 2 * MARGIN),
    Math.ceil((high - low) * SCALE + 2 * MARGIN),
  );
  return {
    'meshes.svg': svg(frame, 'Walkers on a navigation mesh, with the ways of some', [
      `<style>
.polygon { fill: #eef2f6; stroke: #c3ccd6; stroke-width: 1; }
.way { fill: none; stroke-width: 1.5; opacity: 0.75; }
</style>`,
      `<rect width="${frame.width}" height="${frame.height}" fill="#5b6673"/>`,
      ...[...ground, ...ways, ...agents].filter((one) => one !== ''),
    ]),
  };
}
