import type { WorldEvent } from '@skein/core';
import type { RunReport } from '@skein/worker';
import type { CameraPlace } from './camera/place.ts';
import { CameraRig } from './camera/rig.ts';
import { Gauge } from './gauge/gauge.ts';
import { AgentInsight } from './insight/agent-insight.ts';
import type { Options } from './options.ts';
import { hideNotice, showNotice } from './panel/notices.ts';
import { suitingColor } from './scene/agents/suiting-color.ts';
import { Glow } from './scene/glow.ts';
import type { Graphics } from './scene/graphics.ts';
import { GraphicsChoice } from './scene/graphics-choice.ts';
import { ParticleLayer } from './scene/particle-layer.ts';
import { Scenery } from './scene/scenery.ts';
import { speciesColor } from './scene/species-color.ts';
import { Stage } from './scene/stage.ts';
import type { Session } from './session.ts';

const PARTICLES_TIP = 'Working out on the threads where each particle is.';

/** Longer frames than this move the camera and the lights no further, s. */
const LONGEST_FRAME = 0.1;
/** The scaling test goes up to the number of cores, and at most up to this. */
const MAX_TESTED = 16;
/** The light of more agents than these would add up to white. */
const MAX_GLOWING = 20_000;
const NO_PICTURE = 'The picture is gone for the moment.';
const WEBGL_DRAWS = 'WebGL 2 draws the picture.';

export interface PictureEvents {
  /** The visitor has moved the camera, or taken it from its mode. */
  onCamera(): void;
  /** A frame begins: what is written beside the picture may change; of the run that is drawn, if any. */
  onFrame(session: Session | undefined): void;
  isPaused(): boolean;
}

/** What is drawn of a run: its scene, the camera on it, the agent that is looked at, and the gauge. */
export class Picture {
  readonly stage: Stage;
  readonly rig: CameraRig;
  readonly insight: AgentInsight;
  readonly #options: Options;
  readonly #events: PictureEvents;
  readonly #gauge: Gauge;
  readonly #glow: Glow;
  readonly #choice: GraphicsChoice;
  #drawn: { session: Session; scenery: Scenery; particles: ParticleLayer } | undefined;
  #lastFrame: number | undefined;
  /** When agents were drawn first, for measurements of the page. */
  #firstPicture: PerformanceMark | undefined;
  #resized = false;
  /** The time that is to pass in the picture, s; undefined while it passes with the clock. */
  #due: number | undefined;

