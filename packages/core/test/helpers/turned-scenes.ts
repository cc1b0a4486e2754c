import type { BehaviorType } from '../../src/scenario/schema.ts';
import { behaviorOf } from './random/behaviors.ts';
import { Draws } from './random/draws.ts';
import { withoutRefused } from './random/refused.ts';
import { randomOf } from './random-of.ts';

// biome-ignore lint/suspicious/noExplicitAny: scenarios are plain input, checked by parseScenario.
type Input = any;
export type Turn = (vector: readonly number[]) => number[];

/**
 * A scene in open space, as plain input, in which three agents have one behavior of the given type, with random keys.
 * There are two others to look at, a target, a path, and obstacles. `turn` turns or mirrors all positions and
 * velocities about the origin.
 */
export function sceneInOpen(
  type: BehaviorType,
  dimensions: number,
  seed: number,
  turn: Turn,
): Input {
  const random = randomOf(seed);
  const point = (reach: number): number[] =>
    turn([0, 1, 2].map((axis) => (axis < dimensions ? (random() - 0.5) * 2 * reach : 0)));
  const points = (count: number, reach: number): number[][] =>
    Array.from({ length: count }, () => point(reach));
  const names = { targets: ['t'], species: ['a', 'b'], paths: ['p'] };
  const velocity3 = (speed: number): number[] => [speed, 0, 0];
  const drawn = behaviorOf(new Draws(seed), type, names, { shortest: 30, fields: [], velocity3 });
  // Keys that are directions would have to be turned, too.
  const behavior = Object.fromEntries(
    Object.entries(drawn).filter(
      ([key, value]) => key === 'species' || !(Array.isArray(value) && value.length === 3),
    ),
  );
  const spawn = (count: number): Input => ({
    type: 'points',
    positions: points(count, 6),
    velocities: points(count, 3),
  });
  const corner = point(8);
  const far = turn(turnBack(turn, corner).map((value) => value + 1.5 + random()));
  const low = corner.map((value, axis) => Math.min(value, far[axis]));
  const high = corner.map((value, axis) => Math.max(value, far[axis]));
  if (dimensions === 2) [low[2], high[2]] = [-1, 1];
  const scene = {
    name: 'open',
    seed,
    dt: 1 / 32,
    dimensions,
    targets: [{ name: 't', position: point(8), radius: 0.5 }],
    paths: [{ name: 'p', points: points(3, 8) }],
    obstacles: [
      { type: 'sphere', center: point(7), radius: 0.5 + random(), velocity: point(1) },
      { type: 'box', min: low, max: high },
      { type: 'capsule', from: point(7), to: point(7), radius: 0.5 },
      { type: 'plane', point: turn([0, -9, 0]), normal: turn([0.25, 1, 0]) },
    ],
    species: [
      {
        name: 'a',
        count: 3,
        radius: 0.25,
        maxSpeed: 4,
        maxForce: 40,
        spawn: spawn(3),
        goals: { type: 'points', positions: points(3, 8) },
        behaviors: type === 'context' ? [{ type: 'goal' }, behavior] : [behavior],
      },
      { name: 'b', count: 2, radius: 0.25, maxSpeed: 4, spawn: spawn(2), behaviors: [] },
    ],
    commands: [],
  };
  return withoutRefused(scene).input;
}

/** The vector that `turn` turns into this one: turns and mirrors by right angles come back after four times. */
function turnBack(turn: Turn, vector: readonly number[]): number[] {
  return turn(turn(turn(vector)));
}
