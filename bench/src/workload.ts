import { parseScenario, type Scenario } from '@skein/core';

/** The radius within which boids see their neighbors, in m. */
export const RADIUS = 2.08;

/** The limits of a boid's motion in the workload, and the boid's behaviors: the three rules of flocking. */
export const BOID = {
  maxSpeed: 4,
  minSpeed: 1,
  maxForce: 8,
  behaviors: [
    { type: 'separation', weight: 3, radius: RADIUS },
    { type: 'alignment', weight: 2, radius: RADIUS },
    { type: 'cohesion', weight: 2, radius: RADIUS },
  ],
} as const;

export const SPAWNS = ['uniform', 'clustered'] as const;
export type Spawn = (typeof SPAWNS)[number];

export interface Workload {
  readonly agents: number;
  /** The mean number of neighbors within the radius at the start, if positions are uniform. */
  readonly neighbors: number;
  /** How the agents are distributed at the start. Default: 'uniform'. */
  readonly spawn?: Spawn;
  /** Default: 3. */
  readonly dimensions?: 2 | 3;
}

/**
 * The edge of the torus, in m. It is chosen such that the mean number of agents in a sphere with radius RADIUS is
 * `neighbors`. In the plane, the sphere is a disc.
 */
export function edgeOf({ agents, neighbors, dimensions = 3 }: Workload): number {
  if (dimensions === 2) return Math.sqrt((agents * Math.PI * RADIUS ** 2) / neighbors);
  return Math.cbrt((agents * (4 / 3) * Math.PI * RADIUS ** 3) / neighbors);
}

/** Creates the workload for measurements of flocking: boids in a torus, with cohesion, alignment and separation. */
export function boids(workload: Workload): Scenario {
  const { agents, spawn = 'uniform', dimensions = 3 } = workload;
  // The edge is tripled to keep the balls apart, so most of the space is empty.
  const half = (edgeOf(workload) * (spawn === 'clustered' ? 3 : 1)) / 2;
  const z = dimensions === 3 ? half : 0;
  const min = [-half, -half, -z];
  const max = [half, half, z];
  return parseScenario({
    name: 'boids',
    seed: 1,
    dimensions,
    bounds: { type: 'wrap', min, max },
    species: [
      {
        name: 'boid',
        count: agents,
        spawn:
          spawn === 'uniform'
            ? { type: 'box', min, max, velocity: { speed: 2 } }
            : { type: 'points', ...balls(workload, half) },
        ...BOID,
      },
    ],
  });
}

/**
 * The balls in which most agents start. `share` is the fraction of all agents that start in the ball. `density` is the
 * density of the ball, divided by the density of a world with uniform positions.
 */
const BALLS = [
  { share: 1 / 2, density: 2 },
  { share: 1 / 4, density: 1 },
  { share: 1 / 8, density: 1 / 4 },
  { share: 1 / 16, density: 1 / 2 },
];

/**
 * Creates positions and velocities. Most agents are in balls of different density, and the others are spread over the
 * whole world.
 */
function balls({ agents, neighbors }: Workload, half: number) {
  const random = generator(1);
  const within = (reach: number) => reach * (2 * random() - 1);
  const positions: number[][] = [];
  for (const { share, density } of BALLS) {
    const inside = Math.floor(share * agents);
    const radius = RADIUS * Math.cbrt(inside / (density * neighbors));
    const center = [0, 0, 0].map(() => within(half - radius));
    for (let left = inside; left > 0; ) {
      const offset = [within(radius), within(radius), within(radius)];
      if (Math.hypot(...offset) > radius) continue;
      positions.push(center.map((middle, axis) => middle + offset[axis]));
      left--;
    }
  }
  while (positions.length < agents) positions.push([within(half), within(half), within(half)]);
  const velocities = positions.map(() => {
    const direction = [within(1), within(1), within(1)];
    const length = Math.hypot(...direction) || 1;
    return direction.map((component) => (2 * component) / length);
  });
  return { positions, velocities };
}

/**
 * Creates the random number generator of the book Numerical Recipes. Its numbers are in [0, 1), and random enough to
 * spread points.
 */
export function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 0x1_0000_0000;
  };
}

