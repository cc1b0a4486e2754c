import * as z from 'zod/mini';
import { util } from 'zod/v4/core';
import type { Law } from '../laws/law.ts';
import type { LawForm } from '../laws/law-schema.ts';
import { findMeshProblems } from '../path/mesh/build-mesh.ts';
import { unwrap } from '../schema/unwrap.ts';
import { shapeAt } from './known-keys.ts';
import { largestRadius } from './neighbor-ranges.ts';
import { readLaws } from './scenario-laws.ts';
import {
  type Behavior,
  type Scenario,
  type Species,
  scenarioSchema,
  scenarioSchemaWith,
} from './schema.ts';

/** A section. It is undefined if it is not valid; in a list, each element that is not valid is undefined. */
type Section<T> =
  NonNullable<T> extends readonly (infer Element)[]
    ? readonly (Element | undefined)[]
    : T | undefined;

/** The sections of a scenario that were parsed. A list that is not valid as a whole has one element, undefined. */
export type Sections = {
  readonly [Key in Exclude<keyof Scenario, 'laws' | 'dt' | 'seed' | 'dimensions'>]-?: Section<
    Scenario[Key]
  >;
} & {
  /** The valid laws. */
  readonly laws: readonly Law[];
  // Other values stand in for values of these keys that are not valid, because few checks depend on them.
  readonly dt: number;
  readonly seed: number;
  readonly dimensions: 2 | 3;
  /** Whether the scenario has a height map, valid or not. */
  readonly hasHeights: boolean;
  /** The reasons why the mesh cannot be built. Without any, points can be located on it. */
  readonly meshProblems: ReturnType<typeof findMeshProblems>;
  /** The largest distance (m) within which agents may look for neighbors. */
  readonly largestRadius: number;
  /** By index, what is left of each species that is not valid. Only the names to which it refers can be checked. */
  readonly remains: ReadonlyMap<number, Species>;
};

/** The sections that are lists whose elements may be undefined. */
export type ListKey = {
  [Key in keyof Sections]: Sections[Key] extends readonly (infer Element)[]
    ? undefined extends Element
      ? Key
      : never
    : never;
}[keyof Sections];

/** Visits the valid elements of a list, each with its JSON path. */
export function forEach<Key extends ListKey>(
  sections: { readonly [K in Key]: Sections[K] },
  list: Key,
  visit: (element: NonNullable<Sections[Key][number]>, path: string) => void,
): void {
  sections[list].forEach((element, index) => {
    if (element !== undefined) visit(element, `$.${list}[${index}]`);
  });
}

type Issue = z.core.$ZodIssue;

/** What a schema made of a value, and its problems. Parts without problems are as in a valid value. */
interface Parsed {
  readonly value: unknown;
  readonly issues: readonly Issue[];
}

const SYNC = { async: false };

/** Unlike `safeParse`, also returns the value if there are problems. */
function parsed(schema: z.ZodMiniType, input: unknown): Parsed {
  const result = schema._zod.run({ value: input, issues: [] }, SYNC) as z.core.ParsePayload;
  const issues = result.issues.map((issue) => util.finalizeIssue(issue, SYNC, z.config()));
  return { value: result.value, issues };
}

/** Returns whether a part is not valid. Unknown keys are left out, so what contains them is still valid. */
function isWrong({ code }: Issue): boolean {
  return code !== 'unrecognized_keys';
}

function sectionOf(schema: z.ZodMiniType, { value, issues }: Parsed): unknown {
  const wrong = new Set(issues.filter(isWrong).map(({ path }) => path.at(0)));
  if (!(unwrap(schema).type instanceof z.ZodMiniArray)) return wrong.size > 0 ? undefined : value;
  // One element that is not valid, because any name may belong to it.
  if (wrong.has(undefined)) return [undefined];
  if (value === undefined) return [];
  return (value as readonly unknown[]).map((element, index) =>
    wrong.has(index) ? undefined : element,
  );
}

/**
 * Parses each section of a scenario by its own schema.
 *
 * @returns the sections; the scenario, complete only if there are no problems; its schema, with the behaviors of its
 * laws; and the problems that the schema and the nodes of laws have
 */
