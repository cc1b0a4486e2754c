import { shortest } from '../grid/torus.ts';
import { normalizeInto, randomDirectionInto, type Vector } from '../math/direction.ts';
import { STREAM } from '../math/random.ts';
import { cosine, sine } from '../math/trigonometry.ts';
import { length } from '../math/vector.ts';
import { cellCosts } from '../scenario/grid-map.ts';
import { meshInputOf, meshOf } from '../scenario/mesh.ts';
import { encodeObstacle } from '../scenario/obstacles/encode.ts';
import { behaviorParametersOf } from '../scenario/scenario-laws.ts';
import {
  type Obstacle,
  type Scenario,
  SPECIES_PARAMETERS,
  type Species,
} from '../scenario/schema.ts';
import { populateColumns } from './column-planes.ts';
import { drawPlace, type Ground, groundIn, groundOnMesh } from './draw-place.ts';
import type { Grid } from './grid-plan.ts';
import { writeHeights } from './heights.ts';
import { unbornId } from './ids.ts';
import { RECORD } from './layout.ts';
import { writeMesh } from './mesh.ts';
import { writeObstacle, writeObstacleDrift } from './obstacles.ts';
import { OpenCells } from './open-cells.ts';
import { reachesOf } from './path-stretches.ts';
import { flat, ontoTorus } from './points.ts';
import { populateScalars } from './scalar-fields.ts';
import { STATUS } from './status.ts';
import type { SharedWorld } from './world.ts';

const fround = Math.fround;

type Triple = readonly [x: number, y: number, z: number];

/**
 * Writes the initial state of a scenario, with the agents in the order of species. Agents are written to the front
 * state and the staged values. Parameters and targets are written to the back state. The caller must then sort the
 * agents.
 */
export function populate(world: SharedWorld, scenario: Scenario): void {
  const { plan, front, scratch } = world;
  const cells = plan.map && new OpenCells(plan.map);
  if (scenario.map !== undefined) {
    world.back.mapCost.set(cellCosts(scenario.map, scenario.bounds));
    world.back.mapVersion[0] = 1;
  }
  const mesh = meshInputOf(scenario);
  if (mesh !== undefined) writeMesh(world.constants, meshOf(mesh));
  if (plan.mesh?.changes) {
    const { areas = [], links = [] } = scenario.ground!;
    world.back.mapVersion[0] = 1;
    world.back.linkOpen.set(links.map(({ open }) => (open ? 1 : 0)));
    world.back.areaCost.set(
      scenario.species.flatMap(({ areaCosts = {} }) => [
        1,
        ...areas.map(({ name, cost }) => areaCosts[name] ?? cost),
      ]),
    );
  }
  for (const [index, species] of scenario.species.entries()) {
    const { first, count, start } = plan.species[index];
    const ground = groundOf(world, cells, species.spawn);
    for (let at = first; at < first + count; at++) {
      const isAlive = at < first + start;
      // Births take dead agents from the end, so unborn agents are stored in descending order: the lowest index is born
      // first.
      const own = isAlive ? at : first + count - 1 - (at - first - start);
      front.id[at] = isAlive ? own : unbornId(plan.ids, own);
      front.slot[own] = at;
      front.species[at] = index;
      front.status[at] = isAlive ? STATUS.alive : STATUS.dead;
      scratch.stagedStatus[at] = front.status[at];
      if (isAlive) place(world, ground, species, at, at - first);
    }
    writeGoals(world, species, first);
  }
  populateColumns(world, scenario);
  populateScalars(world, scenario);
  writeParameters(world, scenario);
  writeTargets(world, scenario);
  writePaths(world, scenario);
  writeHeights(world, scenario.heights);
  writeObstacles(world, scenario.obstacles);
}

const vector: Vector = new Float32Array(3);

/** The map or mesh on which agents of a species start at random positions; undefined if positions are not random. */
function groundOf(
  world: SharedWorld,
  cells: OpenCells | undefined,
  spawn: Species['spawn'],
): Ground | undefined {
  const { plan, back } = world;
  if (spawn.type !== 'box' && spawn.type !== 'sphere') return undefined;
  if (plan.mesh !== undefined) return groundOnMesh(world);
  return cells && groundIn(plan.map!, back, cells, spawn);
}

function place(
  world: SharedWorld,
  ground: Ground | undefined,
  species: Species,
  id: number,
  index: number,
): void {
  const { seed } = world.plan;
  const { dimensions } = world.plan.species[world.front.species[id]];
  const { stagedVelocity } = world.scratch;
  const { spawn } = species;
  if (spawn.type === 'pool') return;
  if (spawn.type === 'points') {
    settle(world, id, flat(spawn.positions[index], world.plan.dimensions));
    const velocity = spawn.velocities?.[index];
    if (velocity) put(stagedVelocity, id, flat(velocity, dimensions));
    return;
  }
  if (spawn.type === 'shell') {
    settle(
      world,
      id,
      flat(onShell(spawn, index, species.count, dimensions), world.plan.dimensions),
    );
  } else {
    settle(world, id, drawPlace(world, 0, ground, spawn, id));
  }
  const { velocity } = spawn;
  if ('direction' in velocity) {
    const [x, y, z] = flat(velocity.direction, dimensions);
    normalizeInto(vector, x, y, z);
  } else {
    randomDirectionInto(vector, seed, 0, id, STREAM.spawnVelocity, dimensions);
  }
  const speed = velocity.speed;
  put(stagedVelocity, id, [vector[0] * speed, vector[1] * speed, vector[2] * speed]);
}

/** Stages the position of an agent. */
function settle(world: SharedWorld, id: number, at: [number, number, number]): void {
  const { plan, scratch } = world;
  put(scratch.stagedPosition, id, ontoTorus(at, plan.bounds, plan.dimensions));
}

