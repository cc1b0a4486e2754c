// A crowd in which each walker is sent to a position of its own.
import { command, createWorld, parseScenario, tick } from '@skein/core';
import { pixels, row } from './svg.mjs';

const EDGE = 30;
const COUNT = 240;
const at = pixels(8);
/** The ticks that are drawn. */
const TICKS = [0, 600, 2700];

const world = createWorld(
  parseScenario({
    name: 'square',
    seed: 4,
    dimensions: 2,
    bounds: { type: 'contain', min: [0, 0], max: [EDGE, EDGE] },
    species: [
      {
        name: 'walker',
        count: COUNT,
        radius: 0.25,
        maxSpeed: 1.5,
        spawn: { type: 'box', min: [1, 1], max: [EDGE - 1, EDGE - 1] },
        goals: { type: 'mirror', center: [EDGE / 2, EDGE / 2] },
        behaviors: [{ type: 'goal' }, { type: 'orca' }],
      },
    ],
  }),
);

/** The golden angle (rad), which spaces points on a spiral evenly. */
const GOLDEN = Math.PI * (3 - Math.sqrt(5));
// Two crescents that face each other.
const positions = Array.from({ length: COUNT }, (_, id) => {
  const side = id % 2 === 0 ? 1 : -1;
  const k = (id >> 1) + 0.5;
  const along = (k % 60) / 60;
  const ring = Math.floor(k / 60);
  const angle = Math.PI * (along - 0.5) + (side > 0 ? 0 : Math.PI);
  const radius = 8 + 1.6 * ring + 0.2 * Math.sin(k * GOLDEN);
  return [EDGE / 2 + radius * Math.cos(angle) + side * 2, EDGE / 2 + radius * Math.sin(angle), 0];
});
command(world, { type: 'go', ids: Array.from(positions.keys()), positions: positions.flat() });

export function draw() {
  const panels = TICKS.map((until) => {
    tick(world, until - world.tick);
    const { position, id } = world.views;
    const walkers = Array.from(id, (one, place) => {
      const [x, y] = [position.x[place], position.y[place]];
      const color = one % 2 === 0 ? '#e4572e' : '#2e86ab';
      return `<circle cx="${at(x)}" cy="${at(EDGE - y)}" r="${at(0.25)}" fill="${color}"/>`;
    });
    return { title: `tick ${world.tick}`, content: walkers };
  });
  return { 'agents.svg': row('Each to a place of its own', [at(EDGE), at(EDGE)], panels) };
}
