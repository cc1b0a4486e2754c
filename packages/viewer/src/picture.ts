import type { RunReport } from '@skein/worker';
import type { CameraPlace } from './camera/place.ts';
import { CameraRig } from './camera/rig.ts';
import type { Drawing, DrawingEvents } from './drawing/drawing.ts';
import type { Frame, FrameReport } from './drawing/frame.ts';
import { Gauge } from './gauge/gauge.ts';
import { AgentInsight } from './insight/agent-insight.ts';
import { explaining } from './insight/explaining.ts';
import { hasWeightMaps, type WeightMaps, weightMapsOf } from './insight/weight-maps.ts';
import { fadeOut } from './opening/fade-out.ts';
import type { Options } from './options.ts';
import { hideNotice, showNotice } from './panel/notices.ts';
import { suitingColor } from './scene/agents/suiting-color.ts';
import { extentOf } from './scene/extent.ts';
import type { Graphics } from './scene/graphics.ts';
import { heightsOf } from './scene/heights-of.ts';
import type { Session } from './session.ts';
import { flashAfter } from './threads/flash.ts';
import type { View } from './view.ts';

const PARTICLES_TIP = 'The time that the threads take to compute the positions of the particles.';

/**
 * The maximum time step of the camera and the lights in one frame, in s. After a longer frame, both move only as far as
 * in this time.
 */
const LONGEST_FRAME = 0.1;
/** Up to this much above the floors that are drawn, the agents on them are drawn, too, in m. */
const MARGIN = 1;
const NO_PICTURE = 'The picture is not available at the moment.';
const WEBGL_DRAWS = 'WebGL 2 draws the picture.';

export interface PictureEvents {
  /** Called when the visitor has moved the camera or changed its mode. */
  onCamera(): void;
  /**
   * Called when a frame begins, to update the text beside the picture. `session` is the drawn run; undefined if there
   * is none.
   */
  onFrame(session: Session | undefined): void;
  /** Called when drawing has failed. Nothing more is drawn after that. */
  onFault(error: unknown): void;
}

/** Everything that the page shows of a run: its picture, the camera, the selected agent and the gauge. */
export class Picture {
  readonly view: View;
  readonly rig: CameraRig;
  readonly insight: AgentInsight;
  readonly drawing: Drawing;
  /** The graphics interface that draws the picture. */
  graphics: Graphics['kind'] = 'webgl';
  /** While true, nothing is drawn, so that something else has the whole machine. */
  isAsleep = false;
  readonly #options: Options;
  readonly #events: PictureEvents;
  readonly #gauge: Gauge;
  #session: Session | undefined;
  /** The lowest and the highest height of the ground. */
  #heights: readonly [low: number, high: number] = [0, 0];
  #lastFrame: number | undefined;
  /** The time that has not been drawn yet, in s. The next drawn frame advances the picture by this time. */
  #undrawn = 0;
  /** For how long agents have shown the colors of their threads, in s of drawn time. A slow picture shows them longer. */
  #flashed = Number.POSITIVE_INFINITY;
  /** The run whose first frame is awaited. Until then, the picture still shows the run before it. */
  #awaited: Session | undefined;
  /** The performance mark of the moment at which agents were first drawn. It shows how long the page took to start. */
  #firstPicture: PerformanceMark | undefined;
  #resized = false;
  /** How far the next frame advances the picture in time, in s; undefined while the picture follows the clock. */
  #due: number | undefined;
  /** The agent that is marked in the next frame. */
  #agent: Frame['agent'];
  /** The weight maps at the drawn state; undefined while they are not wanted. */
  #maps: WeightMaps | undefined;
  /**
   * `#waiting` has the callbacks that wait for the next frame to be drawn. `#inDrawing` has the callbacks that wait for
   * the frame that is being drawn now.
   */
  #waiting: Array<() => void> = [];
  #inDrawing: Array<() => void> = [];

