// The table of docs/crowds.md: for each case its published band, and the figures of the seeds on the same scale.
import { readFileSync } from 'node:fs';
import { CASES } from '../../examples/verification/cases.mjs';
import { sized, svg } from './svg.mjs';

const ROW = 26;
const WIDTH = 980;
/** The left end of the bars, their length, and how far beyond a bar a dot may be, in pixels. */
const [LEFT, LENGTH, BEYOND] = [210, 300, 130];
const DOTS = ['#4477aa', '#228833', '#aa3377'];

const page = readFileSync(new URL('../../docs/crowds.md', import.meta.url), 'utf8');

/** The figures of a case, as the page prints them. @param {import('../../examples/verification/cases.mjs').Case} one */
function printed({ source, name, what }) {
  const start = `| [${source}](../examples/verification/${name}) | ${what} |`;
  const line = page.split('\n').find((text) => text.startsWith(start));
  if (line === undefined) throw new Error(`docs/crowds.md has no row "${start}"`);
  return line.split('|')[4].trim();
}

/** Where a figure is along the bar of its band, from 0 to 1 inside. A band without width or end is 1 or its low end wide. */
function along(/** @type {number} */ figure, /** @type {readonly [number, number]} */ [low, high]) {
  if (low === high) return 0.5 + (figure - low) / Math.max(1, low);
  if (high === Number.POSITIVE_INFINITY) return (figure - low) / low;
  return (figure - low) / (high - low);
}

export function draw() {
  const content = CASES.flatMap((one, at) => {
    const y = ROW * (at + 1);
    const text = printed(one);
    const figures = text.split(',').map(Number);
    const [low, high] = one.band;
    const exact = low === high;
    const bar = exact ? [LEFT + LENGTH / 2 - 8, 16] : [LEFT, LENGTH];
    const dots = figures.map((figure, seed) => {
      const x = LEFT + Math.min(along(figure, one.band) * LENGTH, LENGTH + BEYOND);
      return `<circle cx="${x.toFixed(1)}" cy="${y - 4 + 4 * seed}" r="3" fill="${DOTS[seed]}"/>`;
    });
    return [
      `<text x="${LEFT - 12}" y="${y + 5}" text-anchor="end">${one.source}: ${one.name}</text>`,
      `<rect x="${bar[0]}" y="${y - 9}" width="${bar[1]}" height="18" fill="#dde5ee"/>`,
      ...dots,
      `<text x="${LEFT + LENGTH + BEYOND + 16}" y="${y + 5}">${text}</text>`,
      `<text x="${LEFT + LENGTH + BEYOND + 160}" y="${y + 5}" fill="#556">${one.published}</text>`,
    ];
  });
  const size = sized(WIDTH, ROW * (CASES.length + 1));
  return {
    'verification.svg': svg(
      { ...size, 'font-family': 'sans-serif', 'font-size': 13 },
      'The published bands, and the figures of three seeds',
      [`<rect width="${WIDTH}" height="${size.height}" fill="#fff"/>`, ...content],
    ),
  };
}