/** Creates beams that chase targets. They do not reach the targets during the measurement, so no beam ends early. */
export function beams(count: number): Scenario {
  const species = 8;
  return parseScenario({
    name: 'beams',
    seed: 1,
    targets: Array.from({ length: species }, (_, index) => ({
      name: `target${index}`,
      position: [0, 0, 0].map((_, axis) => ((index >> axis) & 1 ? 4000 : -4000)),
    })),
    species: Array.from({ length: species }, (_, index) => ({
      name: `beam${index}`,
      count: Math.floor((count + index) / species),
      spawn: {
        type: 'box',
        min: [-500, -500, -500],
        max: [500, 500, 500],
        velocity: { speed: 30 },
      },
      damping: 0.1,
      behaviors: [{ type: 'homing', target: `target${index}` }],
    })),
  });
}

/** After this number of ticks, the world of `trails` has as many living particles as it can hold. */
export const TRAIL_TICKS = 320;

/** Creates two species that fly apart and leave trails. After TRAIL_TICKS, `count` particles are alive. */
export function trails(count: number): Scenario {
  const agents = count / 8000;
  return parseScenario({
    name: 'trails',
    seed: 1,
    particles: { capacity: count },
    species: ['one', 'other'].map((name, index) => ({
      name,
      count: agents,
      spawn: {
        type: 'box',
        min: [-50, -50, -50],
        max: [50, 50, 50],
        velocity: { speed: 60 },
      },
      trail: { density: 14, damping: 0.2 * index },
    })),
  });
}

/**
 * Creates a scenario with one agent that does nothing. The time of a tick is then only the time to coordinate the
 * threads.
 */
export function idle(): Scenario {
  return parseScenario({
    name: 'idle',
    species: [{ name: 'still', count: 1, spawn: { type: 'sphere', center: [0, 0], radius: 0 } }],
  });
}

/**
 * Creates chasers in a torus in the plane, 2 per square meter. Each chaser chooses among 16 directions, chases one of
 * 64 runners, and avoids the other chasers and 128 discs.
 */
export function chasers(count: number): Scenario {
  const half = Math.sqrt(count / 2) / 2;
  const random = generator(2);
  const within = (reach: number) => reach * (2 * random() - 1);
  const min = [-half, -half];
  const max = [half, half];
  const after = { quarry: 'runner', choose: 'assigned' };
  return parseScenario({
    name: 'chasers',
    seed: 1,
    dimensions: 2,
    bounds: { type: 'wrap', min, max },
    obstacles: Array.from({ length: 128 }, () => ({
      type: 'sphere',
      center: [within(half), within(half)],
      radius: 0.5 + random(),
    })),
    species: [
      {
        name: 'runner',
        count: 64,
        spawn: { type: 'box', min, max, velocity: { speed: 1 } },
        maxSpeed: 1,
        behaviors: [{ type: 'wander' }],
      },
      {
        name: 'chaser',
        count,
        spawn: { type: 'box', min, max },
        maxSpeed: 1.5,
        behaviors: [
          { type: 'seek', ...after, from: 1.2 },
          { type: 'flee', ...after, to: 0.8 },
          { type: 'strafe', ...after, weight: 0.1, from: 0.8 },
          { type: 'context' },
        ],
      },
    ],
  });
}

export interface Hunt {
  /** The number of agents that pursue or evade, and the number of agents in the other species, the quarry. */
  readonly agents: number;
  readonly quarry: number;
  readonly type: 'pursue' | 'evade';
  /** Further parameters of the behavior, in m, such as `sight`. */
  readonly numbers?: Readonly<Record<string, number>>;
}

/**
 * Creates a scenario with two species: a wandering quarry, and hunters. The hunters only pursue or evade the nearest
 * agent of the quarry. The agents are as dense as boids with 30 neighbors.
 */
export function hunt({ agents, quarry, type, numbers = {} }: Hunt): Scenario {
  const half = edgeOf({ agents: agents + quarry, neighbors: 30 }) / 2;
  const [min, max] = [
    [-half, -half, -half],
    [half, half, half],
  ];
  const spawn = { type: 'box', min, max, velocity: { speed: 2 } };
  const limits = { spawn, maxSpeed: 4, maxForce: 8 };
  return parseScenario({
    name: 'hunt',
    seed: 1,
    bounds: { type: 'wrap', min, max },
    species: [
      { name: 'quarry', count: quarry, ...limits, behaviors: [{ type: 'wander' }] },
      {
        name: 'hunter',
        count: agents,
        ...limits,
        behaviors: [{ type, quarry: 'quarry', ...numbers }],
      },
    ],
  });
}
