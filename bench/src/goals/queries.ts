import { createWorld, parseScenario, query, stateHash, tick } from '@skein/core';
import { timeOf } from '../turns.ts';
import { edgeOf } from '../workload.ts';
import type { Goal, Measurement } from './goal.ts';

const GOAL: Goal = {
  name: 'a query for the 8 nearest of 1,000,000 agents, after the first at its tick',
  unit: 'ms',
  reach: 0.1,
  aim: 0.02,
  better: 'less',
};

/** The number of queries whose time is measured together. */
const TOGETHER = 100;

/** Asks for the agents nearest to one point after another, while the world stays at a tick. */
export const queryGoal: Measurement = async ({ quick }) => {
  const agents = quick ? 100_000 : 1_000_000;
  const half = edgeOf({ agents, neighbors: 30 }) / 2;
  const [min, max] = [
    [-half, -half, -half],
    [half, half, half],
  ];
  const spawn = { type: 'box', min, max };
  const species = [{ name: 'a', count: agents, maxSpeed: 1, spawn, behaviors: [] }];
  const world = createWorld(parseScenario({ name: 'asked', seed: 1, species }));
  tick(world);
  const ask = (k: number) => {
    const points = Float32Array.of(0, (k % 9) - 4, (k % 7) - 3);
    return query(world, { type: 'nearest', points, k: 8 });
  };
  const firstMs = timeOf(() => ask(0));
  const samples = Array.from(
    { length: quick ? 7 : 21 },
    () =>
      timeOf(() => {
        for (let k = 0; k < TOGETHER; k++) ask(k);
      }) / TOGETHER,
  );
  const note = `the first query takes ${firstMs.toFixed(0)} ms`;
  return [{ goal: GOAL, samples, hash: stateHash(world), note }];
};
