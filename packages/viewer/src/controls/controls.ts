import type GUI from 'lil-gui';
import type { Drawer } from '../code/drawer.ts';
import { undoButtons } from '../deeds/undo-buttons.ts';
import { DisplayParts } from '../display/display-parts.ts';
import type { Editor } from '../edit/editor.ts';
import type { Ground } from '../edit/new-scene.ts';
import { LawChanges } from '../laws/law-changes.ts';
import { LawFolder } from '../laws/law-folder.ts';
import { WayBack } from '../laws/way-back.ts';
import { thisMachine } from '../machine.ts';
import { messageOf, showNotice } from '../panel/notices.ts';
import { BENCHMARK, SCENE_CARDS } from '../scenes.ts';
import type { Session } from '../session.ts';
import type { ShareDialog } from '../share/share-dialog.ts';
import { mostWorkers } from '../suiting-workers.ts';
import { Doors } from './doors.ts';
import { make } from './elements.ts';
import { FileDoor } from './file-door.ts';
import type { Gallery } from './gallery.ts';
import { Hand } from './hand.ts';
import type { Help } from './help.ts';
import { type Key, listenToKeys } from './keyboard.ts';
import type { Page } from './page.ts';
import { RunBar } from './run-bar.ts';

const NOT_SET = 'The parameter has not changed.';
const NOT_MOVED = 'The move was refused.';
const NO_CODE = 'The code cannot be shown.';
const NOT_SHARED = 'The share dialog cannot be opened.';
const NOT_EDITED = 'The editor cannot be opened.';
const NO_GALLERY = 'The scenes cannot be shown.';
const NO_HELP = 'The list of keys cannot be shown.';
const NOT_FILLED = 'The view has not changed.';
const BACK_SECONDS = 5;
/** The number of ticks between two updates of the text that says how many agents this machine can step. */
const ABLE_EVERY = 30;

/** The controls beside the panel: scenes, files, the bar of the run, and the keys. */
export class Controls {
  readonly #page: Page;
  readonly #bar: RunBar;
  readonly #changes: LawChanges;
  readonly #laws: LawFolder;
  readonly #wayBack: WayBack;
  readonly #display: DisplayParts;
  readonly hand: Hand;
  #share: Promise<ShareDialog> | undefined;
  #gallery: Promise<Gallery> | undefined;
  #help: Promise<Help> | undefined;
  #editor: Promise<Editor> | undefined;
  #drawer: Promise<Drawer> | undefined;
  readonly door: FileDoor;
  readonly #hint = make('p', { id: 'hint', hidden: true });
  /** Whether the run is on its way to another tick. */
  #isOnWay = false;
  /** Whether an agent has been selected. From then on, the hint about selecting agents is not shown. */
  #picked = false;

