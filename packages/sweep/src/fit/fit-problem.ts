import type { Plan, PlanParameter } from '../plan/plan.ts';
import { countSeeds } from '../plan/seeds.ts';
import { countOf, isInterval, isList, type Range, rangeText } from '../plan/values.ts';
import { defaultPopulation } from './cma-es.ts';
import { checkData, type DataTable, type FitData } from './fit-data.ts';
import { FitError } from './fit-error.ts';

/** How a fit searches. */
export interface FitSettings {
  /** The maximum number of generations. Default: 50. */
  readonly generations?: number | undefined;
  /** The number of candidates of a generation, from 4. Default: 4 + floor(3 ln n) for n fitted parameters. */
  readonly population?: number | undefined;
  /** The standard deviation of the first candidates, as a share of each range, up to 1. Default: 0.3. */
  readonly sigma?: number | undefined;
  /** The seed of the candidates. It has nothing to do with the seeds of the runs. Default: 1. */
  readonly seed?: number | undefined;
  /**
   * The fit ends when the standard deviation of each parameter is less than this share of its range, or when distances
   * have differed by less than this for some generations. Default: 0.005.
   */
  readonly tolerance?: number | undefined;
}

export type FullSettings = { readonly [Key in keyof FitSettings]-?: number };

/** A checked fit: everything that determines its result. */
export interface FitProblem {
  /** The plan, in which the fitted parameters have ranges. */
  readonly plan: Plan;
  readonly data: FitData;
  readonly dataName: string;
  /** The parameters to fit, in the order of the plan. */
  readonly fitted: readonly (PlanParameter & { readonly values: Range })[];
  readonly settings: FullSettings;
  /** The number of runs of one candidate: conditions times seeds. */
  readonly runsPerCandidate: number;
}

/** The maximum number of combinations of a fit, which its plan lists one by one. */
const MAX_COMBINATIONS = 100_000;

/**
 * Checks a plan and its data. Parameters that are columns of the data are conditions, other ranges are fitted, and
 * single values are fixed.
 *
 * @throws FitError
 */
export function readFit(plan: Plan, table: DataTable, settings: FitSettings = {}): FitProblem {
  const data = checkData(table, plan);
  const fitted = plan.parameters.flatMap(({ values, ...parameter }) => {
    if (data.names.includes(parameter.name)) return [];
    if (isInterval(values)) return [{ ...parameter, values }];
    if (countOf(values) === 1) return [];
    const found = isList(values) ? `${values.length} values` : `the steps of ${rangeText(values)}`;
    const expected = 'a range without steps to fit, one value, or a column of the data';
    throw new FitError('FIT_PLAN', parameter.name, found, expected);
  });
  if (fitted.length === 0) {
    const found = 'no range that is not a column of the data';
    const expected = 'a range to fit, such as { "from": 0, "to": 1 }';
    throw new FitError('FIT_PLAN', 'parameters', found, expected);
  }
  const {
    generations = 50,
    population = defaultPopulation(fitted.length),
    sigma = 0.3,
    seed = 1,
    tolerance = 0.005,
  } = settings;
  const full = { generations, population, sigma, seed, tolerance };
  checkSettings(full);
  const combinations = generations * population * data.conditions.length;
  if (combinations > MAX_COMBINATIONS) {
    const found = `${generations} generations of ${population} candidates under ${data.conditions.length} conditions, which are ${combinations} combinations`;
    throw new FitError('FIT_SEARCH', 'generations', found, `at most ${MAX_COMBINATIONS}`);
  }
  const runsPerCandidate = data.conditions.length * countSeeds(plan.seeds);
  return { plan, data, dataName: table.name, fitted, settings: full, runsPerCandidate };
}

function checkSettings({ generations, population, sigma, seed, tolerance }: FullSettings): void {
  const check = (place: string, value: number, isRight: boolean, expected: string): void => {
    if (!isRight) throw new FitError('FIT_SEARCH', place, String(value), expected);
  };
  const isCount = (value: number, from: number, to: number): boolean =>
    Number.isInteger(value) && value >= from && value <= to;
  const counts = `a whole number from 1 to ${MAX_COMBINATIONS}`;
  check('generations', generations, isCount(generations, 1, MAX_COMBINATIONS), counts);
  check('population', population, isCount(population, 4, 10_000), 'a whole number from 4 to 10000');
  check('sigma', sigma, sigma > 0 && sigma <= 1, 'a number above 0, up to 1');
  check('seed', seed, isCount(seed, 0, 0xffffffff), 'a whole number from 0 to 4294967295');
  check('tolerance', tolerance, tolerance >= 0 && tolerance <= 1, 'a number from 0 to 1');
}
