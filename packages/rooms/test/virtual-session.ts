import { createWorld, parseScenario, stateHash, tick, type World } from '@skein/core';
import { randomOf } from '../../core/test/helpers/random-of.ts';
import { Guest, type GuestEvent, type GuestOptions } from '../src/guest.ts';
import { type Entry, Room, type RoomEvent, type RoomOptions } from '../src/index.ts';
import { giveTo } from '../src/world-steps.ts';

/** A small world in which every command changes much. */
export const SCENARIO = parseScenario({
  name: 'session',
  dimensions: 2,
  bounds: { type: 'contain', min: [0, 0, 0], max: [30, 30, 0] },
  obstacleCapacity: 4,
  targets: [{ name: 'flag', position: [15, 15, 0] }],
  species: [
    {
      name: 'unit',
      count: 24,
      capacity: 32,
      radius: 0.3,
      maxSpeed: 3,
      goals: { type: 'mirror', center: [15, 15, 0] },
      spawn: { type: 'box', min: [2, 2, 0], max: [28, 28, 0] },
      behaviors: [{ type: 'goal' }, { type: 'orca' }],
    },
    {
      name: 'bird',
      count: 12,
      maxSpeed: 6,
      spawn: { type: 'box', min: [2, 2, 0], max: [28, 28, 0] },
      behaviors: [{ type: 'wander' }, { type: 'separation' }],
    },
  ],
});

/** How a network treats messages. */
export interface Network {
  readonly delayMs: number;
  readonly jitterMs: number;
  /** The shares of messages that are lost, and that arrive twice. */
  readonly loss: number;
  readonly twice: number;
}

export const PERFECT: Network = { delayMs: 0, jitterMs: 0, loss: 0, twice: 0 };

interface Flight {
  readonly dueMs: number;
  readonly deliver: () => void;
}

export interface Player {
  readonly guest: Guest;
  readonly events: GuestEvent[];
  /** Cuts the connection, and opens another. */
  reconnect(): void;
  leave(): void;
}

/** A session under a clock that the test turns. All chance comes from the seed. */
export class VirtualSession {
  nowMs = 1000;
  network: Network;
  room!: Room;
  world!: World;
  readonly events: RoomEvent[] = [];
  readonly players: Player[] = [];
  readonly random: () => number;
  /** The commands of all turns. */
  readonly turns: (readonly Entry[])[] = [];
  readonly #options: Partial<RoomOptions>;
  readonly #flights: Flight[] = [];

  constructor(seed: number, network: Network, options: Partial<RoomOptions> = {}) {
    this.random = randomOf(seed);
    this.network = network;
    this.#options = options;
    this.start();
  }

  /** Starts the room, or starts it again, as after a crash. */
  start(): void {
    this.turns.length = 0;
    this.world = createWorld(SCENARIO, { kernel: 'ts' });
    this.room = new Room({
      world: this.world,
      hashEvery: 10,
      now: () => this.nowMs,
      onEvent: (event) => this.events.push(event),
      ...this.#options,
    });
  }

  below(count: number): number {
    return Math.floor(this.random() * count);
  }

  join(
    options: Partial<GuestOptions> & { readonly history?: number } = {},
    change: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer> = (bytes) => bytes,
  ): Player {
    const { history = 12, ...rest } = options;
    const events: GuestEvent[] = [];
    const token = Array.from({ length: 32 }, () => this.below(16).toString(16)).join('');
    let line = 0;
    const open = () => {
      const own = ++line;
      return this.room.connect((bytes) =>
        this.#send(() => {
          if (own === line) guest.receive(bytes);
        }),
      );
    };
    let connection = open();
    const guest = new Guest({
      world:
        rest.world ?? createWorld(SCENARIO, { history, kernel: this.below(2) ? 'simd' : 'ts' }),
      send: (bytes) => {
        const to = connection;
        this.#send(() => to.receive(change(bytes)));
      },
      token,
      now: () => this.nowMs,
      onEvent: (event) => events.push(event),
      ...rest,
    });
    const player: Player = {
      guest,
      events,
      reconnect: () => {
        connection.close();
        connection = open();
        guest.reconnect();
      },
      leave: () => {
        connection.close();
        line++;
        this.players.splice(this.players.indexOf(player), 1);
      },
    };
    this.players.push(player);
    return player;
  }

  #send(deliver: () => void): void {
    const { delayMs, jitterMs, loss, twice } = this.network;
    for (let copies = this.random() < twice ? 2 : 1; copies > 0; copies--) {
      if (this.random() < loss) continue;
      this.#flights.push({ dueMs: this.nowMs + delayMs + jitterMs * this.random(), deliver });
    }
  }

  /** Lets time pass, in frames of random length. */
  async pass(ms: number, act: () => void = () => {}): Promise<void> {
    const end = this.nowMs + ms;
    while (this.nowMs < end) {
      this.nowMs += 1 + 12 * this.random();
      for (let k = 0; k < this.#flights.length; k++) {
        if (this.#flights[k].dueMs > this.nowMs) continue;
        const [{ deliver }] = this.#flights.splice(k--, 1);
        deliver();
      }
      act();
      await this.room.advance();
      while (this.turns.length < this.room.tick) {
        this.turns.push(this.room.turn(this.turns.length)!);
      }
      for (const { guest } of [...this.players]) await guest.advance();
    }
  }

  /** The hash of the run that knew all commands from the start. */
  expectedHash(until: number): string {
    const world = createWorld(SCENARIO, { kernel: 'simd' });
    for (let at = 0; at < until; at++) {
      for (const [, , , command] of this.turns[at]) giveTo(world, command as never);
      tick(world);
    }
    return stateHash(world);
  }

  /** A command that means something, or is refused now and then. */
  command(): object {
    const position = [this.below(30), this.below(30)];
    const name = `wall${this.below(3)}`;
    const kinds = [
      () => ({ type: 'go', species: 'unit', position }),
      () => ({ type: 'go', ids: [this.below(24)], position }),
      () => ({ type: 'place', ids: [32 + this.below(12)], velocity: [this.below(9) - 4, 1] }),
      () => ({ type: 'spawn', species: 'unit', position }),
      () => ({ type: 'remove', ids: [this.below(24)] }),
      () => ({
        type: 'obstacle',
        do: 'add',
        name,
        obstacle: { type: 'sphere', center: [...position, 0], radius: 1 },
      }),
      () => ({ type: 'obstacle', do: 'remove', name }),
      () => ({ type: 'nonsense' }),
    ];
    return kinds[this.below(kinds.length)]();
  }
}
