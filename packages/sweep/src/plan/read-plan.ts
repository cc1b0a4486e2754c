import {
  MeasureError,
  memoryBytes,
  type Problem,
  parseScenario,
  type Scenario,
  ScenarioError,
} from '@skein/core';
import { jsonPath, LIMITS, MAX_TICK, problemsOf, readMeasures } from '@skein/core/describe';
import { show } from '@skein/core/internal';
import { type Law, LawError } from '@skein/core/laws';
import { ENGINE } from '../engine.ts';
import type { ParameterValue } from '../jobs/job.ts';
import { readSelection } from '../tables/selection.ts';
import { TableError } from '../tables/table-error.ts';
import type { TrajectoryOptions } from '../tables/trajectories.ts';
import {
  checkPlaceValues,
  type GivenPlace,
  nameOfPlace,
  splitPlaces,
  valueAtPlace,
} from './given-place.ts';
import { findParameter, type Json, type Path } from './place.ts';
import { type Plan, type PlanParameter, rawWith } from './plan.ts';
import { isRefusal, PlanError } from './plan-error.ts';
import { type PlanShape, planShape } from './plan-schema.ts';
import {
  checkParameters,
  checkValues,
  combinationAt,
  countCombinations,
  readSample,
  type Sample,
} from './sample.ts';
import { areProblems as areSeedProblems, countSeeds, readSeeds, type Seeds } from './seeds.ts';
import {
  areProblems as areValueProblems,
  countOf,
  endsOf,
  findTwin,
  MAX_RUNS,
  readValues,
  type Values,
} from './values.ts';

/** The inputs that `readPlan` needs in addition to the JSON of a plan. */
export interface PlanSources {
  /**
   * For each part of the plan that an argument sets, the name that messages use. The key is the JSON path of the part.
   * For example, the path `$.seeds` has the name `--seeds`.
   */
  readonly places?: ReadonlyMap<string, string>;
  /** Laws to add to the scenario. They replace laws of the scenario with the same names. */
  readonly laws?: readonly Law[];
  /** The name of the scenario: the path of its file. */
  readonly scenarioName?: string;
  /** Problems that were already found in arguments or files. */
  readonly problems?: readonly Problem[];
  /** Whether `problems` already says why the scenario is missing. */
  readonly isScenarioRefused?: boolean;
}

/** Names that parameters and measures must not have, because the results have columns with these names. */
const TAKEN = ['run', 'key', 'seed', 'ticks', 'tick', 'hash', 'engine', 'ms'];
/** A key that is lost when an object is copied, so no parameter may have this name. */
const LOST = '__proto__';

/**
 * Checks a plan and adds its defaults.
 *
 * The scenario is checked with the first and the last combination of values. If the sample is not a list, the scenario
 * is also checked with the first and the last value of each parameter. In these checks, all other parameters have their
 * values of the first combination. The remaining combinations are checked when their runs are made.
 *
 * @param input the JSON of a plan, with the scenario itself instead of the path of its file
 * @throws PlanError that lists every problem
 */
export function readPlan(input: unknown, sources: PlanSources = {}): Plan {
  return new PlanReader(sources).read(input);
}

class PlanReader {
  readonly #sources: PlanSources;
  readonly #problems: Problem[];

  constructor(sources: PlanSources) {
    this.#sources = sources;
    this.#problems = [...(sources.problems ?? [])];
  }

