import type { Command, CommandInput, KernelName, Scenario, WorldEvent } from '@skein/core';
import { type Choices, mostWorkers, writeAddress } from './address.ts';
import { CAMERA_MODES, type CameraMode } from './camera/place.ts';
import { CameraRig } from './camera/rig.ts';
import { Controls } from './controls/controls.ts';
import { Gauge } from './gauge/gauge.ts';
import { AgentInsight } from './insight/agent-insight.ts';
import { initialOptions, type Options } from './options.ts';
import { Compare, type Repeatable } from './panel/compare.ts';
import { FireButtons } from './panel/fire-buttons.ts';
import { Legend } from './panel/legend.ts';
import { hideError, hideNotice, showError, showNotice } from './panel/notices.ts';
import { Panel } from './panel/panel.ts';
import { Readout } from './panel/readout.ts';
import { ParticleLayer } from './particles/particle-layer.ts';
import { RecordFolder } from './record/record-folder.ts';
import { type Recorded, Recorder } from './record/recorder.ts';
import { Glow } from './scene/glow.ts';
import { Scenery } from './scene/scenery.ts';
import { speciesColors } from './scene/species-color.ts';
import { Stage } from './scene/stage.ts';
import { loadScene, SCENE_NAMES, withRoom } from './scenes.ts';
import { Session, type SessionOptions } from './session.ts';

/** Longer frames than this move the camera and the lights no further, s. */
const LONGEST_FRAME = 0.1;
/** The scaling test goes up to the number of cores, and at most up to this. */
const MOST_TESTED = 16;
const ONE_THREAD = 'Running on one thread.';
const NO_PICTURE = 'The picture is gone for the moment.';
const NOT_FIRED = 'Not fired.';
const NOT_TAKEN_BACK = 'The run stays where it is.';
const NOT_CHANGED = 'The number of threads stays as it is.';

/** The page: one run at a time, what is seen of it, and what steers it. */
export class Viewer {
  readonly stage: Stage;
  readonly rig: CameraRig;
  readonly insight: AgentInsight;
  readonly saving: RecordFolder;
  /** The panel changes them; whoever draws reads them each frame. */
  readonly options: Options;
  readonly #cores = Math.max(1, navigator.hardwareConcurrency || 1);
  readonly #gauge: Gauge;
  readonly #glow: Glow;
  readonly #readout = new Readout();
  readonly #buttons: FireButtons;
  readonly #panel: Panel;
  readonly #legend = new Legend(document.querySelector<HTMLElement>('#readout')!);
  readonly #controls: Controls;
  #choices: Choices;
  #paused = false;
  /** The way to another moment of the run, while it is under way. */
  #way: { session: Session; from: number; to: number } | undefined;
  /** Cuts short the latest wish. */
  #cut = new AbortController();
  #session: Session | undefined;
  #scenery: Scenery | undefined;
  #particles: ParticleLayer | undefined;
  /** Runs are opened one after the other. */
  #opening: Promise<void> = Promise.resolve();
  #lastFrame: number | undefined;
  #resized = false;
  /** When agents were drawn first, for whoever measures the page. */
  #firstPicture: PerformanceMark | undefined;

