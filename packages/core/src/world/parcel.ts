import { layoutOf, WORD } from './layout.ts';
import type { Plan } from './plan.ts';
import { indexOfTick } from './ring.ts';
import type { SharedWorld, WorldHandle } from './world.ts';

/**
 * The direction in which a parcel is sent. At a tick boundary, a parcel copies a world into another memory of the same
 * plan. The parcel holds the front state and everything else that later ticks need. The back state and scratch are
 * computed again, as in `renewMemory`. Constants are sent only to threads, because only the host writes constants.
 */
type Direction = 'toThread' | 'toHost';

/** The size of a parcel in bytes. It is sufficient for a parcel to a thread and for a parcel to the host. */
export function parcelBytes(plan: Plan): number {
  const sections = sectionsOf(plan, { tick: 0, commands: 1 }, 'toThread');
  return sections.reduce((sum, [begin, end]) => sum + end - begin, 0);
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
  for (const [begin, end] of sectionsOf(plan, moment(world.control.word), direction)) {
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
  const now = moment(new Int32Array(parcel, 0, WORD.commandCount + 1));
  const into = new Uint8Array(memory.buffer);
  let at = 0;
  for (const [begin, end] of sectionsOf(plan, now, direction)) {
    into.set(new Uint8Array(parcel, at, end - begin), begin);
    at += end - begin;
  }
}

/** What decides which sections a parcel has. */
function moment(word: Readonly<Int32Array>): { readonly tick: number; readonly commands: number } {
  return { tick: word[WORD.tick], commands: word[WORD.commandCount] };
}

/** The sections to copy. The memory for commands is left out while it has none. */
function sectionsOf(
  plan: Plan,
  now: ReturnType<typeof moment>,
  direction: Direction,
): readonly (readonly [begin: number, end: number])[] {
  const { control, constants, commands, states, scratch, particles, bytes } = layoutOf(plan);
  // Of a world that can go back, all states.
  const state = states[plan.ring > 2 ? 0 : indexOfTick(plan, now.tick)];
  const size = plan.ring > 2 ? scratch - states[0] : states[1] - states[0];
  return [
    [control, constants],
    ...(direction === 'toThread'
      ? [[constants, now.commands === 0 ? commands : states[0]] as const]
      : []),
    [state, state + size],
    [particles, bytes],
  ];
}
