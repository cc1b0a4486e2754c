// The scene scenarios/meadow.json at two times, and the number of agents over time.
import { readFileSync } from 'node:fs';
import { createWorld, parseScenarioText, STATUS, tick } from '@skein/core';
import { pixels, row } from './svg.mjs';

const at = pixels(3);
/** The ticks of the two panels, the last tick of the curve, and the interval between its points. */
const TICKS = [0, 3600];
const END = 7200;
const EVERY = 30;

const path = new URL('../../scenarios/meadow.json', import.meta.url);
const scenario = parseScenarioText(readFileSync(path, 'utf8'));
const world = createWorld(scenario);
const { bounds } = scenario;
if (bounds.type === 'open') throw new Error('The meadow has bounds.');
const { min, max } = bounds;
const [width, height] = [at(max[0] - min[0]), at(max[1] - min[1])];

/** The places of living agents, in the order of the views. */
function living() {
  const { status } = world.views;
  return Array.from(status.keys()).filter((place) => status[place] === STATUS.alive);
}

/** Rounds to one decimal. @param {number} pixels */
const short = (pixels) => Number(pixels.toFixed(1));

function agents() {
  const { position, species } = world.views;
  return living().map((place) => {
    const { color, radius } = scenario.species[species[place]];
    const x = at(position.x[place] - min[0]);
    const y = at(max[1] - position.y[place]);
    return `<circle cx="${x}" cy="${y}" r="${short(radius * 5)}" fill="${color}"/>`;
  });
}

export function draw() {
  const panels = [];
  const hares = [];
  while (world.tick <= END) {
    if (TICKS.includes(world.tick)) {
      const seconds = Math.round(world.tick * scenario.dt);
      panels.push({ title: `${seconds} s: ${living().length}`, content: agents() });
    }
    hares.push(living().filter((place) => world.views.species[place] === 0).length);
    tick(world, EVERY);
  }
  const top = Math.ceil(Math.max(...hares) / 100) * 100;
  const points = hares.map((count, k) => {
    return `${short((k * width * EVERY) / END)},${short(height * (1 - count / top))}`;
  });
  const { color } = scenario.species[0];
  panels.push({
    title: `hares, 0 to ${top}, over ${Math.round(END * scenario.dt)} s`,
    content: [
      `<polyline points="${points.join(' ')}" fill="none" stroke="${color}" stroke-width="2"/>`,
    ],
  });
  return { 'births.svg': row('Births and deaths', [width, height], panels) };
}
