import { expect } from 'vitest';
import { stateHash } from '../../src/phases/hash.ts';
import { worldDigest } from '../../src/snapshot/digest.ts';
import { load } from '../../src/snapshot/load.ts';
import { snapshot } from '../../src/snapshot/snapshot.ts';
import { oldestOf, rewind } from '../../src/tick/rewind.ts';
import { command } from '../../src/world/commands.ts';
import { takeEvents } from '../../src/world/event-ring.ts';
import type { WorldEvent } from '../../src/world/events.ts';
import type { World } from '../../src/world/world.ts';
import { stepAsTeam, stepAsTeamAgain } from './virtual-team.ts';

/** Takes ticks of a world back, at random, and checks that everything is as before. */
export class Rewinder {
  readonly #world: World;
  readonly #history: number;
  readonly #random: () => number;
  /** The hash of each tick. */
  readonly #hashes: string[] = [];
  #taken: WorldEvent[] = [];
  #hasTaken = false;
  #wasFull = false;

  constructor(world: World, history: number, random: () => number) {
    this.#world = world;
    this.#history = history;
    this.#random = random;
  }

  /** Whether the digest must be that of a world that never went back. It covers the events that were not taken. */
  get isExact(): boolean {
    return !this.#hasTaken && !this.isFull;
  }

  /** Whether the ring of particles may have lost some to ticks that were taken back. */
  get isFull(): boolean {
    const { plan, front } = this.#world;
    this.#wasFull ||= plan.particles > 0 && front.keptBirths[0] === plan.particles;
    return this.#wasFull;
  }

  /** Steps the world some ticks, with any of some commands, and takes all of it back. */
  stepInVain(commands: readonly unknown[]): void {
    const world = this.#world;
    const { tick } = world;
    this.#hashes[tick] = stateHash(world);
    if (this.#random() > 0.25) return;
    const hasTakenAll = this.#random() < 0.5;
    if (hasTakenAll) this.#take();
    // A snapshot gives the events that were not taken before it once more.
    const saved =
      this.#random() < 0.3 ? { bytes: snapshot(world), digest: worldDigest(world) } : undefined;
    // The digest covers events that were not taken.
    const digest = this.isExact ? worldDigest(world) : undefined;
    for (let n = this.#below(this.#history) + 1; n > 0; n--) {
      for (let k = this.#below(3); k > 0 && commands.length > 0; k--) {
        try {
          command(world, commands[this.#below(commands.length)] as never);
        } catch {
          // Another world would refuse it too.
        }
      }
      this.#step();
      const mayTake = saved === undefined ? digest === undefined : hasTakenAll;
      if (mayTake && this.#random() < 0.3) this.#take();
    }
    const { isFull } = this;
    if (saved !== undefined) {
      load(world, saved.bytes);
      expect(stateHash(world), `the hash of tick ${tick}, after load`).toBe(this.#hashes[tick]);
      expect(worldDigest(world), `the digest of tick ${tick}, after load`).toBe(saved.digest);
      expect(Buffer.compare(snapshot(world), saved.bytes), 'the snapshot once more').toBe(0);
      return;
    }
    rewind(world, tick, { commands: 'drop' });
    expect(stateHash(world), `the hash of tick ${tick}, after a rewind`).toBe(this.#hashes[tick]);
    if (digest === undefined || isFull) return;
    expect(worldDigest(world), `the digest of tick ${tick}, after a rewind`).toBe(digest);
  }

  /** Takes some ticks back, and steps them again with the commands that they had. */
  stepTwice(): void {
    const world = this.#world;
    const { tick } = world;
    this.#hashes[tick] = stateHash(world);
    if (this.#random() > 0.2) return;
    if (this.#random() < 0.3) this.#take();
    const from = Math.max(oldestOf(world), tick - 1 - this.#below(this.#history));
    rewind(world, from);
    while (world.tick < tick) {
      expect(stateHash(world), `tick ${world.tick} again`).toBe(this.#hashes[world.tick]);
      this.#step();
    }
    expect(stateHash(world), `tick ${tick} again`).toBe(this.#hashes[tick]);
  }

  /** All events that happened. */
  events(): WorldEvent[] {
    this.#take();
    return this.#taken;
  }

  #take(): void {
    for (const event of takeEvents(this.#world)) {
      this.#hasTaken = true;
      if (event.type === 'retracted') {
        this.#taken = this.#taken.filter(({ tick }) => tick <= event.tick);
      } else this.#taken.push(event);
    }
  }

  #step(): void {
    const workers = 1 + this.#below(13);
    if (this.#random() < 0.05) stepAsTeamAgain(this.#world, workers, this.#random);
    else stepAsTeam(this.#world, workers, this.#random);
  }

  #below(count: number): number {
    return Math.floor(this.#random() * count);
  }
}