  /** @throws GraphicsError */
  constructor(canvas: HTMLCanvasElement, choices: Choices) {
    this.#choices = choices;
    this.options = choices.options;
    this.stage = new Stage(
      canvas,
      () => showNotice(NO_PICTURE, 'The graphics card is busy or was reset. The run goes on.'),
      () => hideNotice(NO_PICTURE),
    );
    this.insight = new AgentInsight(this.stage);
    this.#glow = new Glow(this.stage);
    this.rig = new CameraRig(this.stage, () => this.#onCamera());
    const gauge = document.querySelector<HTMLElement>('#gauge')!;
    const gl = this.stage.renderer.getContext();
    const tested = Math.min(MOST_TESTED, Math.max(2, this.#cores));
    this.#gauge = new Gauge(gauge, gl, tested, () => this.#paused);
    this.#buttons = new FireButtons((count) => this.#tryToFire(count));
    const most = Math.max(mostWorkers(this.#cores), choices.workers ?? 1);
    this.#panel = new Panel(
      document.querySelector<HTMLElement>('#panel')!,
      SCENE_NAMES,
      most,
      this.options,
      {
        chooseScene: (scene) => this.chooseScene(scene),
        chooseSeed: (seed) => this.open({ ...this.#choices, seed }),
        chooseWorkers: (workers) => this.setWorkers(workers),
        chooseKernel: (kernel) => this.setKernel(kernel),
        chooseCamera: (mode) => this.setCamera(mode),
        changeOption: () => this.#writeAddress(),
      },
    );
    this.#controls = new Controls(this, this.#panel.gui);
    this.saving = new RecordFolder(
      this.#panel.gui.addFolder('Save').close(),
      new Recorder(
        canvas,
        () => this.#glow.draw(this.options.bloom),
        () => this.#recorded(),
      ),
      () => this.setPaused(true),
    );
    new Compare(() => this.#repeatable());
    new ResizeObserver(() => {
      this.#resized = true;
    }).observe(canvas);
    document.addEventListener('visibilitychange', () => this.#forgetTime());
    requestAnimationFrame((now) => this.#frame(now));
  }

  get session(): Session | undefined {
    return this.#session;
  }

  /** The id of the agent that is looked at. */
  get selected(): number | undefined {
    return this.insight.selection.id;
  }

  get choices(): Choices {
    return this.#choices;
  }

  /** Ends the run on the page, if any, and starts another. */
  open(choices: Choices, paused = false): Promise<void> {
    this.#choices = choices;
    return this.#afterOthers(() => this.#open(choices, paused));
  }

  /** Another scene, with its own seed and parameters, on as many threads. */
  chooseScene(scene: string): Promise<void> {
    const { workers, kernel } = this.#choices;
    return this.open({ scene, workers, kernel, options: this.options });
  }

  /** The same run again, from its first tick; a paused one stays paused there. */
  restart(): Promise<void> {
    return this.open({ ...this.#choices }, this.#paused);
  }

  /**
   * Takes the run to one of its moments at full speed, and lets it go on from there unless it is
   * paused. Going back starts it anew behind the picture, with the same seed and commands: the same
   * state again, whatever the kernel. Another wish cuts the way short.
   */
  goTo(tick: number, kernel?: KernelName): Promise<void> {
    return this.#afterOthers((signal) => this.#goTo(tick, kernel, signal));
  }

  /** Goes on with the other kernel from the same tick: the hashes stay what they are. */
  setKernel(kernel: KernelName): Promise<void> {
    this.#choices = { ...this.#choices, kernel };
    return this.goTo(this.#session?.world.tick ?? 0, kernel);
  }

  /** Fires so many at once from the first launcher of the scene. */
  fire(count: number): Promise<Command> {
    return this.command({ type: 'fire', count });
  }

  fireByKey(): void {
    if (this.#buttons.available) this.#tryToFire(1);
  }

  /** Carried out with the next tick of the run. */
  command(input: CommandInput): Promise<Command> {
    if (this.#session === undefined) return Promise.reject(new Error('Nothing runs yet.'));
    if (this.#way) return Promise.reject(new Error('The run is on its way to another moment.'));
    return this.#session.command(input);
  }

  get paused(): boolean {
    return this.#paused;
  }

  setPaused(paused: boolean): void {
    this.#paused = paused;
    if (this.#way) this.#cut.abort();
    if (paused) this.#session?.stepper.pause();
    else if (!this.#way) this.#session?.stepper.resume();
    this.#controls.showPaused(paused);
    if (paused) void this.#showHash();
  }

  /** Every option as it is when nobody has changed it. */
  resetOptions(): void {
    Object.assign(this.options, initialOptions());
    this.#panel.refresh();
    this.#writeAddress();
  }

  /** Parameters were set: the address shall carry what differs from the scenario. */
  keepChanges(changes: Choices['changes']): void {
    this.#choices = { ...this.#choices, changes };
    this.#writeAddress();
  }

  step(ticks = 1): void {
    this.setPaused(true);
    this.#session?.stepper.step(ticks);
  }

  setCamera(mode: CameraMode): void {
    this.rig.setMode(mode);
    this.#onCamera();
  }

  /** To the next one of the modes that the scene has. */
  changeCamera(): void {
    const modes = CAMERA_MODES.filter((mode) => mode !== 'framing' || this.rig.canFrame);
    this.setCamera(modes[(modes.indexOf(this.rig.mode) + 1) % modes.length]);
  }

  async setWorkers(workers: number): Promise<void> {
    const session = this.#session;
    if (session === undefined) return;
    try {
      await session.resize(workers);
      hideNotice(NOT_CHANGED);
    } catch (error) {
      showNotice(NOT_CHANGED, messageOf(error));
    }
    if (session === this.#session) this.#showThreads(session);
  }

  /** The camera is held by something else, or stands elsewhere. */
  #onCamera(): void {
    this.#panel.show({ camera: this.rig.mode });
    this.#choices = { ...this.#choices, camera: this.rig.place };
    this.#writeAddress();
  }

  /** Runs are opened, and taken back, one after the other; each wish cuts short the one before. */
  #afterOthers(action: (signal: AbortSignal) => Promise<void>): Promise<void> {
    this.#cut.abort();
    this.#cut = new AbortController();
    const { signal } = this.#cut;
    this.#opening = this.#opening
      .then(() => action(signal))
      .catch((error: unknown) => {
        showError(error, SCENE_NAMES);
      });
    return this.#opening;
  }

  async #open(choices: Choices, paused: boolean): Promise<void> {
    // Another run was asked for while this one waited.
    if (choices !== this.#choices) return;
    const scenario = withRoom(choices.file ?? loadScene(choices.scene), choices.capacity);
    await this.#close();
    const session = await this.#start(scenario, choices);
    this.#paused = paused;
    if (paused) session.stepper.pause();
    this.#session = session;
    const { extent } = this.#putUp(session);
    this.rig.lookAt(scenario, extent, choices.camera);
    hideError();
    this.#describe(session, choices);
  }

  async #start(scenario: Scenario, options: SessionOptions): Promise<Session> {
    const session: Session = await Session.start(scenario, options, {
      onState: (report) => {
        if (session !== this.#session) return;
        this.#gauge.ticks(report);
        this.insight.onState();
      },
      onHash: (tick, hash) => {
        if (session === this.#session) this.#readout.showHash(tick, hash);
      },
      onFault: (error) => showError(error, SCENE_NAMES),
    });
    session.team.on('event', (event) => {
      if (session === this.#session) this.#onEvent(event);
    });
    return session;
  }

  async #goTo(tick: number, kernel: KernelName | undefined, signal: AbortSignal): Promise<void> {
    const old = this.#session;
    if (old === undefined || signal.aborted) return;
    old.stepper.pause();
    await old.hash();
    const anew = tick < old.world.tick || (kernel !== undefined && kernel !== old.world.kernel);
    const session = anew ? await this.#again(old, kernel ?? old.world.kernel) : old;
    if (session === undefined) {
      if (!this.#paused) old.stepper.resume();
      return;
    }
    this.#way = { session, from: session.world.tick, to: tick };
    await session.stepper.hurry(tick, signal);
    this.#way = undefined;
    this.#controls.showProgress(undefined);
    if (session !== old) await this.#swap(old, session);
    this.#controls.arrive(session);
    if (this.#paused) void this.#showHash();
    else session.stepper.resume();
  }

  /** The same run from its start, behind the picture. */
  async #again(old: Session, kernel: KernelName): Promise<Session | undefined> {
    const { scenario, seed, history } = old;
    const { workers } = old.team;
    try {
      const session = await this.#start(scenario, { seed, workers, kernel, history });
      session.reached = old.reached;
      session.stepper.pause();
      hideNotice(NOT_TAKEN_BACK);
      return session;
    } catch (error) {
      // There is no room for two of it, or no thread more: the run goes on where it is.
      showNotice(NOT_TAKEN_BACK, messageOf(error));
      return undefined;
    }
  }

  async #swap(old: Session, session: Session): Promise<void> {
    this.#session = session;
    const { selected } = this;
    this.#takeDown();
    this.#putUp(session);
    this.insight.selection.select(selected);
    this.#buttons.hits = session.hits;
    this.#showThreads(session);
    await old.dispose();
  }

  async #close(): Promise<void> {
    const session = this.#session;
    this.#session = undefined;
    this.#takeDown();
    await session?.dispose();
  }

  /** All that is seen of a run. */
  #putUp(session: Session): Scenery {
    this.#scenery = new Scenery(this.stage, session.scenario, session.state);
    this.#particles = new ParticleLayer(this.stage, session, this.#gauge);
    this.insight.open(session);
    this.#gauge.open(session);
    return this.#scenery;
  }

  #takeDown(): void {
    this.insight.open(undefined);
    this.#scenery?.dispose();
    this.#scenery = undefined;
    this.#particles?.dispose();
    this.#particles = undefined;
    this.#gauge.open(undefined);
  }

  #tryToFire(count: number): void {
    this.fire(count).catch((error: unknown) => showNotice(NOT_FIRED, messageOf(error)));
  }

  #describe(session: Session, choices: Choices): void {
    const { scenario, team } = session;
    this.#readout.describe(scenario.description);
    this.#legend.species = speciesColors(scenario);
    this.#controls.describe(session, choices);
    this.#buttons.available = scenario.launchers.length > 0;
    this.#buttons.hits = 0;
    const scene = choices.file?.name ?? choices.scene;
    this.#panel.show({ scene, seed: session.seed, camera: this.rig.mode });
    this.#panel.allow({ threads: team.threaded, framing: this.rig.canFrame });
    this.#controls.showPaused(this.#paused);
    if (team.notice !== undefined) showNotice(ONE_THREAD, team.notice);
    this.#choices = { ...choices };
    this.#showThreads(session);
    void this.#showHash();
  }

  #showThreads({ team, seed }: Session): void {
    this.#panel.show({ workers: team.workers, kernel: team.world.kernel });
    this.#readout.showThreads(team.workers, team.threaded, this.#cores);
    const workers = team.threaded ? team.workers : this.#choices.workers;
    this.#choices = { ...this.#choices, seed, workers };
    this.#writeAddress();
  }

  #writeAddress(): void {
    history.replaceState(null, '', writeAddress(location.search, this.#choices));
  }

  async #showHash(): Promise<void> {
    const session = this.#session;
    const found = await session?.hash();
    if (found !== undefined && session === this.#session) {
      this.#readout.showHash(found.tick, found.hash);
    }
  }

  #onEvent(event: WorldEvent): void {
    this.#scenery?.show(event);
    this.#buttons.hits = this.#session?.hits ?? 0;
  }

  #frame(now: number): void {
    requestAnimationFrame((next) => this.#frame(next));
    const seconds = Math.min(LONGEST_FRAME, (now - (this.#lastFrame ?? now)) / 1000);
    this.#lastFrame = now;
    this.#gauge.frame(now);
    if (this.#resized) {
      this.#resized = false;
      this.stage.resize();
    }
    const way = this.#way;
    if (way) this.#controls.showProgress((way.session.world.tick - way.from) / (way.to - way.from));
    const session = this.#session;
    if (session !== undefined && this.#scenery !== undefined) {
      session.stepper.speed = this.options.speed;
      session.colorBy(this.options.color);
      session.stepper.frame(now);
      const { state } = session;
      this.rig.update(state, seconds, session.stepper.lag, this.selected);
      const view = {
        pixelsPerMeter: this.stage.pixelsPerMeter,
        seconds,
        lag: session.stepper.lag,
        options: this.options,
      };
      this.#scenery.update(state, view);
      this.#particles?.update(state, view);
      this.#legend.show(state.paint, session.team.workers);
      this.insight.update(view, now);
      this.#controls.frame(session);
      this.#readout.show({ tick: state.tick, living: state.living, agents: session.world.count });
    }
    const begin = performance.now();
    this.#glow.draw(this.options.bloom);
    this.#gauge.drawn(performance.now() - begin);
    this.#particles?.drawn();
    if (this.#scenery) this.#firstPicture ??= performance.mark('skein first picture');
  }

  #recorded(): Recorded | undefined {
    const session = this.#session;
    return session && { session, scene: this.#sceneName };
  }

  #repeatable(): Repeatable | undefined {
    const session = this.#session;
    const { file } = this.#choices;
    const path = `${file === undefined ? 'scenarios/' : ''}${this.#sceneName}.json`;
    return session && { path, seed: session.seed, log: session.world.log };
  }

  get #sceneName(): string {
    return this.#choices.file?.name ?? this.#choices.scene;
  }

  /** A hidden tab has no frames; the time until the next one is nobody's to make up for. */
  #forgetTime(): void {
    this.#session?.stepper.forgetTime();
    this.#gauge.forgetTime();
    this.#lastFrame = undefined;
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
