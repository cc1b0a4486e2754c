import { csvHeader, csvRows } from '@skein/core';
import type { Session } from '../session.ts';
import { download } from './download.ts';
import { fileName, type Shown } from './file-name.ts';
import type { Frame } from './sequence.ts';
import { Video } from './video.ts';

/** The run that is recorded, and what it is called. */
export interface Recorded {
  readonly session: Session;
  readonly scene: string;
}

export interface SequenceOptions {
  /** Pictures in all. */
  readonly frames: number;
  /** Ticks from one picture to the next. */
  readonly ticks: number;
}

/** What is recorded of a run. */
export interface RecordedPicture {
  readonly canvas: HTMLCanvasElement;
  /** What is seen now, as PNG. */
  still(): Promise<Blob>;
  /** Only so much time passes in it from now on, s; or as the clock does. */
  passTime(seconds: number | 'clock'): void;
}

/** A file that is there to be saved. */
export interface ReadyFile {
  readonly file: Blob;
  readonly name: string;
}

/** Makes files of the run: a picture, a film, a picture of each step, a table of the agents. */
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

  /** Saves what is seen, without the words and buttons. */
  async savePicture(): Promise<void> {
    const shown = this.#shown();
    if (shown === undefined) return;
    download(await this.#seen.still(), fileName(shown, 'png'));
  }

  /** Saves id, species, place and velocity of all agents, as the command line does. */
  async saveTable(): Promise<void> {
    const recorded = this.#recorded();
    if (recorded === undefined) return;
    const { session } = recorded;
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
   * Pauses the run, and takes a picture of it now and after every so many ticks, all into one zip file:
   * each step is in it, and the camera moves by the time of the run, however slowly this machine draws.
   * The run is left paused at the last of them.
   * Undefined when nothing runs, or another sequence is under way.
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
        // One for what asked before the page did, one for the page to draw the state.
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

  /** Ends the sequence under way, with the pictures that there are. */
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