export function readScenario(input: object) {
  const parse = (key: string, schema: z.ZodMiniType): Parsed =>
    parsed(schema, (input as Readonly<Record<string, unknown>>)[key]);
  const { laws: lawsSchema } = scenarioSchema.shape;
  const lawPart = parse('laws', lawsSchema);
  const forms = sectionOf(lawsSchema, lawPart) as readonly (LawForm | undefined)[];
  // No law is known if the list is not valid as a whole.
  const isList = lawPart.issues.every(({ path }) => path.length > 0);
  const given = (isList && lawPart.value) || [];
  const { laws, schemas, problems: lawProblems } = readLaws(forms, given as readonly object[]);
  const schema = schemas.length > 0 ? scenarioSchemaWith(schemas) : scenarioSchema;
  const issues: Issue[] = [];
  const values: Record<string, unknown> = {};
  const valid: Record<string, unknown> = {};
  for (const [key, field] of Object.entries(schema.shape)) {
    const part = key === 'laws' ? lawPart : parse(key, field);
    if (part.value !== undefined || key in input) values[key] = part.value;
    valid[key] = sectionOf(field, part);
    for (const issue of part.issues) issues.push({ ...issue, path: [key, ...issue.path] });
  }
  const keys = Object.keys(input).filter((key) => !Object.hasOwn(schema.shape, key));
  if (keys.length > 0) issues.push({ code: 'unrecognized_keys', keys, path: [], message: '' });
  const scenario = values as unknown as Scenario;
  const dimensions = scenario.dimensions === 2 ? 2 : 3;
  const { bounds, mesh: flat, ground } = valid as unknown as Sections;
  const mesh = ground ?? flat;
  const sections = {
    ...valid,
    laws,
    dimensions,
    dt: numberOr(1 / 60, valid.dt),
    seed: numberOr(1, valid.seed),
    obstacleCapacity: numberOr(undefined, valid.obstacleCapacity),
    hasHeights: scenario.heights !== undefined,
    meshProblems: mesh === undefined ? [] : findMeshProblems(mesh.vertices, mesh.polygons),
    largestRadius: largestRadius(bounds, dimensions),
    remains: remainsIn(scenario, issues, schema),
  } as unknown as Sections;
  return { scenario, sections, schema, issues, lawProblems };
}

function numberOr<T>(other: T, value: unknown): T | number {
  return typeof value === 'number' ? value : other;
}

/**
 * Keys of a species to which other parts of the scenario refer. If one is not valid, valid references would be reported
 * as problems.
 */
const REFERRED_TO: readonly unknown[] = ['name', 'states', 'columns', 'behaviors'];
/** What stands in for required parts that are not valid. It refers to no other parts. */
const STAND_INS: Readonly<Record<string, unknown>> = { count: 1, spawn: { type: 'pool' } };

/**
 * Returns what is left of each species that is not valid, by index. In place of a part that is not valid, it has the
 * default or a stand-in. Changes the species of `scenario`.
 */
function remainsIn(
  scenario: Scenario,
  issues: readonly Issue[],
  schema: typeof scenarioSchema,
): ReadonlyMap<number, Species> {
  const usual = (path: readonly PropertyKey[]): { readonly value: unknown } | undefined => {
    const field = shapeAt(schema, path.slice(0, -1), scenario)[path.at(-1) as string];
    const part = field && parsed(field, undefined);
    return part?.issues.length === 0 ? part : undefined;
  };
  const remains = new Map<number, Species>();
  const lost = new Set<number>();
  for (const { path } of issues.filter(isWrong)) {
    const [list, index, key, place, inner] = path;
    if (list !== 'species' || typeof index !== 'number') continue;
    const species = scenario.species[index] as Species & Record<PropertyKey, unknown>;
    remains.set(index, species);
    if (key === 'behaviors' && typeof place === 'number') {
      const part = inner === undefined ? undefined : usual(path.slice(0, 5));
      if (part === undefined) species.behaviors[place] = { type: 'cohesion' } as Behavior;
      else Object.assign(species.behaviors[place], { [inner]: part.value });
    } else if (key === undefined || REFERRED_TO.includes(key)) lost.add(index);
    else {
      const stand = STAND_INS[key as string];
      Object.assign(species, { [key]: stand ?? usual(path.slice(0, 3))?.value });
    }
  }
  for (const index of lost) remains.delete(index);
  return remains;
}
