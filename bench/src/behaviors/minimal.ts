import { parseScenario, type Scenario } from '@skein/core';
import type { BehaviorDescription } from '@skein/core/describe';
import { RADIUS } from '../workload.ts';

/** Describes which agents a behavior pursues, if the behavior can pursue agents. */
export interface Quarry {
  /** Returns the number of pursued agents, given the number of pursuers. */
  readonly count: (agents: number) => number;
  readonly choose: 'nearest' | 'assigned';
  /**
   * The maximum distance at which an agent sees the agents that it pursues, in m. Default: no limit, as in the schema.
   */
  readonly sight?: number;
}

/**
 * The number of neighbors of an agent in a world with three dimensions. The neighbors are within the range of the
 * behavior or, if the behavior has no range, within RADIUS.
 */
const NEIGHBORS = 30;
/**
 * The number of neighbors of an agent in the plane. It is smaller than in space, because crowds are less dense than
 * flocks.
 */
const NEIGHBORS_IN_PLANE = 10;

/** The names of the parameters that limit how far a behavior looks for neighbors. */
const RANGES: readonly string[] = ['radius', 'commandedRange', 'freeRange'];

/** The families of behaviors that need a world in the plane. */
const IN_PLANE: readonly string[] = ['crowd', 'paths'];

/** The number of agents for each obstacle. There are at least `MIN_OBSTACLES` obstacles. */
const AGENTS_PER_OBSTACLE = 1000;
const MIN_OBSTACLES = 8;

const PATH_POINTS = 32;

/**
 * Creates a scenario with one species that has a single behavior. Everything else that the behavior needs (target,
 * path, map, goals, obstacles, walls) follows from the description of the behavior. The world grows with the number of
 * agents, so that an agent always has the same number of neighbors.
 */
export function minimal(
  description: BehaviorDescription,
  agents: number,
  quarry?: Quarry,
): Scenario {
  const { type, family } = description;
  const has = (name: string) => description.settings.some((setting) => setting.name === name);
  const dimensions = IN_PLANE.includes(family) ? 2 : 3;
  const all = agents + (quarry?.count(agents) ?? 0);
  const half = family === 'paths' ? mapEdge(all) / 2 : halfEdge(description, all, dimensions);
  const corner = (at: number) => [at, at, dimensions === 3 ? at : 0];
  const [min, max] = [corner(-half), corner(half)];
  // Guided agents keep their initial speed, so it must be the default of the schema.
  const speed = description.parameters.find(({ name }) => name === 'speed')?.default ?? 2;
  const isGuided = family === 'guidance';
  const motion = {
    spawn: { type: 'box', min, max, velocity: { speed: isGuided ? speed : 2 } },
    ...(!isGuided && { maxSpeed: 4, maxForce: 20 }),
    radius: 0.1,
  };
  const aim = has('quarry') ? aimOf(quarry) : {};
  const behavior = {
    type,
    ...aim,
    ...(has('second') && { second: secondOf(quarry) }),
    ...(has('field') && { field: 'trail' }),
  };
  const needed = family === 'paths' ? mapOf(all) : boundsOf(type, min, max);
  return parseScenario({
    name: 'minimal',
    seed: 1,
    dimensions,
    ...needed,
    targets: [
      { name: 'target', position: [0.5, 0.5, 0] },
      { name: 'other', position: [2.5, 0.5, 0] },
    ],
    ...(has('path') && { paths: [{ name: 'ring', closed: true, points: ring(half) }] }),
    ...(has('field') && { fields: [{ name: 'trail', cells: fieldCells(agents), decay: 1 }] }),
    ...(type === 'avoidance' && { obstacles: obstacles(agents, half) }),
    species: [
      {
        name: 'agent',
        count: agents,
        ...motion,
        ...(type === 'goal' && { goals: { type: 'mirror', center: [0, 0, 0] } }),
        behaviors: [behavior],
      },
      ...(quarry === undefined
        ? []
        : [
            {
              name: 'quarry',
              count: quarry.count(agents),
              ...motion,
              maxSpeed: 4,
              maxForce: 20,
              behaviors: [{ type: 'wander' }],
            },
          ]),
    ],
  });
}

function aimOf(quarry: Quarry | undefined) {
  if (quarry === undefined) return { target: 'target' };
  const { choose, sight } = quarry;
  return { quarry: 'quarry', choose, ...(sight !== undefined && { sight }) };
}

const secondOf = (quarry: Quarry | undefined) =>
  quarry === undefined ? { target: 'other' } : { quarry: 'quarry' };

/**
 * Half the edge of the world, in m. It is chosen such that each agent has the wanted number of neighbors within the
 * longest range of the behavior.
 */
function halfEdge({ parameters }: BehaviorDescription, agents: number, dimensions: 2 | 3): number {
  const ranges = parameters
    .filter(({ name }) => RANGES.includes(name))
    .map((parameter) => parameter.default ?? 0);
  const range = ranges.length === 0 ? RADIUS : Math.max(...ranges);
  return dimensions === 3
    ? Math.cbrt((agents * (4 / 3) * Math.PI * range ** 3) / NEIGHBORS) / 2
    : Math.sqrt((agents * Math.PI * range ** 2) / NEIGHBORS_IN_PLANE) / 2;
}

function boundsOf(type: string, min: readonly number[], max: readonly number[]) {
  return { bounds: { type: type === 'containment' ? 'contain' : 'wrap', min, max } };
}

/** The number of cells of a field along each axis, for about one cell per agent. */
function fieldCells(agents: number): number[] {
  const edge = Math.max(1, Math.round(Math.cbrt(agents)));
  return [edge, edge, edge];
}

/**
 * The number of cells along the edge of a map, for about one cell per agent. The number is at most 1024. The number is
 * even, so that the origin is at the corner of a cell.
 */
const mapEdge = (agents: number) => Math.min(1024, 2 * Math.ceil(Math.sqrt(agents) / 2));

/** Creates a map of open ground around the origin. One in 16 cells is a wall. */
function mapOf(agents: number) {
  const edge = mapEdge(agents);
  const row = (y: number) =>
    Array.from({ length: edge }, (_, x) => (isPillar(x - edge / 2, y - edge / 2) ? '#' : '.'));
  const rows = Array.from({ length: edge }, (_, y) => row(edge - 1 - y).join(''));
  return { map: { rows, origin: [-edge / 2, -edge / 2] } };
}

// Pillars must not be in the cells of the targets.
const isPillar = (x: number, y: number) => (x & 3) === 1 && (y & 3) === 1;

/** Creates a path of points on a circle around the middle of the world. */
function ring(half: number): number[][] {
  return Array.from({ length: PATH_POINTS }, (_, k) => {
    const angle = (2 * Math.PI * k) / PATH_POINTS;
    return [(half / 2) * Math.cos(angle), (half / 2) * Math.sin(angle), 0];
  });
}

/** Creates spheres along a spiral through the world. The spheres always fill the same fraction of the world. */
function obstacles(agents: number, half: number) {
  const count = Math.min(4096, Math.max(MIN_OBSTACLES, Math.round(agents / AGENTS_PER_OBSTACLE)));
  const radius = half / 8 / Math.cbrt(count / MIN_OBSTACLES);
  return Array.from({ length: count }, (_, k) => {
    const height = (2 * k + 1) / count - 1;
    const reach = half * Math.sqrt((k * Math.SQRT2) % 1);
    const angle = k * 2.4;
    const center = [reach * Math.cos(angle), reach * Math.sin(angle), height * half];
    return { type: 'sphere', center, radius };
  });
}
