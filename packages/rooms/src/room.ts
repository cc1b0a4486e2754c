import { type CommandInput, load, snapshot, stateHash, trimLog, type World } from '@skein/core';
import { show } from '@skein/core/internal';
import { Agreement } from './agreement.ts';
import { Base } from './base.ts';
import { randomToken } from './hex.ts';
import {
  KEPT_HASHES,
  KEPT_TURNS,
  MAX_AHEAD,
  MAX_BURST,
  MAX_DIFFERENCES,
  MAX_GUESTS,
  MAX_KEPT_TURNS,
  MAX_MESSAGE_BYTES,
  MAX_SNAPSHOT_BYTES,
  MAX_TOKENS,
  MAX_TURN_COMMANDS,
  MAX_TURNS,
  MAX_TURNS_TEXT,
  MAX_WAITING,
  REPEAT_MS,
} from './limits.ts';
import {
  type Entry,
  encodeMessage,
  type FromRoom,
  type Hello,
  type Input,
  plainCommand,
  readFromGuest,
  type SnapshotMessage,
} from './messages.ts';
import { checkOptions, refused, whole } from './options.ts';
import { RoomError } from './room-error.ts';
import { TurnLog } from './turns.ts';
import { giveTo, stepWorld } from './world-steps.ts';

/** What a room tells its program. Guests have numbers from 1 on. */
export type RoomEvent =
  | { readonly type: 'joined' | 'left'; readonly guest: number }
  /** A guest's world has another state than that of the room, or of most guests. It gets a snapshot. */
  | {
      readonly type: 'differs';
      readonly guest: number;
      readonly tick: number;
      readonly found: string;
      readonly expected: string;
    }
  /** As many guests have one state as have another. Nothing is decided. */
  | { readonly type: 'split'; readonly tick: number }
  /** An input had no effect, because `allow` or the world has refused it. */
  | {
      readonly type: 'refused';
      readonly guest: number;
      readonly command: CommandInput;
      readonly reason: string;
    }
  /** A guest did what no guest does that runs this code: it sent a wrong message, a wrong snapshot, or false hashes. */
  | { readonly type: 'cheat'; readonly guest: number; readonly reason: string };

export interface RoomOptions {
  /**
   * A world at tick 0. Its scenario and seed are those of the room. From then on, only the room uses it. If the guests
   * decide, it checks their snapshots with it.
   */
  readonly world: World;
  /**
   * Who decides what the right state is. "room": the room steps the world; guests with another hash get its state. "guests":
   * the room steps nothing, the hash that more than half of the guests have is right, and time stands still without guests.
   * Default: "room".
   */
  readonly authority?: 'room' | 'guests';
  /** Steps the world. Default: `tick(world, ticks)`. For a team: `(ticks) => team.run(ticks)`. */
  readonly run?: (ticks: number) => unknown;
  /** The time of a tick, in ms. Default: the time step of the scenario. */
  readonly tickMs?: number;
  /** Every how many ticks hashes are compared, from 1 to 600. Default: 30. */
  readonly hashEvery?: number;
  /**
   * How many turns the room keeps at least, from 60 to 36,000. A guest that lacks an older one gets a snapshot. Default:
   * 600.
   */
  readonly keepTurns?: number;
  /** Returns why a guest may not give a command; undefined if it may. By default, all may give all. */
  readonly allow?: (command: CommandInput, guest: number) => string | undefined;
  readonly onEvent?: (event: RoomEvent) => void;
  /** The time in ms. Default: `performance.now`. */
  readonly now?: () => number;
}

const OPTIONS = [
  ...(['world', 'authority', 'run', 'tickMs', 'hashEvery', 'keepTurns', 'allow'] as const),
  ...(['onEvent', 'now'] as const),
] satisfies readonly (keyof RoomOptions)[];

/** A connection of a room to a guest. */
export interface Connection {
  /** The number of the guest; 0 before it has greeted the room. */
  readonly guest: number;
  /** Takes a message that has arrived from the guest. */
  receive(bytes: Uint8Array): void;
  /** Says that the connection has ended. The guest may come back with another one. */
  close(): void;
}

