import type { Command, CommandInput, Scenario } from '@skein/core';
import type { Team } from '@skein/worker';
import { type Choices, writeAddress } from './address.ts';
import { asChosen } from './as-chosen.ts';
import { CAMERA_MODES, type CameraMode } from './camera/place.ts';
import type { CameraRig } from './camera/rig.ts';
import { Controls } from './controls/controls.ts';
import type { Hand } from './controls/hand.ts';
import type { Page, Reopened } from './controls/page.ts';
import { DeedList } from './deeds/deed-list.ts';
import type { Drawing, DrawingEvents } from './drawing/drawing.ts';
import type { AgentInsight } from './insight/agent-insight.ts';
import { hasWeightMaps } from './insight/weight-maps.ts';
import { ableOf } from './laws/able.ts';
import { thisMachine } from './machine.ts';
import type { Question } from './opening/question.ts';
import { initialOptions, type Options } from './options.ts';
import { Compare, type Repeatable } from './panel/compare.ts';
import { FireButtons } from './panel/fire-buttons.ts';
import { Legend } from './panel/legend.ts';
import { hideError, hideNotice, messageOf, showError, showNotice } from './panel/notices.ts';
import { Panel } from './panel/panel.ts';
import { Readout } from './panel/readout.ts';
import { Picture } from './picture.ts';
import { RecordFolder } from './record/record-folder.ts';
import { type Recorded, Recorder } from './record/recorder.ts';
import type { RunWatcher } from './run-watcher.ts';
import { Runs } from './runs.ts';
import { featuresOf } from './scene/features.ts';
import { hasStates } from './scene/has-states.ts';
import { speciesColors } from './scene/species-color.ts';
import { loadScene, SCENE_CARDS, SCENE_NAMES, titleOf } from './scenes.ts';
import type { Session } from './session.ts';
import { linkedRun } from './share/run-text.ts';
import { mostWorkers } from './suiting-workers.ts';
import type { View } from './view.ts';

const ONE_THREAD = 'Running on one thread.';
const NOT_OPENED = 'The run has not changed.';
const NOT_FIRED = 'Not fired.';
const NOT_UNDONE = 'Undo or redo failed.';
const SAME_RUN = 'The same run.';
const OTHER_RUN = 'Not the same run.';
const IGNORED = 'Ignored in the link';
/** The parts of a link that must fit its scenario, or the browser. */
const CHECKED = ['run', 'address', 'ground', 'counts', 'many', 'changes', 'kernel'] as const;
/** How long the page waits after the latest command before it updates the address, in ms. */
const REST_MS = 400;

/** Everything that is needed to return to a run: its choices, its tick, and whether it was paused. */
interface Whereabouts {
  readonly choices: Choices & { readonly at: { readonly tick: number } };
  readonly paused: boolean;
}

/** The page. It passes the visitor's choices and actions to the run and to the picture, and shows the results. */
export class Viewer implements Page {
  readonly saving: RecordFolder;
  readonly deeds = new DeedList((error) => showNotice(NOT_UNDONE, messageOf(error)));
  editing = false;
  /** The current options. The panel changes them, and the renderer reads them in each frame. */
  readonly options: Options;
  /**
   * True from the start until the visitor touches the page, if the page may choose scenes by itself. While true, the
   * page writes nothing into the address.
   */
  isOpening = false;
  readonly #cores = thisMachine().cores;
  readonly #runs: Runs;
  readonly #picture: Picture;
  readonly #readout = new Readout();
  readonly #buttons = new FireButtons((count) => this.#tryToFire(count));
  readonly #panel: Panel;
  readonly #legend = new Legend(document.querySelector<HTMLElement>('#readout')!);
  readonly #controls: Controls;
  readonly #compare: Compare;
  #choices: Choices;
  /**
   * The choices of a run that is being opened. As soon as this run is open, it gets its own entry in the browser's
   * history.
   */
  #another: Choices | undefined;
  /** The choices of a run that continues the run before it: the camera stays where it is. */
  #reopened: Choices | undefined;
  /** The name of the change for which the run is being opened again. */
  #reason: string | undefined;
  /** The choices of the latest run that was requested. */
  #asked: Choices | undefined;
  #question: Question | undefined;
  #noting: ReturnType<typeof setTimeout> | undefined;
  readonly #watchers: RunWatcher[] = [];

