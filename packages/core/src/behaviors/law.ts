import { createAround, neighborsInCellsInto } from '../grid/around.ts';
import { LawEvaluator, type LawInput, type NeighborColumns } from '../laws/evaluate.ts';
import type { AimColumn } from '../laws/node.ts';
import type { LawPlan } from '../laws/plane-plan.ts';
import { reachOf, type Uniform } from '../laws/uniform.ts';
import { length } from '../math/vector.ts';
import { farthestReach } from '../scenario/neighbor-ranges.ts';
import { speciesSlotOf } from '../scenario/slots.ts';
import { RECORD } from '../world/layout.ts';
import type { BehaviorPlan } from '../world/plan.ts';
import { STATUS } from '../world/status.ts';
import type { SharedWorld } from '../world/world.ts';
import { type Aim, aimInto, bandOf, createAim } from './aim.ts';
import type { Steer } from './behavior.ts';

const fround = Math.fround;

/** Where a law finds what the agents of a species share. */
export const SPECIES_SLOTS_OF_LAWS = {
  mass: speciesSlotOf('mass'),
  radius: speciesSlotOf('radius'),
  maxSpeed: speciesSlotOf('maxSpeed'),
  maxForce: speciesSlotOf('maxForce'),
  damping: speciesSlotOf('damping'),
  forceFactor: speciesSlotOf('forceFactor'),
} as const;

const evaluators = new WeakMap<LawPlan, LawEvaluator>();

const aim = createAim();

/**
 * Steers by a law of the scenario, agent after agent: adds its force (N), or puts it in place of what the
 * behaviors before it have left.
 */
export const steerLaw: Steer = (world, behavior, begin, end) => {
  const { status, species, behaviorParameters } = world.front;
  const { x: fx, y: fy, z: fz } = world.scratch.force;
  const plan = world.plan.laws[behavior.law];
  const evaluator = evaluatorOf(plan);
  const { aim: aims, result } = plan.law;
  const band = aims === 'one' ? bandOf(behaviorParameters, behavior) : undefined;
  const inputOf = inputsOf(world, behavior);
  for (let i = begin; i < end; i++) {
    if (species[i] !== behavior.species || status[i] !== STATUS.alive) continue;
    if (band !== undefined) {
      if (!aimInto(aim, world, behavior, i, band.reach)) continue;
      const distance = length(aim.x, aim.y, aim.z);
      if (distance < band.from || distance > band.to) continue;
    }
    const [x, y, z] = evaluator.evaluate(inputOf(i));
    const adds = result === 'force';
    fx[i] = adds ? fround(fx[i] + x) : x;
    fy[i] = adds ? fround(fy[i] + y) : y;
    fz[i] = adds ? fround(fz[i] + z) : z;
  }
};

function evaluatorOf(plan: LawPlan): LawEvaluator {
  const known = evaluators.get(plan);
  if (known !== undefined) return known;
  const evaluator = new LawEvaluator(plan.law);
  evaluators.set(plan, evaluator);
  return evaluator;
}

/** Reads what a law is evaluated for from the front; of an aim what stands in `aim`. */
function inputsOf(world: SharedWorld, behavior: BehaviorPlan): (i: number) => LawInput {
  const { front, plan } = world;
  const { position, velocity, id, speciesParameters } = front;
  const { law } = plan.laws[behavior.law];
  const shared = Object.fromEntries(
    Object.entries(SPECIES_SLOTS_OF_LAWS).map(([name, slot]) => [
      name,
      speciesParameters[behavior.species * RECORD + slot],
    ]),
  ) as Record<keyof typeof SPECIES_SLOTS_OF_LAWS, number>;
  const { parameterOf, worldOf } = uniformOf(world, behavior);
  const parameters = Object.fromEntries(
    Object.keys(law.parameters).map((name) => [name, parameterOf(name)]),
  );
  const values = {
    dt: worldOf('dt'),
    tick: worldOf('tick'),
    seed: worldOf('seed'),
    dimensions: worldOf('dimensions'),
    behavior: worldOf('behavior'),
  };
  const farthest = farthestReach(plan.largestRadius);
  return (i) => ({
    self: {
      ...shared,
      'position.x': position.x[i],
      'position.y': position.y[i],
      'position.z': position.z[i],
      'velocity.x': velocity.x[i],
      'velocity.y': velocity.y[i],
      'velocity.z': velocity.z[i],
      id: id[i],
      species: behavior.species,
    },
    neighborsWithin: (reach) => columnsAround(world, i, reach, behavior.mask),
    farthest,
    aim: law.aim === 'one' ? columnsOfAim() : undefined,
    parameters,
    world: values,
  });
}

function columnsOfAim(): NonNullable<LawInput['aim']> {
  const columns = Object.keys(AIM_VALUES).map((name) => [name, aimColumn(aim, name as AimColumn)]);
  return Object.fromEntries(columns);
}

const AIM_VALUES = {
  'offset.x': 'x',
  'offset.y': 'y',
  'offset.z': 'z',
  'velocity.x': 'velocityX',
  'velocity.y': 'velocityY',
  'velocity.z': 'velocityZ',
  'acceleration.x': 'accelerationX',
  'acceleration.y': 'accelerationY',
  'acceleration.z': 'accelerationZ',
  radius: 'radius',
} as const satisfies Readonly<Record<AimColumn, keyof Aim>>;

/** A column of what an agent goes after. */
export function aimColumn(of: Aim, column: AimColumn): number {
  return of[AIM_VALUES[column]];
}

const around = createAround();

/** The columns of the neighbors of the agent at place `i`; those beside its offsets are copies. */
function columnsAround(
  world: SharedWorld,
  i: number,
  reach: number,
  mask: number,
): NeighborColumns {
  const { velocity, id, species } = world.front;
  if (reach >= 0) neighborsInCellsInto(around, world, i, reach, mask);
  else around.count = 0;
  const { count, place, x, y, z } = around;
  const gather = (column: ArrayLike<number>): ArrayLike<number> => {
    const values = new Float64Array(count);
    for (let k = 0; k < count; k++) values[k] = column[place[k]];
    return values;
  };
  return {
    count,
    'offset.x': x,
    'offset.y': y,
    'offset.z': z,
    'velocity.x': gather(velocity.x),
    'velocity.y': gather(velocity.y),
    'velocity.z': gather(velocity.z),
    id: gather(id),
    species: gather(species),
  };
}

/** What is the same for all agents that a behavior steers by its law, in the tick of the front. */
export function uniformOf(
  { front, frontTick, plan }: SharedWorld,
  behavior: BehaviorPlan,
): Uniform {
  const { seed, dt, dimensions } = plan;
  const values = { dt, tick: frontTick, seed, dimensions, behavior: behavior.index };
  return {
    parameterOf: (name) =>
      front.behaviorParameters[behavior.index * RECORD + behavior.slots.indexOf(name)],
    worldOf: (value) => values[value],
  };
}

/** How far (m) a set of a behavior's law reaches now; NaN for one that holds nothing. */
export function reachOfSet(world: SharedWorld, behavior: BehaviorPlan, set: number): number {
  const { laws, largestRadius } = world.plan;
  const { law } = laws[behavior.law];
  return reachOf(law, set, uniformOf(world, behavior), farthestReach(largestRadius));
}
