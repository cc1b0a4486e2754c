import type GUI from 'lil-gui';
import type { Controller } from 'lil-gui';
import { messageOf, showNotice } from '../panel/notices.ts';
import { download } from './download.ts';
import type { Recorder } from './recorder.ts';
import { Video } from './video.ts';

const NOT_SAVED = 'Nothing was saved.';
const LABELS = {
  picture: 'Save picture (I)',
  film: ['Start filming', 'Stop filming and save'],
  sequence: ['Take pictures of each step', 'Stop and save'],
  table: 'Save table of agents (CSV)',
} as const;

/**
 * Whether the run is paused, and a method to pause or continue it. While a sequence of pictures is taken, the run is
 * paused.
 */
export interface Pausing {
  readonly paused: boolean;
  setPaused(paused: boolean): void;
}

/** The folder of the panel with the buttons that save files. */
export class RecordFolder {
  readonly #recorder: Recorder;
  readonly #sequence: Controller;
  readonly #film: Controller;
  readonly #wanted = { frames: 120, ticks: 1 };

  constructor(folder: GUI, recorder: Recorder, run: Pausing) {
    this.#recorder = recorder;
    const actions = {
      picture: () => this.savePicture(),
      film: () => this.#toggleFilm(),
      table: () => this.#save(recorder.saveTable()),
      sequence: () => this.#toggleSequence(run),
    };
    const add = (name: keyof typeof actions, label: string, tip: string): Controller => {
      const control = folder.add(actions, name).name(label);
      control.domElement.title = tip;
      return control;
    };
    add('picture', LABELS.picture, 'Saves the current picture as PNG, without text and buttons.');
    this.#film = add('film', LABELS.film[0], 'Films the picture from now on, as WebM.');
    if (!Video.available) this.#film.disable().name('This browser cannot film');
    add('table', LABELS.table, 'Saves the position and velocity of every agent at this tick.');
    const frames = folder.add(this.#wanted, 'frames', 2, 3600, 1).name('Pictures');
    frames.domElement.title = 'The number of pictures in one zip file.';
    const ticks = folder.add(this.#wanted, 'ticks', 1, 60, 1).name('Ticks between');
    ticks.domElement.title = 'The number of ticks from one picture to the next.';
    this.#sequence = add(
      'sequence',
      LABELS.sequence[0],
      'Pauses the run, then steps it and takes a picture every few ticks, as set above. All pictures are saved in one zip file at the end, for films without lost frames.',
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

  #toggleSequence(run: Pausing): void {
    if (this.#recorder.stepping) {
      this.#recorder.endSequence();
      return;
    }
    const [start, stop] = LABELS.sequence;
    const { paused } = run;
    const { frames } = this.#wanted;
    const taking = this.#recorder.takeSequence(this.#wanted, (done) => {
      this.#sequence.name(`${stop} (${done} of ${frames} taken)`);
    });
    this.#sequence.name(stop);
    run.setPaused(true);
    this.#save(
      taking
        .then((zip) => {
          if (zip !== undefined) download(zip.file, zip.name);
        })
        .finally(() => {
          this.#sequence.name(start);
          if (!paused) run.setPaused(false);
        }),
    );
  }

  #save(saving: Promise<void>): void {
    saving.catch((error: unknown) => {
      showNotice(NOT_SAVED, messageOf(error));
    });
  }
}