  /**
   * Creates all parts of the page. `draw` creates the renderer.
   *
   * @throws GraphicsError when the page cannot be drawn
   */
  constructor(view: View, draw: (events: DrawingEvents) => Drawing, choices: Choices) {
    this.#choices = choices;
    this.options = choices.options;
    this.#picture = new Picture(view, draw, this.options, {
      onCamera: () => this.#onCamera(),
      onFrame: (session) => this.#onFrame(session),
      onFault: (error) => showError(error, SCENE_NAMES),
    });
    this.#runs = new Runs(this.#picture.drawing, {
      onOpen: (session, opened) => this.#onOpen(session, opened),
      onSwap: (session) => this.#onSwap(session),
      onArrive: (session) => this.#controls.arrive(session),
      onClose: () => this.#picture.close(),
      onKept: (error) => this.keep(error),
      onThreads: (session) => this.#showThreads(session),
      onPaused: (paused) => this.#controls.showPaused(paused),
      onState: (report) => {
        this.#picture.onState(report);
        for (const watcher of this.#watchers) watcher.onState?.(report);
      },
      onHash: (tick, hash) => {
        this.#readout.showHash(tick, hash, this.paused);
        for (const watcher of this.#watchers) watcher.onHash?.(tick, hash);
      },
      onEvent: () => this.#onEvent(),
      onFault: (error) => showError(error, SCENE_NAMES),
      isRead: () => this.editing || this.#picture.readsStates,
    });
    const most = Math.max(mostWorkers(this.#cores), choices.workers ?? 1);
    this.#panel = new Panel(
      document.querySelector<HTMLElement>('#panel')!,
      SCENE_CARDS,
      most,
      this.options,
      {
        chooseScene: (scene) => this.chooseScene(scene),
        chooseSeed: (seed) =>
          this.#did('Seed changed', () => this.open({ ...this.#choices, seed })),
        chooseWorkers: (workers) => this.setWorkers(workers),
        chooseKernel: (kernel) => this.setKernel(kernel),
        chooseCamera: (mode) => this.setCamera(mode),
        changeOption: () => {
          this.#writeAddress();
          this.#picture.changeMaps();
        },
      },
    );
    this.#controls = new Controls(this, this.#panel.gui, this.#panel.laws);
    this.saving = new RecordFolder(
      this.#panel.gui.addFolder('Save').close(),
      new Recorder(this.#picture, () => this.#recorded()),
      this,
    );
    this.#compare = new Compare(() => this.#repeatable());
  }

  get session(): Session | undefined {
    return this.#runs.session;
  }

  /** Tells `watcher` about the run from now on, beginning with the current one. */
  watch(watcher: RunWatcher): void {
    this.#watchers.push(watcher);
    if (this.session !== undefined) watcher.onRun?.(this.session);
  }

  /**
   * The number of agents that this machine can step in real time, for agents like those of the current run. While the
   * number is unknown, it is 0.
   */
  get able(): number {
    return this.session === undefined ? 0 : ableOf(this.session);
  }

  get hand(): Hand {
    return this.#controls.hand;
  }

  get view(): View {
    return this.#picture.view;
  }

  get picture(): Picture {
    return this.#picture;
  }

  get rig(): CameraRig {
    return this.#picture.rig;
  }

  get insight(): AgentInsight {
    return this.#picture.insight;
  }

  get choices(): Choices {
    return this.#choices;
  }

  get paused(): boolean {
    return this.#runs.paused;
  }

  /**
   * Opens the run that the address of the page describes. Parts of the address that are not valid are left out, and a
   * notice names them. `ignored` has texts about those that are already left out.
   */
  start(asked: Choices, ignored: string[] = []): Promise<void> {
    return this.#did('Scene changed', () => this.#start(asked, ignored));
  }

  async #start(asked: Choices, ignored: string[]): Promise<void> {
    Object.assign(this.options, asked.options);
    this.#panel.refresh();
    const isKnown = SCENE_NAMES.includes(asked.scene);
    const isPlain = isKnown && CHECKED.every((key) => asked[key] === undefined);
    let choices = asked;
    let similar: readonly string[] = [];
    if (!isPlain) {
      const { soundChoices, similarScenes } = await import('./share/sound-link.ts');
      choices = await soundChoices(asked, (address) => this.#controls.door.fetch(address), ignored);
      if (!isKnown) similar = similarScenes(asked.scene);
    }
    const buttons = similar.map((scene) => ({
      label: titleOf(scene),
      press: () => void this.chooseScene(scene),
    }));
    if (ignored.length > 0) showNotice(IGNORED, ignored.join('\n'), { buttons });
    // A new scene waits for the editor.
    const isNew = choices.ground !== undefined && choices.history === undefined;
    return this.open(choices, isNew);
  }

  /**
   * Opens a run. If `choices` contain a tick, the run goes to that tick and stays paused there. If creating the world
   * would take long, asks the visitor first.
   */
  async open(choices: Choices, paused = false): Promise<void> {
    this.#asked = choices;
    const { file, counts, many, spare } = choices;
    // No scene of the page takes long by itself.
    const isOther = [file, counts, many, spare].some((one) => one !== undefined);
    if (isOther && !(await this.#isWanted(choices))) {
      if (this.#asked !== choices) return;
      if (this.session !== undefined) return this.#showKept();
      return this.open({ scene: choices.scene, options: this.options });
    }
    // Another run was requested meanwhile.
    if (this.#asked !== choices) return;
    const { at } = choices;
    const isOpen = await this.#runs.open(choices, paused || at !== undefined);
    if (isOpen && at !== undefined) await this.#arriveAt(at);
  }

  /** Keeps the current run, and tells the visitor why another run could not be opened. */
  keep(error: unknown): void {
    if (this.session === undefined) {
      showError(error, SCENE_NAMES);
      return;
    }
    showNotice(NOT_OPENED, messageOf(error));
    this.#showKept();
  }

  /** Shows the run that stays on the page again, after another one was chosen but not opened. */
  #showKept(): void {
    if (this.session === undefined) return;
    this.#panel.show({ scene: this.sceneName, seed: this.session.seed });
    this.#writeAddress();
  }

  /** Whether these choices may be opened. Asks the visitor if their world takes long to create. */
  async #isWanted(choices: Choices): Promise<boolean> {
    let scenario: Scenario;
    try {
      scenario = asChosen(choices.file ?? (await loadScene(choices.scene)), choices);
      const { Question } = await import('./opening/question.ts');
      this.#question ??= new Question();
    } catch {
      // If the scenario is at fault, opening the run fails for the same reason, and shows it.
      return true;
    }
    return this.#question.ask(scenario);
  }

  /** Opens another scene with its own seed and parameters. The number of threads stays the same. */
  chooseScene(scene: string): Promise<void> {
    const { workers, kernel } = this.#choices;
    // Other colors would hide what those of the scene mean.
    this.options.color = 'auto';
    this.#panel.refresh();
    return this.openAnother({ scene, workers, kernel, options: this.options });
  }

  /** Called when the visitor first touches the page. From now on, the address contains the visitor's choices. */
  settle(): void {
    if (!this.isOpening) return;
    this.isOpening = false;
    if (this.session === undefined) return;
    this.#describe();
    this.#writeAddress();
  }

  /** Opens another run, and adds an entry to the browser's history, so that Back returns to the current run. */
  openAnother(choices: Choices, paused = false): Promise<void> {
    this.settle();
    this.#another = choices;
    return this.#did('Scene changed', () => this.open(choices, paused));
  }

  /** Restarts the run from its first tick. If the run is paused, it stays paused at that tick. */
  restart(): Promise<void> {
    const { history, run } = this.#choices;
    const choices = { ...this.#choices, run: history && run, at: undefined, from: undefined };
    return this.#did('Restarted', () => this.open(choices, this.paused));
  }

  /**
   * Opens the current run again with parts of its scenario replaced, and goes to `tick`. Default: the current tick. The
   * commands that were given before this tick are repeated.
   */
  async reopen(name: string, other: Reopened, tick?: number): Promise<void> {
    const now = this.#now();
    if (now === undefined) return;
    const at = { tick: tick ?? now.choices.at.tick };
    const choices = { ...now.choices, ...other, at };
    this.#reopened = choices;
    this.#reason = name;
    try {
      await this.#did(name, () => this.#goBackTo({ choices, paused: now.paused }));
    } finally {
      this.#reason = undefined;
    }
  }

  goTo(tick: number): Promise<void> {
    return this.#runs.goTo(tick);
  }

  retake(tick: number, history: readonly Command[]): Promise<void> {
    return this.#runs.retake(tick, history);
  }

  /** Continues the run with another kernel, or on the graphics card, from the same tick. The hashes stay the same. */
  setKernel(kernel: Team['kernel']): Promise<void> {
    this.#choices = { ...this.#choices, kernel };
    return this.#runs.goTo(this.session?.world.tick ?? 0, kernel);
  }

  setWorkers(workers: number): Promise<void> {
    this.#choices = { ...this.#choices, workers };
    return this.#runs.setWorkers(workers);
  }

  setPaused(paused: boolean): void {
    this.settle();
    this.#runs.setPaused(paused);
  }

  step(ticks = 1): void {
    this.#runs.step(ticks);
  }

  async command(input: CommandInput): Promise<Command> {
    this.settle();
    const given = await this.#runs.command(input);
    this.#choices = { ...this.#choices, history: undefined, at: undefined };
    this.#noteCommands();
    return given;
  }

  /** The current tick of the run, and the hash of its state. */
  async hash(): Promise<{ tick: number; hash: string }> {
    if (this.session === undefined) throw new Error('No run is open yet.');
    return this.session.hash();
  }

  /** Makes a link to this tick of the run; undefined when the run is too long for a link. */
  async link(): Promise<string | undefined> {
    const { session } = this;
    if (session === undefined) return undefined;
    const { tick, hash } = await session.hash();
    const linked = await this.#linkedRun(session);
    if (linked === undefined) return undefined;
    const choices = { ...this.#choices, ...linked, at: { tick, hash } };
    return new URL(writeAddress(location.search, choices), location.href).href;
  }

  /** Fires `count` agents at once from the first launcher of the scene. */
  fire(count: number): Promise<Command> {
    return this.command({ type: 'fire', count });
  }

  fireByKey(): void {
    if (this.#buttons.available) this.#tryToFire(1);
  }

  setCamera(mode: CameraMode): void {
    this.rig.setMode(mode);
    this.#onCamera();
  }

  /** Switches to the next camera mode. Skips `framing` when the camera has nothing to frame. */
  changeCamera(): void {
    const modes = CAMERA_MODES.filter((mode) => mode !== 'framing' || this.rig.canFrame);
    this.setCamera(modes[(modes.indexOf(this.rig.mode) + 1) % modes.length]);
  }

  toggleMaps(): void {
    if (this.session === undefined || !hasWeightMaps(this.session.scenario)) return;
    this.settle();
    this.options.maps = !this.options.maps;
    this.showOptions();
  }

  /** Sets every option to its default. */
  resetOptions(): void {
    Object.assign(this.options, initialOptions());
    this.showOptions();
  }

  /** Sets what the colors of agents show. */
  chooseColor(color: Options['color']): void {
    this.options.color = color;
    this.showOptions();
  }

  showOptions(): void {
    this.#panel.refresh();
    this.#picture.changeMaps();
    this.#writeAddress();
  }

  keepChanges(changes: Choices['changes']): void {
    this.#choices = { ...this.#choices, changes };
    this.#writeAddress();
  }

  /** Opens another run as a change that can be undone. Undo returns to the earlier run and its tick. */
  async #did(name: string, open: () => Promise<void>): Promise<void> {
    const { session } = this;
    const before = this.#now();
    await open();
    // If the other run could not be opened, there is nothing to undo.
    if (before === undefined || session === this.session) return;
    let after: Whereabouts | undefined;
    this.deeds.add({
      name,
      undo: () => {
        after = this.#now();
        return this.#goBackTo(before);
      },
      redo: () => after && this.#goBackTo(after),
    });
  }

  #now(): Whereabouts | undefined {
    const { session, paused } = this;
    if (session === undefined) return undefined;
    const { history, world } = session;
    const at = { tick: world.tick };
    // The commands already include the changes of parameters.
    return {
      choices: { ...this.#choices, history, changes: undefined, from: undefined, at },
      paused,
    };
  }

  async #goBackTo({ choices, paused }: Whereabouts): Promise<void> {
    await this.open(choices, paused);
    this.#choices = { ...this.#choices, at: undefined };
    if (!paused) this.setPaused(false);
    this.#noteCommands();
  }

  #onOpen(session: Session, choices: Choices): void {
    const { scenario, team } = session;
    if (choices === this.#another) history.pushState(null, '', location.href);
    hideNotice(NOT_OPENED);
    this.#choices = { ...choices };
    this.#describe();
    this.#compare.fold();
    this.#buttons.available = scenario.launchers.length > 0;
    // Last of these: the camera frames the scene in what the parts of the page leave free.
    this.#picture.open(session, choices.camera, choices === this.#reopened);
    hideError();
    this.#legend.species = speciesColors(scenario);
    this.#controls.describe(session);
    this.#controls.showPaused(this.paused);
    this.#buttons.score(session);
    // A scene with a gun that the visitor has chosen begins with the visitor's own shot.
    const isFresh = choices.at === undefined && choices.history === undefined;
    this.#buttons.invites = choices === this.#another && this.rig.mode === 'framing' && isFresh;
    if (this.#buttons.invites) this.setPaused(true);
    const scene = choices.file?.name ?? choices.scene;
    this.#panel.show({ scene, seed: session.seed, camera: this.rig.mode });
    const features = featuresOf(scenario);
    const columns = Object.keys(session.world.views.columns);
    const { canFrame: framing } = this.rig;
    const states = hasStates(scenario);
    this.#panel.allow({ threads: team.threaded, framing, features, columns, states });
    if (team.notice !== undefined) showNotice(ONE_THREAD, team.notice);
    this.#showThreads(session);
    if (choices.file !== undefined || choices.history !== undefined) this.#noteCommands();
    for (const watcher of this.#watchers) watcher.onRun?.(session);
  }

  /** Says what the scene is. Until the visitor touches the page, the page says what it is itself. */
  #describe(): void {
    const { scenario } = this.session!;
    const { description, display = {} } = scenario;
    const name = this.#choices.file?.name ?? titleOf(this.#choices.scene);
    const title = this.isOpening ? undefined : (display.title ?? name);
    this.#readout.describe(title, display.question, description);
  }

  #onSwap(session: Session): void {
    this.#picture.swap(session);
    for (const watcher of this.#watchers) watcher.onRun?.(session);
    this.#buttons.score(session);
    this.#showThreads(session);
  }

  #onEvent(): void {
    if (this.session !== undefined) this.#buttons.score(this.session);
  }

  #onFrame(session: Session | undefined): void {
    const busyMs = session?.stepper.busyMs ?? 0;
    const { progress, cardMs } = this.#runs;
    this.#controls.showProgress(progress, busyMs, cardMs, this.#reason);
    if (session === undefined) return;
    const { state, team, world } = session;
    if (session.isOver && !this.paused) void this.#runs.startOver();
    this.#legend.show(session.drawn.colors, team.workers);
    this.#buttons.show(session);
    this.#controls.frame(session);
    for (const watcher of this.#watchers) watcher.onFrame?.(session);
    this.#readout.show({
      tick: state.tick,
      living: state.living,
      agents: world.count,
      able: this.able,
    });
  }

  /** Called when the mode or the place of the camera has changed. */
  #onCamera(): void {
    this.#panel.show({ camera: this.rig.mode });
    this.#choices = { ...this.#choices, camera: this.rig.place };
    this.#writeAddress();
  }

  #showThreads(session: Session): void {
    const { team, seed } = session;
    for (const watcher of this.#watchers) watcher.onThreads?.(session);
    this.#panel.show({ workers: team.workers, kernel: team.kernel });
    this.#readout.showThreads(team.workers, team.threaded, this.#cores);
    this.#choices = { ...this.#choices, seed };
    this.#writeAddress();
  }

  /** Goes to the tick that a link or a file names, and shows whether the run has the expected hash there. */
  async #arriveAt({ tick, hash }: NonNullable<Choices['at']>): Promise<void> {
    await this.#runs.goTo(tick);
    const found = await this.session?.hash();
    if (found === undefined || found.tick !== tick || hash === undefined) return;
    const at = `at tick ${tick.toLocaleString('en-US')}`;
    if (found.hash === hash) {
      showNotice(SAME_RUN, `Its hash ${at} is ${hash}, as expected.`, { isGood: true });
    } else showNotice(OTHER_RUN, `Its hash ${at} is ${found.hash}, expected ${hash}.`);
  }

  /**
   * Writes the commands of the run into the address after a short pause, because browsers limit the number of address
   * changes in half a minute.
   */
  #noteCommands(): void {
    clearTimeout(this.#noting);
    this.#noting = setTimeout(async () => {
      const { session } = this;
      const linked = session && (await this.#linkedRun(session));
      if (session === undefined || session !== this.session) return;
      this.#choices = { ...this.#choices, run: linked?.run };
      this.#writeAddress();
    }, REST_MS);
  }

  /**
   * The part of a run that a link must contain: its commands, and its scenario unless the scenario has an address. If a
   * link needs neither, `run` in the result is undefined. If no link can contain the run, the whole result is
   * undefined.
   */
  async #linkedRun({
    history,
    scenario,
  }: Session): Promise<{ readonly run: string | undefined } | undefined> {
    const { file, address, ground } = this.#choices;
    if (ground !== undefined && history.length === 0) {
      const { newScene } = await import('./edit/new-scene.ts');
      if (JSON.stringify(newScene(ground)) === JSON.stringify(file)) return { run: undefined };
    }
    const own = file && address === undefined ? file : undefined;
    if (history.length === 0 && own === undefined) return { run: undefined };
    const run = { log: history, ...(own && { scenario: own }) };
    const text = await linkedRun(run, scenario.commands.length);
    return text === undefined ? undefined : { run: text };
  }

  #writeAddress(): void {
    if (this.isOpening) return;
    history.replaceState(null, '', writeAddress(location.search, this.#choices));
  }

  #tryToFire(count: number): void {
    if (this.#buttons.invites) {
      this.#buttons.invites = false;
      this.setPaused(false);
    }
    this.fire(count).catch((error: unknown) => showNotice(NOT_FIRED, messageOf(error)));
  }

  #recorded(): Recorded | undefined {
    const { session } = this;
    return session && { session, scene: this.sceneName };
  }

  #repeatable(): Repeatable | undefined {
    const { session } = this;
    const { file } = this.#choices;
    const path = file === undefined ? `scenarios/${this.sceneName}.json` : undefined;
    const { counts, many, spare } = this.#choices;
    const asInFile = [counts, many, spare].every((one) => one === undefined);
    return (
      session && { path: asInFile ? path : undefined, seed: session.seed, log: session.world.log }
    );
  }

  get sceneName(): string {
    return this.#choices.file?.name ?? this.#choices.scene;
  }
}
