// A client without a display, which the page and the tests share.
import { tick } from '@skein/core';
import { Guest } from '@skein/rooms';
import { BadNetwork } from './bad-network.mjs';
import { newWorld, WINDOW } from './battle.mjs';

/** @import { World } from '@skein/core' */
/** @import { GuestEvent } from '@skein/rooms' */
/** @import { Link, OpenLink } from './links.mjs' */

/**
 * @typedef {object} Options
 * @property {OpenLink} openLink
 * @property {string} url
 * @property {number} [window] how many ticks are predicted
 * @property {(event: GuestEvent) => void} [onEvent]
 * @property {(world: World, ticks: number) => void} [run] steps the world
 */

/** A guest with its connection. If the server was started again, it begins again with a new guest. */
export class Client {
  network = new BadNetwork();
  /** Bytes that were sent and received. */
  traffic = { sent: 0, received: 0 };
  /** @type {Guest} */
  guest;
  /** @type {Link} */
  link;
  #options;
  /** By this the room gives each new guest of this client the same number, and with it the same side. */
  #token = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
  /** The guest whose end was noticed. @type {Guest | undefined} */
  #over;
  /** @type {number} */
  window;

  /** @param {Options} options */
  constructor(options) {
    this.#options = options;
    this.window = options.window ?? WINDOW;
    this.link = this.#open();
    this.guest = this.#join();
  }

  /** Begins again with a new guest. @param {number} [window] */
  restart(window = this.window) {
    this.window = window;
    this.link.close();
    this.link = this.#open();
    this.guest = this.#join();
  }

  /** Call it in every frame. */
  async advance() {
    const { guest } = this;
    await guest.advance();
    if (guest.ended === undefined || guest === this.#over) return;
    this.#over = guest;
    if (guest.ended.includes('another session')) this.restart();
    else this.link.close();
  }

  #open() {
    const { openLink, url } = this.#options;
    /** @type {Link} */
    const link = openLink(url, {
      receive: (bytes) =>
        this.network.pass(() => {
          // What an earlier connection has sent is not for this guest.
          if (link !== this.link) return;
          this.traffic.received += bytes.length;
          this.guest.receive(bytes);
        }),
      reopened: () => this.guest.reconnect(),
    });
    return link;
  }

  #join() {
    const { onEvent, run = tick } = this.#options;
    const { link } = this;
    const world = newWorld(WINDOW);
    return new Guest({
      world,
      token: this.#token,
      window: this.window,
      run: (ticks) => run(world, ticks),
      ...(onEvent && { onEvent }),
      send: (bytes) => {
        this.traffic.sent += bytes.length;
        this.network.pass(() => link.send(bytes));
      },
    });
  }
}
