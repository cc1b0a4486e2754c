import type { Command, WorldEvent } from '@skein/core';
import { type Choices, mostWorkers, writeAddress } from './address.ts';
import type { CameraMode } from './camera/place.ts';
import { CameraRig } from './camera/rig.ts';
import { Gauge } from './gauge/gauge.ts';
import { AgentInsight } from './insight/agent-insight.ts';
import type { Options } from './options.ts';
import { FireButtons } from './panel/fire-buttons.ts';
import { Legend } from './panel/legend.ts';
import { hideError, hideNotice, showError, showNotice } from './panel/notices.ts';
import { Panel } from './panel/panel.ts';
import { Readout } from './panel/readout.ts';
import { ParticleLayer } from './particles/particle-layer.ts';
import { Glow } from './scene/glow.ts';
import { Scenery } from './scene/scenery.ts';
import { speciesColors } from './scene/species-color.ts';
import { Stage } from './scene/stage.ts';
import { loadScene, SCENE_NAMES } from './scenes.ts';
import { Session } from './session.ts';

/** Longer frames than this move the camera and the lights no further, s. */
const LONGEST_FRAME = 0.1;
/** The scaling test goes up to the number of cores, and at most up to this. */
const MOST_TESTED = 16;
const ONE_THREAD = 'Running on one thread.';
const NO_PICTURE = 'The picture is gone for the moment.';
const NOT_FIRED = 'Not fired.';
const NOT_CHANGED = 'The number of threads stays as it is.';

/** The page: one run at a time, what is seen of it, and what steers it. */
export class Viewer {
  readonly stage: Stage;
  readonly rig: CameraRig;
  readonly insight: AgentInsight;
  /** The panel changes them; whoever draws reads them each frame. */
  readonly options: Options;
  readonly #cores = Math.max(1, navigator.hardwareConcurrency || 1);
  readonly #gauge: Gauge;
  readonly #glow: Glow;
  readonly #readout = new Readout();
  readonly #buttons: FireButtons;
  readonly #panel: Panel;
  readonly #legend = new Legend(document.querySelector<HTMLElement>('#readout')!);
  #choices: Choices;
  #session: Session | undefined;
  #scenery: Scenery | undefined;
  #particles: ParticleLayer | undefined;
  /** Runs are opened one after the other. */
  #opening: Promise<void> = Promise.resolve();
  #lastFrame: number | undefined;
  #resized = false;

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
    this.#gauge = new Gauge(gauge, gl, Math.min(MOST_TESTED, Math.max(2, this.#cores)));
    this.#buttons = new FireButtons((count) => {
      this.fire(count).catch((error: unknown) => showNotice(NOT_FIRED, messageOf(error)));
    });
    const most = Math.max(mostWorkers(this.#cores), choices.workers ?? 1);
    this.#panel = new Panel(
      document.querySelector<HTMLElement>('#panel')!,
      SCENE_NAMES,
      most,
      this.options,
      {
        chooseScene: (scene) =>
          this.open({ scene, options: this.options, ...workersOf(this.#choices) }),
        chooseSeed: (seed) => this.open({ ...this.#choices, seed }),
        chooseWorkers: (workers) => this.setWorkers(workers),
        chooseCamera: (mode) => this.setCamera(mode),
        changeOption: () => this.#writeAddress(),
        setPaused: (paused) => this.setPaused(paused),
        step: () => this.step(),
        restart: () => this.restart(),
      },
    );
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

  /** Ends the run on the page, if any, and starts another. */
  open(choices: Choices, paused = false): Promise<void> {
    this.#choices = choices;
    this.#opening = this.#opening
      .then(() => this.#open(choices, paused))
      .catch((error: unknown) => {
        showError(error, SCENE_NAMES);
      });
    return this.#opening;
  }

  /** The same run again, from its first tick; a paused one stays paused there. */
  restart(): Promise<void> {
    return this.open({ ...this.#choices }, this.#session?.stepper.paused);
  }

  /** Fires so many at once from the first launcher of the scene. */
  fire(count: number): Promise<Command> {
    if (this.#session === undefined) return Promise.reject(new Error('Nothing runs yet.'));
    return this.#session.fire(count);
  }

  setPaused(paused: boolean): void {
    if (paused) this.#session?.stepper.pause();
    else this.#session?.stepper.resume();
    this.#panel.showPaused(paused);
    if (paused) void this.#showHash();
  }

  step(ticks = 1): void {
    this.setPaused(true);
    this.#session?.stepper.step(ticks);
  }

  setCamera(mode: CameraMode): void {
    this.rig.setMode(mode);
    this.#onCamera();
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

  async #open(choices: Choices, paused: boolean): Promise<void> {
    // Another run was asked for while this one waited.
    if (choices !== this.#choices) return;
    const scenario = loadScene(choices.scene);
    await this.#close();
    const session = await Session.start(scenario, choices, {
      onState: (report) => {
        this.#gauge.ticks(report);
        this.insight.onState();
      },
      onHash: (tick, hash) => this.#readout.showHash(tick, hash),
      onFault: (error) => showError(error, SCENE_NAMES),
    });
    session.team.on('event', (event) => this.#onEvent(event));
    if (paused) session.stepper.pause();
    this.#session = session;
    this.#scenery = new Scenery(this.stage, scenario, session.state);
    this.#particles = new ParticleLayer(this.stage, session, this.#gauge);
    this.insight.open(session);
    this.#gauge.open(session);
    this.rig.lookAt(scenario, this.#scenery.extent, choices.camera);
    hideError();
    this.#describe(session, choices);
  }

  async #close(): Promise<void> {
    const session = this.#session;
    this.#session = undefined;
    this.insight.open(undefined);
    this.#scenery?.dispose();
    this.#scenery = undefined;
    this.#particles?.dispose();
    this.#particles = undefined;
    this.#gauge.open(undefined);
    await session?.dispose();
  }

  #describe(session: Session, choices: Choices): void {
    const { scenario, team } = session;
    this.#readout.describe(scenario.description);
    this.#legend.species = speciesColors(scenario);
    this.#buttons.available = scenario.launchers.length > 0;
    this.#buttons.hits = 0;
    this.#panel.show({ scene: choices.scene, seed: session.seed, camera: this.rig.mode });
    this.#panel.allow({ threads: team.threaded, framing: this.rig.canFrame });
    this.#panel.showPaused(session.stepper.paused);
    if (team.notice !== undefined) showNotice(ONE_THREAD, team.notice);
    this.#choices = { ...choices };
    this.#showThreads(session);
    void this.#showHash();
  }

  #showThreads({ team, seed }: Session): void {
    this.#panel.show({ workers: team.workers });
    this.#readout.showThreads(team.workers, team.threaded, this.#cores);
    const { scene, camera } = this.#choices;
    const choices = {
      scene,
      seed,
      camera,
      options: this.options,
      ...(team.threaded ? { workers: team.workers } : workersOf(this.#choices)),
    };
    this.#choices = choices;
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
      this.#readout.show({ tick: state.tick, living: state.living, agents: session.world.count });
    }
    const begin = performance.now();
    this.#glow.draw(this.options.bloom);
    this.#gauge.drawn(performance.now() - begin);
    this.#particles?.drawn();
  }

  /** A hidden tab has no frames; the time until the next one is nobody's to make up for. */
  #forgetTime(): void {
    this.#session?.stepper.forgetTime();
    this.#gauge.forgetTime();
    this.#lastFrame = undefined;
  }
}

function workersOf({ workers }: Choices): { workers?: number } {
  return workers === undefined ? {} : { workers };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
