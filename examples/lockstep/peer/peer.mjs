// A peer: a guest of the room with a world that a team of threads steps, and a WebSocket. It runs in Node and in browsers.
import { createWorld } from '@skein/core';
import { Guest } from '@skein/rooms';
import { createTeam } from '@skein/worker';
import { Link } from './link.mjs';

/** @import { CommandInput, Scenario, World } from '@skein/core' */
/** @import { Team } from '@skein/worker' */

/**
 * @typedef {object} PeerOptions
 * @property {string} url the address of the server, `ws://...`
 * @property {Scenario} scenario the same for all peers
 * @property {number} [workers] the number of threads; by default the team chooses
 * @property {{ kernel?: 'auto' | 'simd' | 'ts', maxWorkers?: number }} [world] may differ between peers
 * @property {typeof globalThis.WebSocket} [WebSocket] `ws` in Node; by default that of the browser
 */

/** How often a peer looks at the clock, in ms. */
const ADVANCE_MS = 4;

/**
 * Joins a session. Its events are those of `GuestEvent`, each a CustomEvent with the `detail`, and these:
 *
 * - `tick`: { tick }, the world was stepped; at least at every tick whose hashes are compared
 * - `note`: what the server tells all: a `RoomEvent`, or { type: 'peers', peers } with the numbers of the connected peers
 * - `lost`: the connection is lost, and a new one will be opened
 *
 * @param {PeerOptions} options
 * @returns {Promise<Peer>}
 */
export async function joinSession(options) {
  const { scenario, world, workers } = options;
  const own = createWorld(scenario, world);
  return new Peer(options, own, await createTeam(own, workers === undefined ? {} : { workers }));
}

export class Peer extends EventTarget {
  #guest;
  #link;
  #timer;
  #isBusy = false;
  #left = false;
  #end = () => {};
  #fail = (/** @type {unknown} */ _) => {};

  world;
  team;
  /** Resolves when the peer has left, rejects when it cannot continue. @type {Promise<void>} */
  ended;

  /** @param {PeerOptions} options @param {World} world at tick 0 @param {Team} team */
  constructor({ url, WebSocket = globalThis.WebSocket }, world, team) {
    super();
    this.world = world;
    this.team = team;
    const ending = new Promise((resolve, reject) => {
      this.#end = () => resolve(undefined);
      this.#fail = reject;
    });
    this.ended = ending.finally(() => this.#close());
    this.#guest = new Guest({
      world,
      window: 0,
      send: (message) => this.#link.send(message),
      run: async (ticks) => {
        await team.run(ticks);
        this.#emit('tick', { tick: world.tick });
      },
      onEvent: (event) => this.#emit(event.type, event),
    });
    this.#link = new Link(url, WebSocket, {
      onOpen: () => this.#guest.reconnect(),
      onText: (text) => this.#emit('note', JSON.parse(text)),
      onBytes: (bytes) => {
        this.#guest.receive(bytes);
        // Pages in the background have slow timers.
        void this.#advance();
      },
      onLost: () => this.#emit('lost', {}),
    });
    this.#timer = setInterval(() => void this.#advance(), ADVANCE_MS);
  }

  /** The number of this peer; 0 until the server has sent it. */
  get you() {
    return this.#guest.number;
  }

  /** The number of ticks whose commands have arrived, and that the world has not stepped yet. */
  get behind() {
    return this.#guest.confirmed - this.world.tick;
  }

  /** The time from a message to its answer, in ms. */
  get latencyMs() {
    return this.#guest.latencyMs;
  }

  /** The number of bytes of all messages. */
  get traffic() {
    return this.#link.traffic;
  }

  /**
   * Gives a command. Every peer, including this one, executes it at the same tick, a little later. No command is lost or
   * executed twice, even if the connection breaks.
   *
   * @param {CommandInput} input
   * @throws RoomError if 64 commands wait
   */
  command(input) {
    return this.#guest.command(input);
  }

  /** Leaves the session. */
  async leave() {
    this.#left = true;
    if (!this.#isBusy) this.#end();
    await this.ended;
  }

  async #advance() {
    if (this.#isBusy || this.#left) return;
    this.#isBusy = true;
    try {
      await this.#guest.advance();
      const { ended } = this.#guest;
      if (ended !== undefined) this.#fail(new Error(ended));
      else if (this.#left) this.#end();
    } catch (error) {
      this.#fail(error);
    } finally {
      this.#isBusy = false;
    }
  }

  async #close() {
    this.#left = true;
    clearInterval(this.#timer);
    this.#link.close();
    await this.team.dispose();
  }

  /** @param {string} type @param {object} detail */
  #emit(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}
