import {
  type CommandInput,
  load,
  rewind,
  snapshot,
  stateHash,
  trimLog,
  type World,
} from '@skein/core';
import { historyOf, innerOf } from '@skein/core/internal';
import { Base } from './base.ts';
import { GuestClock } from './guest-clock.ts';
import { randomToken } from './hex.ts';
import { KEPT_TURNS, MAX_INPUTS_TEXT, MAX_WAITING, PROTOCOL, REPEAT_MS } from './limits.ts';
import {
  type Entry,
  encodeMessage,
  type FromGuest,
  type Input,
  plainCommand,
  readFromRoom,
  type SnapshotMessage,
  type Turns,
} from './messages.ts';
import { checkOptions, refused, whole } from './options.ts';
import { RoomError } from './room-error.ts';
import { TurnLog } from './turns.ts';
import { giveTo, stepWorld } from './world-steps.ts';

/** What a guest tells its program. */
export type GuestEvent =
  /** The room has taken the guest, and gave it a number. */
  | { readonly type: 'welcome'; readonly guest: number }
  /** Some ticks were predicted with other commands than those of the room, and were stepped again. */
  | { readonly type: 'corrected'; readonly from: number; readonly to: number }
  /** The world was replaced by a snapshot, because the guest came late, fell behind, or had another state. */
  | { readonly type: 'loaded'; readonly tick: number }
  /** An input had no effect: every world refuses it at its tick, or the room does not allow it. */
  | { readonly type: 'refused'; readonly input: number; readonly reason: string }
  /** The room has ended the connection. */
  | { readonly type: 'ended'; readonly reason: string }
  /** A message of the room was not used. */
  | { readonly type: 'damaged'; readonly reason: string };

export interface GuestOptions {
  /** A world at tick 0, with the scenario and the seed of the room. Only the guest steps it from now on. */
  readonly world: World;
  /** Sends a message to the room. It may be lost, late, repeated, and overtaken. */
  readonly send: (message: Uint8Array<ArrayBuffer>) => void;
  /** Steps the world. Default: `tick(world, ticks)`. For a team: `(ticks) => team.run(ticks)`. */
  readonly run?: (ticks: number) => unknown;
  /**
   * How many ticks the guest predicts, at most: from 0 to the option `history` of the world. With 0, it waits for the
   * commands of every tick, as in lockstep, and is never corrected. Default: 8, or less if the history is shorter.
   */
  readonly window?: number;
  /** By how many ticks inputs are delayed at least, from 0 to 60. More delay means fewer corrections. Default: 0. */
  readonly delay?: number;
  /** 32 hexadecimal digits by which the room knows the guest again, and gives it the same number. Default: random. */
  readonly token?: string;
  readonly onEvent?: (event: GuestEvent) => void;
  /** The time in ms. Default: `performance.now`. */
  readonly now?: () => number;
}

const OPTIONS = [
  ...(['world', 'send', 'run', 'window', 'delay', 'token', 'onEvent', 'now'] as const),
] satisfies readonly (keyof GuestOptions)[];

/** An input that the room has not confirmed. */
interface Pending {
  /** Its number in the messages. */
  readonly n: number;
  /** The tick for which it is predicted. */
  readonly tick: number;
  readonly command: CommandInput;
  /** Whether the room did not have it in that tick, so that its tick is not known. */
  isLate: boolean;
  /** Whether a snapshot was taken since, which may contain its effect. */
  isUnsure: boolean;
}

/** The maximum number of ticks that are stepped at once, so that a guest that is far behind stays responsive. */
const MAX_STEPS = 60;
const MAX_DELAY = 60;
const SENT_HASHES = 4;
/** How often a guest without inputs tells the room what it has, in ticks. */
const QUIET_TICKS = 3;

/**
 * A world that takes part in a room. It steps ahead of the room, with its own inputs at once, and goes back and steps again
 * where the room has decided otherwise. It knows nothing of connections: a program gives it the messages that arrive, sends
 * those that it wants to send, and calls `advance` in every frame.
 */
