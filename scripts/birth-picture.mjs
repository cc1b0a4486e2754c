// Draws docs/images/births.svg: scenarios/meadow.json at two times, and the number of agents over time. Part of `npm
// run pictures`.
import { readFileSync, writeFileSync } from 'node:fs';
import { createWorld, parseScenarioText, STATUS, tick } from '@skein/core';

/** Pixels per meter, and the gap between panels in pixels. */
const SCALE = 3;
const GAP = 24;
const TITLE = 26;
/** The ticks of the two panels, the last tick of the curve, and the interval between its points. */
const TICKS = [0, 3600];
const END = 7200;
const EVERY = 30;

const path = new URL('../scenarios/meadow.json', import.meta.url);
const scenario = parseScenarioText(readFileSync(path, 'utf8'));
const world = createWorld(scenario);
const { bounds } = scenario;
if (bounds.type === 'open') throw new Error('The meadow has bounds.');
const { min, max } = bounds;
const [width, height] = [(max[0] - min[0]) * SCALE, (max[1] - min[1]) * SCALE];

/** The places of living agents, in the order of the views. */
function living() {
  const { status } = world.views;
  return Array.from(status.keys()).filter((place) => status[place] === STATUS.alive);
}

/** Rounds to one decimal. @param {number} pixels */
const short = (pixels) => Number(pixels.toFixed(1));

/** @param {number} n @param {string} title @param {string} content */
function panel(n, title, content) {
  return `<g transform="translate(${GAP + n * (width + GAP)} ${TITLE})">
<text x="0" y="-8">${title}</text>
<rect width="${width}" height="${height}" fill="none" stroke="#999"/>
${content}
</g>`;
}

function agents() {
  const { position, species } = world.views;
  const circles = living().map((place) => {
    const { color, radius } = scenario.species[species[place]];
    const x = short((position.x[place] - min[0]) * SCALE);
    const y = short((max[1] - position.y[place]) * SCALE);
    return `<circle cx="${x}" cy="${y}" r="${short(radius * 5)}" fill="${color}"/>`;
  });
  return circles.join('\n');
}

/** @type {string[]} */
const panels = [];
/** @type {number[]} */
const hares = [];
while (world.tick <= END) {
  if (TICKS.includes(world.tick)) {
    const seconds = world.tick * scenario.dt;
    panels.push(panel(panels.length, `${Math.round(seconds)} s: ${living().length}`, agents()));
  }
  hares.push(living().filter((place) => world.views.species[place] === 0).length);
  tick(world, EVERY);
}
const top = Math.ceil(Math.max(...hares) / 100) * 100;
const points = hares.map((count, k) => {
  return `${short((k * width * EVERY) / END)},${short(height * (1 - count / top))}`;
});
panels.push(
  panel(
    2,
    `hares, 0 to ${top}, over ${Math.round(END * scenario.dt)} s`,
    `<polyline points="${points.join(' ')}" fill="none" stroke="${scenario.species[0].color}" stroke-width="2"/>`,
  ),
);
const whole = [GAP + 3 * (width + GAP), TITLE + height + GAP];
writeFileSync(
  new URL('../docs/images/births.svg', import.meta.url),
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${whole.join(' ')}" width="${whole[0]}" height="${whole[1]}" font-family="sans-serif" font-size="14">
<title>Births and deaths</title>
<rect width="${whole[0]}" height="${whole[1]}" fill="#fff"/>
${panels.join('\n')}
</svg>
`,
);
console.log('births');
