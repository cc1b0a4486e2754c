import {
  type BehaviorPlan,
  type InnerWorld,
  isLawType,
  type RolePlan,
  SPECIES_VALUES,
  speciesSlotOf,
} from '@skein/core/internal';
import { type LawSources, wgslOfLaw } from '../law-code.ts';
import { CAPITALS, wgslBits, wgslNumber } from '../wgsl.ts';
import { aimCode } from './aim-code.ts';
import { walkCode } from './grid-code.ts';
import { type NumberPlaces, SET } from './numbers.ts';
import type { Planes } from './planes.ts';

/** The columns of agents that are numbers of their species. */
const OF_SPECIES: readonly string[] = SPECIES_VALUES;

/**
 * Sums the forces of an agent by the behaviors of its role, in `forceX` to `forceZ`, and stages what the laws write, as
 * `composeRole` does on the CPU.
 */
export function steerCode(
  world: InnerWorld,
  planes: Planes,
  places: NumberPlaces,
  { species, behaviors }: RolePlan,
): string {
  const own = (name: string): string =>
    `fOf(${places.numberOfSpecies(species, speciesSlotOf(name))})`;
  const forces = behaviors.map((one) => forceCode(world, planes, places, one));
  const staged = behaviors.flatMap(({ staging }) =>
    staging === undefined ? [] : [stagingCode(world, planes, places, staging)],
  );
  const isShared = world.plan.species[species].priority;
  return [
    ...(isShared ? sharedCode(forces, own('maxForce')) : forces),
    `if (!fEqual(${own('forceFactor')}, ${wgslNumber(1)})) {`,
    ...CAPITALS.map((axis) => `force${axis} = fMul(force${axis}, ${own('forceFactor')});`),
    '}',
    ...staged,
  ].join('\n');
}

/** Lets each force in turn take what it needs of a budget. */
function sharedCode(forces: readonly string[], budget: string): string[] {
  const each = (of: (axis: string) => string): string => CAPITALS.map(of).join(' ');
  const share = `{
  let force = fSqrt(fAdd(fAdd(fMul(forceX, forceX), fMul(forceY, forceY)), fMul(forceZ, forceZ)));
  if (fLessEqual(force, left)) {
    ${each((axis) => `total${axis} = fAdd(total${axis}, force${axis});`)}
    left = fSub(left, force);
  } else {
    let share = fDiv(left, force);
    ${each((axis) => `total${axis} = fAdd(total${axis}, fMul(force${axis}, share));`)}
    left = fOf(0u);
  }
  ${each((axis) => `force${axis} = fOf(0u);`)}
}`;
  return [
    each((axis) => `var total${axis} = fOf(0u);`),
    `var left = ${budget};`,
    ...forces.flatMap((force) => [force, share]),
    each((axis) => `force${axis} = total${axis};`),
  ];
}

function forceCode(
  world: InnerWorld,
  planes: Planes,
  places: NumberPlaces,
  behavior: BehaviorPlan,
): string {
  return whereItActs(world, planes, places, behavior, (results) =>
    CAPITALS.map((axis, k) => `force${axis} = fAdd(force${axis}, fOf(${results[k]}));`),
  );
}

/** If a value is NaN, none is staged, and the force becomes NaN. */
function stagingCode(
  world: InnerWorld,
  planes: Planes,
  places: NumberPlaces,
  behavior: BehaviorPlan,
): string {
  const { columns, laws } = world.plan;
  const names = laws[behavior.law].law.planes!;
  const whole = new Set(columns.flatMap((one) => (one.type === 'u32' ? one.planes : [])));
  return whereItActs(world, planes, places, behavior, (results) => {
    const sound = names.flatMap((name, k) =>
      whole.has(name) ? [] : [`((${results[k]} & 0x7fffffffu) <= 0x7f800000u)`],
    );
    return [
      `if (${['true', ...sound].join(' & ')}) {`,
      ...names.map((name, k) => `${planes.next(`column.${name}`)} = ${results[k]};`),
      '} else { forceX = fOf(0x7fc00000u); }',
    ];
  });
}

/** Computes the law of a behavior where it acts, and does something with the results. An idle behavior does nothing. */
function whereItActs(
  world: InnerWorld,
  planes: Planes,
  places: NumberPlaces,
  behavior: BehaviorPlan,
  act: (results: readonly string[]) => readonly string[],
): string {
  const { law } = world.plan.laws[behavior.law];
  const aims = aimCode(world, planes, places, behavior);
  const sources = sourcesOf(world, planes, places, behavior);
  const { statements, results } = wgslOfLaw(law, { ...sources, aim: aims.column });
  const weight = isLawType(behavior.type) ? -1 : behavior.slots.indexOf('weight');
  const weightBits = `numbers[${places.behavior(behavior.index) + weight}]`;
  return [
    weight < 0 ? '{' : `if ((${weightBits} << 1u) != 0u) {`,
    aims.statements,
    `if (${aims.acts}) {`,
    statements,
    ...act(results),
    '}}',
  ].join('\n');
}

function sourcesOf(
  world: InnerWorld,
  planes: Planes,
  places: NumberPlaces,
  behavior: BehaviorPlan,
): Omit<LawSources, 'aim'> {
  const { seed, dimensions, dt } = world.plan;
  const { index, slots, species } = behavior;
  const column = (name: string, place: string): string =>
    name === 'species' ? `(kinds[${place}] & 255u)` : planes.front(name, place);
  const ofSet = (set: number, word: number): string =>
    `numbers[${places.set(behavior, set) + word}]`;
  return {
    parameter: (name) => `numbers[${places.behavior(index) + slots.indexOf(name)}]`,
    world: (value) => {
      if (value === 'tick') return 'tick';
      if (value === 'dt') return wgslBits(dt);
      return `${{ seed, dimensions, behavior: index }[value] >>> 0}u`;
    },
    self: (name) => {
      if (name.startsWith('force.')) return `fBits(force${name.at(-1)!.toUpperCase()})`;
      if (!OF_SPECIES.includes(name)) return column(name, 'i');
      return places.numberOfSpecies(species, speciesSlotOf(name));
    },
    other: (name) =>
      OF_SPECIES.includes(name)
        ? places.numberOfSpecies('kinds[j] & 255u', speciesSlotOf(name))
        : column(name, 'j'),
    squaredReach: (set) => ofSet(set, SET.squaredReach),
    cosine: (set) => ofSet(set, SET.cosine),
    walk: (set, statements) => walkCode(world, planes, places, behavior, set, statements),
    cell: () => {
      throw new Error('reasonAgainst accepts no fields');
    },
  };
}