export class Guest {
  readonly world: World;
  /** The number of this guest in the room; 0 before the room has taken it for the first time. */
  number = 0;
  /** Why the room has ended the connection; undefined as long as it has not. */
  ended: string | undefined;
  readonly #options: GuestOptions;
  readonly #base: Base;
  readonly #window: number;
  readonly #delay: number;
  readonly #token: string;
  /** By this the room and the guest know that they are still in the same session. */
  #seat: string | undefined;
  readonly #now: () => number;
  readonly #clock = new GuestClock();
  #hashEvery = 1;
  #isBusy = false;
  /** Whether the room has taken the guest on the present connection. */
  #isTaken = false;
  #greetedAt = Number.NEGATIVE_INFINITY;
  #sentAt = Number.NEGATIVE_INFINITY;
  #turns = new TurnLog();
  /** The first tick whose turn has not been compared with what was predicted. */
  #confirmed = 0;
  /** The commands that were given in each tick from `#confirmed` on, as text. */
  readonly #given = new Map<number, string>();
  /** The first tick that was stepped with other commands than those of the room. */
  #wrongFrom = Number.POSITIVE_INFINITY;
  #pending: Pending[] = [];
  #lastInput = 0;
  /** How many inputs another guest has given with the same token, as a page did that was loaded again. */
  #inputsBefore = 0;
  readonly #refusals = new Map<number, string>();
  /** The last input of which the program knows that it was refused. */
  #lastRefused = 0;
  /** The room's word on inputs: all up to `acked` are in turns before `to`, or were refused. */
  #acked = { acked: 0, to: 0 };
  readonly #hashes = new Map<number, string>();
  /** The newest tick of which the hash was sent, and when. */
  #told = { tick: 0, at: 0 };
  /** How many snapshots were taken. */
  #life = 0;
  #arrived: SnapshotMessage | undefined;
  /** Whether a snapshot did not have its hash, so that the world waits for another one. */
  #isLost = false;
  #isWanted = false;
  #lastGiven = 0;

  /** @throws RoomError ROOM_OPTION */
  constructor(options: GuestOptions) {
    checkOptions(options, OPTIONS, ['send', 'run', 'onEvent', 'now']);
    if (options.send === undefined) throw refused('send', 'nothing', 'a function');
    const { world, window, delay = 0, token = randomToken() } = options;
    const history = historyOf(innerOf(world).plan);
    this.world = world;
    this.#options = options;
    this.#window = whole('window', window ?? Math.min(8, history), 0, history);
    this.#delay = whole('delay', delay, 0, MAX_DELAY);
    if (!/^[0-9a-f]{32}$/.test(token)) {
      throw refused('token', JSON.stringify(token), '32 hexadecimal digits');
    }
    this.#token = token;
    this.#now = options.now ?? (() => performance.now());
    this.#base = new Base(world);
  }

  /** The first tick whose commands the room has not told yet. The state of this tick is final. */
  get confirmed(): number {
    return this.#confirmed;
  }

  /** The time from a message to its answer, in ms; 0 before it is known. */
  get latencyMs(): number {
    return this.#clock.roundTripMs;
  }

