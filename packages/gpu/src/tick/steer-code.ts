import {
  type InnerWorld,
  isDepositPlane,
  SPECIES_VALUES,
  speciesSlotOf,
} from '@skein/core/internal';
import { type LawSources, type LawWgsl, wgslHeading, wgslOfLaw } from '../law-code.ts';
import { CAPITALS, wgslBits, wgslNumber, wgslSquared } from '../wgsl.ts';
import { actsCode, aimColumn } from './aim-code.ts';
import { walkCode } from './grid-code.ts';
import { ACT, AIM, FACTOR, type NumberPlaces } from './numbers.ts';
import type { Planes } from './planes.ts';
import { aimKindOf, type UnitPlan } from './program.ts';

/** The columns of agents that are numbers of their species. */
const OF_SPECIES: readonly string[] = SPECIES_VALUES;

/** A unit, and the code of its law. `at` is a variable with the place of the numbers of the agent's act; 0 for none. */
interface Unit {
  readonly plan: UnitPlan;
  readonly at: string;
  readonly law: LawWgsl;
  /** Whether its law needs the aims before it looks around. */
  readonly aimsFirst: boolean;
  readonly aimName: (nth: number) => string;
}

/**
 * Sums the forces of an agent by the acts of its species, in `forceX` to `forceZ`, and stages what the laws write, as
 * `composeRole` does on the CPU. The code of each law, and that of the walk over neighbors, stands once, whichever
 * species use it: compilers copy functions to wherever they are called, and take that much longer.
 */
export function steerCode(world: InnerWorld, planes: Planes, places: NumberPlaces): string {
  const units = places.program.units.map((plan, index) =>
    unitOf(world, planes, places, plan, index),
  );
  const hasSight = units.some(({ law }) => law.hasSight);
  return [
    `let role = ${places.ofRole};`,
    ...units.map(({ at }, index) => `let ${at} = numbers[role + ${index}u];`),
    ...units.flatMap(({ plan, at, law }) => [
      law.declarations,
      ...numbersOfSets(world, places, plan, at),
    ]),
    ...units.flatMap(({ plan, aimsFirst, aimName }) =>
      aimsFirst ? plan.sample.aims.map((_, nth) => `var ${aimName(nth)}: Aim;`) : [],
    ),
    hasSight ? wgslHeading((axis) => planes.front(`velocity.${axis}`)) : '',
    roundsCode(world, planes, places, units),
    actsLoop(world, planes, places, units),
  ].join('\n');
}

/** The reach and the view of each set. A species without the act has no reach. */
function numbersOfSets(
  { plan }: InnerWorld,
  places: NumberPlaces,
  { sample: { behavior } }: UnitPlan,
  at: string,
): readonly string[] {
  return plan.laws[behavior.law].sets.flatMap((set) => {
    const own = `numbers[${at} + ${places.set(behavior, set)}u]`;
    const cosine = `numbers[${at} + ${places.set(behavior, set) + 1}u]`;
    return [
      `let ${at}Reach${set} = select(${wgslBits(-1)}, ${own}, ${at} != 0u);`,
      `let ${at}View${set} = ${cosine};`,
    ];
  });
}

function unitOf(
  world: InnerWorld,
  planes: Planes,
  places: NumberPlaces,
  plan: UnitPlan,
  index: number,
): Unit {
  const at = `act${index}`;
  const { behavior } = plan.sample;
  const { law } = world.plan.laws[behavior.law];
  let readsAim = false;
  const sourcesWith = (aimName: (nth: number) => string): LawSources => ({
    ...sourcesOf(world, planes, places, plan, at),
    aim: (nth, column) => {
      readsAim = true;
      const kind = aimKindOf(plan.sample.aims[nth]);
      const aimAt = `${at} + ${ACT.aims + AIM.words * nth}u`;
      return aimColumn(planes, places, kind, aimName(nth), aimAt, column);
    },
  });
  const compiled = (aimName: (nth: number) => string): Unit => {
    const code = wgslOfLaw(law, sourcesWith(aimName), `u${index}_`);
    const first = code.steps.flatMap(({ statements, looks }) => [
      statements,
      ...looks.map((look) => look.statements),
    ]);
    const aimsFirst =
      readsAim && first.some((text) => text.includes(aimName(0)) || text.includes(aimName(1)));
    return { plan, at, law: code, aimsFirst, aimName };
  };
  const own = compiled((nth) => `${at}Aim${nth}`);
  return own.aimsFirst ? own : compiled((nth) => `aim${nth}`);
}