  /**
   * Creates the picture. `draw` creates the renderer.
   *
   * @throws GraphicsError
   */
  constructor(
    view: View,
    draw: (events: DrawingEvents) => Drawing,
    options: Options,
    events: PictureEvents,
  ) {
    this.view = view;
    this.#options = options;
    this.#events = events;
    this.drawing = draw({
      onDrawn: (report) => this.#onDrawn(report),
      onGraphics: (kind) => this.#onGraphics(kind),
      onRefused: (why) => {
        view.isUpper = false;
        showNotice(WEBGL_DRAWS, why);
      },
      onLost: () =>
        showNotice(NO_PICTURE, 'The graphics card is busy or was reset. The run continues.'),
      onRestored: () => hideNotice(NO_PICTURE),
      onParticles: (ms) => this.#gauge.measure('particles', 'Particles', PARTICLES_TIP, ms),
      onFault: (error) => events.onFault(error),
    });
    this.insight = new AgentInsight(view);
    this.rig = new CameraRig(view, () => events.onCamera());
    const gauge = document.querySelector<HTMLElement>('#gauge')!;
    this.#gauge = new Gauge(gauge);
    new ResizeObserver(() => {
      this.#resized = true;
    }).observe(view.canvas);
    document.addEventListener('visibilitychange', () => this.#forgetTime());
    requestAnimationFrame((now) => this.#frame(now));
  }

  /**
   * Shows a run that was just opened. Moves the camera to the given place. If no place is given, moves the camera to
   * the place that suits the scene. With `stays`, the camera stays where it is, because the scene is the same.
   */
  open(session: Session, camera: CameraPlace | undefined, stays = false): void {
    this.#putUp(session);
    this.#await(stays ? undefined : session);
    this.rig.lookAt(session.scenario, extentOf(session.scenario), camera, stays);
  }

  /**
   * Shows the current run in another session, for example at another tick. The camera and the selection stay the same.
   */
  swap(session: Session): void {
    const { id } = this.insight.selection;
    this.#putUp(session);
    this.insight.selection.select(id);
  }

  /** The canvas that is currently visible. */
  get canvas(): HTMLCanvasElement {
    return this.view.shown;
  }

  close(): void {
    this.#session = undefined;
    this.insight.open(undefined);
    this.#gauge.open(undefined);
    this.drawing.show(undefined);
  }

  /** Shows a new state of the world. Call it only while no tick is being computed. */
  onState(report: RunReport): void {
    this.#gauge.ticks(report);
    this.insight.onState();
    this.#maps = this.#lookAtMaps();
  }

  /** Shows or hides the weight maps after the visitor has changed the option. Also works in a paused run. */
  changeMaps(): void {
    const session = this.#session;
    void session?.stepper.whenIdle(() => {
      if (session === this.#session) this.#maps = this.#lookAtMaps();
    });
  }

  readonly #lookAgain = (): void => this.changeMaps();

  #lookAtMaps(): WeightMaps | undefined {
    const { world, scenario } = this.#session ?? {};
    const isWanted = world && scenario && this.#options.maps && hasWeightMaps(scenario);
    const explained = isWanted && explaining(this.#lookAgain);
    return explained ? weightMapsOf(world, explained.weightMap) : undefined;
  }

  /**
   * Sets how much time passes in the picture. If `seconds` is a number, only the next frame advances the picture, by
   * this time (s). If `seconds` is 'clock', the picture follows the clock again.
   */
  passTime(seconds: number | 'clock'): void {
    this.#due = seconds === 'clock' ? undefined : (this.#due ?? 0) + seconds;
  }

  /** Resolves when a frame with the current state has been drawn. */
  drawn(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Whether marks of the picture are computed from each state. */
  get readsStates(): boolean {
    return this.insight.selection.id !== undefined || this.#options.maps;
  }

  /** Whether the agents show the colors of their threads for a moment. */
  get isFlashing(): boolean {
    return this.#flash > 0;
  }

  /** Colors the agents by their threads for a moment. */
  flashThreads(): void {
    this.#flashed = 0;
  }

  /** The current picture as a PNG. */
  still(): Promise<Blob> {
    return this.drawing.still(this.#takeFrame());
  }

  /** The middle of the current picture, as a small picture of this size, in pixels. */
  small(width: number, height: number): Promise<ImageBitmap> {
    return this.drawing.small(this.#takeFrame(), width, height);
  }

  #putUp(session: Session): void {
    this.#session = session;
    this.#heights = heightsOf(session.scenario);
    this.#maps = undefined;
    this.changeMaps();
    this.drawing.show(session.drawn);
    this.insight.open(session);
    this.#gauge.open(session);
  }

  #frame(now: number): void {
    requestAnimationFrame((next) => this.#frame(next));
    const passed = Math.min(LONGEST_FRAME, (now - (this.#lastFrame ?? now)) / 1000);
    this.#lastFrame = now;
    const seconds = this.#due ?? passed;
    if (this.#due !== undefined) this.#due = 0;
    this.#undrawn += seconds;
    if (this.#resized) {
      this.#resized = false;
      this.view.resize();
    }
    this.#update(now, seconds);
    this.#events.onFrame(this.#session);
    if (this.drawing.busy || this.isAsleep) return;
    this.#inDrawing = this.#waiting;
    this.#waiting = [];
    this.drawing.draw(this.#takeFrame());
  }

  #update(now: number, seconds: number): void {
    const session = this.#session;
    if (session === undefined) return;
    const { state, stepper } = session;
    stepper.speed = this.#options.speed;
    session.colorBy(suitingColor(this.#options.color, session.scenario));
    stepper.frame(now);
    this.view.highest = this.#highest;
    this.view.update(seconds);
    // While no time passes, the camera stands still as well; a swing continues with the next step.
    if (seconds > 0) this.rig.update(state, seconds, stepper.lag, this.insight.selection.id);
    // The renderer may be on another thread and does not update this camera.
    this.view.camera.updateMatrixWorld();
    this.#agent = this.insight.update(seconds, now);
  }

  /** Lets the picture fade until the first frame of this run has been drawn. */
  #await(session: Session | undefined): void {
    this.#awaited = session;
    document.body.classList.toggle('waiting', session !== undefined);
  }

  /** The height up to which anything is drawn, in m. */
  get #highest(): number {
    const [low, high] = this.#heights;
    const { floors } = this.#options;
    if (floors === 100 || low === high) return Number.POSITIVE_INFINITY;
    return low + (floors / 100) * (high - low) + MARGIN;
  }

  get #flash(): number {
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    return flashAfter(1000 * this.#flashed, isStill);
  }

  /** Collects what the renderer needs for the next frame, including the time since the last drawn frame. */
  #takeFrame(): Frame {
    const { view } = this;
    const seconds = this.#undrawn;
    this.#undrawn = 0;
    const flash = this.#flash;
    this.#flashed += Math.min(LONGEST_FRAME, seconds);
    const { mesh, trails, particles, field, bloom, graphics } = this.#options;
    const color = this.#session?.drawn.colors.by ?? 'species';
    return {
      camera: view.pose,
      size: view.size,
      pixelsPerMeter: view.pixelsPerMeter,
      seconds,
      lag: this.#session?.stepper.lag ?? 0,
      look: { mesh, trails, particles, field, color, flash },
      ...{ bloom, graphics },
      agent: this.#session && this.#agent,
      maps: this.#session && this.#maps,
    };
  }

  #onDrawn(report: FrameReport): void {
    this.#gauge.frame(performance.now());
    this.#gauge.drew(report);
    for (const resolve of this.#inDrawing.splice(0)) resolve();
    const { shown } = report;
    if (shown !== undefined && shown.run === this.#awaited?.drawn.number) this.#await(undefined);
    if (shown === undefined || this.#firstPicture !== undefined) return;
    this.#firstPicture = performance.mark('skein first picture');
    document.body.classList.add('drawn');
    const still = document.querySelector<HTMLElement>('#still');
    if (still !== null) fadeOut(still);
  }

  #onGraphics(kind: Graphics['kind']): void {
    this.graphics = kind;
    this.view.isUpper = kind === 'webgpu';
  }

  /**
   * Called when the tab is hidden or shown again. A hidden tab draws no frames, so the time until the next frame does
   * not count as time of the run.
   */
  #forgetTime(): void {
    this.#session?.stepper.forgetTime();
    this.#gauge.forgetTime();
    this.#lastFrame = undefined;
  }
}
