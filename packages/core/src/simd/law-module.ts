import { compileLaw, type LawConstants, type LawPlaces } from '../laws/compile.ts';
import { casesOf, compileWalk } from '../laws/compile-walk.ts';
import { depositPlane } from '../laws/results.ts';
import { type Code, moduleOf } from '../laws/wasm-code.ts';
import { SPECIES_SLOTS_OF_LAWS } from '../steering/steer-law.ts';
import { RECORD } from '../world/layout.ts';
import type { Plan } from '../world/plan.ts';
import { PLANE } from '../world/sizes.ts';
import { addressesOf } from '../world/tables.ts';
import { stagesOf, type WalkPlan, walksOf } from './walk-plan.ts';

const AXES = ['x', 'y', 'z'] as const;

/** The maximum number of compiled modules that are kept. Later worlds with the same laws use them again. */
const MAX_MODULES = 32;
/**
 * The most recently used modules, the latest at the end. Each key is a text with everything that determines the module.
 */
const compiled = new Map<string, WebAssembly.Module>();

/** Compiles the laws of a plan to a module for all threads. Returns undefined if there are no laws. */
export function compileLaws(plan: Plan, shared: boolean): WebAssembly.Module | undefined {
  if (plan.laws.length === 0) return undefined;
  const { dt, seed, dimensions, extras } = plan;
  const laws = plan.laws.map(({ law }) => law);
  const walks = allWalksOf(plan);
  const places = placesOf(plan);
  const constants = { block: PLANE, dt, seed, dimensions, hasWalkers: extras.polygon };
  // Nodes store numbers that JSON cannot represent as strings.
  const key = JSON.stringify([
    laws,
    [...walks.keys()],
    places,
    [...places.floats],
    constants,
    shared,
  ]);
  let module = compiled.get(key);
  if (module === undefined) {
    module = new WebAssembly.Module(moduleOf(codesOf(plan, walks, places, constants), shared));
  }
  compiled.delete(key);
  compiled.set(key, module);
  if (compiled.size > MAX_MODULES) compiled.delete(compiled.keys().next().value!);
  return module;
}

/** Returns the functions of all laws, and of all walks over neighbors. */
function codesOf(
  { laws }: Plan,
  walks: ReadonlyMap<string, WalkPlan>,
  places: LawPlaces,
  constants: LawConstants,
): Code[] {
  const compiled = laws.map(({ law }, index) => compileLaw(law, index, places, constants));
  const functions = compiled.flatMap(({ levels }) => levels);
  for (const [name, { walkers }] of walks) {
    const own = walkers.map(({ law, level, pass, sorts }) => {
      const { nodes, schedule } = compiled[law];
      return { nodes, pass: schedule[level].passes[pass], sorts };
    });
    for (const looks of casesOf(own)) functions.push(compileWalk(name, own, looks));
  }
  return functions;
}

/** Returns all walks that the roles of a world can need, by name. */
function allWalksOf(plan: Plan): ReadonlyMap<string, WalkPlan> {
  const walks = plan.roles.flatMap((_, role) =>
    stagesOf(plan, role).flatMap((stage) => {
      const levels = Math.max(0, ...stage.map(({ law }) => plan.laws[law].levels.length));
      return Array.from({ length: levels }, (_, level) => walksOf(plan, stage, level)).flat();
    }),
  );
  return new Map(walks.map((walk) => [walk.name, walk]));
}

/** The byte offset of each column in the address table. It is the same in every world. */
function placesOf(plan: Plan): LawPlaces {
  const names = addressesOf(plan, 0).map(({ name }) => name);
  const planes = plan.columns.flatMap(({ planes, type, staged }) =>
    planes.map((name) => ({ name, type, isStaged: staged >= 0 })),
  );
  const place = (name: string): number => 4 * names.indexOf(name);
  const deposits = plan.scalars.flatMap(({ name, deposit }) =>
    deposit < 0 ? [] : [depositPlane(name)],
  );
  const vector = <Name extends string>(name: Name, column: string) =>
    Object.fromEntries(
      AXES.map((axis) => [`${name}.${axis}`, place(`${column}${axis.toUpperCase()}`)]),
    ) as Record<`${Name}.${(typeof AXES)[number]}`, number>;
  return {
    columns: {
      id: place('front id'),
      species: place('front species'),
      role: place('role'),
      status: place('front status'),
      ...vector('position', 'front position'),
      birth: place('front birth'),
      ...vector('velocity', 'front velocity'),
      ...vector('heading', 'front heading'),
      ...vector('up', 'front up'),
      ...vector('force', 'force'),
      ...Object.fromEntries(
        planes.map(({ name }) => [`column.${name}`, place(`front column ${name}`)]),
      ),
    },
    staged: Object.fromEntries(
      [
        ...[...planes.filter(({ isStaged }) => isStaged), ...plan.lifePlanes].map(
          ({ name }) => name,
        ),
        ...deposits,
      ].map((name) => [name, place(`staged ${name}`)]),
    ),
    fields: Object.fromEntries(
      plan.scalars.map(({ name }) => [name, place(`front field ${name}`)]),
    ),
    floats: new Set([
      ...[...planes, ...plan.lifePlanes]
        .filter(({ type }) => type !== 'u32')
        .map(({ name }) => name),
      ...deposits,
    ]),
    species: SPECIES_SLOTS_OF_LAWS,
    record: 4 * RECORD,
  };
}
