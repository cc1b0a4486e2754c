import { CSV_HEADER, csvRows, stateHash, type World } from '@skein/core';
import type { Output } from './output.ts';

/** Where the samples of a run go; either may be left out. */
export interface SampleOutputs {
  /** Rows of all agents. */
  readonly csv?: Output | undefined;
  /** A line with tick and hash. */
  readonly hashes?: Output | undefined;
}

/** Writes states of a world while it is stepped. */
export class Samples {
  readonly #csv: Output | undefined;
  readonly #hashes: Output | undefined;

  constructor({ csv, hashes }: SampleOutputs) {
    this.#csv = csv;
    this.#hashes = hashes;
  }

  /** Whether samples go anywhere. */
  get wanted(): boolean {
    return this.#outputs.length > 0;
  }

  /** Whether they were wanted, and everyone who read them has gone away. */
  get unread(): boolean {
    return this.wanted && this.#outputs.every((output) => output.readerGone);
  }

  goTo(output: Output): boolean {
    return this.#outputs.includes(output);
  }

  async writeHeader(): Promise<void> {
    await this.#csv?.write(CSV_HEADER);
  }

  /** Writes the state as it is now. */
  async write(world: World): Promise<void> {
    if (this.#csv) {
      for (const block of csvRows(world)) await this.#csv.write(block);
    }
    await this.#hashes?.write(`${world.tick} ${stateHash(world)}\n`);
  }

  get #outputs(): Output[] {
    return [this.#csv, this.#hashes].filter((output) => output !== undefined);
  }
}
