import { show } from '../errors.ts';
import type { Law } from '../laws/law.ts';
import {
  type ColumnDeclaration,
  type ColumnType,
  MAX_COLUMN_PLANES,
  planeNamesOf,
  rangeOfType,
  type SpeciesColumn,
} from '../schema/column-types.ts';
import { MAX_TICK } from '../schema/limits.ts';
import { STATE_COLUMN, STATE_TICK_COLUMN } from '../schema/state-columns.ts';
import type { Behavior } from './behavior-types.ts';
import type { Report } from './check-reference.ts';
import { lawOf } from './law-type.ts';
import type { StateInput } from './state-schema.ts';

/** The parts of a scenario that declare columns. A part that is not valid is undefined. */
interface Declaring {
  readonly species: readonly (
    | {
        readonly count: number;
        readonly behaviors: readonly Behavior[];
        readonly columns?: Readonly<Record<string, SpeciesColumn>> | undefined;
        readonly states?: readonly StateInput[] | undefined;
      }
    | undefined
  )[];
  readonly laws?: readonly Law[] | undefined;
}

/** A column of a world, merged from all declarations that have its name. */
export interface MergedColumn {
  readonly name: string;
  readonly type: ColumnType;
  readonly unit: string;
  readonly min: number;
  readonly max: number;
  /** The start value of the column in species that do not declare one: one number for each component. */
  readonly default: readonly number[];
  /** Whether a law writes the column. */
  readonly written: boolean;
}

interface Declaration {
  readonly path: string;
  readonly name: string;
  readonly column: SpeciesColumn;
  /** The number of agents of the species that declares the column, or 0 if a law declares it. */
  readonly count: number;
}

/**
 * Returns the columns of a world in the order in which they are declared. The declarations by species come first, then
 * the declarations by the laws that behaviors use.
 */
export function mergedColumns(scenario: Declaring): readonly MergedColumn[] {
  const merged = new Map<string, ColumnDeclaration>();
  for (const { name, column } of declarationsIn(scenario)) {
    const before = merged.get(name);
    const { type, unit, min, max, default: usual } = column;
    merged.set(name, {
      type: before?.type ?? type,
      unit: before?.unit ?? unit,
      min: before?.min ?? min,
      max: before?.max ?? max,
      default: before?.default ?? usual,
    });
  }
  const written = new Set(usedLaws(scenario).flatMap((law) => Object.keys(law.next ?? {})));
  return [...merged].map(([name, { type, unit, min, max, default: usual }]) => {
    const [least, greatest] = rangeOfType(type);
    // Replaces -0 by 0, as in JSON, because the hash distinguishes the two.
    const range = [
      roundedTo(type, min ?? least) + 0,
      roundedTo(type, max ?? greatest) + 0,
    ] as const;
    return {
      name,
      type,
      unit: unit ?? '1',
      min: range[0],
      max: range[1],
      default: componentsOf(type, usual ?? Math.min(Math.max(0, range[0]), range[1])),
      written: written.has(name),
    };
  });
}

/**
 * Returns the components of a column's value, as memory holds them. A single number stands for all three components of
 * a vec3.
 */
export function componentsOf(
  type: ColumnType,
  value: number | readonly number[],
): readonly number[] {
  const given =
    typeof value === 'number' ? (type === 'vec3' ? [value, value, value] : [value]) : value;
  return given.map((one) => roundedTo(type, one) + 0);
}

function roundedTo(type: ColumnType, value: number): number {
  return type === 'u32' ? value : Math.fround(value);
}

/** Returns the laws that behaviors use, in the order of their first use. */
function usedLaws({ species, laws }: Declaring): readonly Law[] {
  const behaviors = species.flatMap((species) => species?.behaviors ?? []);
  return [...new Set(behaviors.flatMap(({ type }) => lawOf(type, laws) ?? []))];
}

function declarationsIn(scenario: Declaring): readonly Declaration[] {
  const ofSpecies = scenario.species.flatMap((species, index) =>
    Object.entries(species?.columns ?? {}).map(([name, column]) => {
      const path = `$.species[${index}].columns.${name}`;
      return { path, name, column, count: species!.count };
    }),
  );
  const ofStates = scenario.species.flatMap((species, index) => {
    if (species?.states === undefined) return [];
    const path = `$.species[${index}].states`;
    return [STATE_COLUMN, STATE_TICK_COLUMN].map((name) => {
      return { path, name, column: { type: 'u32' as const }, count: 0 };
    });
  });
  const ofLaws = usedLaws(scenario).flatMap((law) => {
    const place = scenario.laws!.indexOf(law);
    return Object.entries(law.columns ?? {}).map(([name, column]) => {
      return { path: `$.laws[${place}].columns.${name}`, name, column, count: 0 };
    });
  });
  return [...ofSpecies, ...ofStates, ...ofLaws];
}

