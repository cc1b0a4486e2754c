import { createWorld, type Scenario, stateHash, type World } from '@skein/core';
import { Device, type Dispatch, GpuStepper, type Layer } from '@skein/gpu';
import { createTeam } from '@skein/worker';
import { summarize } from '../statistics.ts';
import type { Row } from '../suite.ts';
import type { PartContext } from './parts.ts';

/** After this number of ticks, the hashes of the CPU and of the card are compared. */
export const CHECKED_TICKS = 16;

/** The maximum number of samples of one thing. */
const SAMPLES = 30;

/**
 * What a tick of 1,000,000 boids with 30 neighbors each should take by layer, in ms. These are estimates from counts of
 * operations, within 2 to 3 times, made before any card was measured.
 */
export const ESTIMATES: Readonly<
  Record<string, Partial<Record<Layer, number>> & { sort: number }>
> = {
  H100: { fma: 0.8, flag: 1.4, soft: 9, sort: 0.2 },
  'RTX 3060': { fma: 3.5, flag: 6, soft: 40, sort: 0.8 },
  M1: { fma: 14, flag: 20, soft: 127, sort: 3.5 },
  'Iris Xe': { fma: 19, flag: 34, soft: 217, sort: 4 },
};

/** Steps a flock on all cores. Returns a row of its time, with the hash after CHECKED_TICKS ticks. */
export async function onCpu(
  scenario: Scenario,
  workers: number,
  { isLate }: PartContext,
): Promise<Row> {
  const world = createWorld(scenario, { maxWorkers: workers });
  const team = await createTeam(world, { workers });
  try {
    const samples = [...(await team.run(CHECKED_TICKS)).tickMs].slice(1);
    const hash = stateHash(world);
    while (!isLate() && samples.length < SAMPLES) samples.push(...(await team.run(1)).tickMs);
    const labels = { agents: world.count, on: `${workers} workers, ${world.kernel}` };
    return { labels, unit: 'ms/tick', samples, hash };
  } finally {
    await team.dispose();
  }
}

/** A device that measures how long each code takes to compile, and remembers the dispatches of the last tick. */
export interface Watched {
  readonly device: Device;
  /** How long each code took to compile, in ms, by its label. */
  readonly compileMs: Record<string, number>;
  last: readonly Dispatch[];
}

export async function watched(gpu: GPU): Promise<Watched> {
  const device = await Device.open(gpu);
  const watch: Watched = { device, compileMs: {}, last: [] };
  const [pipeline, run] = [device.pipeline.bind(device), device.run.bind(device)];
  // One after the other, because what compiles at the same time cannot be told apart.
  let before: Promise<unknown> = Promise.resolve();
  device.pipeline = (code, uses, label = '', inBackground = false) => {
    const own = before.then(async () => {
      const begin = performance.now();
      const made = await pipeline(code, uses, label, inBackground);
      watch.compileMs[label] = (watch.compileMs[label] ?? 0) + performance.now() - begin;
      return made;
    });
    before = own.catch(() => {});
    return own;
  };
  device.run = (dispatches) => {
    watch.last = dispatches;
    run(dispatches);
  };
  return watch;
}

const SORT = ['count', 'scan', 'scatter'];

/**
 * Steps a flock on the card. Returns a row of its time per tick, with the hash after CHECKED_TICKS ticks. The state stays
 * on the card.
 */
export async function onCard(
  watch: Watched,
  scenario: Scenario,
  layer: Layer,
  { isLate }: PartContext,
): Promise<Row> {
  const { device } = watch;
  const world: World = createWorld(scenario);
  const stepper = await GpuStepper.create(world, device, layer);
  const options = { keep: true, checkEvery: 2 ** 31 };
  try {
    const uploadMs = await time(async () => {
      stepper.state();
      await device.device.queue.onSubmittedWorkDone();
    });
    const { hashes, onCpu, lost } = await stepper.run(CHECKED_TICKS, options);
    if (lost !== undefined) throw new Error(lost);
    const samples: number[] = [];
    do {
      const ms = await time(() => stepper.run(CHECKED_TICKS, options));
      samples.push(ms / CHECKED_TICKS);
    } while (!isLate(0.5) && samples.length < SAMPLES);
    // The dispatches of a stage are run again, which leads to the same state.
    const stages = new Map<string, Dispatch[]>();
    for (const one of watch.last) {
      const { label } = one.pipeline.pipeline;
      const stage = SORT.includes(label) ? 'sort' : label;
      stages.set(stage, [...(stages.get(stage) ?? []), one]);
    }
    stages.delete('advance');
    const figures: Record<string, number> = {};
    let left = stages.size;
    for (const [stage, dispatches] of stages) {
      const own: number[] = [];
      do {
        const ms = await time(async () => {
          for (let k = 0; k < CHECKED_TICKS; k++) device.run(dispatches);
          await device.device.queue.onSubmittedWorkDone();
        });
        own.push(ms / CHECKED_TICKS);
      } while (!isLate((0.4 * (left - 1)) / stages.size) && own.length < 5);
      left--;
      figures[stage] = summarize(own).median;
    }
    figures['read back'] = await time(() => stepper.sync());
    figures.upload = uploadMs;
    figures['compile s'] = sum(Object.values(watch.compileMs)) / 1000;
    const labels = { agents: world.count, on: `card, ${layer}` };
    const note = onCpu > 0 ? { note: `The CPU did ${onCpu} of the first ticks.` } : {};
    return { labels, unit: 'ms/tick', samples, figures, hash: hashes.at(-1)!, ...note };
  } finally {
    stepper.close();
  }
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await work();
  return performance.now() - begin;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}
