import { forgetRoster } from '../commands/obstacle-roster.ts';
import { withMemory } from '../no-memory.ts';
import { checkFree } from '../world/hold.ts';
import { WORD } from '../world/layout.ts';
import { innerOf, type World } from '../world/public-world.ts';
import { refresh } from '../world/world.ts';
import { continueFrom } from './restore-world.ts';
import { readSnapshotOf } from './snapshot.ts';

/**
 * Puts the content of a snapshot in the place of a world's own, in the same memory. Threads, views and options stay. From
 * then on, the world is as `restore` would make it: its commands and the events that were not taken are those of the
 * snapshot, and it cannot go back to an earlier tick. If a program has taken events of later ticks, `takeEvents` first
 * returns an event `retracted`.
 *
 * @param bytes a snapshot of a world with the same scenario and seed
 * @throws SnapshotError for a file that is incomplete, of another scenario or seed, or has impossible content; the world is
 * then unchanged
 * @throws WorldError WORLD_BUSY during a run of a team, NO_MEMORY when an allocation fails
 */
export function load(world: World, bytes: Uint8Array): void {
  const inner = innerOf(world);
  checkFree(inner, 'load');
  const content = withMemory('read a snapshot', () => readSnapshotOf(inner, bytes));
  const { control, host, scratch } = inner;
  const { word } = control;
  const { tick, events } = content;
  // A program must still hear of earlier events that were taken back before.
  const retracted = host.events.filter(({ type }) => type === 'retracted');
  if (host.eventsTaken > tick) retracted.push({ type: 'retracted', tick });
  continueFrom(inner, { ...content, events: [...retracted, ...events] });
  host.eventsTaken = Math.min(host.eventsTaken, tick);
  host.loads++;
  forgetRoster(host.log);
  scratch.bends.fill(0);
  word[WORD.oldest] = tick;
  word[WORD.rewinds]++;
  refresh(inner);
}
