// A column that a law writes, over time. Each agent has the color of its value.
import { createWorld, parseScenario, tick } from '@skein/core';
import { defineLaw, select } from '@skein/core/laws';
import { pixels, row } from './svg.mjs';

const EDGE = 30;
const at = pixels(8);
/** The ticks that are drawn. */
const TICKS = [1, 60, 240];

/** The same law as in docs/columns.md. */
const fever = defineLaw({
  name: 'fever',
  description: 'Takes on heat from neighbors that are hot, and cools down.',
  parameters: {
    reach: { unit: 'm', default: 2, min: 0.1, max: 50, description: 'How far heat goes.' },
    cooling: { unit: '1/s', default: 0.05, min: 0, max: 10, description: 'How fast it is lost.' },
  },
  columns: {
    heat: { type: 'f32', min: 0, max: 1, description: 'From 0, cold, to 1.' },
    bouts: { type: 'u32', description: 'How often it has caught it.' },
  },
  next({ self, neighbors, parameters: { reach, cooling }, dt }) {
    const hottest = neighbors.within(reach).max((other) => other.heat);
    const catches = hottest.greaterThan(0.5).and(self.heat.lessThan(0.1));
    const cooled = self.heat.sub(self.heat.mul(cooling).mul(dt));
    return {
      heat: select(catches, 1, cooled),
      bouts: select(catches, self.bouts.add(1), self.bouts),
    };
  },
});

const world = createWorld(
  parseScenario(
    {
      name: 'fever',
      seed: 3,
      dimensions: 2,
      bounds: { type: 'wrap', min: [0, 0], max: [EDGE, EDGE] },
      species: [
        {
          name: 'bird',
          count: 260,
          maxSpeed: 2,
          spawn: { type: 'box', min: [0, 0], max: [EDGE, EDGE], velocity: { speed: 1.5 } },
          behaviors: [{ type: 'wander' }, { type: 'law:fever', reach: 1.6, cooling: 0.4 }],
        },
      ],
      commands: [{ type: 'write', tick: 0, ids: [0, 1, 2], column: 'heat', value: 1 }],
    },
    { laws: [fever] },
  ),
);

/** A color from blue (0) to red (1). @param {number} value */
function colorOf(value) {
  return `hsl(${Math.round(220 * (1 - value))} 80% 45%)`;
}

export function draw() {
  const panels = TICKS.map((until) => {
    tick(world, until - world.tick);
    const { position, columns } = world.views;
    const heat = /** @type {Float32Array} */ (columns.heat);
    const agents = Array.from(heat, (value, place) => {
      const [x, y] = [position.x[place], position.y[place]];
      return `<circle cx="${at(x)}" cy="${at(EDGE - y)}" r="3" fill="${colorOf(value)}"/>`;
    });
    return { title: `tick ${world.tick}`, content: agents };
  });
  return { 'columns.svg': row('A column over time', [at(EDGE), at(EDGE)], panels) };
}
