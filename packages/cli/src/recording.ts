import { recordReplay, type World } from '@skein/core';
import type { ReplayRecorder } from '@skein/core/describe';
import { describeError } from './errors.ts';
import { saveFile } from './save-file.ts';

/**
 * The interval between keyframes, in ticks. A replay by an engine with other laws can diverge. The next keyframe then
 * reports the difference. The sooner this keyframe comes, the less the difference has spread.
 */
export const RECORD_EVERY = 100;

/** Records the replay of a run, and writes it to a file at the end. */
export class Recording {
  readonly #path: string;
  readonly #world: World;
  readonly #begin: number;
  readonly #recorder: ReplayRecorder;

  /** Starts recording at the current tick of the world. */
  constructor(path: string, world: World) {
    this.#path = path;
    this.#world = world;
    this.#begin = world.tick;
    this.#recorder = recordReplay(world, { keyframeEvery: RECORD_EVERY });
  }

  /** Adds the hashes of the latest ticks, up to the current one. */
  take(hashes: readonly string[] | undefined): void {
    this.#recorder.take(hashes);
  }

  /** @throws CliError when the file cannot be written */
  async write(): Promise<void> {
    await saveFile(this.#path, this.#recorder.finish());
  }

  /**
   * After a failed run, writes what was recorded, if anything, and passes a notice to `note`. Never throws, because the
   * command must end with the error of the run.
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
