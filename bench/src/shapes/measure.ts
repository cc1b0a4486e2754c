import { kernels } from '@skein/core';
import { agreed } from '../agreement.ts';
import { BoxedStepper } from '../boxed.ts';
import { LoadMeter } from '../load.ts';
import { cloudOf, meanNeighbors } from '../neighbors.ts';
import { median, ratios } from '../statistics.ts';
import type { Figure } from '../suite.ts';
import { inTurns } from '../turns.ts';
import { RADIUS } from '../workload.ts';
import { SHAPE_GROUPS, type ShapeGroup } from './index.ts';
import type { Shape } from './shape.ts';

export interface ShapesOptions {
  readonly agents: number;
  readonly workers: number;
  readonly turns: number;
  /** The time limit for all ticks of one shape, in ms. A shape that takes longer is canceled. */
  readonly budgetMs: number;
  readonly signal: AbortSignal;
}

/** The results of measuring a shape. */
export interface MeasuredShape {
  readonly shape: Shape;
  readonly agents: number;
  /** The time of each turn, in ms per tick; NaN if no time was left for the turn. */
  readonly samples: readonly number[];
  /** For each measured turn, the time per agent, divided by the time per agent of the group's reference shape. */
  readonly ratios: readonly number[];
  /** The mean number of neighbors within the radius after the last tick. */
  readonly neighbors: number;
  readonly load: Readonly<Record<string, Figure>>;
  readonly hash: string;
  readonly note: string;
}

/** If the hash check would take too long with all agents, it runs with at most this number of agents. */
const FEW = 2000;
/**
 * The hash check runs a shape several times. In each run, the shape first forms, and then this many ticks follow. The
 * hash check then compares the hashes in which the runs end.
 */
const CHECKED_TICKS = 3;
/**
 * An estimate of the total time that the hash check takes for one tick, as a multiple of the tick's measured time. The
 * check computes each tick several times: with both kernels, and with several numbers of workers. The TypeScript
 * kernel, and two workers that share one core, take the most time.
 */
const CHECK_COST = 30;

/** Measures a group of shapes in turns. The reference of the group comes first. */
export async function measureShapes(
  { reference, shapes }: ShapeGroup,
  options: ShapesOptions,
): Promise<MeasuredShape[]> {
  const { agents, workers, turns, budgetMs, signal } = options;
  const all = [reference, ...shapes];
  const steppers: BoxedStepper[] = [];
  try {
    for (const shape of all) {
      signal.throwIfAborted();
      const scenario = shape.scenario(agents);
      const stepper = await BoxedStepper.open({ scenario, workers, budgetMs });
      steppers.push(stepper);
      await stepper.run(shape.ticks);
    }
    const meter = new LoadMeter(all.length);
    const samples = await inTurns(steppers, { turns, signal, meter });
    const perAgent = samples.map((sample, index) =>
      sample.map((ms) => ms / all[index].agents(agents)),
    );
    const measured: MeasuredShape[] = [];
    for (const [index, shape] of all.entries()) {
      signal.throwIfAborted();
      const taken = samples[index].filter(Number.isFinite);
      const { world } = steppers[index];
      const checkMs = CHECK_COST * (shape.ticks + CHECKED_TICKS) * median(taken);
      const checked = checkMs < budgetMs ? agents : Math.min(agents, FEW);
      measured.push({
        shape,
        agents: shape.agents(agents),
        samples: taken,
        ratios: ratios(perAgent[index], perAgent[0]).filter(Number.isFinite),
        neighbors: meanNeighbors(cloudOf(world, RADIUS)),
        load: meter.figures(index),
        hash: await hashOf(shape, checked, workers),
        note:
          (taken.length === 0 ? `> ${budgetMs / 1000} s for a few ticks, given up; ` : '') +
          (checked < agents ? `hashes compared in runs of ${checked} agents` : 'hashes compared'),
      });
    }
    return measured;
  } finally {
    for (const stepper of steppers) await stepper[Symbol.asyncDispose]();
  }
}

/**
 * The hash of a shape after some ticks. Runs with either kernel and any number of workers must produce the same hash.
 *
 * @throws DisagreementError when two hashes differ
 */
async function hashOf(shape: Shape, agents: number, workers: number): Promise<string> {
  const scenario = shape.scenario(agents);
  const hashes: Record<string, string> = {};
  for (const kernel of kernels()) {
    for (const team of new Set([1, 2, workers])) {
      const options = { scenario, kernel, workers: team, budgetMs: 600_000 };
      await using stepper = await BoxedStepper.open(options);
      await stepper.run(shape.ticks + CHECKED_TICKS);
      hashes[`${shape.name}, ${kernel}, ${team} workers`] = stepper.hash;
    }
  }
  return agreed(hashes);
}

/**
 * Chooses the shapes whose names contain one of the given words. Each chosen shape stays in its group, together with
 * the reference of the group.
 *
 * @throws Error when no shape matches
 */
export function chosenShapes(only: readonly string[] | undefined): ShapeGroup[] {
  const isWanted = ({ name }: Shape) => only?.some((word) => name.includes(word)) ?? true;
  const groups = SHAPE_GROUPS.map(({ reference, shapes }) => ({
    reference,
    shapes: shapes.filter(isWanted),
  })).filter(({ reference, shapes }) => shapes.length > 0 || isWanted(reference));
  if (groups.length > 0) return groups;
  const names = SHAPE_GROUPS.flatMap(({ reference, shapes }) => [reference, ...shapes]);
  throw new Error(
    `no shape has a name that contains ${only?.join(' or ')}; there are ${names.map(quoted).join(', ')}`,
  );
}

const quoted = ({ name }: Shape) => `"${name}"`;
