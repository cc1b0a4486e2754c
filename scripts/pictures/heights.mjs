// Hills under a map, and paths between two points for several costs of slopes.
import { createWorld, findPaths, heightAt, parseScenario } from '@skein/core';
import { pixels, sized, svg } from './svg.mjs';

const [WIDTH, HEIGHT] = [36, 24];
const at = pixels(20);
/** The margin of the picture, in pixels. */
const EDGE = 16;
/** The height between contours, in m. */
const INTERVAL = 1;

/** The hills: height and position of the top, and radius, in m. */
const HILLS = [
  [7, 18, 13, 7],
  [4, 27, 6, 5],
  [3.5, 9, 5, 4.5],
];

/** @param {number} x @param {number} y */
function hills(x, y) {
  let height = 0;
  for (const [top, cx, cy, reach] of HILLS) {
    const squared = ((x - cx) ** 2 + (y - cy) ** 2) / reach ** 2;
    if (squared < 1) height += top * (1 - squared) ** 2;
  }
  return height;
}

/** @param {{ up?: number, down?: number, steepest?: number }} slope */
function worldWith(slope) {
  const columns = WIDTH + 1;
  return createWorld(
    parseScenario({
      name: 'hills',
      dimensions: 2,
      heights: {
        columns,
        rows: HEIGHT + 1,
        values: Array.from({ length: columns * (HEIGHT + 1) }, (_, k) =>
          hills(k % columns, Math.floor(k / columns)),
        ),
      },
      map: { rows: Array.from({ length: HEIGHT }, () => '.'.repeat(WIDTH)), slope },
      species: [{ name: 'walker', count: 1, spawn: { type: 'points', positions: [[2.5, 11.5]] } }],
    }),
  );
}

const WAYS = [
  { name: 'no cost', color: '#94a3b8', slope: {} },
  { name: 'up 3, down 1', color: '#0284c7', slope: { up: 3, down: 1 } },
  { name: 'steepest 0.4', color: '#ea580c', slope: { steepest: 0.4 } },
];

/**
 * The contour lines at a height: in each cell, the segment between its intersections with the edges. @param {number}
 * level
 */
function contour(level) {
  const world = worldWith({});
  const step = 0.5;
  const lines = [];
  for (let y = 0; y < HEIGHT; y += step) {
    for (let x = 0; x < WIDTH; x += step) {
      const corners = [
        [x, y],
        [x + step, y],
        [x + step, y + step],
        [x, y + step],
      ];
      const heights = corners.map(([cx, cy]) => heightAt(world, cx, cy) - level);
      const points = corners.flatMap(([cx, cy], k) => {
        const [nx, ny] = corners[(k + 1) % 4];
        const [a, b] = [heights[k], heights[(k + 1) % 4]];
        if (a < 0 === b < 0) return [];
        const share = a / (a - b);
        return [`${at(cx + (nx - cx) * share)} ${at(HEIGHT - cy - (ny - cy) * share)}`];
      });
      for (let k = 0; k + 1 < points.length; k += 2) lines.push(`M${points[k]}L${points[k + 1]}`);
    }
  }
  return `<path class="contour" d="${lines.join('')}"/>`;
}

/** @param {(typeof WAYS)[number]} way @param {number} n */
function wayText({ name, color, slope }, n) {
  const [{ points }] = findPaths(worldWith(slope), [{ from: [2.5, 11.5], to: [33.5, 12.5] }]);
  const corners = Array.from({ length: points.length / 2 }, (_, k) => {
    return `${at(points[2 * k])} ${at(HEIGHT - points[2 * k + 1])}`;
  });
  return `<path class="way" stroke="${color}" d="M${corners.join('L')}"/>
<text x="${at(1)}" y="${at(HEIGHT) - 12 - 20 * (WAYS.length - 1 - n)}" fill="${color}">${name}</text>`;
}

export function draw() {
  const levels = Array.from({ length: 8 }, (_, k) => INTERVAL * (k + 0.5));
  const frame = sized(at(WIDTH) + 2 * EDGE, at(HEIGHT) + 2 * EDGE);
  return {
    'heights.svg': svg(frame, 'Ways over hills', [
      `<style>
text{font:600 14px system-ui,sans-serif}
.contour{fill:none;stroke:#d6cfc4}
.way{fill:none;stroke-width:3;stroke-linejoin:round}
.end{fill:#0c4a6e}
</style>`,
      `<rect width="${frame.width}" height="${frame.height}" fill="#fff"/>`,
      `<g transform="translate(${EDGE} ${EDGE})">`,
      `<rect width="${at(WIDTH)}" height="${at(HEIGHT)}" fill="#faf8f5" stroke="#d6cfc4"/>`,
      ...levels.map(contour),
      ...WAYS.map(wayText),
      `<circle class="end" cx="${at(2.5)}" cy="${at(HEIGHT - 11.5)}" r="5"/>`,
      `<circle class="end" cx="${at(33.5)}" cy="${at(HEIGHT - 12.5)}" r="5"/>`,
      '</g>',
    ]),
  };
}
