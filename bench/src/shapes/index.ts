import { parseScenario } from '@skein/core';
import { BOID, boids } from '../workload.ts';
import { ball, type Cloud, fitted, line, moved, type Point, sheet, velocities } from './cloud.ts';
import { flown } from './flown.ts';
import { RUNAWAY, runaway } from './runaway.ts';
import type { Shape } from './shape.ts';

/**
 * The mean number of neighbors of an agent in every shape, except the shape in which all agents are at the same point.
 */
export const NEIGHBORS = 30;

/** The initial speed of agents, in m/s. It is the same as in the torus of `boids`. */
const SPEED = 2;

/**
 * The duration of a tick, in s, for shapes that dissolve quickly. It is a tenth of the usual duration, so that these
 * shapes last through the measurement. The time to compute a tick does not depend on how much time the tick simulates.
 */
const SHORT = 1 / 600;

/** If all agents of a shape are at the same point, the number of agents is divided by this number. */
const SPOT_SHARE = 50;

interface Parts {
  readonly name: string;
  readonly dimensions: 2 | 3;
  readonly points: readonly Point[];
  readonly velocities?: readonly Point[];
  readonly bounds?: object;
  /** The duration of a tick, in s. Default: SHORT. */
  readonly dt?: number;
  /** Limits of motion that replace those of a boid. */
  readonly limits?: object;
  readonly others?: readonly object[];
  readonly commands?: readonly object[];
}

function scenarioOf(parts: Parts) {
  const { name, dimensions, points, limits = {}, others = [], ...more } = parts;
  const { bounds = { type: 'open' }, dt = SHORT, commands = [] } = more;
  const own = more.velocities ?? velocities(points.length, dimensions, SPEED);
  const spawn = { type: 'points', positions: points, velocities: own };
  const boid = { name: 'boid', count: points.length, spawn, ...BOID, ...limits };
  const species = [boid, ...others];
  return parseScenario({ name, seed: 1, dt, dimensions, bounds, species, commands });
}

const nameOf = (name: string) => name.replaceAll(/[^a-z0-9]+/gi, '-').replace(/^-|-$/g, '');

/** Creates a shape with about the given number of agents, and the usual number of neighbors. */
function shape(
  name: string,
  dimensions: 2 | 3,
  partsOf: (agents: number) => Omit<Parts, 'name' | 'dimensions'>,
  more: Partial<Shape> = {},
): Shape {
  return {
    name,
    dimensions,
    agents: (asked) => asked,
    neighbors: () => NEIGHBORS,
    ticks: 1,
    scenario: (asked) => scenarioOf({ name: `s-${nameOf(name)}`, dimensions, ...partsOf(asked) }),
    isGoal: true,
    ...more,
  };
}

function torus(dimensions: 2 | 3): Shape {
  const scenario = (agents: number) => boids({ agents, neighbors: NEIGHBORS, dimensions });
  return { ...shape('torus', dimensions, () => ({ points: [] })), scenario };
}

/**
 * Creates a flock inside walls. `half` is the distance of each wall from the origin (m). The flock is the same ball,
 * however far away the walls are.
 */
function walled(half: number, dimensions: 2 | 3): Shape {
  const corner = (at: number) => [at, at, dimensions === 3 ? at : 0];
  const bounds = { type: 'contain', min: corner(-half), max: corner(half) };
  return shape(`bounds of ±${half.toLocaleString('en')} m`, dimensions, (agents) => ({
    points: fitted(ball(agents, dimensions), NEIGHBORS),
    bounds,
  }));
}

function flownOff(dimensions: 2 | 3): Shape {
  const { ticks, dt, velocity, species, commands } = flown(dimensions);
  return shape(
    'open, flown off for 60 s',
    dimensions,
    (agents) => ({
      points: fitted(ball(agents, dimensions), NEIGHBORS),
      velocities: Array.from({ length: agents }, () => velocity),
      limits: species,
      dt,
      commands: commands('boid'),
    }),
    { ticks },
  );
}

