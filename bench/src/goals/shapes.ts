import { SHAPE_GROUPS } from '../shapes/index.ts';
import { type MeasuredShape, measureShapes } from '../shapes/measure.ts';
import { median, ratios } from '../statistics.ts';
import type { Goal, Measured, Measurement } from './goal.ts';

const FLOWN: Goal = {
  name: 'a flock after 60 s of flight in an open world, against the same flock in a torus',
  unit: 'x',
  reach: 1.5,
  aim: 1.2,
  better: 'less',
};

const WIDE: Goal = {
  name: 'the same flock in bounds of ±5,000 m, against ±50 m',
  unit: 'x',
  reach: 1.3,
  aim: 1.1,
  better: 'less',
};

const WORST: Goal = {
  name: 'the slowest of all shapes, against the same flock in a torus',
  unit: 'x',
  reach: 3,
  aim: 1.5,
  better: 'less',
};

/** Measures 100,000 boids with 30 neighbors each, in many different arrangements in space. */
export const shapeGoals: Measurement = async ({ quick, choice, signal }) => {
  const options = {
    agents: choice.agents ?? (quick ? 10_000 : 100_000),
    workers: 1,
    turns: quick ? 5 : 9,
    budgetMs: quick ? 5000 : 40_000,
    signal,
  };
  const measured: MeasuredShape[] = [];
  for (const group of SHAPE_GROUPS) {
    const shapes = group.shapes.filter(({ isGoal }) => isGoal);
    if (shapes.length > 0) measured.push(...(await measureShapes({ ...group, shapes }, options)));
  }
  const inSpace = (name: string) =>
    measured.find(({ shape }) => shape.name === name && shape.dimensions === 3)!;
  const [near, far] = [inSpace('bounds of ±50 m'), inSpace('bounds of ±5,000 m')];
  const flown = inSpace('open, flown off for 60 s');
  const value = ({ ratios: of }: MeasuredShape) => {
    // A canceled shape counts as worse than all measured ones.
    return of.length === 0 ? Number.POSITIVE_INFINITY : median(of);
  };
  const worst = measured.reduce((one, other) => (value(other) > value(one) ? other : one));
  const against = (goal: Goal, one: MeasuredShape, samples: readonly number[]): Measured => {
    const { shape, note } = one;
    const name = `${shape.name}, ${shape.dimensions} dimensions`;
    const ms = `${median(one.samples).toFixed(1)} ms, ${one.neighbors.toFixed(1)} neighbors`;
    return { goal, samples, hash: one.hash, note: `${name}: ${ms}; ${note}` };
  };
  return [
    against(FLOWN, flown, flown.ratios),
    against(WIDE, far, ratios(far.samples, near.samples).filter(Number.isFinite)),
    against(WORST, worst, worst.ratios),
  ];
};
