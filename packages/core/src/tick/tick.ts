import { SkeinError, show } from '../errors.ts';
import { withMemory } from '../no-memory.ts';
import { MAX_TICK } from '../schema/limits.ts';
import { drainEvents } from '../world/event-ring.ts';
import { checkFree } from '../world/hold.ts';
import { WORD } from '../world/layout.ts';
import { innerOf, type World } from '../world/public-world.ts';
import { bucketsOf } from '../world/scalar-plan.ts';
import { binsOf } from '../world/sizes.ts';
import { rangeOf, setWorkers, sliceOf } from '../world/slice.ts';
import { PARTS } from '../world/tree-plan.ts';
import { type World as InnerWorld, refresh, type SharedWorld, turnTo } from '../world/world.ts';
import { readyKernels, runPhase } from './phase-kernels.ts';
import { isNeeded, type Phase, type PhaseName, PIPELINE } from './pipeline.ts';

/**
 * Steps the world on the calling thread. The first call compiles the kernels for this thread, even with 0 ticks. Call
 * `tick(world, 0)` where the first step must take no longer than later ones.
 *
 * @throws SkeinError TICKS_INVALID if `ticks` is negative or not a whole number, or leads beyond MAX_TICK
 * @throws WorldError WORLD_BUSY during a run of a team; NO_MEMORY if an allocation fails; the world is then at its last
 * complete tick
 */
export function tick(world: World, ticks = 1): void {
  const inner = innerOf(world);
  checkWhole(ticks);
  checkFree(inner, 'tick');
  checkTicks(inner, ticks);
  withMemory('step a world', () => {
    readyKernels(inner);
    for (let done = 0; done < ticks; done++) step(inner, [0]);
  });
}

/**
 * Steps the world once on the calling thread, as a team of `order.length` workers would. In each phase, the workers run
 * in the given order. Any order of any number of workers gives the same bits.
 *
 * @param order the workers 0 to W - 1, each once, in any order; W is at most `world.maxWorkers`
 * @param done called after each phase, for measuring
 * @throws SkeinError ORDER_INVALID if the order is invalid, TICKS_INVALID at MAX_TICK; WorldError WORLD_BUSY during a
 * run of a team, NO_MEMORY as `tick` does
 */
export function tickSliced(
  world: World,
  order: readonly number[],
  done?: (phase: PhaseName) => void,
): void {
  const inner = innerOf(world);
  checkOrder(order, inner.maxWorkers);
  checkFree(inner, 'tickSliced');
  checkTicks(inner, 1);
  withMemory('step a world', () => step(inner, order, done));
}

/** Refuses what is not a number of ticks. */
export function checkWhole(ticks: number): void {
  if (Number.isInteger(ticks) && ticks >= 0) return;
  throw new SkeinError(
    'TICKS_INVALID',
    `Ticks: found ${show(ticks)}, expected a whole number, at least 0.`,
  );
}

/** Refuses a number of ticks that leads beyond MAX_TICK, because snapshots and commands cannot store such a tick. */
export function checkTicks({ tick }: InnerWorld, ticks: number): void {
  const most = MAX_TICK - tick;
  if (ticks <= most) return;
  throw new SkeinError(
    'TICKS_INVALID',
    `Ticks: found ${ticks}, expected at most ${most}, because the world is at tick ${tick} of at most ${MAX_TICK}.`,
  );
}

/** Refuses an invalid order of workers. If a worker were missing or listed twice, a tick would be half done. */
function checkOrder(order: readonly number[], maxWorkers: number): void {
  const isList = Array.isArray(order) && order.length >= 1 && order.length <= maxWorkers;
  if (isList && Array.from(order.keys()).every((worker) => order.includes(worker))) return;
  const found = isList ? `[${order.map(show).join(', ')}]` : show(order);
  throw new SkeinError(
    'ORDER_INVALID',
    `Order: found ${found}, expected at most ${maxWorkers} workers, numbered from 0 on, each listed exactly once.`,
  );
}

function step(
  world: InnerWorld,
  order: readonly number[],
  done?: (phase: PhaseName) => void,
): void {
  refresh(world);
  world.host.commands.write(world);
  setWorkers(world, order.length);
  for (const phase of PIPELINE) {
    if (phase.whenHashing || !isNeeded(phase, world.plan)) continue;
    for (const worker of order) {
      const [begin, end] = partOf(world, phase, order.length, worker);
      runPhase(world, phase, begin, end, worker);
      if (phase.runs === 'once') break;
    }
    done?.(phase.name);
  }
  publish(world);
  drainEvents(world);
}

/** The part [begin, end) of a phase that a worker runs. */
export function partOf(
  world: SharedWorld,
  phase: Phase,
  workers: number,
  worker: number,
): [number, number] {
  if (phase.runs === 'slice') return sliceOf(world, worker);
  if (phase.runs === 'cells') return rangeOf(binsOf(world.plan), workers, worker);
  if (phase.runs === 'buckets') return rangeOf(bucketsOf(world.plan.scalars), workers, worker);
  if (phase.runs === 'parts') return rangeOf(PARTS, workers, worker);
  return [0, 0];
}

/**
 * Makes the back state the new front state for all threads. This is the last write of a tick; until then the tick can
 * be discarded.
 */
export function publish(world: SharedWorld): void {
  Atomics.store(world.control.word, WORD.tick, world.frontTick + 1);
  turnTo(world, world.frontTick + 1);
}
