// Draws docs/images/paths.svg: paths over a map with 8 neighbors per cell, and with 4. Part of `npm run pictures`.
import { writeFileSync } from 'node:fs';
import { createWorld, parseScenario, tick } from '@skein/core';

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
/** Pixels per meter, and the gap between panels in pixels. */
const SCALE = 11;
const GAP = 24;
const TITLE = 26;
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

/** Converts meters to pixels. @param {number} meters */
const at = (meters) => Number((meters * SCALE).toFixed(1));

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

const side = { x: at(size.x), y: at(size.y) };
const panels = /** @type {const} */ ([8, 4]).map((neighbors, n) => {
  const lines = waysWith(neighbors).map(
    (way, k) =>
      `<polyline points="${[...new Set(way)].join(' ')}" fill="none" stroke="${COLORS[k]}" stroke-width="2"/>`,
  );
  const starts = STARTS.map(
    ([x, y], k) => `<circle cx="${at(x)}" cy="${at(size.y - y)}" r="4" fill="${COLORS[k]}"/>`,
  );
  return `<g transform="translate(${GAP + n * (side.x + GAP)} ${TITLE})">
<text x="0" y="-8">"neighbors": ${neighbors}</text>
<rect width="${side.x}" height="${side.y}" fill="none" stroke="#999"/>
${[...walls, ...lines, ...starts].join('\n')}
<circle cx="${at(EXIT[0])}" cy="${at(size.y - EXIT[1])}" r="6" fill="none" stroke="#333" stroke-width="2"/>
</g>`;
});
const [width, height] = [GAP + 2 * (side.x + GAP), TITLE + side.y + GAP];
writeFileSync(
  new URL('../docs/images/paths.svg', import.meta.url),
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="sans-serif" font-size="14">
<title>Ways over a map</title>
<rect width="${width}" height="${height}" fill="#fff"/>
${panels.join('\n')}
</svg>
`,
);
console.log('paths');
