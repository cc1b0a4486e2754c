import { parseScenario } from '@skein/core';
import type { JobResult, ParameterValue } from '../jobs/job.ts';
import { type Plan, rawWith } from '../plan/plan.ts';
import { countSeeds } from '../plan/seeds.ts';
import { type Range, valueOfShare } from '../plan/values.ts';
import type { Finished } from '../results/finished.ts';
import { measuredValue } from '../results/result-columns.ts';
import { CmaEs } from './cma-es.ts';
import { FitError } from './fit-error.ts';
import type { FitProblem } from './fit-problem.ts';

/** Why a fit has ended: its generations are used up, its parameters agree, or its distances do. */
export type FitStop = 'generations' | 'parameters' | 'distance';

/** A generation that is done: the values of each candidate, and its distance to the data; null for none. */
export interface Generation {
  readonly candidates: readonly (readonly number[])[];
  readonly distances: readonly (number | null)[];
}

/** The candidate with the least distance. */
export interface BestCandidate {
  readonly generation: number;
  readonly distance: number;
  /** The values of the fitted parameters, by name. */
  readonly parameters: Readonly<Record<string, number>>;
  /** The index of its first run; its runs follow each other. */
  readonly run: number;
  /** What the runs gave for each value of the data, in the same order. */
  readonly model: readonly number[];
}

/** A point that was tried. */
interface Tried {
  /** The index of its first combination in the plan; undefined if its scenario is refused. */
  readonly combination: number | undefined;
  /** Why it has no distance. */
  reason?: string;
  /** What its runs gave for each value of the data; undefined before they are done, and if one of them has no value. */
  model?: readonly number[];
}

/** The digits that a 32-bit float has at most. More would make other runs of the same agents. */
const DIGITS = 9;

/**
 * The search of a fit: says which runs to do next, and reads their results. It keeps no clock and draws no random
 * numbers of its own, so the same results lead to the same search.
 *
 * A candidate is a point of the unit cube, in which each range has length 1. Points outside are mirrored into it, as the
 * boundary handler `BoundTransform` of pycma does: the function that is minimized continues beyond each border as its own
 * mirror image. source: Hansen, Akimoto and Baudis 2019, "CMA-ES/pycma on Github", doi 10.5281/zenodo.2559634
 */
export class FitSearch {
  readonly #problem: FitProblem;
  readonly #cma: CmaEs;
  readonly #tried = new Map<string, Tried>();
  /** The points whose combinations are in the plan, in order. */
  readonly #planned: (readonly number[])[] = [];
  readonly generations: Generation[] = [];
  #best: BestCandidate | undefined;

  constructor(problem: FitProblem) {
    const { fitted, settings } = problem;
    this.#problem = problem;
    this.#cma = new CmaEs({ ...settings, mean: fitted.map(() => 0.5) });
  }

  /** The best candidate so far; undefined before the first generation is done. */
  get best(): BestCandidate | undefined {
    return this.#best;
  }