type Shell = Extract<Species['spawn'], { type: 'shell' }>;

/** The golden angle, in turns. It is the angle between consecutive points of the spherical Fibonacci lattice. */
const GOLDEN_TURN = (3 - Math.sqrt(5)) / 2;

/**
 * Spreads `count` points evenly over a circle or a sphere, and returns one of them by its index.
 *
 * source: the spherical Fibonacci lattice is that of González 2010, Measurement of Areas on a Sphere
 */
function onShell(
  { center, radius }: Shell,
  index: number,
  count: number,
  dimensions: 2 | 3,
): [number, number, number] {
  const turns = dimensions === 2 ? index / count : index * GOLDEN_TURN;
  const angle = 2 * Math.PI * (turns - Math.floor(turns));
  const height = dimensions === 2 ? 0 : 1 - (2 * index + 1) / count;
  const across = Math.sqrt(1 - height * height);
  return [
    center[0] + radius * across * cosine(angle),
    center[1] + radius * across * sine(angle),
    center[2] + radius * height,
  ];
}

/** Stages the goals of the agents of a species. The positions of these agents must already be staged. */
function writeGoals({ plan, front, scratch }: SharedWorld, species: Species, first: number): void {
  const { goals, count } = species;
  if (goals === undefined) return;
  const { x, y, z } = scratch.stagedPosition;
  for (let index = 0; index < count; index++) {
    const place = front.slot[first + index];
    const at = goals.type === 'points' ? goals.positions[index] : goals.center;
    const [gx, gy, gz] = flat(at, plan.dimensions);
    if (goals.type === 'points') put(scratch.stagedGoal, place, [gx, gy, gz]);
    else put(scratch.stagedGoal, place, [2 * gx - x[place], 2 * gy - y[place], 2 * gz - z[place]]);
  }
}

interface VectorColumn {
  readonly x: Float32Array;
  readonly y: Float32Array;
  readonly z: Float32Array;
}

function put(column: VectorColumn, index: number, v: Triple): void {
  column.x[index] = v[0];
  column.y[index] = v[1];
  column.z[index] = v[2];
}

/**
 * Writes the parameters of species and behaviors to the back state. A parameter that a species leaves out means "no
 * limit"; a priority, and a parameter of a behavior, is then 0.
 */
function writeParameters(world: SharedWorld, scenario: Scenario): void {
  const { plan, back } = world;
  scenario.species.forEach((species, index) => {
    SPECIES_PARAMETERS.forEach((parameter, slot) => {
      const value = species[parameter.name as keyof Species] as number | undefined;
      const without = parameter.name === 'priority' ? 0 : Number.POSITIVE_INFINITY;
      back.speciesParameters[index * RECORD + slot] = value ?? without;
    });
    species.behaviors.forEach((behavior, order) => {
      const row = plan.species[index].behaviors[order].index;
      behaviorParametersOf(behavior, scenario.laws).forEach((parameter, slot) => {
        const value = (behavior as unknown as Record<string, number | undefined>)[parameter.name];
        back.behaviorParameters[row * RECORD + slot] = value ?? 0;
      });
    });
  });
}

function writeTargets(world: SharedWorld, scenario: Scenario): void {
  for (const [index, target] of scenario.targets.entries()) {
    const at = flat(target.position, world.plan.dimensions);
    put(world.back.targetPosition, index, at);
    put(world.back.targetHome, index, at);
  }
}

/** Writes the obstacles of a scenario to both states of a world. */
function writeObstacles(world: SharedWorld, obstacles: readonly Obstacle[]): void {
  const { plan, states } = world;
  for (const state of states) {
    for (const [row, obstacle] of obstacles.entries()) {
      const { places, values } = encodeObstacle(obstacle, plan.dimensions);
      writeObstacle(state, row, places, values, 0);
      writeObstacleDrift(world, state, row, 0);
    }
    state.obstacleVersion[0] = 1;
  }
}

function writePaths({ plan, constants }: SharedWorld, { paths }: Scenario): void {
  for (const [index, path] of paths.entries()) {
    const { first, closed } = plan.paths[index];
    const points = path.points.map((point) => flat(point, plan.dimensions));
    points.forEach((point, k) => {
      put(constants.pathPoint, first + k, point);
      put(constants.pathHeading, first + k, headingFrom(points, k, closed, plan.grid.edge));
    });
    const ends = closed ? [...points.slice(1), points[0]] : points.slice(1);
    const lengths = ends.map((to, k) => length(...shortWay(points[k], to, plan.grid.edge)));
    constants.pathReach.set(reachesOf(lengths), first);
  }
}

/** The way from one point to another, in m; on a torus, the short one. */
function shortWay(from: Triple, to: Triple, edge: Grid['edge']): Triple {
  const along = (axis: 0 | 1 | 2) =>
    shortest(fround(fround(to[axis]) - fround(from[axis])), edge[axis]);
  return [along(0), along(1), along(2)];
}

/**
 * The unit vector from point `k` of a path to the next point that has a different position; the zero vector if there is
 * none. On a torus, the way to the next point is the short one.
 */
function headingFrom(
  points: readonly Triple[],
  k: number,
  closed: boolean,
  edge: Grid['edge'],
): Triple {
  const last = closed ? points.length - 1 : points.length - 1 - k;
  for (let step = 1; step <= last; step++) {
    const [x, y, z] = shortWay(points[k], points[(k + step) % points.length], edge);
    const leg = length(x, y, z);
    if (leg > 0) return [x / leg, y / leg, z / leg];
  }
  return [0, 0, 0];
}
