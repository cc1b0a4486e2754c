// The paths of a few agents, with marks where they report events.
import { createWorld, parseScenario, takeEvents, tick } from '@skein/core';
import { svg } from './svg.mjs';

/** Pixels per meter. */
const SCALE = 22;
const [WIDTH, HEIGHT] = [30, 16];
const INKS = { arrived: '#3fae6a', entered: '#5fb3d9', left: '#8a6fd1', near: '#e0574f' };

const world = createWorld(
  parseScenario({
    name: 'events',
    seed: 6,
    dt: 0.05,
    dimensions: 2,
    bounds: { type: 'contain', min: [0, 0], max: [WIDTH, HEIGHT] },
    regions: [{ name: 'door', type: 'box', min: [12, 3], max: [17, 13] }],
    species: [
      {
        name: 'walker',
        count: 7,
        spawn: { type: 'points', positions: [2, 4, 6, 8, 10, 12, 14].map((y) => [2, y]) },
        goals: { type: 'points', positions: [8, 2, 12, 6, 14, 4, 10].map((y) => [27, y]) },
        maxSpeed: 3,
        behaviors: [{ type: 'goal', weight: 4 }],
        reports: [
          { type: 'arrived', radius: 0.3 },
          { type: 'entered', region: 'door' },
          { type: 'left', region: 'door' },
          { type: 'near', species: 'wolf', distance: 2.5 },
        ],
      },
      {
        name: 'wolf',
        count: 1,
        spawn: { type: 'points', positions: [[22, 1]] },
        goals: { type: 'points', positions: [[22, 15]] },
        maxSpeed: 1.6,
        behaviors: [{ type: 'goal', weight: 4 }],
      },
    ],
  }),
);

/** @param {number} x @param {number} y */
const at = (x, y) => `${(x * SCALE).toFixed(1)},${((HEIGHT - y) * SCALE).toFixed(1)}`;

export function draw() {
  /** @type {string[][]} */
  const ways = Array.from({ length: world.count }, () => []);
  const marks = [];
  for (let step = 0; step < 220; step++) {
    const { slot, position } = world.views;
    for (const [id, way] of ways.entries()) {
      way.push(at(position.x[slot[id]], position.y[slot[id]]));
    }
    tick(world);
    for (const event of takeEvents(world)) {
      if (!('position' in event) || !(event.type in INKS)) continue;
      const ink = INKS[/** @type {keyof typeof INKS} */ (event.type)];
      const [x, y] = at(event.position[0], event.position[1]).split(',');
      marks.push(`<circle cx="${x}" cy="${y}" r="5" fill="${ink}"/>`);
    }
  }

  const legend = Object.entries(INKS).map(
    ([type, ink], k) =>
      `<circle cx="${20 + 110 * k}" cy="${HEIGHT * SCALE + 18}" r="5" fill="${ink}"/>` +
      `<text x="${31 + 110 * k}" y="${HEIGHT * SCALE + 23}">${type}</text>`,
  );
  const [left, top] = at(12, 13).split(',');
  const lines = ways.map((way, id) => {
    const ink = id === world.count - 1 ? '#e0574f' : '#98a2b3';
    return `<polyline points="${way.join(' ')}" fill="none" stroke="${ink}" stroke-width="1.5"/>`;
  });
  const frame = {
    width: WIDTH * SCALE,
    height: HEIGHT * SCALE + 36,
    'font-family': 'sans-serif',
    'font-size': 15,
    fill: '#5b6472',
  };
  return {
    'events.svg': svg(frame, 'What walkers report on their ways', [
      '<rect width="100%" height="100%" fill="#ffffff"/>',
      `<rect x="${left}" y="${top}" width="${5 * SCALE}" height="${10 * SCALE}" fill="#5fb3d9" opacity="0.15"/>`,
      `<text x="${Number(left) + 6}" y="${Number(top) + 18}">door</text>`,
      ...[...lines, ...marks, ...legend],
    ]),
  };
}