  /** Why the search is over; undefined while it continues. */
  get stop(): FitStop | undefined {
    const { generations, tolerance } = this.#problem.settings;
    const done = this.generations.length;
    if (done === 0) return undefined;
    if (this.#cma.spread.every((spread) => spread < tolerance)) return 'parameters';
    // source: the criterion TolFun of Hansen 2016, appendix B.3
    const { population } = this.#cma;
    const last = 10 + Math.ceil((30 * this.#problem.fitted.length) / population);
    if (done >= last) {
      const recent = [
        ...this.generations.slice(-last).map(({ distances }) => leastOf(distances)),
        ...this.generations[done - 1].distances.map((distance) => distance ?? Infinity),
      ];
      if (Math.max(...recent) - Math.min(...recent) < tolerance) return 'distance';
    }
    return done >= generations ? 'generations' : undefined;
  }

  /** Adds the runs of the next generation to the plan, and returns the plan of all runs so far. */
  ask(): Plan {
    for (const point of this.#candidates()) {
      const key = keyOf(point);
      if (this.#tried.has(key)) continue;
      const reason = this.#refusalOf(point);
      if (reason === undefined) {
        const combination = this.#planned.length * this.#problem.data.conditions.length;
        this.#tried.set(key, { combination });
        this.#planned.push(point);
      } else this.#tried.set(key, { combination: undefined, reason });
    }
    return this.#plan();
  }

  /**
   * Ends a generation with the results of its runs.
   * @throws FitError FIT_FAILED if no candidate of the generation has a distance
   */
  tell(finished: Finished): void {
    const candidates = this.#candidates();
    const tried = candidates.map((point) => this.#measured(point, finished));
    const distances = tried.map(({ model }) =>
      model === undefined ? null : this.#distance(model),
    );
    this.generations.push({ candidates, distances });
    const least = leastOf(distances);
    if (least === Infinity) {
      const [{ reason = 'it is too far from the data' }] = tried;
      const place = `generation ${this.generations.length}`;
      const found = `no candidate with a value for all data; the first has none because ${reason}`;
      throw new FitError('FIT_FAILED', place, found, 'at least one');
    }
    if (this.#best === undefined || least < this.#best.distance) {
      const at = distances.indexOf(least);
      const { combination = 0, model = [] } = tried[at];
      const { fitted, plan } = this.#problem;
      this.#best = {
        generation: this.generations.length,
        distance: least,
        parameters: Object.fromEntries(fitted.map(({ name }, one) => [name, candidates[at][one]])),
        run: combination * countSeeds(plan.seeds),
        model,
      };
    }
    this.#cma.tell(distances.map((distance) => distance ?? Infinity));
  }

  /** Returns the values of the fitted parameters of each candidate of this generation. */
  #candidates(): number[][] {
    const { fitted } = this.#problem;
    return this.#cma
      .ask()
      .map((point) => fitted.map(({ values }, at) => valueAt(values, mirrored(point[at]))));
  }

  /** Returns the values of all parameters of the plan for a point under given conditions. */
  #valuesOf(point: readonly number[], condition: readonly ParameterValue[]): ParameterValue[] {
    const { plan, data, fitted } = this.#problem;
    return plan.parameters.map(({ name, values }) => {
      const at = data.names.indexOf(name);
      if (at >= 0) return condition[at];
      const own = fitted.findIndex((one) => one.name === name);
      return own >= 0 ? point[own] : (values as readonly ParameterValue[])[0];
    });
  }

  /** Returns why the scenario of a point is invalid; undefined if it is valid under all conditions. */
  #refusalOf(point: readonly number[]): string | undefined {
    for (const condition of this.#problem.data.conditions) {
      try {
        parseScenario(rawWith(this.#problem.plan, this.#valuesOf(point, condition)));
      } catch (error) {
        return (error as Error).message;
      }
    }
    return undefined;
  }

  /** Returns the plan of all planned points: a list, whose rows are the points under each of the conditions. */
  #plan(): Plan {
    const { plan, data } = this.#problem;
    if (this.#planned.length === 0) {
      const [{ reason }] = this.#tried.values();
      const found = `only candidates with an invalid scenario; of the first: ${reason}`;
      throw new FitError('FIT_FAILED', 'generation 1', found, 'at least one that is valid');
    }
    const rows = this.#planned.flatMap((point) =>
      data.conditions.map((condition) => this.#valuesOf(point, condition)),
    );
    const isVaried = (name: string): boolean =>
      data.names.includes(name) || this.#problem.fitted.some((one) => one.name === name);
    return {
      ...plan,
      parameters: plan.parameters.map((parameter, at) => ({
        ...parameter,
        values: isVaried(parameter.name) ? rows.map((row) => row[at]) : parameter.values,
      })),
      sample: { type: 'list' },
      combinations: rows.length,
      runs: rows.length * countSeeds(plan.seeds),
    };
  }

  /** Reads the results of a point, unless they are known. */
  #measured(point: readonly number[], finished: Finished): Tried {
    const tried = this.#tried.get(keyOf(point))!;
    if (tried.model !== undefined || tried.reason !== undefined) return tried;
    const { plan, data } = this.#problem;
    const seeds = countSeeds(plan.seeds);
    const model: number[] = data.data.map(() => 0);
    for (let condition = 0; condition < data.conditions.length; condition++) {
      for (let seed = 0; seed < seeds; seed++) {
        const run = (tried.combination! + condition) * seeds + seed;
        const result = finished.result(run);
        if (result === undefined) {
          tried.reason = `run ${run} failed: ${finished.failures.get(run) ?? 'it has no result'}`;
          return tried;
        }
        for (const [at, datum] of data.data.entries()) {
          if (datum.condition !== condition) continue;
          const value = valueIn(result, datum, plan);
          if (value === null) {
            tried.reason = `run ${run} has no value of ${datum.name}`;
            return tried;
          }
          model[at] += value / seeds;
        }
      }
    }
    tried.model = model;
    return tried;
  }

  /** Returns the root mean square of the differences to the data, each in units of its scale. */
  #distance(model: readonly number[]): number {
    const { data } = this.#problem.data;
    const sum = data.reduce(
      (all, { value, scale }, at) => all + ((model[at] - value) / scale) ** 2,
      0,
    );
    return Math.sqrt(sum / data.length);
  }
}

function valueIn(
  result: JobResult,
  { measure, tick }: { measure: number; tick: number | undefined },
  plan: Plan,
): number | null {
  const column = result.samples[measure];
  if (tick === undefined) return measuredValue(column, result, plan);
  return column[result.sampleTicks.indexOf(tick)] ?? null;
}

function keyOf(point: readonly number[]): string {
  return JSON.stringify(point);
}

function leastOf(distances: readonly (number | null)[]): number {
  return Math.min(...distances.map((distance) => distance ?? Infinity));
}

/** Mirrors a number into 0 to 1, at both ends and repeatedly. */
function mirrored(value: number): number {
  const rest = Math.abs(value) % 2;
  return rest > 1 ? 2 - rest : rest;
}

function valueAt(range: Range, share: number): number {
  const value = Number(valueOfShare(range, share));
  if (range.whole) return value;
  return Math.min(range.to, Math.max(range.from, Number(value.toPrecision(DIGITS))));
}
