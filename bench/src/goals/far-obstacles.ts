import { parseScenario, type Scenario } from '@skein/core';
import { median, ratios } from '../statistics.ts';
import { openAll } from '../stepper.ts';
import { inTurns } from '../turns.ts';
import { BOID, edgeOf, generator } from '../workload.ts';
import type { Goal, Measurement } from './goal.ts';

const GOAL: Goal = {
  name: '100,000 boids among 1,000 obstacles of which 10 are near, compared with only those 10',
  unit: 'x',
  reach: 1.5,
  aim: 1.05,
  better: 'less',
};

const NEAR = 10;

/**
 * Creates a scenario with boids and obstacles. Only the first obstacles are near the boids; all others are too far away
 * to affect them.
 */
function avoiders(agents: number, obstacles: number): Scenario {
  const half = edgeOf({ agents, neighbors: 30 }) / 2;
  const random = generator(3);
  const within = (reach: number) => reach * (2 * random() - 1);
  const sphere = (x: number) => ({
    type: 'sphere',
    center: [x + within(half), within(half), within(half)],
    radius: 1 + 2 * random(),
  });
  const spawn = {
    type: 'box',
    min: [-half, -half, -half],
    max: [half, half, half],
    velocity: { speed: 2 },
  };
  const avoidance = { type: 'avoidance', weight: 8, lookAhead: 1, margin: 0.2 };
  const behaviors = [avoidance, ...BOID.behaviors];
  return parseScenario({
    name: 'avoiders',
    seed: 1,
    species: [{ name: 'boid', count: agents, radius: 0.1, spawn, ...BOID, behaviors }],
    obstacles: Array.from({ length: obstacles }, (_, k) => sphere(k < NEAR ? 0 : 20 * half)),
  });
}

export const farObstacleGoal: Measurement = async ({ quick, signal }) => {
  await using steppers = await openAll(
    [1000, NEAR].map((obstacles) => ({
      scenario: avoiders(100_000, obstacles),
      workers: 1,
      ticks: 6,
    })),
  );
  const [many, few] = await inTurns(steppers, { turns: quick ? 5 : 15, signal });
  const note = `${median(many).toFixed(1)} / ${median(few).toFixed(1)} ms`;
  return [{ goal: GOAL, samples: ratios(many, few), hash: steppers[0].hash, note }];
};
