// The results of each kind of query in a small world.
import { createWorld, HIT, parseScenario, query, tick } from '@skein/core';
import { GAP, pixels, sized, svg, TITLE } from './svg.mjs';

const EDGE = 20;
const at = pixels(13);

const world = createWorld(
  parseScenario({
    name: 'queries',
    seed: 4,
    dimensions: 2,
    bounds: { type: 'contain', min: [0, 0], max: [EDGE, EDGE] },
    species: [
      {
        name: 'bird',
        count: 90,
        radius: 0.3,
        spawn: { type: 'box', min: [0.5, 0.5], max: [19.5, 19.5], velocity: { speed: 1 } },
        maxSpeed: 1,
        behaviors: [{ type: 'separation', radius: 2 }],
      },
    ],
    obstacles: [
      { type: 'sphere', center: [14, 14], radius: 2 },
      { type: 'box', min: [3, 13], max: [7, 16] },
    ],
  }),
);
tick(world, 60);

/** @param {...number} numbers */
const floats = (...numbers) => Float32Array.from(numbers);
const [X, Y] = [9, 8];
const points = floats(X, Y, 0);

/** @typedef {{ title: string, found: ArrayLike<number>, shape: string }} Panel */

/** @returns {Panel} */
function nearest() {
  const { ids, distances } = query(world, { type: 'nearest', points, k: 8 });
  return { title: 'nearest', found: ids, shape: circle(X, Y, distances[7]) };
}

/** @returns {Panel} */
function radius() {
  const { ids } = query(world, { type: 'radius', points, radius: 5 });
  return { title: 'radius', found: ids, shape: circle(X, Y, 5) };
}

/** @returns {Panel} */
function box() {
  const { ids } = query(world, { type: 'box', min: floats(5, 4, 0), max: floats(16, 10, 0) });
  return { title: 'box', found: ids, shape: path([5, 4], [16, 4], [16, 10], [5, 10]) };
}

/** @returns {Panel} */
function cone() {
  const angle = 0.5;
  const directions = floats(1, 0.4, 0);
  const { ids } = query(world, { type: 'cone', points, directions, angle, radius: 9 });
  const middle = Math.atan2(0.4, 1);
  /** @type {[number, number][]} */
  const arc = Array.from({ length: 21 }, (_, n) => {
    const turned = middle + angle * (n / 10 - 1);
    return [X + 9 * Math.cos(turned), Y + 9 * Math.sin(turned)];
  });
  return { title: 'cone', found: ids, shape: path([X, Y], ...arc) };
}

const RAYS = 16;

/** @param {'ray' | 'sweep'} type @returns {Panel} */
function cast(type) {
  const turns = Array.from({ length: RAYS }, (_, n) => (2 * Math.PI * n) / RAYS);
  const origins = floats(...turns.flatMap(() => [10, 11, 0]));
  const directions = floats(...turns.flatMap((turn) => [Math.cos(turn), Math.sin(turn), 0]));
  const request = { origins, directions, length: 8 };
  const { kinds, ids, distances, positions } =
    type === 'ray'
      ? query(world, { type, ...request })
      : query(world, { type, ...request, radius: 0.3 });
  const shapes = turns.map((turn, n) => {
    const way = Math.min(distances[n], 8);
    const [x, y] = [10 + way * Math.cos(turn), 11 + way * Math.sin(turn)];
    const hit = kinds[n] === HIT.none ? '' : dot(positions[3 * n], positions[3 * n + 1]);
    const ball = type === 'sweep' ? circle(x, y, 0.3) : '';
    return `${path([10, 11], [x, y])}${ball}${hit}`;
  });
  const found = ids.filter((_, n) => kinds[n] === HIT.agent);
  return { title: type, found, shape: shapes.join('') };
}

/** @param {number} x @param {number} y @param {number} r */
function circle(x, y, r) {
  return `<circle class="shape" cx="${at(x)}" cy="${at(EDGE - y)}" r="${at(r)}"/>`;
}

/** @param {number} x @param {number} y */
function dot(x, y) {
  return `<circle class="hit" cx="${at(x)}" cy="${at(EDGE - y)}" r="2.5"/>`;
}

/** @param {...[number, number]} corners */
function path(...corners) {
  const all = corners.map(([x, y]) => `${at(x)} ${at(EDGE - y)}`);
  return `<path class="shape" d="M${all.join('L')}Z"/>`;
}

/** @param {Panel} panel @param {number} n */
function panelText({ title, found, shape }, n) {
  const side = at(EDGE);
  const left = GAP + (n % 3) * (side + GAP);
  const top = TITLE + Math.floor(n / 3) * (side + TITLE + 10);
  const { id, position } = world.views;
  const ids = new Set(Array.from(found));
  const agents = Array.from(id, (one, place) => {
    const [x, y] = [position.x[place], position.y[place]];
    const kind = ids.has(one) ? 'found' : 'agent';
    return `<circle class="${kind}" cx="${at(x)}" cy="${at(EDGE - y)}" r="${at(0.3)}"/>`;
  });
  return `<g transform="translate(${left} ${top})">
<text x="0" y="-8">${title}</text>
<rect class="world" width="${side}" height="${side}"/>
<circle class="solid" cx="${at(14)}" cy="${at(6)}" r="${at(2)}"/>
<rect class="solid" x="${at(3)}" y="${at(4)}" width="${at(4)}" height="${at(3)}"/>
${shape}
${agents.join('\n')}
</g>`;
}

export function draw() {
  const panels = [nearest(), radius(), box(), cone(), cast('ray'), cast('sweep')];
  const frame = sized(3 * (at(EDGE) + GAP) + GAP, 2 * (at(EDGE) + TITLE + 10) + 6);
  return {
    'queries.svg': svg(frame, 'What queries find', [
      `<style>
text{font:600 14px system-ui,sans-serif;fill:#4b5563}
.world{fill:#f8fafc;stroke:#cbd5e1}
.solid{fill:#cbd5e1}
.agent{fill:#94a3b8}
.found{fill:#ea580c}
.shape{fill:#0284c71a;stroke:#0284c7}
.hit{fill:#0c4a6e}
</style>`,
      `<rect width="${frame.width}" height="${frame.height}" fill="#fff"/>`,
      ...panels.map(panelText),
    ]),
  };
}
