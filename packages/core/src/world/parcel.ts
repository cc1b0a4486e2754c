import { layoutOf, WORD } from './layout.ts';
import type { Plan } from './plan.ts';
import type { SharedWorld, WorldHandle } from './world.ts';

/**
 * The direction in which a parcel is sent. At a tick boundary, a parcel copies a world into another memory of the same
 * plan. The parcel holds the front state and everything else that later ticks need. The back state and scratch are
 * computed again, as in `renewMemory`. Constants are sent only to threads, because only the host writes constants.
 */
type Direction = 'toThread' | 'toHost';

/** The size of a parcel in bytes. It is sufficient for a parcel to a thread and for a parcel to the host. */
export function parcelBytes(plan: Plan): number {
  return sectionsOf(plan, 0, 'toThread').reduce((sum, [begin, end]) => sum + end - begin, 0);
}

/** Copies a world into a parcel, which must have `parcelBytes` bytes. */
export function packWorld(
  world: SharedWorld,
  { memory, plan }: Pick<WorldHandle, 'memory' | 'plan'>,
  parcel: ArrayBuffer,
  direction: Direction,
): void {
  const into = new Uint8Array(parcel);
  let at = 0;
  for (const [begin, end] of sectionsOf(plan, world.control.word[WORD.tick], direction)) {
    into.set(new Uint8Array(memory.buffer, begin, end - begin), at);
    at += end - begin;
  }
}

/** Copies a parcel into another memory of the same plan. The world in this memory is then at the tick of the parcel. */
export function unpackWorld(
  { memory, plan }: Pick<WorldHandle, 'memory' | 'plan'>,
  parcel: ArrayBuffer,
  direction: Direction,
): void {
  // Control is the first section, and its first row holds the words.
  const tick = new Int32Array(parcel, 0, WORD.tick + 1)[WORD.tick];
  const into = new Uint8Array(memory.buffer);
  let at = 0;
  for (const [begin, end] of sectionsOf(plan, tick, direction)) {
    into.set(new Uint8Array(parcel, at, end - begin), begin);
    at += end - begin;
  }
}

function sectionsOf(
  plan: Plan,
  tick: number,
  direction: Direction,
): readonly (readonly [begin: number, end: number])[] {
  const { control, constants, states, particles, bytes } = layoutOf(plan);
  const state = states[(tick & 1) as 0 | 1];
  return [
    [control, constants],
    ...(direction === 'toThread' ? [[constants, states[0]] as const] : []),
    [state, state + states[1] - states[0]],
    [particles, bytes],
  ];
}