  /**
   * `cores`: of this machine.
   *
   * @throws GraphicsError
   */
  constructor(canvas: HTMLCanvasElement, options: Options, cores: number, events: PictureEvents) {
    this.#options = options;
    this.#events = events;
    this.stage = new Stage(
      canvas,
      () => showNotice(NO_PICTURE, 'The graphics card is busy or was reset. The run continues.'),
      () => hideNotice(NO_PICTURE),
    );
    this.insight = new AgentInsight(this.stage);
    this.#glow = new Glow(this.stage);
    this.#choice = new GraphicsChoice({
      onChoice: (graphics) => this.#drawBy(graphics),
      onRefused: (why) => showNotice(WEBGL_DRAWS, why),
    });
    this.rig = new CameraRig(this.stage, () => events.onCamera());
    const gauge = document.querySelector<HTMLElement>('#gauge')!;
    const tested = Math.min(MAX_TESTED, Math.max(2, cores));
    const takeUploadMs = () => this.stage.graphics.takeUploadMs();
    this.#gauge = new Gauge(gauge, takeUploadMs, tested, events.isPaused);
    new ResizeObserver(() => {
      this.#resized = true;
    }).observe(canvas);
    document.addEventListener('visibilitychange', () => this.#forgetTime());
    requestAnimationFrame((now) => this.#frame(now));
  }

  /** Shows a run that begins; the camera stands there, or as the scene wants it. */
  open(session: Session, camera: CameraPlace | undefined): void {
    this.#putUp(session);
    this.rig.lookAt(session.scenario, this.#drawn!.scenery.extent, camera);
  }

  /** Shows the same run at another of its moments: the camera and whom it looks at stay. */
  swap(session: Session): void {
    const { id } = this.insight.selection;
    this.close();
    this.#putUp(session);
    this.insight.selection.select(id);
  }

  /** What it is drawn on. */
  get canvas(): HTMLCanvasElement {
    return this.stage.graphics.canvas;
  }

  close(): void {
    this.insight.open(undefined);
    this.#gauge.open(undefined);
    this.#drawn?.scenery.dispose();
    this.#drawn?.particles.dispose();
    this.#drawn = undefined;
  }

  /** The world stands at a new state. Only between runs. */
  onState(report: RunReport): void {
    this.#gauge.ticks(report);
    this.insight.onState();
  }

  /** Lights up what an event is about. */
  show(event: WorldEvent): void {
    this.#drawn?.scenery.show(event);
  }

  /** From now on only so much time passes in the picture, s, with its next frame; or as the clock does. */
  passTime(seconds: number | 'clock'): void {
    this.#due = seconds === 'clock' ? undefined : (this.#due ?? 0) + seconds;
  }

  /** Draws what is seen now once more. */
  draw(): void {
    const { bloom } = this.#options;
    const many = (this.#drawn?.session.world.count ?? 0) > MAX_GLOWING;
    this.#glow.draw(bloom === 'auto' && many ? 'off' : bloom);
  }

  /** All that stands in the scene is made again, by other brushes. */
  #drawBy(graphics: Graphics | undefined): void {
    const session = this.#drawn?.session;
    const { id } = this.insight.selection;
    this.close();
    this.stage.use(graphics);
    if (session === undefined) return;
    this.#putUp(session);
    this.insight.selection.select(id);
  }

  #putUp(session: Session): void {
    const scenery = new Scenery(this.stage, session.scenario, session.state);
    const { scenario, team, stepper } = session;
    const particles = new ParticleLayer(this.stage.graphics.brushes, {
      team,
      colors: scenario.species.map((_, index) => speciesColor(scenario, index)),
      threads: {
        stepper,
        onEvaluated: (ms) => this.#gauge.measure('particles', 'Particles', PARTICLES_TIP, ms),
      },
    });
    this.stage.add(particles.object);
    this.#drawn = { session, scenery, particles };
    this.insight.open(session);
    this.#gauge.open(session);
  }

  #frame(now: number): void {
    requestAnimationFrame((next) => this.#frame(next));
    const passed = Math.min(LONGEST_FRAME, (now - (this.#lastFrame ?? now)) / 1000);
    this.#lastFrame = now;
    const seconds = this.#due ?? passed;
    if (this.#due !== undefined) this.#due = 0;
    this.#gauge.frame(now);
    if (this.#resized) {
      this.#resized = false;
      this.stage.resize();
    }
    this.#update(now, seconds);
    this.#events.onFrame(this.#drawn?.session);
    this.#gauge.beginDraw();
    this.draw();
    this.#gauge.endDraw();
    if (this.#drawn === undefined) return;
    this.#drawn.particles.drawn();
    this.#firstPicture ??= performance.mark('skein first picture');
  }

  #update(now: number, seconds: number): void {
    if (this.#drawn === undefined) return;
    this.#choice.follow(this.#options.graphics, this.#drawn.session.world.count);
    const { session, scenery, particles } = this.#drawn;
    const { state, stepper } = session;
    stepper.speed = this.#options.speed;
    const color = suitingColor(this.#options.color, session.scenario);
    session.colorBy(color);
    stepper.frame(now);
    const { lag } = stepper;
    // While time stands still, so does the camera: what it has left of a swing is for the next step.
    if (seconds > 0) this.rig.update(state, seconds, lag, this.insight.selection.id);
    const view = {
      pixelsPerMeter: this.stage.pixelsPerMeter,
      seconds,
      lag,
      look: { ...this.#options, color },
      camera: this.stage.camera,
    };
    scenery.update(state, view);
    particles.update(state, view);
    this.insight.update(view, now);
  }

  /** A hidden tab has no frames; the time until the next one is not made up for. */
  #forgetTime(): void {
    this.#drawn?.session.stepper.forgetTime();
    this.#gauge.forgetTime();
    this.#lastFrame = undefined;
  }
}