/** Creates a shape that consists of a ball around each center. All balls have the same number of agents. */
function clusters(name: string, dimensions: 2 | 3, centers: readonly Point[]): Shape {
  return shape(name, dimensions, (agents) => {
    const one = fitted(ball(Math.floor(agents / centers.length), dimensions), NEIGHBORS);
    const points = centers.flatMap((center) => moved(one, center));
    // The remainder joins the first agents.
    return { points: [...points, ...one.slice(0, agents - points.length)] };
  });
}

const inCloud = (name: string, dimensions: 2 | 3, cloudOf: (agents: number) => Cloud): Shape =>
  shape(name, dimensions, (agents) => ({ points: fitted(cloudOf(agents), NEIGHBORS) }));

function escaping(dimensions: 2 | 3): Shape {
  const { species, dt, commands } = runaway();
  return shape(
    'open, one escapes to 1e30 m',
    dimensions,
    (agents) => ({
      points: fitted(ball(agents, dimensions), NEIGHBORS),
      others: [species],
      dt,
      commands,
    }),
    { ticks: RUNAWAY.ticks, agents: (asked) => asked + 1 },
  );
}

const agentsOnSpot = (asked: number) => Math.max(2, Math.floor(asked / SPOT_SHARE));

/**
 * The shape in which all agents are at the same point. It has fewer agents than asked for, because all of them are
 * neighbors of each other.
 */
const ON_ONE_SPOT = shape(
  'all on one spot',
  3,
  (asked) => ({ points: Array.from({ length: agentsOnSpot(asked) }, (): Point => [1, 2, 3]) }),
  { agents: agentsOnSpot, neighbors: (asked) => agentsOnSpot(asked) - 1, isGoal: false },
);

/**
 * A torus in which all agents are crowded. Each agent has the same number of neighbors as in ON_ONE_SPOT, where all
 * agents are at the same point.
 */
const CROWDED: Shape = {
  ...torus(3),
  name: 'torus as crowded as one spot',
  agents: (asked) => 10 * agentsOnSpot(asked),
  neighbors: ON_ONE_SPOT.neighbors,
  scenario: (asked) =>
    boids({ agents: CROWDED.agents(asked), neighbors: CROWDED.neighbors(asked) }),
  isGoal: false,
};

/**
 * Returns a point on the diagonal. The distance between this point and its mirror image across the origin is `distance`
 * (m). If `distance` is large, clusters of agents at these two points share no layer of cells along any axis.
 */
const far = (distance: number, dimensions: 2 | 3): Point => {
  const part = distance / 2 / Math.sqrt(dimensions);
  return [part, part, dimensions === 3 ? part : 0];
};
const opposite = ([x, y, z]: Point): Point => [-x, -y, -z];

function pair(dimensions: 2 | 3): Shape {
  const one = far(10_000, dimensions);
  return clusters('two clusters 10 km apart', dimensions, [one, opposite(one)]);
}

/**
 * Several shapes, and the reference with which they are compared. Agents of the shapes have as many neighbors as agents
 * of the reference.
 */
export interface ShapeGroup {
  readonly reference: Shape;
  readonly shapes: readonly Shape[];
}

export const SHAPE_GROUPS: readonly ShapeGroup[] = [
  {
    reference: torus(3),
    shapes: [
      flownOff(3),
      ...[50, 150, 1000, 5000].map((half) => walled(half, 3)),
      pair(3),
      clusters('four clusters, 5 km', 3, [
        [2000, 2000, 2000],
        [-2000, -2000, 2000],
        [-2000, 2000, -2000],
        [2000, -2000, -2000],
      ]),
      escaping(3),
      inCloud('line across the axes', 3, (agents) => line(agents, 3)),
      inCloud('sheet across the axes', 3, sheet),
    ],
  },
  {
    reference: torus(2),
    shapes: [
      flownOff(2),
      walled(5000, 2),
      pair(2),
      inCloud('line across the axes', 2, (agents) => line(agents, 2)),
    ],
  },
  { reference: CROWDED, shapes: [ON_ONE_SPOT] },
];