/** A guest as the room remembers it, also while it is away. */
interface Seat {
  readonly guest: number;
  /** A secret of the room and the guest, by which it knows that the guest means this seat. */
  readonly id: string;
  /** The number of its last input that has arrived, and of the last that is in a turn or was refused. */
  received: number;
  acked: number;
  /** The last tick for which an input was taken. */
  lastTick: number;
  waiting: number;
}

/** What a room knows about a connected guest. */
interface Door {
  readonly send: (message: Uint8Array<ArrayBuffer>) => void;
  readonly onEnd: () => void;
  seat: Seat | undefined;
  isOpen: boolean;
  /** The first turn that the guest lacks. */
  have: number;
  life: number;
  at: number;
  heardAt: number;
  /** The life whose world differs, until the guest has taken a snapshot. */
  differs: number | undefined;
  differences: number;
  snapshotAt: number;
  /** The number of messages since the last call of `advance`. */
  messages: number;
  /** Why the room has closed it. */
  refusal: FromRoom | undefined;
  refusedAt: number;
}

interface Given {
  readonly message: Omit<SnapshotMessage, 'life'>;
  readonly from: number;
}

interface Waiting {
  readonly seat: Seat;
  readonly n: number;
  readonly tick: number;
  readonly command: CommandInput;
}

/** The maximum number of ticks that a room catches up at once. If it is slower for longer, its time slips. */
const MAX_DUE = 30;
/** A snapshot that is younger than this, in ticks, is sent again to others. */
const FRESH_TICKS = 60;

/**
 * A session of several worlds that stay equal. The room decides the tick and the order of all commands. It knows nothing of
 * sockets: a program gives it the messages that arrive, sends those that it wants to send, and calls `advance` often.
 */
export class Room {
  readonly #options: RoomOptions;
  readonly #base: Base;
  readonly #tickMs: number;
  readonly #hashEvery: number;
  readonly #byGuests: boolean;
  readonly #now: () => number;
  readonly #turns = new TurnLog();
  readonly #keepTurns: number;
  readonly #seats = new Map<string, Seat>();
  readonly #doors = new Set<Door>();
  readonly #agreement: Agreement;
  /** The seat of the room itself. */
  readonly #own: Seat = { guest: 0, id: '', received: 0, acked: 0, lastTick: 0, waiting: 0 };
  /** The inputs that are in no turn yet, in the order in which they came. */
  #waiting: Waiting[] = [];
  #lastGuest = 0;
  #startedAt: number | undefined;
  #sentAt = Number.NEGATIVE_INFINITY;
  #isBusy = false;
  /** A snapshot that guests get. */
  #kept: Given | undefined;
  /** A snapshot that a guest has given, and of whose tick no hash is agreed yet. */
  #offered: Given | undefined;