/**
 * Reports contradictions within and between declarations of columns. Also reports columns that two laws of one species
 * write.
 */
export function checkColumns(scenario: Declaring, report: Report): void {
  const declarations = declarationsIn(scenario);
  const first = new Map<string, Map<string, Declaration>>();
  for (const declaration of declarations) {
    const known = first.get(declaration.name) ?? new Map<string, Declaration>();
    first.set(declaration.name, known);
    for (const key of ['type', 'unit', 'min', 'max'] as const) {
      const value = declaration.column[key];
      if (value === undefined) continue;
      const before = known.get(key);
      if (before === undefined) known.set(key, declaration);
      else if (before.column[key] !== value) {
        const expected = `${show(before.column[key])}, as in ${before.path}`;
        report(`${declaration.path}.${key}`, show(value), expected);
      }
    }
  }
  const merged = mergedColumns(scenario);
  const planes = merged.reduce((sum, { name, type }) => sum + planeNamesOf(name, type).length, 0);
  if (planes > MAX_COLUMN_PLANES) {
    const found = `columns of ${planes} numbers for each agent`;
    report('$.species', found, `at most ${MAX_COLUMN_PLANES}`);
  }
  for (const { path, name, column, count } of declarations) {
    const { type, min, max } = merged.find((column) => column.name === name)!;
    if (type !== column.type) continue;
    if (min > max) {
      report(`${path}.min`, String(min), `at most ${max}, the value of "max"`);
      continue;
    }
    const checkValue = (value: number | readonly number[] | undefined, where: string): boolean => {
      const given = value === undefined ? [] : componentsOf(type, value);
      const wrong = given.find((each) => !(each >= min && each <= max));
      if (wrong !== undefined) report(where, String(wrong), `a number from ${min} to ${max}`);
      return wrong === undefined;
    };
    checkValue(column.default, `${path}.default`);
    const { initial } = column;
    if (initial === undefined) continue;
    if ('min' in initial) {
      const inside = checkValue(initial.min, `${path}.initial.min`);
      if (!checkValue(initial.max, `${path}.initial.max`) || !inside) continue;
      const high = componentsOf(type, initial.max);
      if (componentsOf(type, initial.min).some((low, k) => low > high[k])) {
        report(
          `${path}.initial.min`,
          show(initial.min),
          `at most ${show(initial.max)}, the value of "max"`,
        );
      }
      continue;
    }
    if (initial.length !== count) {
      report(`${path}.initial`, `${initial.length} values`, `${count}, the "count" of the species`);
    }
    initial.every((value, k) => checkValue(value, `${path}.initial[${k}]`));
  }
  checkStateColumns(scenario, declarations, report);
  checkWriters(scenario, report);
}

/**
 * Reports a state column if its declared range excludes a state or tick that can occur. Transitions do not clamp the
 * values that they write to state columns. A snapshot with a value outside the declared range would be refused.
 */
function checkStateColumns(
  { species }: Declaring,
  declarations: readonly Declaration[],
  report: Report,
): void {
  const states = Math.max(0, ...species.map((species) => species?.states?.length ?? 0));
  if (states === 0) return;
  const greatest: Readonly<Record<string, readonly [number, string]>> = {
    [STATE_COLUMN]: [states - 1, 'state'],
    [STATE_TICK_COLUMN]: [MAX_TICK, 'tick'],
  };
  for (const { path, name, column } of declarations) {
    if (!Object.hasOwn(greatest, name)) continue;
    const [last, what] = greatest[name];
    const { min = 0, max = last } = column;
    if (min > 0) report(`${path}.min`, String(min), `0, the first ${what}`);
    if (max < last) report(`${path}.max`, String(max), `at least ${last}, the last ${what}`);
  }
}

/** Reports a column that two laws of one species write. Each law would overwrite the value of the other law. */
function checkWriters({ species, laws }: Declaring, report: Report): void {
  species.forEach((one, index) => {
    const writers = new Map<string, number>();
    one?.behaviors.forEach(({ type }, order) => {
      for (const name of Object.keys(lawOf(type, laws)?.next ?? {})) {
        if (one.states && (name === STATE_COLUMN || name === STATE_TICK_COLUMN)) {
          const path = `$.species[${index}].behaviors[${order}]`;
          const expected =
            'a law that leaves this column alone; only the key "states" of the species may write it';
          report(path, `a law that writes the column "${name}"`, expected);
          continue;
        }
        const before = writers.get(name);
        if (before === undefined) {
          writers.set(name, order);
          continue;
        }
        report(
          `$.species[${index}].behaviors[${order}]`,
          `a law that writes the column "${name}"`,
          `only one writer for each column; $.species[${index}].behaviors[${before}] already writes "${name}"`,
        );
      }
    });
  });
}