  /**
   * Gives a command. The own world executes it at once, or as soon as it can reach the room in time. Returns the number of
   * the input.
   *
   * @throws RoomError ROOM_FULL if 64 inputs wait for the room, ROOM_COMMAND if the command cannot be sent
   */
  command(input: CommandInput): number {
    if (this.#pending.length >= MAX_WAITING) {
      const found = `${this.#pending.length + 1} inputs that wait for the room`;
      throw new RoomError('ROOM_FULL', 'command', found, `at most ${MAX_WAITING}`);
    }
    const command = plainCommand(input);
    const last = this.#pending.at(-1)?.tick ?? 0;
    const inTime = this.#isTaken ? this.#clock.arrivalTick(this.#now()) : 0;
    const at = Math.max(this.world.tick + this.#delay, last, inTime);
    this.#pending.push({
      n: ++this.#lastInput,
      tick: at,
      command,
      isLate: false,
      isUnsure: false,
    });
    this.#sentAt = Number.NEGATIVE_INFINITY;
    return this.#lastInput - this.#inputsBefore;
  }

  /** Takes a message that has arrived from the room. Messages that are damaged are left out. */
  receive(bytes: Uint8Array): void {
    try {
      const message = readFromRoom(bytes);
      if (message.kind === 'turns') this.#takeTurns(message);
      else if (message.kind === 'snapshot') {
        if (message.life === this.#life) this.#arrived = message;
      } else if (message.kind === 'refused') {
        const { where, found, expected } = message;
        this.#end(`${where}: found ${found}, expected ${expected}.`);
      } else if (!this.#isTaken) {
        this.#isTaken = true;
        this.number = message.guest;
        if (this.#seat === undefined) this.#countFrom(message.received);
        this.#seat = message.seat;
        this.#hashEvery = message.hashEvery;
        this.#clock.start(message.tickMs);
        this.#tell({ type: 'welcome', guest: message.guest });
      }
    } catch (error) {
      if (!(error instanceof RoomError)) throw error;
      this.#tell({ type: 'damaged', reason: error.message });
    }
  }

  /**
   * Greets the room again, on a new connection. The inputs that the room does not have are sent again, and none is executed
   * twice. A room that does not know the guest, because it was started again, ends the connection; a new guest can join it.
   */
  reconnect(): void {
    this.#greetedAt = Number.NEGATIVE_INFINITY;
    this.#clock.forget();
    this.#isTaken = false;
  }

  /** Steps the world to where it should be now, and sends what must be sent. Call it in every frame. */
  async advance(): Promise<void> {
    if (this.#isBusy || this.ended !== undefined) return;
    this.#isBusy = true;
    try {
      await this.#advance(this.#now());
    } finally {
      this.#isBusy = false;
    }
  }

  async #advance(now: number): Promise<void> {
    if (!this.#isTaken) {
      if (now - this.#greetedAt < REPEAT_MS) return;
      this.#greetedAt = now;
      const { fingerprint } = this.#base;
      const seat = this.#seat === undefined ? {} : { seat: this.#seat };
      this.#send({ kind: 'hello', protocol: PROTOCOL, fingerprint, token: this.#token, ...seat });
      return;
    }
    this.#takeSnapshot();
    if (!this.#isLost) {
      this.#confirm();
      await this.#step(now);
      await this.#giveSnapshot();
    }
    // Inputs that the room does not have are sent again in every tick. Without any, less is enough.
    const ticks = this.#pending.length > 0 ? 1 : QUIET_TICKS;
    if (now - this.#sentAt >= ticks * this.#clock.tickMs) this.#sendInput(now);
  }

  #takeTurns(message: Turns): void {
    const { from, to, entries, acked, wanted } = message;
    this.#isWanted = wanted;
    this.#clock.take(message, this.#now());
    const turns = this.#turns;
    if (from > turns.next) return;
    // The rest must wait until the world is nearer.
    const most = Math.min(to, Math.min(this.world.tick, this.#confirmed) + KEPT_TURNS / 2);
    if (to > most && most <= turns.next) return;
    const byTurn = grouped(entries);
    for (let at = turns.next; at < most; at++) turns.push(byTurn.get(at) ?? []);
    if (most === to && acked >= this.#acked.acked) this.#acked = { acked, to };
  }

  /** Compares the turns of the room with what was predicted. */
  #confirm(): void {
    for (; this.#confirmed < this.#turns.next; this.#confirmed++) {
      const at = this.#confirmed;
      const entries = this.#turns.at(at)!;
      for (const [, guest, n] of entries) {
        if (guest !== this.number) continue;
        this.#pending = this.#pending.filter((pending) => pending.n !== n);
        const reason = this.#refusals.get(n);
        if (reason !== undefined) this.#refuse(n, reason);
        this.#refusals.delete(n);
      }
      for (const pending of this.#pending) pending.isLate ||= pending.tick <= at;
      if (at < this.world.tick && this.#given.get(at) !== textOf(entries)) {
        this.#wrongFrom = Math.min(this.#wrongFrom, at);
      }
      this.#given.delete(at);
    }
    // Earlier turns are never given again. A snapshot may take the world back by as much as it predicts.
    const first = Math.min(this.#confirmed, this.world.tick, this.#wrongFrom);
    this.#turns.forget(first - this.#window);
    const { acked, to } = this.#acked;
    if (this.#confirmed < to) return;
    for (const { n, isUnsure } of this.#pending.filter((pending) => pending.n <= acked)) {
      if (isUnsure) continue;
      this.#refuse(n, 'The room does not allow it.');
    }
    this.#pending = this.#pending.filter((pending) => pending.n > acked);
  }

  async #step(now: number): Promise<void> {
    const { world } = this;
    if (this.#wrongFrom < world.tick) {
      const from = this.#wrongFrom;
      this.#tell({ type: 'corrected', from, to: world.tick });
      this.#goBack(from);
    }
    this.#wrongFrom = Number.POSITIVE_INFINITY;
    const target = Math.min(
      this.#confirmed + this.#window,
      this.#clock.targetTick(now, this.#window > 0),
      world.tick + MAX_STEPS,
    );
    await this.#stepTo(target);
  }

  #goBack(to: number): void {
    rewind(this.world, to, { commands: 'drop' });
    for (const at of this.#hashes.keys()) if (at > to) this.#hashes.delete(at);
    for (const at of this.#given.keys()) if (at >= to) this.#given.delete(at);
  }

  async #stepTo(target: number): Promise<void> {
    const { world } = this;
    while (world.tick < target) {
      this.#give(world.tick);
      let ticks = 1;
      // Ticks without commands are stepped together.
      while (
        world.tick + ticks < target &&
        (world.tick + ticks) % this.#hashEvery !== 0 &&
        this.#entriesOf(world.tick + ticks).length === 0
      ) {
        this.#give(world.tick + ticks++);
      }
      await stepWorld(this.#options, ticks);
      const { tick } = world;
      if (tick % this.#hashEvery !== 0) continue;
      this.#hashes.set(tick, stateHash(world));
      if (this.#hashes.size > 64) this.#hashes.delete(Math.min(...this.#hashes.keys()));
      if (tick % KEPT_TURNS < this.#hashEvery) {
        // A snapshot may take the world back by as much as it predicts.
        const since = Math.min(this.#confirmed, tick) - this.#window;
        trimLog(world, Math.max(world.logSince, since));
      }
      // A room that wants a snapshot wants one of such a tick.
      if (this.#isWanted && this.#window === 0) return;
    }
  }

  #entriesOf(at: number): readonly Entry[] {
    const known = this.#turns.at(at);
    if (known !== undefined || at < this.#turns.next) return known ?? [];
    return this.#pending
      .filter((pending) => pending.tick === at && !pending.isLate)
      .map(({ n, command }) => [at, this.number, n, command as Record<string, unknown>]);
  }

  #give(at: number): void {
    const entries = this.#entriesOf(at);
    if (at >= this.#confirmed) this.#given.set(at, textOf(entries));
    for (const [, guest, n, input] of entries) {
      const reason = giveTo(this.world, input as unknown as CommandInput);
      if (guest !== this.number) continue;
      if (reason === undefined) this.#refusals.delete(n);
      else if (at >= this.#confirmed) this.#refusals.set(n, reason);
      else this.#refuse(n, reason);
    }
  }

  #takeSnapshot(): void {
    const message = this.#arrived;
    this.#arrived = undefined;
    if (message === undefined) return;
    const { world } = this;
    try {
      load(world, this.#base.unpack(message.packed));
      rewind(world, world.tick, { commands: 'drop' });
    } catch (error) {
      this.#tell({ type: 'damaged', reason: (error as Error).message });
      return;
    }
    const { tick: at } = world;
    const hash = stateHash(world);
    if (at !== message.tick || hash !== message.hash) {
      this.#isLost = true;
      const reason = `Snapshot: found hash ${hash} at tick ${at}, expected ${message.hash} at tick ${message.tick}.`;
      this.#tell({ type: 'damaged', reason });
      return;
    }
    this.#isLost = false;
    this.#life++;
    this.#turns = new TurnLog(at);
    this.#confirmed = at;
    this.#acked = { ...this.#acked, to: Number.POSITIVE_INFINITY };
    this.#wrongFrom = Number.POSITIVE_INFINITY;
    this.#given.clear();
    this.#hashes.clear();
    for (const pending of this.#pending) Object.assign(pending, { isLate: true, isUnsure: true });
    this.#tell({ type: 'loaded', tick: at });
  }

  /** Gives the room a snapshot of the last tick that it compares, if it wants one. */
  async #giveSnapshot(): Promise<void> {
    if (!this.#isWanted) return;
    const { world } = this;
    const present = world.tick;
    const last = Math.min(this.#confirmed, present);
    const at = last - (last % this.#hashEvery);
    const hash = this.#hashes.get(at);
    if (at <= this.#lastGiven || hash === undefined || present - at > this.#window) return;
    // The snapshot has no commands of its own tick or of later ones, because the turns bring them.
    this.#goBack(at);
    const packed = this.#base.pack(snapshot(world));
    this.#lastGiven = at;
    this.#send({ kind: 'snapshot', tick: at, life: this.#life, hash, packed });
    await this.#stepTo(present);
  }

  #sendInput(now: number): void {
    this.#sentAt = now;
    const final = Math.min(this.#confirmed, this.world.tick, this.#wrongFrom);
    const known = [...this.#hashes].filter(([at]) => at <= final).slice(-SENT_HASHES);
    const newest = known.at(-1)?.[0] ?? 0;
    // Sent again now and then, because messages can be lost.
    const isDue = newest !== this.#told.tick || now - this.#told.at >= REPEAT_MS;
    if (isDue) this.#told = { tick: newest, at: now };
    const hashes = isDue ? known : [];
    const inputs: Input['inputs'] = [];
    let text = 0;
    for (const { n, tick: at, command } of this.#pending) {
      text += JSON.stringify(command).length;
      // The rest is sent when these have arrived.
      if (text > MAX_INPUTS_TEXT) break;
      inputs.push([n, at, command as unknown as Record<string, unknown>]);
    }
    const have = this.#turns.next;
    const life = this.#life;
    this.#send({ kind: 'input', at: Math.max(0, now), have, life, inputs, hashes });
  }

  #send(message: FromGuest): void {
    this.#options.send(encodeMessage(message));
  }

  /** Gives all inputs their numbers, when the number is known that the room expects. */
  #countFrom(received: number): void {
    this.#inputsBefore = received;
    this.#lastInput += received;
    this.#pending = this.#pending.map((pending) => ({ ...pending, n: pending.n + received }));
  }

  #refuse(n: number, reason: string): void {
    const input = n - this.#inputsBefore;
    // A turn is given again after a snapshot from before it.
    if (input <= this.#lastRefused) return;
    this.#lastRefused = input;
    this.#tell({ type: 'refused', input, reason });
  }

  #end(reason: string): void {
    if (this.ended !== undefined) return;
    this.ended = reason;
    this.#tell({ type: 'ended', reason });
  }

  #tell(event: GuestEvent): void {
    this.#options.onEvent?.(event);
  }
}

function grouped(entries: readonly Entry[]): Map<number, Entry[]> {
  const turns = new Map<number, Entry[]>();
  for (const entry of entries) {
    const turn = turns.get(entry[0]);
    if (turn === undefined) turns.set(entry[0], [entry]);
    else turn.push(entry);
  }
  return turns;
}

/** The commands of a turn as a text: whose they are. Commands with the same number of the same guest are the same. */
function textOf(entries: readonly Entry[]): string {
  return entries.map(([, guest, n]) => `${guest}:${n}`).join();
}
