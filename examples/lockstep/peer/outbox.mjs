/** Numbers the commands of a peer, and keeps each one until it is in a turn, so that it can be sent again. */
export class Outbox {
  #last = 0;
  /** @type {{ kind: 'command', n: number, command: object }[]} */
  waiting = [];

  /**
   * @param {object} command
   */
  add(command) {
    const message = { kind: /** @type {const} */ ('command'), n: ++this.#last, command };
    this.waiting.push(message);
    return message;
  }

  /**
   * Removes the commands up to the n-th, which are in turns.
   *
   * @param {number} n
   */
  drop(n) {
    this.waiting = this.waiting.filter((message) => message.n > n);
  }
}
