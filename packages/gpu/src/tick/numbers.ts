import {
  type BehaviorPlan,
  bandOf,
  cosine,
  type InnerWorld,
  isIdle,
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
import { type Act, aimKindOf, programOf, type RoleProgram } from './program.ts';
import { BATCH } from './progress.ts';

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

/**
 * The numbers of an act: where its parameters are, the number of its behavior, and the species that it sees. Then come
 * those of two aims, and of each set of neighbors.
 */
export const ACT = { parameters: 0, behavior: 1, mask: 2, aims: 3 } as const;

/**
 * The numbers of an aim. A target is the place of its numbers in the first tick of a batch, and its radius. A quarry is
 * its species, the rows of its layer of the grid, and the square of how far to look. `from` and `to` are the distances
 * between which the behavior acts.
 */
export const AIM = {
  kind: 0,
  target: 1,
  species: 1,
  radius: 2,
  firstRow: 2,
  lastRow: 3,
  squaredSight: 4,
  from: 5,
  to: 6,
  words: 7,
} as const;

/** Kinds of aims. */
export const AIM_KIND = { none: 0, target: 1, quarry: 2, goal: 3 } as const;

/** The numbers of a set of neighbors. */
const SET = { squaredReach: 0, cosine: 1, words: 2 } as const;

/** In the list of acts of a species: no act, but the time to multiply the force by the factor of the species. */
export const FACTOR = 0xffff;

/** How far to search in a layer of the grid that has nothing to be seen. */
export const NOTHING = 0xffffffff;

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
  const program = programOf(world);
  const rounds = Math.max(
    ...program.units.map(({ sample }) => plan.laws[sample.behavior.law].levels.length - 1),
    0,
  );
  const behaviors = SPECIES * plan.species.length;
  let words = behaviors + world.front.behaviorParameters.length;
  const acts = new Map<Act, number>();
  for (const { act } of program.roles.flatMap(({ acts }) => acts)) {
    acts.set(act, words);
    words += ACT.aims + 2 * AIM.words + SET.words * plan.laws[act.behavior.law].sets.length;
  }
  // For each species: where the numbers of each unit are, how far each walk searches each layer, whom it sees, and
  // the list of its acts.
  const units = program.units.length;
  const walks = units;
  const walkWords = plan.grid.layers.length + 1;
  const list = walks + rounds * walkWords;
  const most = Math.max(...program.roles.map(({ acts }) => acts.length), 0);
  const roleWords = list + most + 2;
  const roles = words;
  words += roleWords * plan.species.length;
  const targets = words;
  const targetWords = TARGET.words * plan.targets.length;
  words += BATCH * targetWords;
  return {
    program,
    /** The number of walks over neighbors. */
    rounds,
    species: (index: number): number => SPECIES * index,
    /** WGSL of the bits of a number of a species, by the index of the species. */
    numberOfSpecies: (index: number | string, number: number): string =>
      `numbers[${SPECIES}u * (${index}) + ${number}u]`,
    /** WGSL of a number of the agent's species. */
    ofSpecies: (number: number): string => `fOf(numbers[${SPECIES}u * species + ${number}u])`,
    behavior: (index: number): number => behaviors + RECORD * index,
    act: (act: Act): number => acts.get(act)!,
    /** The place of the numbers of a set among those of its act. */
    set: ({ law }: BehaviorPlan, set: number): number =>
      ACT.aims + 2 * AIM.words + SET.words * plan.laws[law].sets.indexOf(set),
    role: (species: number): number => roles + roleWords * species,
    /** WGSL of where the numbers of the agent's species begin. */
    ofRole: `${roles}u + ${roleWords}u * species`,
    /** The places of a walk and of the list among the numbers of a species. */
    walk: (round: number): number => walks + round * walkWords,
    walkWords,
    list,
    /** A target in the first tick of a batch. Each further tick has its own words. */
    target: (index: number): number => targets + TARGET.words * index,
    targetWords,
    words: Math.max(words, 1),
  };
}

export type NumberPlaces = ReturnType<typeof placesOf>;

