import { CSV_HEADER, csvRows, stateHash, type World } from '@skein/core';
import type { AgentFile } from './agent-file.ts';
import type { Output } from './output.ts';

/** Where the samples of a run go; either may be left out. */
export interface SampleOutputs {
  /** Rows of all agents. */
  readonly csv?: Output | undefined;
  /** A line with tick and hash. */
  readonly hashes?: Output | undefined;
  /** The whole population, as a table. */
  readonly agents?: AgentFile | undefined;
}

/** Writes states of a world while it is stepped. */
export class Samples {
  readonly #csv: Output | undefined;
  readonly #hashes: Output | undefined;
  readonly #agents: AgentFile | undefined;

  constructor({ csv, hashes, agents }: SampleOutputs) {
    this.#csv = csv;
    this.#hashes = hashes;
    this.#agents = agents;
  }

  /** Whether samples go anywhere. */
  get wanted(): boolean {
    return this.#outputs.length > 0 || this.#agents !== undefined;
  }

  /** Whether they were wanted, and everyone who read them has gone away. */
  get unread(): boolean {
    return (
      this.wanted &&
      this.#agents === undefined &&
      this.#outputs.every((output) => output.readerGone)
    );
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
    await this.#agents?.write(world);
    await this.#hashes?.write(`${world.tick} ${stateHash(world)}\n`);
  }

  /** Puts in its place what is not there before the end. @throws CliError when it cannot be written */
  async finish(): Promise<void> {
    await this.#agents?.finish();
  }

  /** The same when the run has failed; tells `note`, and throws nothing. */
  async rescue(note: (text: string) => void): Promise<void> {
    await this.#agents?.rescue(note);
  }

  get #outputs(): Output[] {
    return [this.#csv, this.#hashes].filter((output) => output !== undefined);
  }
}
