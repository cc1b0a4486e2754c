import { type InnerWorld, settle, turnTo } from '@skein/core/internal';
import { targetNumbers } from './numbers.ts';

const NAMES = [
  ...['targetPosition', 'targetVelocity', 'targetHome', 'targetDrift', 'targetAcceleration'],
] as const satisfies readonly (keyof InnerWorld['front'])[];

/** The targets of a state. The CPU moves them, and the card gets their numbers for each tick of a batch. */
export type Targets = Pick<InnerWorld['front'], (typeof NAMES)[number]>;

/** A copy of the targets in the front state. */
export function targetsOf({ front }: InnerWorld): Targets {
  return Object.fromEntries(
    NAMES.map((name) => {
      const { x, y, z } = front[name];
      return [name, { x: x.slice(), y: y.slice(), z: z.slice() }];
    }),
  ) as unknown as Targets;
}

export function setTargets(state: InnerWorld['front'], targets: Targets): void {
  for (const name of NAMES) copyInto(state[name], targets[name]);
}

/**
 * Computes the targets of the ticks of a batch from the tick `first` on, and appends them to those of that tick. Changes
 * the front targets and the tick of the world. Returns the numbers of the targets at each tick of the batch.
 */
export function moveTargets(
  world: InnerWorld,
  first: number,
  ticks: number,
  targets: Targets[],
): Uint32Array {
  if (world.plan.targets.length === 0) {
    for (let k = 0; k < ticks; k++) targets.push(targets[0]);
    return new Uint32Array();
  }
  const words: number[] = [];
  world.scratch.happeningCount.fill(0);
  for (let k = 0; k < ticks; k++) {
    turnTo(world, first + k);
    setTargets(world.front, targets.at(-1)!);
    words.push(...targetNumbers(world));
    settle(world, 0, 0, 0);
    turnTo(world, first + k + 1);
    targets.push(targetsOf(world));
  }
  turnTo(world, first);
  return Uint32Array.from(words);
}

/** Copies all columns of a state. */
export function copyInto(to: object, from: object): void {
  for (const [name, column] of Object.entries(from)) {
    const own = (to as Record<string, unknown>)[name];
    if (ArrayBuffer.isView(column)) (own as Uint8Array).set(column as Uint8Array);
    else if (name !== 'columns' && name !== 'fields') copyInto(own as object, column as object);
  }
}
