import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { ParameterValue } from '../jobs/job.ts';
import { type Json, type Path, withValue } from './place.ts';
import { combinationAt, type Sample } from './sample.ts';
import { type Seeds, seedAt, seedsText } from './seeds.ts';
import type { Values } from './values.ts';

/** A parameter of a plan: its name, where it stands in the scenario, and what it is given. */
export interface PlanParameter {
  readonly name: string;
  /** The names of its places, where they are others than its own. */
  readonly at?: readonly string[];
  /** The same value goes to all of them. */
  readonly paths: readonly Path[];
  readonly values: Values;
}

/** A plan that was read and checked: all that determines its runs. */
export interface Plan {
  /** The version of @skein/core that its runs are of. */
  readonly engine: string;
  /** As it is written, with the laws that it was given. */
  readonly scenario: Json;
  readonly ticks: number;
  readonly seeds: Seeds;
  readonly parameters: readonly PlanParameter[];
  readonly sample: Sample;
  /** One each, without spaces. */
  readonly measures: readonly string[];
  readonly every: number;
  /** The tick from which on samples count for the values of measures in the table of runs; without it, the last one. */
  readonly warmup?: number;
  readonly combinations: number;
  /** Combinations times seeds. */
  readonly runs: number;
}

/** A value as canonical JSON (RFC 8785), in which the order of keys does not matter. */
export const canonicalText = canonicalize as unknown as (value: unknown) => string;

/** SHA-256 of a value as canonical JSON. */
export function hashOf(value: unknown): string {
  return createHash('sha256').update(canonicalText(value)).digest('hex');
}

/** A plan as JSON with all defaults written out; `readPlan` makes the same plan of it. */
export function planJson(plan: Plan): Record<string, unknown> {
  const { engine, scenario, ticks, seeds, parameters, sample, measures, every, warmup } = plan;
  return {
    engine,
    scenario,
    ticks,
    seeds: seedsText(seeds),
    parameters: Object.fromEntries(parameters.map((one) => [one.name, parameterJson(one)])),
    sample: 'count' in sample ? sample : sample.type,
    measures,
    every,
    ...(warmup !== undefined && { warmup }),
  };
}

function parameterJson({ at, values }: PlanParameter): unknown {
  if (at === undefined) return values;
  return { at, ...(Array.isArray(values) ? { values } : values) };
}

/** The hash of a plan: of two with the same one, run n is the same. */
export function planHash(plan: Plan): string {
  return hashOfPlanJson(planJson(plan));
}

/** The same of a plan as JSON, as `planJson` writes it. */
export function hashOfPlanJson({ parameters, ...rest }: Record<string, unknown>): string {
  // An object has no order, and the parameters of a grid have one.
  return hashOf({ ...rest, parameters: Object.entries(parameters ?? {}) });
}

/** A run's place in a plan: the combination of its parameters, and its seed. Seeds change first. */
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

/** The parameters of a run, by name. */
export function parametersAt(plan: Plan, index: number): Record<string, ParameterValue> {
  const { values } = runAt(plan, index);
  return Object.fromEntries(plan.parameters.map(({ name }, at) => [name, values[at]]));
}

/** Part i of n of a plan, i from 1: its runs are dealt to the parts one by one. */
export interface Shard {
  readonly part: number;
  readonly of: number;
}

/** How many runs fall to a shard. */
export function countRuns({ runs }: Plan, { part, of }: Shard): number {
  return Math.max(0, Math.ceil((runs - (part - 1)) / of));
}

/** Whether a run falls to a shard. */
export function isInShard(index: number, { part, of }: Shard): boolean {
  return index % of === part - 1;
}

/** The scenario of a plan, as it is written, with values of its parameters. */
export function rawWith(
  { scenario, parameters }: Pick<Plan, 'scenario' | 'parameters'>,
  values: readonly ParameterValue[],
): unknown {
  return parameters.reduce(
    (raw, { paths }, at) => paths.reduce((inner, path) => withValue(inner, path, values[at]), raw),
    scenario,
  );
}
