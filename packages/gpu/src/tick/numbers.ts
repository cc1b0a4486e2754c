import {
  type BehaviorPlan,
  bandOf,
  cosine,
  type InnerWorld,
  limitsOf,
  RECORD,
  reachOfSet,
  sightWithin,
  sine,
  speciesSlotOf,
  uniformOf,
  uniformValue,
  WIDER,
} from '@skein/core/internal';
import { AXES } from '../wgsl.ts';

const fround = Math.fround;

/** The numbers of a species that are computed from its parameters. They follow the parameters. */
export const LIMIT = {
  inverseMass: RECORD,
  damping: RECORD + 1,
  maxForce: RECORD + 2,
  squaredMaxForce: RECORD + 3,
  maxSpeed: RECORD + 4,
  squaredMaxSpeed: RECORD + 5,
  minSpeed: RECORD + 6,
  squaredMinSpeed: RECORD + 7,
  /** Of the angle by which a body turns in a tick. */
  cosine: RECORD + 8,
  sine: RECORD + 9,
} as const;
const SPECIES = RECORD + 10;

/** The numbers of a target. */
export const TARGET = { position: 0, velocity: 3, acceleration: 6, words: 9 } as const;

/** The numbers of a set of neighbors, followed by how far to search in each layer of the grid (m). */
export const SET = { squaredReach: 0, cosine: 1, search: 2 } as const;

/** The maximum number of ticks that are sent to the card at once. */
export const BATCH = 16;

/** The behaviors of all roles, and those that stage what these write. */
function behaviorsOf({ plan }: InnerWorld): readonly BehaviorPlan[] {
  return plan.roles.flatMap(({ behaviors }) =>
    behaviors.flatMap((one) => (one.staging === undefined ? [one] : [one, one.staging])),
  );
}

/** The number of the plan of a behavior's law, and of the set, as one key. */
function keyOf({ index, law }: BehaviorPlan, set: number): string {
  return `${index} ${law} ${set}`;
}

/** The numbers of all targets at the present tick, as a batch has them. */
export function targetNumbers({ plan, front }: InnerWorld): Uint32Array {
  const numbers = new Float32Array(TARGET.words * plan.targets.length);
  const { targetPosition, targetVelocity, targetDrift, targetAcceleration } = front;
  for (let target = 0; target < plan.targets.length; target++) {
    AXES.forEach((axis, k) => {
      const at = TARGET.words * target + k;
      numbers[at + TARGET.position] = targetPosition[axis][target];
      numbers[at + TARGET.velocity] = targetVelocity[axis][target] + targetDrift[axis][target];
      numbers[at + TARGET.acceleration] = targetAcceleration[axis][target];
    });
  }
  return new Uint32Array(numbers.buffer);
}

/** The layout of the numbers that all agents share. */
export function placesOf(world: InnerWorld) {
  const { plan } = world;
  const behaviors = SPECIES * plan.species.length;
  const rows = world.front.behaviorParameters.length;
  const sets = new Map<string, number>();
  let words = behaviors + rows;
  for (const one of behaviorsOf(world)) {
    for (const set of plan.laws[one.law].sets) {
      sets.set(keyOf(one, set), words);
      words += SET.search + plan.grid.layers.length;
    }
  }
  const sights = new Map<string, number>();
  for (const one of behaviorsOf(world).flatMap(withSecond)) {
    if (one.quarry >= 0) sights.set(sightKey(one), words++);
  }
  const targets = words;
  const targetWords = TARGET.words * plan.targets.length;
  words += BATCH * targetWords;
  return {
    species: (index: number): number => SPECIES * index,
    /** WGSL of the bits of a number of a species, by the index of the species. */
    numberOfSpecies: (index: number | string, number: number): string =>
      `numbers[${SPECIES}u * (${index}) + ${number}u]`,
    /** WGSL of a number of the agent's species. */
    ofSpecies: (number: number): string => `fOf(numbers[${SPECIES}u * species + ${number}u])`,
    behavior: (index: number): number => behaviors + RECORD * index,
    set: (behavior: BehaviorPlan, set: number): number => sets.get(keyOf(behavior, set))!,
    /** The square of how far a behavior looks for its quarry (m^2). */
    sight: (behavior: BehaviorPlan): number => sights.get(sightKey(behavior))!,
    /** A target in the first tick of a batch. Each further tick has its own words. */
    target: (index: number): number => targets + TARGET.words * index,
    targetWords,
    words: Math.max(words, 1),
  };
}

/** A behavior and its second aim. */
function withSecond(one: BehaviorPlan): readonly BehaviorPlan[] {
  return one.second === undefined ? [one] : [one, one.second];
}

function sightKey({ index, quarry, law }: BehaviorPlan): string {
  return `${index} ${quarry} ${law}`;
}

export type NumberPlaces = ReturnType<typeof placesOf>;

/** The numbers that all agents share, at the present tick. */
export function numbersOf(world: InnerWorld, places: NumberPlaces): Uint32Array {
  const { plan, front } = world;
  const numbers = new Float32Array(places.words);
  const mass = speciesSlotOf('mass');
  const damping = speciesSlotOf('damping');
  const turnRate = speciesSlotOf('turnRate');
  plan.species.forEach((_, index) => {
    const own = front.speciesParameters.subarray(RECORD * index, RECORD * (index + 1));
    const at = places.species(index);
    numbers.set(own, at);
    const { maxForce, maxSpeed, minSpeed } = limitsOf(world, index);
    numbers[at + LIMIT.inverseMass] = 1 / own[mass];
    numbers[at + LIMIT.damping] = own[damping];
    numbers[at + LIMIT.maxForce] = maxForce;
    numbers[at + LIMIT.squaredMaxForce] = maxForce * maxForce;
    numbers[at + LIMIT.maxSpeed] = maxSpeed;
    numbers[at + LIMIT.squaredMaxSpeed] = maxSpeed * maxSpeed;
    numbers[at + LIMIT.minSpeed] = minSpeed;
    numbers[at + LIMIT.squaredMinSpeed] = minSpeed * minSpeed;
    const turn = Math.min(own[turnRate] * plan.dt, Math.PI);
    numbers[at + LIMIT.cosine] = cosine(turn);
    numbers[at + LIMIT.sine] = sine(turn);
  });
  numbers.set(front.behaviorParameters, places.behavior(0));
  for (const one of behaviorsOf(world).flatMap(withSecond)) {
    if (one.quarry < 0) continue;
    const reach =
      plan.laws[one.law].aims.length === 1
        ? bandOf(front.behaviorParameters, one).reach
        : Number.POSITIVE_INFINITY;
    const sight = sightWithin(world, one, reach);
    numbers[places.sight(one)] = sight * sight;
  }
  for (const behavior of behaviorsOf(world)) {
    const { law, sets } = plan.laws[behavior.law];
    for (const set of sets) {
      const at = places.set(behavior, set);
      const reach = reachOfSet(world, behavior, set);
      numbers[at + SET.squaredReach] = reach >= 0 ? reach * reach : -1;
      const cosine = law.nodes[set][2] as number;
      numbers[at + SET.cosine] = uniformValue(law, cosine, uniformOf(world, behavior));
      plan.grid.layers.forEach(({ slack }, k) => {
        numbers[at + SET.search + k] = fround(reach * WIDER) + slack;
      });
    }
  }
  return new Uint32Array(numbers.buffer);
}