/** The numbers that all agents share, at the present tick. */
export function numbersOf(world: InnerWorld, places: NumberPlaces): Uint32Array {
  const { plan, front } = world;
  const numbers = new Float32Array(places.words);
  const words = new Uint32Array(numbers.buffer);
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
  for (const role of places.program.roles) {
    for (const { act } of role.acts) actNumbers(world, places, act, numbers, words);
    roleNumbers(world, places, role, numbers, words);
  }
  return words;
}

function actNumbers(
  world: InnerWorld,
  places: NumberPlaces,
  act: Act,
  numbers: Float32Array,
  words: Uint32Array,
): void {
  const { plan, front } = world;
  const { behavior, aims } = act;
  const at = places.act(act);
  const { law, sets } = plan.laws[behavior.law];
  words[at + ACT.parameters] = places.behavior(behavior.index);
  words[at + ACT.behavior] = behavior.index;
  words[at + ACT.mask] = behavior.mask;
  const isBand = aims.length === 1;
  aims.forEach((aim, nth) => {
    const own = at + ACT.aims + AIM.words * nth;
    numbers[own + AIM.to] = Number.POSITIVE_INFINITY;
    if (isBand && aim.slots.includes('from')) {
      const { from, to } = bandOf(front.behaviorParameters, aim);
      numbers[own + AIM.from] = from;
      numbers[own + AIM.to] = to;
    }
    const kind = aimKindOf(aim);
    words[own + AIM.kind] = AIM_KIND[kind];
    if (kind === 'goal') return;
    if (kind === 'target') {
      words[own + AIM.target] = places.target(aim.target);
      numbers[own + AIM.radius] = plan.targets[aim.target].radius;
      return;
    }
    const { start, cells } = plan.grid.layers[plan.grid.layerOf[aim.quarry]];
    words[own + AIM.species] = aim.quarry;
    words[own + AIM.firstRow] = start;
    words[own + AIM.lastRow] = start + cells;
    const reach = isBand ? bandOf(front.behaviorParameters, aim).reach : Number.POSITIVE_INFINITY;
    const sight = sightWithin(world, aim, reach);
    numbers[own + AIM.squaredSight] = sight * sight;
  });
  for (const set of sets) {
    const own = at + places.set(behavior, set);
    const reach = reachOfSet(world, behavior, set);
    numbers[own + SET.squaredReach] = reach >= 0 ? reach * reach : -1;
    const view = law.nodes[set][2] as number;
    numbers[own + SET.cosine] = uniformValue(law, view, uniformOf(world, behavior));
  }
}

/** An idle behavior is left out. */
function roleNumbers(
  world: InnerWorld,
  places: NumberPlaces,
  { species, acts }: RoleProgram,
  numbers: Float32Array,
  words: Uint32Array,
): void {
  const { plan } = world;
  const at = places.role(species);
  const active = acts.filter(({ act }) => !isIdle(world, act.behavior));
  for (const { unit, act } of active) words[at + unit] = places.act(act);
  for (let round = 0; round < places.rounds; round++) {
    const own = at + places.walk(round);
    words.fill(NOTHING, own, own + plan.grid.layers.length);
    for (const { behavior } of active.map(({ act }) => act)) {
      for (const { set } of plan.laws[behavior.law].levels[round]?.passes ?? []) {
        const reach = reachOfSet(world, behavior, set);
        if (!(reach >= 0)) continue;
        words[own + plan.grid.layers.length] |= behavior.mask;
        plan.grid.layers.forEach(({ slack, species: there }, layer) => {
          if ((there & behavior.mask) === 0) return;
          const search = fround(fround(reach * WIDER) + slack);
          const k = own + layer;
          numbers[k] = words[k] === NOTHING ? search : Math.max(numbers[k], search);
        });
      }
    }
  }
  const { units } = places.program;
  const forces = active.filter(({ unit }) => !units[unit].stages);
  const staging = active.filter(({ unit }) => units[unit].stages);
  const list = [...forces.map(({ unit }) => unit), FACTOR, ...staging.map(({ unit }) => unit)];
  words[at + places.list] = list.length;
  words.set(list, at + places.list + 1);
}
