import { recordReplay, type World } from '@skein/core';
import type { ReplayRecorder } from '@skein/core/describe';
import { describeError } from './errors.ts';
import { saveFile } from './save-file.ts';

/**
 * How often a keyframe is taken, ticks. What a record of other laws differs in is named at the next one:
 * the nearer it is, the less has spread from where it began.
 */
export const RECORD_EVERY = 100;

/** The replay of a run, and the file it goes to in the end. */
export class Recording {
  readonly #path: string;
  readonly #world: World;
  readonly #begin: number;
  readonly #recorder: ReplayRecorder;

  /** Begins at the present tick of the world. */
  constructor(path: string, world: World) {
    this.#path = path;
    this.#world = world;
    this.#begin = world.tick;
    this.#recorder = recordReplay(world, { keyframeEvery: RECORD_EVERY });
  }

  /** Takes down the hashes of the last ticks up to the present one. */
  take(hashes: readonly string[] | undefined): void {
    this.#recorder.take(hashes);
  }

  /** @throws CliError when it cannot be written */
  async write(): Promise<void> {
    await saveFile(this.#path, this.#recorder.finish());
  }

  /**
   * Writes what was done before the run failed, if anything was, and tells `note`. Throws nothing: what
   * the command ends with is why the run failed.
   */
  async rescue(note: (text: string) => void): Promise<void> {
    if (this.#world.tick === this.#begin) return;
    try {
      await this.write();
      note(`the replay up to tick ${this.#world.tick} is in ${this.#path}`);
    } catch (error) {
      note(describeError(error));
    }
  }
}
