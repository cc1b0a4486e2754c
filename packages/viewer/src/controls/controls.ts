import type GUI from 'lil-gui';
import { type Choices, mostWorkers } from '../address.ts';
import { hideNotice, showNotice } from '../panel/notices.ts';
import { SCENE_CARDS } from '../scenes.ts';
import type { Session } from '../session.ts';
import type { Viewer } from '../viewer.ts';
import { make } from './elements.ts';
import { FileDoor } from './file-door.ts';
import { Gallery } from './gallery.ts';
import { Hand } from './hand.ts';
import { Help } from './help.ts';
import { type Key, listenToKeys } from './keyboard.ts';
import { ParameterFolder } from './parameter-folder.ts';
import { RunBar } from './run-bar.ts';

const FROM_FILE = 'This scene is a file of yours.';
const NOT_SET = 'The parameter stays as it is.';
const NOT_MOVED = 'Not moved.';
const BACK_SECONDS = 5;

/** What steers the page beside the panel: scenes, files, the bar of the run, the keys. */
export class Controls {
  readonly #viewer: Viewer;
  readonly #gallery: Gallery;
  readonly #bar: RunBar;
  readonly #parameters: ParameterFolder;
  readonly #hand: Hand;
  readonly #hint = make('p', { id: 'hint' });

  constructor(viewer: Viewer, gui: GUI) {
    this.#viewer = viewer;
    const door = new FileDoor((file) => {
      const { scene, workers, kernel } = viewer.choices;
      void viewer.open({ scene, workers, kernel, file, options: viewer.options });
    });
    this.#gallery = new Gallery(
      SCENE_CARDS,
      (scene) => void viewer.chooseScene(scene),
      () => door.choose(),
    );
    const help = new Help(
      this.#keys(
        () => help.open(),
        () => door.choose(),
      ),
    );
    this.#bar = new RunBar(document.querySelector<HTMLElement>('#bar')!, {
      scenes: () => this.#gallery.open(),
      restart: () => void viewer.restart(),
      back: () => this.#back(),
      setPaused: (paused) => viewer.setPaused(paused),
      step: () => viewer.step(),
      goTo: (tick) => void viewer.goTo(tick),
      help: () => help.open(),
    });
    this.#parameters = new ParameterFolder(gui, {
      set: (change) => viewer.command({ type: 'set', ...change }),
      keep: (changes) => viewer.keepChanges(changes),
      startAnew: () => void viewer.open({ ...viewer.choices, changes: [] }),
      fail: (error) => tell(NOT_SET, error),
    });
    this.#hand = new Hand(viewer, (error) => tell(NOT_MOVED, error));
    document.querySelector('#readout')!.append(this.#hint);
    const reset = gui.add({ reset: () => viewer.resetOptions() }, 'reset');
    reset.name('Reset all options').domElement.title =
      'Pace and picture as they are at first; the run goes on';
  }

  /** A run was opened. */
  describe(session: Session, { scene, file }: Choices): void {
    this.#parameters.describe(session);
    this.#hand.describe(session);
    this.#hint.textContent = this.#hand.hint;
    this.#gallery.current = file ? undefined : scene;
    if (file)
      showNotice(
        FROM_FILE,
        `"${session.scenario.name}" is not in the address: no link can carry a file.`,
      );
    else hideNotice(FROM_FILE);
  }

  /** The run stands at another moment, or its commands have changed. */
  arrive(session: Session): void {
    this.#parameters.show(session);
  }

  showPaused(paused: boolean): void {
    this.#bar.showPaused(paused);
  }

  /** How much of the way to another moment is done, 0 to 1; undefined when none is under way. */
  showProgress(share: number | undefined): void {
    this.#bar.showProgress(share);
  }

  /** Called each frame. */
  frame(session: Session): void {
    const { state, reached } = session;
    this.#hand.frame(session);
    this.#bar.show({ tick: state.tick, reached, seconds: state.seconds });
  }

  #back(): void {
    const session = this.#viewer.session;
    if (session === undefined) return;
    const ticks = Math.round(BACK_SECONDS / session.scenario.dt);
    void this.#viewer.goTo(Math.max(0, session.state.tick - ticks));
  }

  /** The keys of the page, listened to from now on. */
  #keys(help: () => void, openFile: () => void): readonly Key[] {
    const viewer = this.#viewer;
    const threads = (more: number) => {
      const team = viewer.session?.team;
      if (!team?.threaded) return;
      const most = mostWorkers(Math.max(1, navigator.hardwareConcurrency || 1));
      const workers = Math.min(most, Math.max(1, team.workers + more));
      void viewer.setWorkers(workers);
    };
    const keys: Key[] = [
      {
        key: ' ',
        shown: 'Space',
        does: 'fire, where there is a gun',
        press: () => viewer.fireByKey(),
      },
      { key: 'p', does: 'pause, go on', press: () => viewer.setPaused(!viewer.paused) },
      { key: '.', does: 'one tick on', press: () => viewer.step(), repeats: true },
      { key: 'b', does: `back by ${BACK_SECONDS} s`, press: () => this.#back() },
      { key: 'r', does: 'restart', press: () => void viewer.restart() },
      { key: 'g', does: 'gallery of all scenes', press: () => this.#gallery.open() },
      { key: 'o', does: 'open a file', press: openFile },
      { key: '[', does: 'one thread less', press: () => threads(-1) },
      { key: ']', does: 'one thread more', press: () => threads(1) },
      {
        key: 'c',
        does: 'camera: gun and target, by hand, behind an agent, flying',
        press: () => viewer.changeCamera(),
      },
      {
        key: 'n',
        does: 'look at the next agent',
        press: () => viewer.insight.selection.selectNext(),
      },
      {
        key: 'Escape',
        shown: 'Esc',
        does: 'look at no agent',
        press: () => viewer.insight.selection.select(undefined),
      },
      { key: 'i', does: 'save the picture', press: () => viewer.saving.savePicture() },
      {
        key: 'h',
        does: 'hide all but the picture',
        press: () => document.body.classList.toggle('bare'),
      },
      { key: '?', does: 'these keys', press: help },
    ];
    listenToKeys(keys);
    return keys;
  }
}

function tell(title: string, error: unknown): void {
  showNotice(title, error instanceof Error ? error.message : String(error));
}