/** Finds the aims of an act. */
function findAims(count: number, at: string, aimName: (nth: number) => string): string {
  if (count === 0) return '';
  const place = `${at} + ${ACT.aims}u + ${AIM.words}u * nth`;
  const put = count === 1 ? '' : `if (nth == 1u) { ${aimName(1)} = found; } else `;
  return `
for (var nth = 0u; nth < ${count}u; nth++) {
  if (numbers[${place}] == 0u) { break; }
  let found = aimOf(i, own, ${place});
  ${put}{ ${aimName(0)} = found; }
}`;
}

/** The walks over neighbors, and what comes before each. */
function roundsCode(
  world: InnerWorld,
  planes: Planes,
  places: NumberPlaces,
  units: readonly Unit[],
): string {
  const { rounds } = places;
  if (rounds === 0) return '';
  const masks = new Set(
    places.program.roles.flatMap(({ acts }) => acts.map(({ act }) => act.behavior.mask >>> 0)),
  );
  const each = (of: (round: number) => string): string =>
    rounds === 1
      ? of(0)
      : `switch round { ${Array.from({ length: rounds }, (_, k) => `case ${k}u: {\n${of(k)}\n}`).join('\n')}\ndefault: {} }`;
  const before = (round: number): string =>
    units
      .flatMap(({ plan, at, law, aimsFirst, aimName }) => {
        const step = law.steps[round];
        if (step === undefined) return [];
        const finds = aimsFirst && round === 0;
        const aims = finds ? findAims(plan.sample.aims.length, at, aimName) : '';
        if (aims === '' && step.statements === '') return [];
        return [`if (${at} != 0u) {\n${aims}\n${step.statements}\n}`];
      })
      .join('\n');
  const looks = (round: number): string =>
    units
      .flatMap(({ at, law }) => {
        const own = law.steps[round]?.looks ?? [];
        const texts = own.map(({ statements }) => `{\n${statements}\n}`);
        if (masks.size === 1) return texts;
        const sees = `((numbers[${at} + ${ACT.mask}u] >> (kinds[j] & 31u)) & 1u) != 0u`;
        return texts.map((text) => `if (${sees}) ${text}`);
      })
      .join('\n');
  const walk = `role + ${places.walk(0)}u + ${places.walkWords}u * round`;
  return `
for (var round = 0u; round < ${rounds}u; round++) {
  ${each(before)}
  ${walkCode(world, planes, walk, each(looks))}
}`;
}

/** Adds the forces in the order of the scenario, and then stages columns. */
function actsLoop(
  world: InnerWorld,
  planes: Planes,
  places: NumberPlaces,
  units: readonly Unit[],
): string {
  const { species } = world.plan;
  const priority = species.map(({ priority }) => Number(priority));
  const hasShares = priority.includes(1);
  const each = (of: (axis: string, k: number) => string): string => CAPITALS.map(of).join(' ');
  const ofRole = (name: string): string => places.ofSpecies(speciesSlotOf(name));
  const late = units.filter(({ plan, aimsFirst }) => plan.sample.aims.length > 0 && !aimsFirst);
  const most = Math.max(...late.map(({ plan }) => plan.sample.aims.length), 0);
  const aimName = (nth: number): string => `aim${nth}`;
  const shared = `
    if (isShared && !isSummed) {
      let force = fSqrt(${wgslSquared('forceX', 'forceY', 'forceZ')});
      var share = ${wgslNumber(1)};
      if (fLessEqual(force, left)) {
        left = fSub(left, force);
      } else {
        share = fDiv(left, force);
        left = fConst(0u);
      }
      ${each((axis) => `total${axis} = fAdd(total${axis}, fMul(force${axis}, share)); force${axis} = fConst(0u);`)}
    }`;
  const cases = units.map(
    (unit, index) => `case ${index}u: {\n${caseCode(world, planes, unit)}\n}`,
  );
  return `
${hasShares ? each((axis) => `var total${axis} = fConst(0u);`) : ''}
${hasShares ? `var left = ${ofRole('maxForce')};` : ''}
${hasShares ? 'var isSummed = false;' : ''}
${hasShares ? `let isShared = ((${bitsOf(priority)}u >> (species & 31u)) & 1u) != 0u;` : ''}
let lastAct = numbers[role + ${places.list}u];
for (var k = 1u; k <= lastAct; k++) {
  let act = numbers[role + ${places.list}u + k];
  ${late.length > 0 ? Array.from({ length: most }, (_, nth) => `var ${aimName(nth)}: Aim;`).join(' ') : ''}
  ${late.length > 0 ? `if (act < ${FACTOR}u) { let at = numbers[role + act];\n${findAims(most, 'at', aimName)}\n}` : ''}
  switch act {
    ${cases.join('\n')}
    default: {
      ${hasShares ? `isSummed = true; if (isShared) { ${each((axis) => `force${axis} = total${axis};`)} }` : ''}
      let factor = ${ofRole('forceFactor')};
      if (!fEqual(factor, ${wgslNumber(1)})) { ${each((axis) => `force${axis} = fMul(force${axis}, factor);`)} }
    }
  }
  ${hasShares ? shared : ''}
}`;
}

