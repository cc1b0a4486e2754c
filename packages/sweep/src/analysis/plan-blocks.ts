import { type BlockType, morrisOrder } from '../plan/blocks.ts';
import { type Plan, runAt } from '../plan/plan.ts';
import { hasBlocks, variedOf } from '../plan/sample.ts';
import { levelOf } from '../plan/values.ts';
import type { MorrisSteps } from './morris-effects.ts';

/** The blocks of a sample whose sensitivity can be analyzed: points of a Sobol sample, or trajectories. */
export interface PlanBlocks {
  readonly type: BlockType;
  /** The number of blocks. */
  readonly count: number;
  /** The number of runs of each combination, which differ only in their seeds. */
  readonly runs: number;
  /** The names of the varied parameters, in the order of the plan. */
  readonly parameters: readonly string[];
  /** The steps of the trajectories of a Morris sample. */
  readonly steps?: MorrisSteps;
}

/** Returns the blocks of a plan; undefined if its sample has none. */
export function planBlocks(plan: Plan): PlanBlocks | undefined {
  const { sample, parameters } = plan;
  if (!hasBlocks(sample)) return undefined;
  const varied = variedOf(parameters.map(({ values }) => values));
  return {
    type: sample.type,
    count: sample.count,
    runs: plan.runs / plan.combinations,
    parameters: varied.map((at) => parameters[at].name),
    ...(sample.type === 'morris' && { steps: stepsOf(plan, sample, varied) }),
  };
}

function stepsOf(
  plan: Plan,
  { seed, count }: { readonly seed: number; readonly count: number },
  varied: readonly number[],
): MorrisSteps {
  const size = varied.length;
  const perCombination = plan.runs / plan.combinations;
  const parameters = new Int32Array(count * size);
  const sizes = new Float64Array(count * size);
  for (let block = 0; block < count; block++) {
    const rows = Array.from({ length: size + 1 }, (_, row) => {
      return runAt(plan, (block * (size + 1) + row) * perCombination).values;
    });
    for (const [step, parameter] of morrisOrder(seed, block, size).entries()) {
      const at = varied[parameter];
      const { values } = plan.parameters[at];
      const [before, after] = [rows[step], rows[step + 1]].map((row) => levelOf(values, row[at]));
      parameters[block * size + step] = parameter;
      sizes[block * size + step] = after - before;
    }
  }
  return { parameters, sizes };
}
