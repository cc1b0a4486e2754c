import {
  normalizeInto,
  randomDirectionInto,
  randomInBallInto,
  type Vector,
} from '../math/direction.ts';
import { randomInto, STREAM, unit } from '../math/random.ts';
import {
  BEHAVIOR_PARAMETERS,
  type Scenario,
  SPECIES_PARAMETERS,
  type Species,
} from '../scenario/schema.ts';
import { RECORD } from './layout.ts';
import { flat, ontoTorus } from './plan.ts';
import { STATUS } from './status.ts';
import type { SharedWorld } from './world.ts';

/**
 * Writes what a scenario starts with: the agents in id order, as front and as staged values, and the
 * parameters and targets into back. The caller sorts.
 */
export function populate(world: SharedWorld, scenario: Scenario): void {
  const { plan, front, scratch } = world;
  for (const [index, species] of scenario.species.entries()) {
    const { first, count } = plan.species[index]!;
    const alive = species.spawn.type === 'pool' ? STATUS.dead : STATUS.alive;
    for (let id = first; id < first + count; id++) {
      front.id[id] = id;
      front.slot[id] = id;
      front.species[id] = index;
      front.status[id] = alive;
      scratch.stagedStatus[id] = alive;
      place(world, species, id, id - first);
    }
  }
  writeParameters(world, scenario);
  writeTargets(world, scenario);
  writePaths(world, scenario);
  for (const [index, obstacle] of scenario.obstacles.entries()) {
    const [x, y, z] = flat(obstacle.center, plan.dimensions);
    world.constants.obstacleCenter.x[index] = x;
    world.constants.obstacleCenter.y[index] = y;
    world.constants.obstacleCenter.z[index] = z;
    world.constants.obstacleRadius[index] = obstacle.radius;
  }
}

const vector: Vector = new Float32Array(3);
const bits = new Uint32Array(4);

function place(world: SharedWorld, species: Species, id: number, index: number): void {
  const { seed, dimensions } = world.plan;
  const { stagedVelocity } = world.scratch;
  const { spawn } = species;
  if (spawn.type === 'pool') return;
  if (spawn.type === 'points') {
    settle(world, id, flat(spawn.positions[index]!, dimensions));
    const velocity = spawn.velocities?.[index];
    if (velocity) put(stagedVelocity, id, flat(velocity, dimensions));
    return;
  }
  if (spawn.type === 'box') {
    randomInto(bits, seed, 0, id, STREAM.spawnPosition);
    const at = [0, 1, 2].map((axis) => {
      const share = unit(bits[axis]!);
      return spawn.min[axis]! + share * (spawn.max[axis]! - spawn.min[axis]!);
    });
    settle(world, id, flat(at as [number, number, number], dimensions));
  } else {
    randomInBallInto(vector, seed, 0, id, STREAM.spawnPosition, dimensions);
    const at = [0, 1, 2].map((axis) => spawn.center[axis]! + vector[axis]! * spawn.radius);
    settle(world, id, flat(at as [number, number, number], dimensions));
  }
  const { velocity } = spawn;
  if ('direction' in velocity) {
    const [x, y, z] = flat(velocity.direction, dimensions);
    normalizeInto(vector, x, y, z);
  } else {
    randomDirectionInto(vector, seed, 0, id, STREAM.spawnVelocity, dimensions);
  }
  const speed = velocity.speed;
  put(stagedVelocity, id, [vector[0]! * speed, vector[1]! * speed, vector[2]! * speed]);
}

/** Places an agent. */
function settle({ plan, scratch }: SharedWorld, id: number, at: [number, number, number]): void {
  put(scratch.stagedPosition, id, ontoTorus(at, plan.bounds, plan.dimensions));
}

interface VectorColumn {
  readonly x: Float32Array;
  readonly y: Float32Array;
  readonly z: Float32Array;
}

function put(column: VectorColumn, index: number, v: readonly [number, number, number]): void {
  column.x[index] = v[0];
  column.y[index] = v[1];
  column.z[index] = v[2];
}

/** Numbers that are left out in a species mean "no limit". */
function writeParameters(world: SharedWorld, scenario: Scenario): void {
  const { plan, back } = world;
  scenario.species.forEach((species, index) => {
    SPECIES_PARAMETERS.forEach((parameter, slot) => {
      const value = species[parameter.name as keyof Species] as number | undefined;
      back.speciesParameters[index * RECORD + slot] = value ?? Number.POSITIVE_INFINITY;
    });
    species.behaviors.forEach((behavior, order) => {
      const row = plan.species[index]!.behaviors[order]!.index;
      BEHAVIOR_PARAMETERS[behavior.type].forEach((parameter, slot) => {
        const value = (behavior as unknown as Record<string, number>)[parameter.name];
        back.behaviorParameters[row * RECORD + slot] = value!;
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

function writePaths({ plan, constants }: SharedWorld, { paths }: Scenario): void {
  for (const [index, path] of paths.entries()) {
    const { first } = plan.paths[index]!;
    path.points.forEach((point, k) => {
      put(constants.pathPoint, first + k, flat(point, plan.dimensions));
    });
  }
}