  read(input: unknown): Plan {
    const shape = this.#readShape(input);
    const ticks = this.#readTicks('ticks', shape.ticks);
    const every = this.#readTicks('every', shape.every);
    const warmup = this.#readWarmup(shape.warmup, ticks);
    const read = this.#readScenario(shape.scenario);
    const seeds = this.#readSeeds(shape.seeds, read?.scenario);
    const sample = this.#readSample(shape.sample);
    const parameters = this.#readParameters(shape.parameters, sample, read);
    const { trajectories } = shape;
    const plan = this.#count({
      engine: ENGINE,
      scenario: read?.raw,
      ticks,
      seeds,
      parameters,
      sample,
      measures: shape.measures,
      every,
      ...(warmup !== undefined && { warmup }),
      ...(trajectories !== undefined && { trajectories: withEvery(trajectories, every) }),
    });
    const isSound = this.#problems.length === 0;
    const scenario = isSound ? this.#tryCombinations(plan) : undefined;
    this.#checkMeasures(plan, scenario ?? read?.scenario);
    this.#checkTrajectories(plan, scenario ?? read?.scenario);
    if (this.#problems.length > 0) throw new PlanError(withoutTwins(this.#problems));
    return plan;
  }

  /**
   * Returns the name that messages use for a part of the plan. The name is the JSON path of the part, or the argument
   * from which the part came.
   */
  #place(parts: readonly (string | number)[]): string {
    for (let length = parts.length; length > 0; length--) {
      const place = this.#sources.places?.get(jsonPath(parts.slice(0, length)));
      if (place !== undefined) return place + jsonPath(parts.slice(length)).slice(1);
    }
    return jsonPath(parts);
  }

  #refuse(parts: readonly (string | number)[], found: string, expected: string): void {
    this.#problems.push({ path: this.#place(parts), found, expected });
  }

  /** Reads the keys of a plan, as far as they are valid. */
  #readShape(
    input: unknown,
  ): Required<Omit<PlanShape, '$schema' | 'laws' | 'engine' | 'warmup' | 'trajectories'>> &
    Pick<PlanShape, 'warmup' | 'trajectories'> {
    const result = planShape.safeParse(input);
    const issues = result.success ? [] : result.error.issues;
    for (const issue of issues) {
      const path = this.#place(issue.path as (string | number)[]);
      for (const problem of problemsOf(issue, planShape, input)) {
        const inner = problem.path.slice(jsonPath(issue.path).length);
        this.#problems.push({ ...problem, path: path + inner });
      }
    }
    const wrong = new Set(issues.map(({ path }) => path[0]));
    const isObject = input !== null && typeof input === 'object' && !Array.isArray(input);
    const given = isObject ? (input as Record<string, unknown>) : {};
    const right = Object.entries(given).filter(
      ([key]) => !wrong.has(key) && key in planShape.shape,
    );
    const { parameters: named } = given;
    if (named !== null && typeof named === 'object' && Object.hasOwn(named, LOST)) {
      this.#refuse(['parameters', LOST], `the name ${show(LOST)}`, 'another name');
    }
    const shape = planShape.parse(Object.fromEntries(right));
    const measures = shape.measures.flatMap(splitMeasures);
    const { scenario, seeds, sample = 'grid', ticks, every, parameters } = shape;
    const { warmup, trajectories } = shape;
    return { scenario, seeds, sample, ticks, every, warmup, trajectories, parameters, measures };
  }

  #readScenario(input: unknown): { raw: Json; scenario: Scenario } | undefined {
    const name = this.#sources.scenarioName ?? this.#place(['scenario']);
    if (input === undefined) {
      const { isScenarioRefused = false } = this.#sources;
      if (!isScenarioRefused)
        this.#refuse(['scenario'], 'nothing', 'a scenario, or the path of its file');
      return undefined;
    }
    if (input === null || typeof input !== 'object') {
      this.#refuse(['scenario'], show(input), 'a scenario');
      return undefined;
    }
    try {
      const { laws } = this.#sources;
      const scenario = parseScenario(input, laws === undefined ? {} : { laws });
      const raw = laws === undefined ? input : { ...input, laws: scenario.laws };
      return { raw, scenario };
    } catch (error) {
      if (error instanceof LawError) this.#refuse(['laws'], error.message, 'laws');
      else if (error instanceof ScenarioError) {
        for (const problem of error.problems) {
          const path = name.startsWith('$')
            ? name + problem.path.slice(1)
            : `${name} ${problem.path}`;
          this.#problems.push({ ...problem, path });
        }
      } else throw error;
      return undefined;
    }
  }

  #readTicks(key: string, input: unknown): number {
    if (Number.isInteger(input) && Number(input) >= 1 && Number(input) <= MAX_TICK) {
      return Number(input);
    }
    this.#refuse([key], show(input), `a whole number from 1 to ${MAX_TICK}`);
    return 1;
  }

  #readWarmup(input: unknown, ticks: number): number | undefined {
    if (input === undefined) return undefined;
    if (Number.isInteger(input) && Number(input) >= 0 && Number(input) <= ticks) {
      return Number(input);
    }
    this.#refuse(['warmup'], show(input), `a whole number from 0 to ${ticks}, the last tick`);
    return undefined;
  }

  #readSeeds(input: unknown, scenario: Scenario | undefined): Seeds {
    const otherwise = scenario?.seed ?? 0;
    if (input === undefined) return [{ from: otherwise, to: otherwise }];
    const seeds = readSeeds(input, this.#place(['seeds']));
    if (!areSeedProblems(seeds)) return seeds;
    this.#problems.push(...seeds);
    return [{ from: otherwise, to: otherwise }];
  }

  #readSample(input: unknown): Sample {
    const sample = readSample(input, this.#place(['sample']));
    if (!Array.isArray(sample)) return sample;
    this.#problems.push(...sample);
    return { type: 'random', count: 1, seed: 1 };
  }

  #readParameters(
    input: Readonly<Record<string, unknown>>,
    sample: Sample,
    read: { raw: Json; scenario: Scenario } | undefined,
  ): PlanParameter[] {
    const parameters: PlanParameter[] = [];
    const names = new Map<string, string>();
    for (const [name, given] of Object.entries(input)) {
      const place = ['parameters', name];
      if (name === '' || TAKEN.includes(name)) {
        const found = name === '' ? 'an empty name' : `the name ${show(name)}`;
        this.#refuse(place, found, 'another name: results have a column for each parameter');
        continue;
      }
      const split = splitPlaces(given, this.#place(place));
      if (Array.isArray(split)) {
        this.#problems.push(...split);
        continue;
      }
      const { at, rest } = split;
      const values = readValues(rest, this.#place(place));
      if (areValueProblems(values)) {
        this.#problems.push(...values);
        continue;
      }
      const twin = sample.type === 'grid' ? findTwin(values) : undefined;
      const refusal = checkValues(sample, values) ?? twin;
      if (refusal !== undefined) this.#refuse(place, refusal.found, refusal.expected);
      if (read === undefined) continue;
      const paths = this.#readPlaces(name, at, values, read, names);
      if (paths === undefined || refusal !== undefined) continue;
      parameters.push({ name, ...(at !== undefined && { at }), paths, values });
    }
    if (sample.type === 'list') this.#checkLengths(parameters);
    // A refused parameter would make the number of parameters wrong.
    if (this.#problems.length === 0) {
      const refusal = checkParameters(
        sample,
        parameters.map(({ values }) => values),
      );
      if (refusal !== undefined) this.#refuse(['sample'], refusal.found, refusal.expected);
    }
    return parameters;
  }

  /**
   * Returns the paths to which the values of a parameter are written. If the list `at` is given, it contains their
   * places. Otherwise, the name of the parameter is the only place. Returns undefined if a place is refused.
   */
  #readPlaces(
    name: string,
    at: readonly GivenPlace[] | undefined,
    values: Values,
    { raw, scenario }: { raw: Json; scenario: Scenario },
    names: Map<string, string>,
  ): Path[] | undefined {
    const paths: Path[] = [];
    for (const [k, one] of (at ?? [name]).entries()) {
      const place = ['parameters', name, ...(at === undefined ? [] : ['at', k])];
      const ends = endsOf(values).map((value) => valueAtPlace(one, value));
      const path =
        checkPlaceValues(one, values) ?? findParameter(nameOfPlace(one), raw, scenario, ends);
      if (isRefusal(path)) {
        this.#refuse(place, path.found, path.expected);
        continue;
      }
      const text = jsonPath(path);
      const other = names.get(text);
      if (other !== undefined) {
        this.#refuse(place, `a second name for ${other}`, 'each parameter once');
        continue;
      }
      names.set(text, nameOfPlace(one));
      paths.push(path);
    }
    return paths.length === (at?.length ?? 1) ? paths : undefined;
  }

  /** With the sample kind `list`, checks the number of values of each parameter: one per row, or one for all rows. */
  #checkLengths(parameters: readonly PlanParameter[]): void {
    const longest = parameters.reduce<PlanParameter | undefined>(
      (most, parameter) =>
        most && countOf(most.values) >= countOf(parameter.values) ? most : parameter,
      undefined,
    );
    for (const { name, values } of parameters) {
      const count = countOf(values);
      const most = countOf(longest!.values);
      if (count === 1 || count === most) continue;
      const expected = `${most}, as many as of ${longest!.name}, or one for all`;
      this.#refuse(['parameters', name], `${count} values`, expected);
    }
  }

  #count(plan: Omit<Plan, 'runs' | 'combinations'>): Plan {
    const all = plan.parameters.map(({ values }) => values);
    const combinations = countCombinations(plan.sample, all);
    const seeds = countSeeds(plan.seeds);
    const runs = combinations * seeds;
    if (runs > MAX_RUNS) {
      const found = `${countText(runs)} (combinations: ${countText(combinations)}, seeds: ${countText(seeds)})`;
      this.#problems.push({ path: 'runs', found, expected: `at most ${countText(MAX_RUNS)}` });
    }
    return { ...plan, combinations, runs };
  }

  /**
   * Checks the first combination. Then checks the first and the last value of each parameter. If the sample is a list,
   * skips this second check. If no problem is found, checks the last combination, for a list too. Returns the scenario
   * of the first combination.
   */
  #tryCombinations(plan: Plan): Scenario | undefined {
    const all = plan.parameters.map(({ values }) => values);
    const first = combinationAt(plan.sample, all, 0);
    const scenario = this.#try(plan, first, undefined);
    for (const [at, { values }] of plan.parameters.entries()) {
      if (plan.sample.type === 'list') continue;
      for (const end of endsOf(values)) {
        if (end !== first[at]) this.#try(plan, Object.assign([...first], { [at]: end }), at);
      }
    }
    if (scenario !== undefined && this.#problems.length === 0 && plan.combinations > 1) {
      this.#try(plan, combinationAt(plan.sample, all, plan.combinations - 1), undefined);
    }
    return scenario;
  }

  /**
   * Parses the scenario with the given values of the parameters, and reports its problems. A problem at a path that a
   * parameter sets is reported for that parameter. Any other problem is reported for the parameter with the index
   * `changed`, the only one that differs from its first value. If `changed` is undefined, such a problem is reported
   * for all parameters together.
   */
  #try(
    plan: Plan,
    values: readonly ParameterValue[],
    changed: number | undefined,
  ): Scenario | undefined {
    const { parameters } = plan;
    const names = parameters.map(({ paths }) => paths.map(jsonPath));
    const refuse = ({ path, found, expected }: Problem): void => {
      const own = names.findIndex((name) => name.includes(path));
      if (own >= 0) {
        const { name, at } = parameters[own];
        const place = at === undefined ? [] : ['at', names[own].indexOf(path)];
        this.#refuse(['parameters', name, ...place], found, expected);
        return;
      }
      const told = changed === undefined ? parameters.map((_, at) => at) : [changed];
      const text = told.map((at) => `${parameters[at].name}=${values[at]}`).join(', ');
      const place = changed === undefined ? [] : [parameters[changed].name];
      this.#refuse(['parameters', ...place], `${text}, which makes ${path} ${found}`, expected);
    };
    try {
      const scenario = parseScenario(rawWith(plan, values));
      const bytes = memoryBytes(scenario, 1);
      if (bytes > LIMITS.bytes) {
        const found = `a world of ${bytes} bytes`;
        refuse({ path: '$', found, expected: `at most ${LIMITS.bytes}` });
      }
      return scenario;
    } catch (error) {
      if (!(error instanceof ScenarioError)) throw error;
      for (const problem of error.problems) refuse(problem);
      return undefined;
    }
  }

  #checkTrajectories({ trajectories }: Plan, scenario: Scenario | undefined): void {
    if (scenario === undefined || trajectories?.only === undefined) return;
    try {
      readSelection(trajectories.only, scenario);
    } catch (error) {
      if (!(error instanceof TableError)) throw error;
      this.#refuse(['trajectories', 'only'], error.found, error.expected);
    }
  }

  #checkMeasures({ measures, parameters }: Plan, scenario: Scenario | undefined): void {
    if (scenario === undefined) return;
    const place = this.#place(['measures']);
    try {
      const taken = [...TAKEN, ...parameters.map(({ name }) => name)];
      for (const { name } of readMeasures(measures, scenario)) {
        if (!taken.includes(name)) continue;
        const path = `${place} ${show(name)}`;
        const expected = 'another name, NAME=MEASURE: results have a column of this one';
        this.#problems.push({ path, found: `the name ${show(name)}`, expected });
      }
    } catch (error) {
      if (!(error instanceof MeasureError)) throw error;
      for (const problem of error.problems) {
        this.#problems.push({ ...problem, path: `${place} ${problem.path}` });
      }
    }
  }
}

/** Trajectories with the interval of the plan, if they have none of their own. */
function withEvery(
  { format, every, only }: NonNullable<PlanShape['trajectories']>,
  ofPlan: number,
): TrajectoryOptions {
  return { format, every: every ?? ofPlan, ...(only !== undefined && { only }) };
}

/** Splits a list of measures at commas, except commas inside parentheses. */
function splitMeasures(text: string): string[] {
  return text.split(/,(?![^(]*\))/).map((part) => part.replace(/\s+/g, ''));
}

/** Formats a count. A count that is too large to be exact is rounded to three digits. */
function countText(count: number): string {
  if (count > Number.MAX_SAFE_INTEGER) return `about ${count.toPrecision(3)}`;
  return count.toLocaleString('en-US');
}

function withoutTwins(problems: readonly Problem[]): Problem[] {
  const said = new Set<string>();
  return problems.filter(({ path, found, expected }) => {
    const line = `${path}\n${found}\n${expected}`;
    return !said.has(line) && said.add(line);
  });
}
