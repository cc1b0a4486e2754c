import { type Bootstrap, type Estimate, estimated } from './bootstrap.ts';

/** The effects of a parameter on a measure, in the unit of the measure. */
export interface MorrisEffects {
  /** The mean of the sizes of the effects. */
  readonly muStar: Estimate;
  /** The mean of the effects. */
  readonly mu: Estimate;
  /** The standard deviation of the effects. */
  readonly sigma: Estimate;
}

/** The steps of the trajectories of a Morris sample. */
export interface MorrisSteps {
  /** For each step, the index of the parameter that changes, from 0. */
  readonly parameters: Int32Array;
  /** For each step, the signed change of this parameter as a share of its range. */
  readonly sizes: Float64Array;
}

/**
 * Computes the elementary effects of each parameter: the change of the measure in a step, divided by the change of the
 * parameter as a share of its range. So an effect tells how much the measure would change over the whole range.
 *
 * @param values the values of all combinations, in the order of the plan: finite numbers, a whole number of trajectories
 * @param parameters the number of varied parameters
 *
 * source: Morris 1991, Factorial sampling plans for preliminary computational experiments. mu*: Campolongo, Cariboni and
 * Saltelli 2007, An effective screening design for sensitivity analysis of large models
 */
export function morrisEffects(
  values: Float64Array,
  { parameters: changed, sizes }: MorrisSteps,
  parameters: number,
  bootstrap: Bootstrap,
): MorrisEffects[] {
  const blocks = values.length / (parameters + 1);
  const effects = Array.from({ length: parameters }, () => new Float64Array(blocks));
  for (let block = 0; block < blocks; block++) {
    for (let step = 0; step < parameters; step++) {
      const at = block * parameters + step;
      const row = block * (parameters + 1) + step;
      effects[changed[at]][block] = (values[row + 1] - values[row]) / sizes[at];
    }
  }
  const estimates = estimated(blocks, 3 * parameters, bootstrap, (weights, out) => {
    for (const [at, own] of effects.entries()) {
      let [sizes, sum, count] = [0, 0, 0];
      for (let block = 0; block < blocks; block++) {
        sizes += weights[block] * Math.abs(own[block]);
        sum += weights[block] * own[block];
        count += weights[block];
      }
      const mean = sum / count;
      let squares = 0;
      for (let block = 0; block < blocks; block++) {
        squares += weights[block] * (own[block] - mean) * (own[block] - mean);
      }
      out.set([sizes / count, mean, Math.sqrt(squares / (count - 1))], 3 * at);
    }
  });
  return effects.map((_, at) => {
    const [muStar, mu, sigma] = estimates.slice(3 * at, 3 * at + 3);
    return { muStar, mu, sigma };
  });
}
