import type { Session } from '../session.ts';
import { download } from './download.ts';
import { fileName, type Shown } from './file-name.ts';
import type { Frame } from './sequence.ts';
import { Video } from './video.ts';

/** The run that is recorded, and the name of its scene. */
export interface Recorded {
  readonly session: Session;
  readonly scene: string;
}

export interface SequenceOptions {
  /** The number of pictures in the sequence. */
  readonly frames: number;
  /** The number of ticks from one picture to the next. */
  readonly ticks: number;
}

/** What the recorder needs from the picture. */
export interface RecordedPicture {
  readonly canvas: HTMLCanvasElement;
  /** The current picture as a PNG. */
  still(): Promise<Blob>;
  /**
   * Sets how much time passes in the picture. If `seconds` is a number, only the next frame advances the picture, by
   * this time (s). If `seconds` is 'clock', the picture follows the clock again.
   */
  passTime(seconds: number | 'clock'): void;
}

/** A file that can be saved, and its name. */
export interface ReadyFile {
  readonly file: Blob;
  readonly name: string;
}

/** Makes files from the run: a picture, a film, a sequence of pictures, or a table of the agents. */
export class Recorder {
  readonly #seen: RecordedPicture;
  readonly #recorded: () => Recorded | undefined;
  #video: Video | undefined;
  #sequence: AbortController | undefined;

  constructor(picture: RecordedPicture, recorded: () => Recorded | undefined) {
    this.#seen = picture;
    this.#recorded = recorded;
  }

  get filming(): boolean {
    return this.#video !== undefined;
  }

  get stepping(): boolean {
    return this.#sequence !== undefined;
  }

  /** Saves the picture, without text and buttons. */
  async savePicture(): Promise<void> {
    const shown = this.#shown();
    if (shown === undefined) return;
    download(await this.#seen.still(), fileName(shown, 'png'));
  }

  /**
   * Saves a table with the id, species, position and velocity of all agents. It has the same form as a table that the
   * command line tool writes.
   */
  async saveTable(): Promise<void> {
    const recorded = this.#recorded();
    if (recorded === undefined) return;
    const { session } = recorded;
    const { csvHeader, csvRows } = await import('./csv.ts');
    const { shown, rows } = await session.stepper.whenIdle(() => ({
      shown: { ...nameOf(recorded), tick: session.world.tick },
      rows: [csvHeader(session.world), ...csvRows(session.world)],
    }));
    download(new Blob(rows, { type: 'text/csv' }), fileName(shown, 'csv'));
  }

  startFilm(): void {
    this.#video ??= new Video(this.#seen.canvas);
  }

  async saveFilm(): Promise<void> {
    const video = this.#video;
    const shown = this.#shown();
    this.#video = undefined;
    const film = await video?.end();
    if (film !== undefined && shown !== undefined) download(film, fileName(shown, 'webm'));
  }

  /**
   * Pauses the run, and takes `frames` pictures of it with `ticks` ticks between them. The result is one zip file. No
   * tick is skipped, and the camera moves with simulated time, however slowly this machine draws. Afterward, the run is
   * paused at the last picture. If no run is open, or another sequence is in progress, resolves to undefined.
   */
  async takeSequence(
    { frames, ticks }: SequenceOptions,
    onFrame: (done: number) => void,
  ): Promise<ReadyFile | undefined> {
    const recorded = this.#recorded();
    if (recorded === undefined || this.#sequence !== undefined) return undefined;
    const { session } = recorded;
    this.#sequence = new AbortController();
    const { signal } = this.#sequence;
    const isOver = () => signal.aborted || this.#recorded()?.session !== session;
    session.stepper.pause();
    this.#seen.passTime(0);
    try {
      const begin = await session.stepper.whenIdle(() => session.world.tick);
      let done = 0;
      const next = async (): Promise<Frame | undefined> => {
        if (done === frames || isOver()) return undefined;
        const tick = begin + done * ticks;
        if (done > 0) session.stepper.step(ticks);
        while (session.state.tick < tick) {
          await nextFrame();
          if (isOver()) return undefined;
        }
        if (done > 0) this.#seen.passTime(ticks * session.scenario.dt);
        // Two frames: one for earlier requests, and one in which the page draws the state.
        await nextFrame();
        await nextFrame();
        const png = await this.#seen.still();
        onFrame(++done);
        return { name: fileName({ ...nameOf(recorded), tick }, 'png'), png };
      };
      const { zipFrames } = await import('./sequence.ts');
      const file = await zipFrames(next);
      return { file, name: fileName({ ...nameOf(recorded), tick: begin }, 'zip') };
    } finally {
      this.#sequence = undefined;
      this.#seen.passTime('clock');
    }
  }

  /** Ends the current sequence early. Its file contains the pictures that were taken until then. */
  endSequence(): void {
    this.#sequence?.abort();
  }

  #shown(): Shown | undefined {
    const recorded = this.#recorded();
    if (recorded === undefined) return undefined;
    return { ...nameOf(recorded), tick: recorded.session.state.tick };
  }
}

function nameOf({ scene, session }: Recorded): Omit<Shown, 'tick'> {
  return { scene, seed: session.seed };
}

function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => resolve());
  });
}
