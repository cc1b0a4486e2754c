import type GUI from 'lil-gui';
import type { Controller } from 'lil-gui';
import { messageOf, showNotice } from '../panel/notices.ts';
import { download } from './download.ts';
import type { ReadyFile, Recorder } from './recorder.ts';
import { Video } from './video.ts';

const NOT_SAVED = 'Nothing was saved.';
const LABELS = {
  picture: 'Save picture (I)',
  film: ['Start filming', 'Stop filming and save'],
  sequence: ['Take pictures of each step', 'Stop', 'Save the zip'],
  table: 'Save table of agents (CSV)',
} as const;

/** The folder of the panel that saves files. */
export class RecordFolder {
  readonly #recorder: Recorder;
  readonly #sequence: Controller;
  readonly #film: Controller;
  readonly #wanted = { frames: 120, ticks: 1 };
  #zip: ReadyFile | undefined;

  /** `paused`: a sequence has paused the run. */
  constructor(folder: GUI, recorder: Recorder, paused: () => void) {
    this.#recorder = recorder;
    const actions = {
      picture: () => this.savePicture(),
      film: () => this.#toggleFilm(),
      table: () => this.#save(recorder.saveTable()),
      sequence: () => this.#toggleSequence(paused),
    };
    const add = (name: keyof typeof actions, label: string, tip: string): Controller => {
      const control = folder.add(actions, name).name(label);
      control.domElement.title = tip;
      return control;
    };
    add('picture', LABELS.picture, 'What is seen now, as PNG, without words and buttons.');
    this.#film = add('film', LABELS.film[0], 'What is seen from now on, as WebM.');
    if (!Video.available) this.#film.disable().name('This browser cannot film');
    add('table', LABELS.table, 'Place and velocity of every agent at this tick.');
    const frames = folder.add(this.#wanted, 'frames', 2, 3600, 1).name('Pictures');
    frames.domElement.title = 'How many pictures go into one zip file.';
    const ticks = folder.add(this.#wanted, 'ticks', 1, 60, 1).name('Ticks between');
    ticks.domElement.title = 'How far the run goes on from one of them to the next.';
    this.#sequence = add(
      'sequence',
      LABELS.sequence[0],
      'Pauses, and takes a picture after each so many ticks, all into one zip file: for films without a lost frame.',
    );
  }

  savePicture(): void {
    this.#save(this.#recorder.savePicture());
  }

  #toggleFilm(): void {
    if (this.#recorder.filming) this.#save(this.#recorder.saveFilm());
    else this.#recorder.startFilm();
    this.#film.name(LABELS.film[this.#recorder.filming ? 1 : 0]);
  }

  #toggleSequence(paused: () => void): void {
    if (this.#recorder.stepping) {
      this.#recorder.endSequence();
      return;
    }
    const [start, stop, save] = LABELS.sequence;
    if (this.#zip !== undefined) {
      download(this.#zip.file, this.#zip.name);
      this.#zip = undefined;
      this.#sequence.name(start);
      return;
    }
    const { frames } = this.#wanted;
    const taking = this.#recorder.takeSequence(this.#wanted, (done) => {
      this.#sequence.name(`${stop} (${done} of ${frames} taken)`);
    });
    this.#sequence.name(stop);
    paused();
    this.#save(
      taking.then((zip) => {
        // Browsers let a page save files of its own accord only right after a click.
        this.#zip = zip;
        const megabytes = ((zip?.file.size ?? 0) / 1e6).toFixed(1);
        this.#sequence.name(zip === undefined ? start : `${save} (${megabytes} MB)`);
      }),
    );
  }

  #save(saving: Promise<void>): void {
    saving.catch((error: unknown) => {
      showNotice(NOT_SAVED, messageOf(error));
    });
  }
}
