// Paths over a map with 8 neighbors per cell, and with 4.
import { createWorld, parseScenario, tick } from '@skein/core';
import { pixels, row } from './svg.mjs';

const ROWS = [
  '................',
  '.####..######...',
  '....#.......#...',
  '.##.#..###..#.#.',
  '.#..#....#....#.',
  '.#.####..####.#.',
  '.#.......#......',
  '.######..#.####.',
  '.........#......',
  '................',
];
const CELL = 2;
const at = pixels(11);
const TICKS = 2400;
const STARTS = [
  [1, 1],
  [1, 7],
  [1, 19],
  [11, 11],
];
const COLORS = ['#e4572e', '#2e86ab', '#5c946e', '#8d5b9c'];
const EXIT = [31, 13];
const size = { x: ROWS[0].length * CELL, y: ROWS.length * CELL };

const walls = ROWS.flatMap((row, r) =>
  Array.from(row, (cell, c) =>
    cell === '#'
      ? `<rect x="${at(c * CELL)}" y="${at(r * CELL)}" width="${at(CELL)}" height="${at(CELL)}" fill="#ccc"/>`
      : '',
  ).filter((one) => one !== ''),
);

/** The paths of walkers from all starts to the exit, as points of lines. @param {4 | 8} neighbors */
function waysWith(neighbors) {
  const world = createWorld(
    parseScenario({
      name: 'ways',
      dimensions: 2,
      map: { rows: ROWS, cellSize: CELL, legend: { '.': 1, '#': 'wall' }, neighbors },
      targets: [{ name: 'exit', position: EXIT, radius: 0.5 }],
      species: [
        {
          name: 'walker',
          count: STARTS.length,
          radius: 0.2,
          maxSpeed: 1.5,
          spawn: { type: 'points', positions: STARTS },
          behaviors: [{ type: 'navigate', target: 'exit', weight: 20 }],
        },
      ],
    }),
  );
  const ways = STARTS.map(() => /** @type {string[]} */ ([]));
  for (let k = 0; k < TICKS; k += 6) {
    const { position, slot } = world.views;
    ways.forEach((way, id) => {
      way.push(`${at(position.x[slot[id]])},${at(size.y - position.y[slot[id]])}`);
    });
    tick(world, 6);
  }
  return ways;
}

export function draw() {
  const panels = /** @type {const} */ ([8, 4]).map((neighbors) => {
    const lines = waysWith(neighbors).map(
      (way, k) =>
        `<polyline points="${[...new Set(way)].join(' ')}" fill="none" stroke="${COLORS[k]}" stroke-width="2"/>`,
    );
    const starts = STARTS.map(
      ([x, y], k) => `<circle cx="${at(x)}" cy="${at(size.y - y)}" r="4" fill="${COLORS[k]}"/>`,
    );
    const exit = `<circle cx="${at(EXIT[0])}" cy="${at(size.y - EXIT[1])}" r="6" fill="none" stroke="#333" stroke-width="2"/>`;
    return { title: `"neighbors": ${neighbors}`, content: [...walls, ...lines, ...starts, exit] };
  });
  return { 'paths.svg': row('Ways over a map', [at(size.x), at(size.y)], panels) };
}
