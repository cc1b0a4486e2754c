import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { ParameterValue } from '../jobs/job.ts';
import type { TrajectoryOptions } from '../tables/trajectories.ts';
import { type GivenPlace, valueAtPlace } from './given-place.ts';
import { type Json, type Path, withValue } from './place.ts';
import { combinationAt, type Sample } from './sample.ts';
import { type Seeds, seedAt, seedsText } from './seeds.ts';
import type { Values } from './values.ts';

/** A parameter of a plan: its name, its paths in the scenario, and its values. */
export interface PlanParameter {
  readonly name: string;
  /** The places, as in the plan. Absent if the plan gives none; the parameter's name is then its place. */
  readonly at?: readonly GivenPlace[];
  /** The path of each place in the scenario. */
  readonly paths: readonly Path[];
  readonly values: Values;
}

/** A checked plan, with everything that determines its runs. */
export interface Plan {
  /** The version of @skein/core that steps the runs. */
  readonly engine: string;
  /** The unparsed scenario, including added laws. */
  readonly scenario: Json;
  readonly ticks: number;
  readonly seeds: Seeds;
  readonly parameters: readonly PlanParameter[];
  readonly sample: Sample;
  /** The measures, one per text, without spaces. */
  readonly measures: readonly string[];
  readonly every: number;
  /**
   * The first tick from which samples are averaged. The table of runs contains their mean; if `warmup` is undefined,
   * the table contains the last sample instead.
   */
  readonly warmup?: number;
  /** The trajectories that each run writes to a file of its own. Absent if runs write none. */
  readonly trajectories?: TrajectoryOptions;
  readonly combinations: number;
  /** The number of runs: the number of combinations times the number of seeds. */
  readonly runs: number;
}

/** Converts a value to canonical JSON (RFC 8785), in which the order of keys does not matter. */
export const canonicalText = canonicalize as unknown as (value: unknown) => string;

/** The SHA-256 of a value as canonical JSON. */
export function hashOf(value: unknown): string {
  return createHash('sha256').update(canonicalText(value)).digest('hex');
}

/** Converts a plan to JSON with all defaults; `readPlan` restores the same plan. */
export function planJson(plan: Plan): Record<string, unknown> {
  const { engine, scenario, ticks, seeds, parameters, sample, measures, every } = plan;
  const { warmup, trajectories } = plan;
  return {
    engine,
    scenario,
    ticks,
    seeds: seedsText(seeds),
    parameters: Object.fromEntries(
      parameters.map((parameter) => [parameter.name, parameterJson(parameter)]),
    ),
    sample: 'count' in sample ? sample : sample.type,
    measures,
    every,
    ...(warmup !== undefined && { warmup }),
    ...(trajectories !== undefined && { trajectories }),
  };
}

function parameterJson({ at, values }: PlanParameter): unknown {
  if (at === undefined) return values;
  return { at, ...(Array.isArray(values) ? { values } : values) };
}

/** The hash of a plan. If two plans have the same hash, their runs with the same index are equal. */
export function planHash(plan: Plan): string {
  return hashOfPlanJson(planJson(plan));
}

/** Hashes the JSON form of a plan, which `planJson` writes. `planHash` returns the same hash for the plan. */
export function hashOfPlanJson({ parameters, ...rest }: Record<string, unknown>): string {
  // Canonical JSON sorts the keys of an object, but the order of parameters matters in a grid, so they are hashed as a
  // list.
  return hashOf({ ...rest, parameters: Object.entries(parameters ?? {}) });
}

/** Returns the seed and the combination of parameters of run `index`. The seed varies fastest. */
export function runAt(
  { seeds, runs, combinations, sample, parameters }: Plan,
  index: number,
): { combination: number; seed: number; values: readonly ParameterValue[] } {
  const perCombination = runs / combinations;
  const combination = Math.floor(index / perCombination);
  return {
    combination,
    seed: seedAt(seeds, index % perCombination),
    values: combinationAt(
      sample,
      parameters.map(({ values }) => values),
      combination,
    ),
  };
}

/** Returns the values of the parameters of a run, by name. */
export function parametersAt(plan: Plan, index: number): Record<string, ParameterValue> {
  const { values } = runAt(plan, index);
  return Object.fromEntries(plan.parameters.map(({ name }, at) => [name, values[at]]));
}

/**
 * One of several parts of a plan: the number of this part, from 1, and the total number of parts. Consecutive runs go
 * to consecutive parts in turn.
 */
export interface Shard {
  readonly part: number;
  readonly of: number;
}

/** The number of runs in a shard. */
export function countRuns({ runs }: Plan, { part, of }: Shard): number {
  return Math.max(0, Math.ceil((runs - (part - 1)) / of));
}

/** Whether a run is in a shard. */
export function isInShard(index: number, { part, of }: Shard): boolean {
  return index % of === part - 1;
}

/** Returns the unparsed scenario of a plan, with the given values of its parameters. */
export function rawWith(
  { scenario, parameters }: Pick<Plan, 'scenario' | 'parameters'>,
  values: readonly ParameterValue[],
): unknown {
  return parameters.reduce(
    (raw, { name, at = [name], paths }, index) =>
      paths.reduce(
        (inner, path, place) => withValue(inner, path, valueAtPlace(at[place], values[index])),
        raw,
      ),
    scenario,
  );
}
