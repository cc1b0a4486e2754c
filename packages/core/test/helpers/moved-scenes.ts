import fc from 'fast-check';
import { parseScenario } from '../../src/scenario/parse.ts';
import { createWorld } from '../../src/tick/create-world.ts';
import { withoutRefused } from './random/refused.ts';
import { randomWorld } from './random/scene.ts';
import { positionOf, velocityOf } from './scenes.ts';

// biome-ignore lint/suspicious/noExplicitAny: scenarios are plain input, checked by parseScenario.
type Input = any;
type Point = readonly number[];

/** Moves a point of a scene, which may lie outside of the bounds. */
export type Move = (point: Point) => number[];

/** The lowest corner of the torus (m). From here to 2,048 m, all numbers in f32 are equally far apart. */
const LOW = 1024;
/** Positions are multiples of this (m), so that sums and differences of them are exact. */
const GRID = 2 ** -8;
/** The edges of the torus (m): no two positions are exactly half an edge apart, where both ways are equally short. */
const EDGES = [16, 32, 64].map((edge) => edge + GRID);

/**
 * Scenes on a torus with at most three agents. All positions are so chosen that a move of the whole scene around the
 * torus is exact in f32. With two neighbors at most, no sum depends on the order of the neighbors.
 *
 * Left out is what depends on the place by definition: the behavior `containment`, which keeps off the walls of the
 * bounds, planes, which have no images, laws, which may read any position, and random values of fields.
 */
export const torusScenes: fc.Arbitrary<Input> = fc
  .noShrink(fc.nat())
  .map((seed): Input => randomWorld(seed, { edge: EDGES, min: LOW, agents: 3 }).scenario)
  .filter(({ species }: Input) => countIn(species) <= 3)
  .map(prepared);

/** The points of a flat list. */
export function inTriples(list: readonly number[]): number[][] {
  return Array.from({ length: list.length / 3 }, (_, k) => list.slice(3 * k, 3 * k + 3));
}

function countIn(species: readonly Input[]): number {
  return species.reduce((sum, { count }) => sum + count, 0);
}

function prepared(drawn: Input): Input {
  const { dimensions, obstacles, fields, commands, species } = drawn;
  const flat = dimensions === 2;
  const scene = onGrid({
    ...drawn,
    species: withPoints(drawn).map((withPoint: Input, k: number) => ({
      ...withPoint,
      behaviors: species[k].behaviors.filter(
        ({ type }: Input) => type !== 'containment' && !type.startsWith('law:'),
      ),
    })),
    obstacles: [
      ...obstacles.filter(({ type }: Input) => type !== 'plane'),
      ...(flat
        ? [{ type: 'polygon', points: [0, 1, 2].map((k) => [LOW + 5 + 3 * (k % 2), LOW + 2 * k]) }]
        : []),
    ],
    // Cells so wide that a move by whole cells is on the grid.
    fields: fields?.map((field: Input) => ({
      ...field,
      cells: field.cells.map(() => 8),
      diffusion: 0.01 * (field.diffusion ?? 0),
      initial: 0,
    })),
    commands: commands.filter(
      ({ type, obstacle }: Input) =>
        type !== 'spawn' && type !== 'fire' && obstacle?.type !== 'plane',
    ),
  });
  // Goals may be drawn outside of the bounds.
  return withoutRefused(moved(scene, [0, 0, 0])).input;
}

/** The species with their agents as points, where they start. */
function withPoints(input: Input): Input[] {
  const world = createWorld(parseScenario(input));
  const { goal } = world.front;
  const { slot } = world.views;
  return input.species.map((species: Input, k: number) => {
    const { first } = world.plan.species[k];
    const ids = Array.from({ length: species.count }, (_, n) => first + n);
    const goals = {
      type: 'points',
      positions: ids.map((id) => [goal.x[slot[id]], goal.y[slot[id]], goal.z[slot[id]]]),
    };
    const spawn = {
      type: 'points',
      positions: ids.map((id) => positionOf(world, id)),
      velocities: ids.map((id) => velocityOf(world, id)),
    };
    return {
      ...species,
      ...(species.goals !== undefined && species.spawn.type !== 'pool' && { goals }),
      ...(species.spawn.type !== 'pool' && { spawn }),
    };
  });
}

const onGridOf: Move = (point) => point.map((value) => Math.round(value / GRID) * GRID);

function onGrid(input: Input): Input {
  return placed(input, (points) => points.map(onGridOf));
}

/** A scene in open space after a move of everything in it. */
export function movedInOpen(input: Input, shift: Point): Input {
  return placed(input, (points) =>
    points.map((point) => point.map((value, axis) => value + shift[axis])),
  );
}

/** A scene on a torus after a move of everything in it. */
export function moved(input: Input, shift: Point): Input {
  const { min, max } = input.bounds;
  return placed(input, ([first, ...others]) => {
    // What has several points moves as a whole, so that its first point is within the bounds.
    const by = first.map((value, axis) => {
      const to = value + shift[axis];
      const edge = max[axis] === undefined ? 0 : max[axis] - min[axis];
      // In the plane there is nowhere to go along z.
      return edge === 0 ? 0 : to - edge * Math.floor((to - min[axis]) / edge) - value;
    });
    return [first, ...others].map((point) => point.map((value, axis) => value + by[axis]));
  });
}

/** Replaces all points of a scene. `change` gets those that move together: the corners of a box, or a single point. */
function placed(input: Input, change: (points: Point[]) => number[][]): Input {
  const one = (point: Point): number[] => change([point])[0];
  const all = (points: readonly Point[]): number[][] => points.map(one);
  const shaped = (shape: Input): Input => {
    const keys = ['center', 'min', 'max', 'from', 'to', 'point'].filter((key) => key in shape);
    const points = shape.points ?? keys.map((key) => shape[key]);
    const to = change(points);
    return {
      ...shape,
      ...(shape.points ? { points: to } : Object.fromEntries(keys.map((key, k) => [key, to[k]]))),
      ...(shape.motion?.center && {
        motion: { ...shape.motion, center: one(shape.motion.center) },
      }),
    };
  };
  return {
    ...input,
    targets: input.targets.map(({ position, motion, ...rest }: Input) => ({
      ...rest,
      position: one(position),
      ...(motion && { motion: motion.center ? { ...motion, center: one(motion.center) } : motion }),
    })),
    paths: input.paths.map((path: Input) => ({ ...path, points: all(path.points) })),
    obstacles: input.obstacles.map(shaped),
    ...(input.regions && { regions: input.regions.map(shaped) }),
    launchers: input.launchers?.map((launcher: Input) => ({
      ...launcher,
      position: one(launcher.position),
    })),
    species: input.species.map((species: Input) => ({
      ...species,
      ...(species.spawn.positions && {
        spawn: { ...species.spawn, positions: all(species.spawn.positions) },
      }),
      ...(species.goals?.positions && {
        goals: { ...species.goals, positions: all(species.goals.positions) },
      }),
    })),
    commands: input.commands.map((command: Input) => ({
      ...command,
      ...(command.position && { position: one(command.position) }),
      ...(command.goal && { goal: one(command.goal) }),
      ...(command.positions && { positions: inTriples(command.positions).flatMap(one) }),
      ...(command.sphere && { sphere: shaped(command.sphere) }),
      ...(command.box && { box: shaped(command.box) }),
      ...(command.obstacle && { obstacle: shaped(command.obstacle) }),
    })),
  };
}