function bitsOf(flags: readonly number[]): number {
  return flags.reduce((sum, flag, k) => (sum | (flag << k)) >>> 0, 0);
}

function caseCode(world: InnerWorld, planes: Planes, { plan, law, aimName }: Unit): string {
  const { statements, results } = law;
  const { filters } = plan.sample.behavior;
  const act = plan.stages ? stagingCode(world, planes, plan, results) : forceCode(results, filters);
  const code = [`if (${actsCode(world, plan.sample, aimName)}) {`, statements, act, '}'].join('\n');
  const hasShares = world.plan.species.some(({ priority }) => priority);
  if (plan.stages || !filters || !hasShares) return code;
  // It reads and replaces the sum of the forces before it, and takes nothing of the budget.
  const each = (of: (axis: string) => string): string => CAPITALS.map(of).join(' ');
  return `
  if (isShared) { ${each((axis) => `force${axis} = total${axis};`)} }
  ${code}
  if (isShared) { ${each((axis) => `total${axis} = force${axis}; force${axis} = fConst(0u);`)} }`;
}

function forceCode(results: readonly string[], filters: boolean): string {
  return CAPITALS.map((axis, k) => {
    const own = `fOf(${results[k]})`;
    return `force${axis} = ${filters ? own : `fAdd(force${axis}, ${own})`};`;
  }).join('\n');
}

/** If a value is NaN, none is staged, and the force becomes NaN. */
function stagingCode(
  { plan }: InnerWorld,
  planes: Planes,
  { sample: { behavior } }: UnitPlan,
  results: readonly string[],
): string {
  const names = plan.laws[behavior.law].law.planes!;
  const whole = new Set(plan.columns.flatMap((one) => (one.type === 'u32' ? one.planes : [])));
  const sound = names.flatMap((name, k) =>
    whole.has(name) ? [] : [`((${results[k]} & 0x7fffffffu) <= 0x7f800000u)`],
  );
  return [
    `if (${['true', ...sound].join(' & ')}) {`,
    ...names.map((name, k) =>
      isDepositPlane(name)
        ? `${planes.next(name)} = fBits(fAdd(fOf(${planes.next(name)}), fOf(${results[k]})));`
        : `${planes.next(`column.${name}`)} = ${results[k]};`,
    ),
    '} else { forceX = fConst(0x7fc00000u); }',
  ].join('\n');
}

function sourcesOf(
  world: InnerWorld,
  planes: Planes,
  places: NumberPlaces,
  { sample: { behavior } }: UnitPlan,
  at: string,
): Omit<LawSources, 'aim'> {
  const { seed, dimensions, dt } = world.plan;
  const { slots } = behavior;
  const column = (name: string, place: string): string =>
    name === 'species' ? `(kinds[${place}] & 255u)` : planes.front(name, place);
  return {
    parameter: (name) => `numbers[numbers[${at} + ${ACT.parameters}u] + ${slots.indexOf(name)}u]`,
    world: (value) => {
      if (value === 'tick') return 'tick';
      if (value === 'dt') return wgslBits(dt);
      if (value === 'behavior') return `numbers[${at} + ${ACT.behavior}u]`;
      return `${{ seed, dimensions }[value] >>> 0}u`;
    },
    self: (name) => {
      if (name.startsWith('force.')) return `fBits(force${name.at(-1)!.toUpperCase()})`;
      if (!OF_SPECIES.includes(name)) return column(name, 'i');
      return places.numberOfSpecies('species', speciesSlotOf(name));
    },
    other: (name) =>
      OF_SPECIES.includes(name)
        ? places.numberOfSpecies('kinds[j] & 255u', speciesSlotOf(name))
        : column(name, 'j'),
    squaredReach: (set) => `${at}Reach${set}`,
    cosine: (set) => `${at}View${set}`,
    cell: (field, cell) => {
      const { first } = world.plan.scalars.find(({ name }) => name === field)!;
      return `fields[${first}u + ${cell}]`;
    },
  };
}
