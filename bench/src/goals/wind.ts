import { parseScenario, type Scenario } from '@skein/core';
import { defineLaw, vec3 } from '@skein/core/laws';
import { median, ratios } from '../statistics.ts';
import { openAll } from '../stepper.ts';
import { inTurns } from '../turns.ts';
import { BOID, edgeOf } from '../workload.ts';
import type { Goal, Measurement } from './goal.ts';

const GOAL: Goal = {
  name: '100,000 boids in a wind of three fields, compared with no wind',
  unit: 'x',
  reach: 1.1,
  aim: 1.05,
  better: 'less',
};

const AGENTS = 100_000;

/** The number of cells of a field along each axis. */
const CELLS = 32;

/** The drag coefficient of an agent, in kg/s: the force of the air on the agent, divided by their relative speed. */
const DRAG = 0.5;

const wind = defineLaw({
  name: 'wind',
  description: 'Drags the agent along with the air.',
  force: ({ self, field }) =>
    vec3(field('wind-x').at(), field('wind-y').at(), field('wind-z').at())
      .sub(self.velocity)
      .mul(DRAG),
});

/**
 * The speed of the air along one axis, in m/s, for all cells of a field. It is a sum of two waves, which fit into the
 * torus.
 */
function waves(axis: 0 | 1 | 2): Float32Array {
  const angle = (cell: number) => (2 * Math.PI * (cell + 0.5)) / CELLS;
  return Float32Array.from({ length: CELLS ** 3 }, (_, index) => {
    const at = [index % CELLS, Math.floor(index / CELLS) % CELLS, Math.floor(index / CELLS ** 2)];
    return Math.sin(angle(at[(axis + 1) % 3])) + Math.cos(angle(at[(axis + 2) % 3]));
  });
}

/** Creates the boids of the workload, with a wind or without. */
function breezy(isWindy: boolean): Scenario {
  const half = edgeOf({ agents: AGENTS, neighbors: 30 }) / 2;
  const min = [-half, -half, -half];
  const max = [half, half, half];
  const behaviors = [...BOID.behaviors, ...(isWindy ? [{ type: 'law:wind' }] : [])];
  const boid = {
    name: 'boid',
    count: AGENTS,
    spawn: { type: 'box', min, max, velocity: { speed: 2 } },
    ...BOID,
    behaviors,
  };
  const fields = (['x', 'y', 'z'] as const).map((axis, k) => ({
    name: `wind-${axis}`,
    unit: 'm/s',
    cells: [CELLS, CELLS, CELLS],
    min: -2,
    initial: waves(k as 0 | 1 | 2),
  }));
  return parseScenario(
    {
      name: 'breezy',
      seed: 1,
      bounds: { type: 'wrap', min, max },
      species: [boid],
      ...(isWindy && { fields }),
    },
    { laws: [wind] },
  );
}

export const windGoal: Measurement = async ({ quick, signal }) => {
  await using steppers = await openAll(
    [true, false].map((isWindy) => ({ scenario: breezy(isWindy), workers: 1, ticks: 6 })),
  );
  const [windy, still] = await inTurns(steppers, { turns: quick ? 5 : 15, warmUp: 3, signal });
  const neighbors = steppers.map((stepper) => stepper.neighbors.toFixed(1));
  const note = [
    `${median(windy).toFixed(1)} / ${median(still).toFixed(1)} ms`,
    `${neighbors.join(' and ')} neighbors`,
  ].join('; ');
  return [{ goal: GOAL, samples: ratios(windy, still), hash: steppers[0].hash, note }];
};
