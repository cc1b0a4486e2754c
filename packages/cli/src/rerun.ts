import { kernels } from '@skein/core';
import {
  differenceOf,
  ENGINE,
  Finished,
  findRun,
  JobMaker,
  type JobResult,
  readResultsPlan,
  runJob,
} from '@skein/sweep';
import { counted } from './counted.ts';
import { CliError } from './errors.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { watchInterrupts } from './interrupts.ts';
import { chooseKernel } from './kernel.ts';
import type { KernelChoice } from './kernel-choice.ts';
import { StreamOutput, tell } from './output.ts';
import { saveFile } from './save-file.ts';
import { asCliError } from './sweep.ts';

/** The options of `skein rerun`. */
export interface RerunOptions {
  /** The index of a run, or the first digits of its key. */
  readonly run: string;
  readonly kernel: KernelChoice;
  /** Where to write the scenario of the run, with its parameters and its seed. */
  readonly scenario?: string;
  readonly json?: boolean;
}

/** `skein rerun RESULTS`: repeats one run of a sweep and compares it with the recorded result. */
export async function rerun(results: string, options: RerunOptions): Promise<ExitCode> {
  const stdout = new StreamOutput('standard output', process.stdout);
  const kernel = chooseKernel(options.kernel, kernels());
  try {
    const plan = await readResultsPlan(results);
    const index = findRun(plan, options.run);
    const job = new JobMaker(plan).make(index);
    if ('error' in job) throw new CliError(EXIT.refused, `run ${index}: ${job.error.message}`);
    const recorded = await resultOf(results, plan, index);
    if (plan.engine !== ENGINE) {
      tell(
        `the results come from engine ${plan.engine}, but this is ${ENGINE}, so the results may differ`,
      );
    }
    if (options.scenario !== undefined) {
      const text = `${JSON.stringify(job.scenario, null, 2)}\n`;
      await saveFile(options.scenario, new TextEncoder().encode(text));
    }
    using interrupts = watchInterrupts(() => {});
    let again: JobResult;
    try {
      again = await runJob(job, { kernel, signal: interrupts.signal });
    } catch (error) {
      if (interrupts.exitCode === undefined) throw error;
      return interrupts.exitCode;
    }
    const difference = recorded && differenceOf(recorded, again);
    const facts = { run: index, ...again, index: undefined, kernel, recorded: recorded?.hash };
    const same = recorded === undefined ? undefined : difference === undefined;
    await stdout.write(
      options.json
        ? `${JSON.stringify({ ...facts, same, difference })}\n`
        : text(again, recorded, difference),
    );
    return same === false ? EXIT.unlike : EXIT.ok;
  } catch (error) {
    throw asCliError(error);
  }
}

async function resultOf(
  results: string,
  plan: Parameters<typeof Finished.read>[1],
  index: number,
): Promise<JobResult | undefined> {
  const finished = await Finished.read(results, plan, tell);
  try {
    return finished.result(index);
  } finally {
    finished.close();
  }
}

function text(
  again: JobResult,
  recorded: JobResult | undefined,
  difference: string | undefined,
): string {
  const { index, key, parameters, seed, ticks, hash } = again;
  const set = Object.entries(parameters).map(([name, value]) => `${name}=${value}`);
  const lines = [
    `run ${index}: ${[...set, `seed ${seed}`, counted(ticks, 'tick')].join(', ')}`,
    `key ${key}`,
    `hash ${hash}`,
  ];
  if (recorded === undefined) lines.push('no recorded result to compare it with');
  else if (difference === undefined) lines.push('matches the recorded result: hash and samples');
  else lines.push(`differs from the recorded result: ${difference}`);
  return `${lines.join('\n')}\n`;
}