  /** @throws RoomError ROOM_OPTION */
  constructor(options: RoomOptions) {
    checkOptions(options, OPTIONS, ['run', 'allow', 'onEvent', 'now']);
    const { world, authority = 'room', hashEvery = 30, keepTurns = KEPT_TURNS } = options;
    const { tickMs = 1000 * world.scenario.dt } = options;
    if (authority !== 'room' && authority !== 'guests') {
      throw refused('authority', show(authority), '"room" or "guests"');
    }
    if (typeof tickMs !== 'number' || !(tickMs >= 1 && tickMs <= 60_000)) {
      throw refused('tickMs', show(tickMs), 'a time from 1 to 60000 ms');
    }
    this.#options = options;
    this.#tickMs = tickMs;
    this.#hashEvery = whole('hashEvery', hashEvery, 1, KEPT_TURNS);
    this.#now = options.now ?? (() => performance.now());
    this.#keepTurns = whole('keepTurns', keepTurns, 60, MAX_KEPT_TURNS);
    this.#base = new Base(world);
    this.#byGuests = authority === 'guests';
    this.#agreement = new Agreement(
      this.#byGuests,
      Math.max(KEPT_HASHES, Math.ceil(KEPT_TURNS / hashEvery)),
    );
  }

  /** The first tick whose turn is not closed. If the room decides, its world is at this tick between two calls of `advance`. */
  get tick(): number {
    return this.#turns.next;
  }

  /** The numbers of the connected guests. */
  get guests(): number[] {
    return [...this.#doors].flatMap(({ seat }) => (seat === undefined ? [] : [seat.guest]));
  }

  /** The commands of one of the turns that are kept, as [tick, guest, number of the input, command]. */
  turn(at: number): readonly Entry[] | undefined {
    return this.#turns.at(at);
  }

  /**
   * Opens a connection to a guest that will greet the room.
   *
   * @param send sends a message to the guest. It may be lost, late, repeated, and overtaken
   * @param onEnd is called when the room has ended the connection: it has refused or expelled the guest, or the guest has
   * come on another connection
   */
  connect(
    send: (message: Uint8Array<ArrayBuffer>) => void,
    onEnd: () => void = () => {},
  ): Connection {
    const door: Door = {
      ...{ send, onEnd, seat: undefined, isOpen: true, have: 0, life: 0, at: 0, heardAt: 0 },
      ...{ differs: undefined, differences: 0, messages: 0, snapshotAt: Number.NEGATIVE_INFINITY },
      ...{ refusal: undefined, refusedAt: 0 },
    };
    this.#doors.add(door);
    return {
      get guest() {
        return door.seat?.guest ?? 0;
      },
      receive: (bytes) => this.#receive(door, bytes),
      close: () => this.#close(door),
    };
  }

  /**
   * Gives a command of the room itself, for the next turn.
   *
   * @throws RoomError ROOM_COMMAND if the command cannot be sent
   */
  command(input: CommandInput): void {
    const command = plainCommand(input);
    const n = ++this.#own.received;
    this.#own.waiting++;
    this.#waiting.push({ seat: this.#own, n, tick: this.tick, command });
  }

  /** Closes the turns that are due, steps the world, and sends what must be sent. Call it at least once in every tick. */
  async advance(): Promise<void> {
    if (this.#isBusy) return;
    this.#isBusy = true;
    try {
      const now = this.#now();
      for (const door of this.#doors) door.messages = 0;
      // Without guests, only snapshots would have the state.
      if (this.#byGuests && this.guests.length === 0) {
        this.#startedAt = now - this.tick * this.#tickMs;
        return;
      }
      this.#startedAt ??= now;
      let due = Math.floor((now - this.#startedAt) / this.#tickMs) - this.tick;
      if (due > MAX_DUE) {
        this.#startedAt += (due - MAX_DUE) * this.#tickMs;
        due = MAX_DUE;
      }
      while (due > 0) due -= await this.#closeTurns(due);
      this.#forgetTurns();
      if (now - this.#sentAt < this.#tickMs) return;
      this.#sentAt = now;
      this.#renewSnapshot();
      for (const door of this.#doors) if (door.seat !== undefined) this.#inform(door, door.seat);
    } finally {
      this.#isBusy = false;
    }
  }

  /** Forgets old turns. If the guests decide, turns are kept until a snapshot takes their place. */
  #forgetTurns(): void {
    const from = this.tick - this.#keepTurns;
    const saved = this.#kept?.message.tick ?? 0;
    if (!this.#byGuests) this.#turns.forget(from);
    else this.#turns.forget(Math.max(Math.min(from, saved), this.tick - MAX_KEPT_TURNS));
  }

  /** Closes a turn, and those after it that have no commands, but at most `due`. Returns how many. */
  async #closeTurns(due: number): Promise<number> {
    const { world } = this.#options;
    const first = this.tick;
    this.#turns.push(this.#takeDue(first));
    let ticks = 1;
    const next = Math.min(...this.#waiting.map((waiting) => waiting.tick));
    while (ticks < due && this.tick % this.#hashEvery !== 0 && this.tick < next) {
      this.#turns.push([]);
      ticks++;
    }
    if (this.#byGuests) return ticks;
    await stepWorld(this.#options, ticks);
    if (world.tick % this.#hashEvery === 0) {
      this.#agreement.decide(world.tick, stateHash(world));
      if (world.tick % KEPT_TURNS < this.#hashEvery) trimLog(world, world.tick);
    }
    return ticks;
  }

  /** Takes the inputs that are due at a tick. If the room decides, its world executes them. */
  #takeDue(at: number): Entry[] {
    const { world, allow } = this.#options;
    const entries: Entry[] = [];
    const left: Waiting[] = [];
    for (const waiting of this.#waiting) {
      const { seat, n, tick, command } = waiting;
      if (tick > at || entries.length >= MAX_TURN_COMMANDS) {
        left.push(waiting);
        continue;
      }
      seat.acked = n;
      seat.waiting--;
      const reason =
        (seat.guest === 0 ? undefined : reasonOf(allow, command, seat.guest)) ??
        (this.#byGuests ? undefined : giveTo(world, command));
      if (reason !== undefined) this.#tell({ type: 'refused', guest: seat.guest, command, reason });
      else entries.push([at, seat.guest, n, command as unknown as Record<string, unknown>]);
    }
    this.#waiting = left;
    return entries;
  }

  #receive(door: Door, bytes: Uint8Array): void {
    if (!door.isOpen) {
      this.#repeatRefusal(door);
      return;
    }
    // What a connection held back for a second is still taken at once.
    if (++door.messages > MAX_BURST) return;
    const { seat } = door;
    const isAsked = seat !== undefined && this.#agreement.asked === seat.guest;
    try {
      const message = readFromGuest(bytes, isAsked ? MAX_SNAPSHOT_BYTES : MAX_MESSAGE_BYTES);
      if (message.kind === 'hello') this.#greet(door, message);
      else if (seat === undefined) return;
      else if (message.kind === 'input') this.#takeInput(door, seat, message);
      else if (isAsked) {
        this.#offered = { message, from: seat.guest };
        this.#keepOffered();
      }
    } catch (error) {
      if (!(error instanceof RoomError)) throw error;
      this.#expel(door, error.message);
    }
  }

  #greet(door: Door, { fingerprint, token, seat: known }: Hello): void {
    const expected = this.#base.fingerprint;
    if (fingerprint !== expected) {
      this.#refuse(
        door,
        'world',
        fingerprint,
        `${expected}: scenario, seed and version of the room`,
      );
      return;
    }
    let seat = this.#seats.get(token);
    if (known !== undefined && known !== seat?.id) {
      // The guest has a world and inputs that another room took, or one that has forgotten it.
      this.#refuse(door, 'room', 'a guest of another session', 'a new guest');
      return;
    }
    if (door.seat === undefined || door.seat !== seat) {
      if (this.guests.length >= MAX_GUESTS) {
        this.#refuse(door, 'room', `${MAX_GUESTS + 1} guests`, `at most ${MAX_GUESTS}`);
        return;
      }
      for (const other of this.#doors) if (other.seat && other.seat === seat) this.#end(other);
      seat ??= {
        ...{ guest: ++this.#lastGuest, id: randomToken(), received: 0, acked: 0 },
        ...{ lastTick: 0, waiting: 0 },
      };
      // The token that was used last is the last to be forgotten.
      this.#seats.delete(token);
      this.#seats.set(token, seat);
      door.seat = seat;
      this.#forgetToken();
      this.#tell({ type: 'joined', guest: seat.guest });
    }
    const { guest, id, received } = door.seat;
    const [tickMs, hashEvery] = [this.#tickMs, this.#hashEvery];
    this.#send(door, { kind: 'welcome', guest, seat: id, received, tickMs, hashEvery });
  }

  /** Forgets the guest that has been away for the longest time, if there are too many. */
  #forgetToken(): void {
    if (this.#seats.size <= MAX_TOKENS) return;
    const present = new Set([...this.#doors].map(({ seat }) => seat));
    const oldest = [...this.#seats].find(([, seat]) => !present.has(seat));
    if (oldest !== undefined) this.#seats.delete(oldest[0]);
  }

  #takeInput(door: Door, seat: Seat, message: Input): void {
    // A message that was overtaken says nothing new.
    if (message.at < door.at) return;
    door.at = message.at;
    door.heardAt = this.#now();
    door.have = message.have;
    if (message.life !== door.life) this.#agreement.forget(seat.guest);
    door.life = message.life;
    for (const [n, at, command] of message.inputs) {
      if (n !== seat.received + 1 || seat.waiting >= MAX_WAITING) continue;
      seat.received = n;
      const tick = Math.max(this.tick, seat.lastTick, Math.min(at, this.tick + MAX_AHEAD));
      seat.lastTick = tick;
      seat.waiting++;
      this.#waiting.push({ seat, n, tick, command: command as unknown as CommandInput });
    }
    if (door.differs === door.life) return;
    door.differs = undefined;
    this.#agreement.hear(seat.guest, message.hashes);
    this.#keepOffered();
    this.#judge(message.hashes);
  }

  /** Keeps the snapshot that a guest has given, as soon as it is known that its hash is right. */
  #keepOffered(): void {
    const offered = this.#offered;
    if (offered === undefined) return;
    const { message, from } = offered;
    const expected = this.#agreement.agreedAt(message.tick);
    if (expected === undefined) return;
    this.#offered = undefined;
    this.#agreement.asked = undefined;
    if (message.hash !== expected) return;
    const reason = this.#faultIn(message, expected);
    if (reason === undefined) {
      this.#kept = offered;
      return;
    }
    this.#agreement.distrust(from);
    this.#tell({
      type: 'cheat',
      guest: from,
      reason: `Snapshot of tick ${message.tick}: ${reason}.`,
    });
  }

  /** Says what is wrong with a snapshot. It would lead each guest that takes it into another world. */
  #faultIn({ tick: at, packed }: Given['message'], expected: string): string | undefined {
    const { world } = this.#options;
    try {
      load(world, this.#base.unpack(packed));
    } catch (error) {
      return (error as Error).message;
    }
    if (world.tick !== at) return `found tick ${world.tick}`;
    const found = stateHash(world);
    if (found !== expected) return `found hash ${found}, expected ${expected}`;
    const ahead = world.log.find(({ tick }) => tick >= at);
    return ahead && `found a command of tick ${ahead.tick}`;
  }

  /** If the guests decide, a snapshot is at hand for those that come late, also when all others have left. */
  #renewSnapshot(): void {
    if (!this.#byGuests) return;
    if (this.tick - (this.#kept?.message.tick ?? 0) < this.#keepTurns / 2) return;
    this.#agreement.ask(0, this.guests, this.#now());
  }

  /** Compares the hashes of some ticks. */
  #judge(hashes: Input['hashes']): void {
    for (const [at] of hashes) {
      const expected = this.#agreement.agreedAt(at);
      if (this.#agreement.isSplitAt(at, this.guests.length))
        this.#tell({ type: 'split', tick: at });
      if (expected === undefined) continue;
      for (const door of this.#doors) {
        if (door.seat === undefined || door.differs === door.life) continue;
        const found = this.#agreement.hashOf(door.seat.guest, at);
        if (found === expected) door.differences = 0;
        if (found === undefined || found === expected) continue;
        this.#tell({ type: 'differs', guest: door.seat.guest, tick: at, found, expected });
        door.differs = door.life;
        door.snapshotAt = Number.NEGATIVE_INFINITY;
        this.#agreement.forget(door.seat.guest);
        if (++door.differences > MAX_DIFFERENCES) {
          this.#expel(door, `Its hashes are false, also after ${MAX_DIFFERENCES} snapshots.`);
        }
      }
    }
  }

  /** Sends a guest what it lacks. */
  #inform(door: Door, seat: Seat): void {
    const now = this.#now();
    const isBehind = door.have < this.#turns.oldest;
    if ((isBehind || door.differs === door.life) && now - door.snapshotAt >= REPEAT_MS) {
      const message = this.#snapshotFor(seat);
      if (message !== undefined) {
        door.snapshotAt = now;
        this.#send(door, { ...message, life: door.life });
      }
    }
    const from = isBehind || door.have > this.tick ? this.tick : door.have;
    const entries: Entry[] = [];
    let to = from;
    let text = 0;
    while (to < this.tick && to - from < MAX_TURNS && text < MAX_TURNS_TEXT) {
      for (const entry of this.#turns.at(to)!) {
        entries.push(entry);
        text += JSON.stringify(entry[3]).length;
      }
      to++;
    }
    const { at: echo } = door;
    const held = Math.max(0, now - door.heardAt);
    const wanted = this.#agreement.asked === seat.guest;
    // What was confirmed in later turns than these is said with them.
    const acked = to === this.tick ? seat.acked : 0;
    this.#send(door, {
      kind: 'turns',
      from,
      to,
      entries,
      acked,
      tick: this.tick,
      echo,
      held,
      wanted,
    });
  }

  /** A snapshot from which a guest can continue; undefined if there is none yet. */
  #snapshotFor({ guest }: Seat): Omit<SnapshotMessage, 'life'> | undefined {
    const kept = this.#kept;
    const isKept = kept !== undefined && kept.message.tick >= this.#turns.oldest;
    if (isKept && this.tick - kept.message.tick < FRESH_TICKS) return kept.message;
    if (!this.#byGuests) {
      const { world } = this.#options;
      const packed = this.#base.pack(snapshot(world));
      const { tick } = world;
      const message = { kind: 'snapshot', tick, hash: stateHash(world), packed } as const;
      this.#kept = { message, from: 0 };
      return message;
    }
    this.#agreement.ask(guest, this.guests, this.#now());
    return isKept ? kept.message : undefined;
  }

  #expel(door: Door, reason: string): void {
    const guest = door.seat?.guest ?? 0;
    this.#tell({ type: 'cheat', guest, reason });
    this.#refuse(door, 'guest', reason, 'what the protocol allows');
  }

  #refuse(door: Door, where: string, found: string, expected: string): void {
    door.refusal = { kind: 'refused', where, found: found.slice(0, 900), expected };
    door.refusedAt = this.#now();
    this.#send(door, door.refusal);
    this.#end(door);
  }

  #end(door: Door): void {
    this.#close(door);
    door.onEnd();
  }

  /** Says again why the room has closed a connection to a guest that has not heard it. */
  #repeatRefusal(door: Door): void {
    const now = this.#now();
    if (door.refusal === undefined || now - door.refusedAt < REPEAT_MS) return;
    door.refusedAt = now;
    this.#send(door, door.refusal);
  }

  #close(door: Door): void {
    if (!door.isOpen) return;
    door.isOpen = false;
    this.#doors.delete(door);
    if (door.seat === undefined) return;
    this.#agreement.forget(door.seat.guest);
    if (this.#agreement.asked === door.seat.guest) this.#agreement.asked = undefined;
    this.#tell({ type: 'left', guest: door.seat.guest });
  }

  #send(door: Door, message: FromRoom): void {
    door.send(encodeMessage(message));
  }

  #tell(event: RoomEvent): void {
    this.#options.onEvent?.(event);
  }
}

/** Asks whether a guest may give a command. An error in the answer is a refusal, so that no guest can stop a room. */
function reasonOf(
  allow: RoomOptions['allow'],
  command: CommandInput,
  guest: number,
): string | undefined {
  try {
    return allow?.(command, guest);
  } catch (error) {
    return `The option "allow" has thrown: ${(error as Error)?.message}`;
  }
}