  /** `gui` is the panel, and `laws` is its folder for laws. */
  constructor(page: Page, gui: GUI, laws: GUI) {
    this.#page = page;
    const door = new FileDoor((found) => {
      const { scene, workers, kernel } = page.choices;
      void page.openAnother({ scene, workers, kernel, options: page.options, ...found });
    });
    this.door = door;
    const toys = document.querySelector<HTMLElement>('#toys')!;
    const doors = document.querySelector<HTMLElement>('#doors')!;
    new Doors(doors, toys, {
      play: () => page.setPaused(false),
      scenes: () => void this.#openGallery(),
      edit: () => void this.#edit(),
      make: (ground) => void this.#make(ground),
      openFile: () => door.choose(),
    });
    doors.after(this.#hint);
    // A visit begins with few words.
    const showHint = () => {
      this.#hint.hidden = false;
    };
    window.addEventListener('pointerdown', showHint, { once: true });
    const keys = this.#keys(
      () => void this.#openHelp(keys),
      () => door.choose(),
    );
    this.#bar = new RunBar(document.querySelector<HTMLElement>('#bar')!, {
      restart: () => void page.restart(),
      back: () => this.#back(),
      setPaused: (paused) => page.setPaused(paused),
      step: () => page.step(),
      goTo: (tick) => void page.goTo(tick),
      edit: () => void this.#edit(),
      code: () => void this.#openCode(),
      share: () => void this.#openShare(),
      fill: () => void fill(document.fullscreenEnabled ? 'screen' : 'picture'),
      help: () => void this.#openHelp(keys),
    });
    this.#changes = new LawChanges({
      set: (change) => page.command({ type: 'set', ...change }),
      keep: (changes) => page.keepChanges(changes),
      startAgain: () => {
        const untouched = { changes: [], run: undefined, history: undefined, from: undefined };
        void page.openAnother({ ...page.choices, ...untouched, at: undefined });
      },
      did: (deed) => page.deeds.add(deed),
      fail: (error) => tell(NOT_SET, error),
    });
    this.#display = new DisplayParts(toys, this.#changes, page);
    this.#laws = new LawFolder(laws, this.#changes, {
      choose: (numbers) => this.#choose(numbers),
      undoButtons: undoButtons(page.deeds),
    });
    this.#wayBack = new WayBack(page, (numbers) => this.#choose(numbers));
    this.hand = new Hand(page, (error) => tell(NOT_MOVED, error));
    const reset = gui.add({ reset: () => page.resetOptions() }, 'reset');
    reset.name('Reset speed and look').domElement.title =
      'Resets the speed and the look to their defaults; the run continues on the same threads';
    const hide = gui.add({ hide: () => void fill('picture') }, 'hide').name('Hide the controls');
    hide.domElement.title = 'Shows only the picture; a button brings the controls back (H)';
  }

  /** Shows a run that was just opened on the page. */
  describe(session: Session): void {
    this.#changes.describe(session);
    this.#laws.describe(session);
    this.#wayBack.describe();
    this.#display.describe(session);
    this.hand.describe(session);
    this.#hint.textContent = this.hand.hint(this.#picked);
    void this.#drawer?.then((drawer) => drawer.describe(session));
  }

  /** Called when the run has moved to another tick, or its commands have changed. */
  arrive(session: Session): void {
    this.#changes.show(session);
  }

  showPaused(paused: boolean): void {
    this.#bar.showPaused(paused);
  }

  /**
   * Shows the progress of a run that moves to another tick. `share` is from 0 to 1, and undefined while the run is not
   * moving to another tick. `busyMs` is how long the current step has taken so far, in ms. `reason` names the change
   * for which the run is repeated.
   */
  showProgress(...progress: Parameters<RunBar['showProgress']>): void {
    this.#isOnWay = progress[0] !== undefined;
    this.#bar.showProgress(...progress);
  }

  /** Updates what the controls show of the run. Called in each frame. */
  frame(session: Session): void {
    const { state, reached } = session;
    this.hand.frame(session);
    if (!this.#picked && this.#page.insight.selection.id !== undefined) {
      this.#picked = true;
      this.#hint.textContent = this.hand.hint(true);
    }
    this.#changes.frame(session);
    this.#display.frame(session);
    this.#wayBack.frame(session, this.#isOnWay, performance.now());
    if (session.state.tick % ABLE_EVERY === 0) this.#laws.showAble(session);
    this.#bar.show({ tick: state.tick, reached, seconds: state.seconds });
  }

  /** Opens the gallery of all scenes. Its code is loaded on first use. */
  async #openGallery(): Promise<void> {
    try {
      this.#gallery ??= import('./gallery.ts').then(({ Gallery }) => {
        const shown = SCENE_CARDS.filter(({ name }) => name !== BENCHMARK);
        return new Gallery(shown, {
          choose: (scene) => {
            // After the search, it would be marked as focused by a key.
            this.#page.view.canvas.blur();
            void this.#page.chooseScene(scene);
          },
        });
      });
      const { scene, file } = this.#page.choices;
      (await this.#gallery).open(file ? undefined : scene);
    } catch (error) {
      this.#gallery = undefined;
      tell(NO_GALLERY, error);
    }
  }

  /** Opens the list of keys. Its code is loaded on first use. */
  async #openHelp(keys: readonly Key[]): Promise<void> {
    try {
      this.#help ??= import('./help.ts').then(({ Help }) => new Help(keys));
      (await this.#help).open();
    } catch (error) {
      this.#help = undefined;
      tell(NO_HELP, error);
    }
  }

  /**
   * Opens the share dialog. Its code is loaded on first use, because the code for files of a run is as large as all
   * other controls together.
   */
  async #openShare(): Promise<void> {
    try {
      this.#share ??= import('../share/share-dialog.ts').then(
        ({ ShareDialog }) => new ShareDialog(this.#page),
      );
      await (await this.#share).open();
    } catch (error) {
      this.#share = undefined;
      tell(NOT_SHARED, error);
    }
  }

  /**
   * Starts a new run with these numbers of agents, by the name of the species. The room of the scene grows with them.
   * The number of a species becomes that of the scene if it is undefined.
   */
  #choose(numbers: Readonly<Record<string, number | undefined>>): void {
    const { counts, many, ...choices } = this.#page.choices;
    const fresh = { run: undefined, history: undefined, from: undefined, at: undefined };
    const forgotten = Object.fromEntries(Object.keys(numbers).map((name) => [name, undefined]));
    void this.#page.openAnother({
      ...choices,
      ...fresh,
      counts: known({ ...counts, ...forgotten }),
      many: known({ ...many, ...numbers }),
    });
  }

  /** Opens a new, empty scene, paused, in the editor. */
  async #make(ground: Ground): Promise<void> {
    const { newScene } = await import('../edit/new-scene.ts');
    const { scene, workers, kernel } = this.#page.choices;
    const { options } = this.#page;
    const file = newScene(ground);
    await this.#page.openAnother({ scene, ground, workers, kernel, options, file }, true);
    if (!this.#page.editing) await this.#edit();
  }

  /** Opens or closes the editor. Its code is loaded on first use. */
  async #edit(): Promise<void> {
    try {
      this.#editor ??= import('../edit/editor.ts').then(
        ({ Editor }) => new Editor(this.#page, (isOpen) => this.#bar.showEditing(isOpen)),
      );
      (await this.#editor).toggle();
    } catch (error) {
      this.#editor = undefined;
      tell(NOT_EDITED, error);
    }
  }

  /** Opens or closes the drawer. Its code is loaded on first use. */
  async #openCode(): Promise<void> {
    try {
      this.#drawer ??= import('../code/drawer.ts').then(({ Drawer }) => new Drawer(this.#page));
      (await this.#drawer).toggle();
    } catch (error) {
      this.#drawer = undefined;
      tell(NO_CODE, error);
    }
  }

  #back(): void {
    const session = this.#page.session;
    if (session === undefined) return;
    const ticks = Math.round(BACK_SECONDS / session.scenario.dt);
    void this.#page.goTo(Math.max(0, session.state.tick - ticks));
  }

  /** Defines the keys of the page and starts to listen to them. */
  #keys(help: () => void, openFile: () => void): readonly Key[] {
    const page = this.#page;
    const threads = (more: number) => {
      const { session } = page;
      if (!session?.team.threaded) return;
      const most = mostWorkers(thisMachine().cores);
      const workers = Math.min(most, Math.max(1, session.workers + more));
      void page.setWorkers(workers);
    };
    const undo = () => void page.deeds.undo();
    const redo = () => void page.deeds.redo();
    const keys: Key[] = [
      {
        key: ' ',
        shown: 'Space',
        does: 'fire, in scenes with a gun',
        press: () => page.fireByKey(),
      },
      { key: 'p', does: 'pause, continue', press: () => page.setPaused(!page.paused) },
      { key: '.', does: 'step one tick', press: () => page.step(), repeats: true },
      { key: 'b', does: `back by ${BACK_SECONDS} s`, press: () => this.#back() },
      { key: 'r', does: 'restart', press: () => void page.restart() },
      { key: 'g', does: 'gallery of all scenes', press: () => void this.#openGallery() },
      { key: 'o', does: 'open a file', press: openFile },
      { key: '[', does: 'one thread fewer', press: () => threads(-1) },
      { key: ']', does: 'one thread more', press: () => threads(1) },
      {
        key: 'c',
        does: 'next camera: "gun and target", then "by hand", then "behind an agent", then "fly"',
        press: () => page.changeCamera(),
      },
      {
        key: 'n',
        does: 'select the next agent',
        press: () => page.insight.selectNext(),
      },
      {
        key: 'Escape',
        shown: 'Esc',
        does: 'select no agent',
        press: () => page.insight.selection.select(undefined),
      },
      {
        key: 'm',
        does: 'weight maps of all agents, in scenes with context steering',
        press: () => page.toggleMaps(),
      },
      { key: 'u', does: 'undo, like Ctrl+Z', press: undo },
      { key: 'z', ctrl: true, shown: 'Ctrl+Z', does: 'undo the last change', press: undo },
      {
        key: 'z',
        ctrl: true,
        shift: true,
        shown: 'Ctrl+Shift+Z',
        does: 'redo',
        press: redo,
      },
      { key: 'y', ctrl: true, shown: 'Ctrl+Y', does: 'redo', press: redo },
      { key: 'e', does: 'edit the scene', press: () => void this.#edit() },
      {
        key: 'j',
        does: 'code: the scenario, and your own laws',
        press: () => void this.#openCode(),
      },
      { key: 'l', does: 'share this run: link and files', press: () => void this.#openShare() },
      { key: 'i', does: 'save the picture', press: () => page.saving.savePicture() },
      {
        key: 'h',
        does: 'hide or show the controls',
        press: () => void fill('picture'),
      },
      ...(document.fullscreenEnabled
        ? [{ key: 'f', does: 'full screen', press: () => void fill('screen') }]
        : []),
      { key: '?', does: 'show this list', press: help },
    ];
    listenToKeys(keys);
    return keys;
  }
}

/** The numbers that are known; undefined if there is none. */
function known(
  numbers: Readonly<Record<string, number | undefined>>,
): Readonly<Record<string, number>> | undefined {
  const found = Object.entries(numbers).filter(
    (number): number is [string, number] => number[1] !== undefined,
  );
  return found.length === 0 ? undefined : Object.fromEntries(found);
}

/** For `screen`, switches full screen on or off. For `picture`, hides or shows everything except the picture. */
async function fill(what: 'screen' | 'picture'): Promise<void> {
  try {
    const { toggleBare, toggleFullScreen } = await import('./bare.ts');
    await (what === 'screen' ? toggleFullScreen() : toggleBare());
  } catch (error) {
    tell(NOT_FILLED, error);
  }
}

function tell(title: string, error: unknown): void {
  showNotice(title, messageOf(error));
}
