import type { WorldEvent } from '@skein/core';
import {
  type ColorBy,
  type DrawnState,
  type Feed,
  isLight,
  readsPaint,
  type TakeParticles,
  type WorldSource,
} from '@skein/three/parts';
import type { CardCopy, CardToDraw } from '../scene/brushes.ts';
import { Glow } from '../scene/glow.ts';
import type { AnyCanvas, Graphics } from '../scene/graphics.ts';
import { GraphicsChoice } from '../scene/graphics-choice.ts';
import type { FrameView } from '../scene/layer.ts';
import { ParticleLayer } from '../scene/particle-layer.ts';
import type { SceneHost } from '../scene/scene-host.ts';
import { Scenery } from '../scene/scenery.ts';
import { speciesColor } from '../scene/species-color.ts';
import { Stage } from '../scene/stage.ts';
import { AgentMarks } from './agent-marks.ts';
import type { Colors, Frame, FrameReport } from './frame.ts';

/** If a world has more agents than this, automatic glow is off. The light of so many agents would add up to white. */
const MAX_GLOWING = 20_000;

/** Events of the painter. */
export interface PainterEvents {
  /** Called when drawing switches to another graphics interface. WebGPU draws on a second canvas of the page. */
  onGraphics(kind: Graphics['kind']): void;
  /** Called when WebGPU could not be started or has stopped, so that WebGL draws instead. `why` is the reason. */
  onRefused(why: string): void;
  /** `onLost` is called when the graphics card has dropped the picture, `onRestored` when the card can draw again. */
  onLost(): void;
  onRestored(): void;
  /** Reports how long the threads took to evaluate the particles, in ms. */
  onParticles(ms: number): void;
}

/** What the painter needs from the page. */
export interface PainterHost extends SceneHost, PainterEvents {
  /** Returns a second canvas of the page, on which WebGPU draws. */
  lendCanvas(): AnyCanvas | Promise<AnyCanvas>;
}

/** A run to draw. */
export interface RunToPaint {
  readonly source: WorldSource;
  readonly state: DrawnState;
  /** Creates a feed, which asks the run's threads to evaluate particles and passes the results to `take`. */
  readonly feed: (take: TakeParticles) => Feed;
  /** The graphics card that steps the run, if it does so on this thread. */
  readonly card?: () => CardToDraw | undefined;
  /** Does something while no tick of the run is being computed. */
  readonly whenIdle?: (action: () => void) => void;
}

/** The visible run, with all objects of its picture. */
interface Shown extends RunToPaint {
  readonly run: number;
  readonly scenery: Scenery;
  readonly particles: ParticleLayer;
  readonly marks: AgentMarks;
  /** The copy on the graphics card from which agents are drawn. */
  readonly copy: CardCopy | undefined;
}

/**
 * Draws runs on a canvas, one run at a time. The data of each frame come from the page. The painter calls only its
 * host, never the page itself, so it works on any thread.
 */
export class Painter {
  readonly #stage: Stage;
  readonly #host: PainterHost;
  readonly #glow: Glow;
  readonly #choice: GraphicsChoice;
  readonly #runs = new Map<number, RunToPaint>();
  #shown: Shown | undefined;
  /** The shape of agents in the last frame. */
  #mesh: Frame['look']['mesh'] | undefined;

  constructor(canvas: AnyCanvas, host: PainterHost) {
    this.#host = host;
    this.#stage = new Stage(
      canvas,
      () => host.onLost(),
      () => host.onRestored(),
    );
    this.#glow = new Glow(this.#stage);
    this.#choice = new GraphicsChoice({
      lendCanvas: () => host.lendCanvas(),
      onChoice: (graphics) => this.#drawBy(graphics),
      onRefused: (why) => host.onRefused(why),
    });
  }

  /** Prepares to draw a run. Its number must differ from the numbers of all earlier runs. */
  begin(run: number, to: RunToPaint): void {
    this.#runs.set(run, to);
  }

  /**
   * Copies the current state of a run's world. `packed` says whether the threads have packed the points of the run's
   * agents. Call it only while no tick is being computed.
   */
  copy(run: number, packed: boolean): void {
    const { state, source } = this.#of(run);
    state.copyFrom(source.world, packed);
    if (run === this.#shown?.run) this.#shown.copy?.update();
  }

  /**
   * Whether the picture of a run is drawn from the graphics card, and needs nothing of the agents that only the CPU
   * computes. This is the poses of few bodies, the colors of columns, states and threads, trails, and fields.
   */
  needsNoCopy(run: number): boolean {
    if (run !== this.#shown?.run || this.#shown.copy === undefined) return false;
    const { state, source } = this.#shown;
    const { scenario } = source.world;
    const isTraced = scenario.species.some((one) => isLight(scenario, one));
    if (isTraced || state.scalars.length > 0) return false;
    const isOfPoints = this.#mesh === 'point';
    return isOfPoints ? !readsPaint(state.paint) : !state.poses && state.paint.cover === 0;
  }

  /** Takes the present state of a run from the graphics card to the picture. Call it only while no tick is being computed. */
  skip(run: number): void {
    const { state, card } = this.#of(run);
    const { tick, targets } = card!()!.state();
    state.skipTo(tick, targets);
    this.#shown?.copy?.update();
  }

  /** Sets what the colors of agents show. Call it only while no tick is being computed. */
  colorBy(run: number, by: ColorBy): void {
    const { state, source } = this.#of(run);
    state.paint.by = by;
    state.paint.copyFrom(source.world, state.living);
  }

  /**
   * Shows an event of a run. A hit lights up its target, and a shot lights up its launcher. An event with the `id` of
   * an agent ends the trail of that agent, unless it is an `orbit` event.
   */
  event(run: number, event: WorldEvent): void {
    const { state } = this.#of(run);
    if (event.type !== 'orbit' && 'id' in event) {
      state.trails.end(event.id, event.position, event.tick);
    }
    if (run === this.#shown?.run) this.#shown.scenery.show(event);
  }

  /** Draws the run with the number `run` from now on. If `run` is undefined, draws no run. */
  show(run: number | undefined): void {
    if (this.#shown !== undefined) {
      const { scenery, particles, marks, copy } = this.#shown;
      copy?.dispose();
      scenery.dispose();
      particles.dispose();
      marks.dispose();
      this.#shown = undefined;
    }
    if (run !== undefined) this.#shown = this.#putUp(run);
  }

  /** Frees the resources of a run that has ended. */
  end(run: number): void {
    if (run === this.#shown?.run) this.show(undefined);
    this.#runs.delete(run);
  }

  /** Draws a frame. */
  draw(frame: Frame): FrameReport {
    const stage = this.#stage;
    stage.size = frame.size;
    stage.pose = frame.camera;
    this.#update(frame);
    const uploadedBefore = stage.graphics.takeUploadMs();
    const begun = performance.now();
    this.#glow.draw(this.#bloomOf(frame));
    const ms = performance.now() - begun;
    const uploaded = stage.graphics.takeUploadMs();
    this.#shown?.particles.drawn();
    return {
      uploadMs: uploadedBefore + uploaded,
      drawMs: Math.max(0, ms - uploaded),
      shown: this.#shown && { run: this.#shown.run, colors: colorsOf(this.#shown.state) },
    };
  }

  /** Resolves when the graphics card has drawn, if it also steps the run; otherwise returns undefined. */
  finishOnCard(): Promise<void> | undefined {
    return this.#shown?.copy && this.#stage.graphics.finish();
  }

  /**
   * Draws a frame and returns it as a PNG. If the graphics card has dropped the picture, waits until the card can draw.
   */
  async still(frame: Frame): Promise<Blob> {
    // The browser cannot read a canvas whose context is lost.
    await this.#stage.drawable();
    this.draw(frame);
    // The drawn pixels can be read until this thread yields.
    return pngOf(this.#stage.graphics.canvas);
  }

  /** Draws a frame and returns the middle of it as a small picture. */
  async small(frame: Frame, width: number, height: number): Promise<ImageBitmap> {
    await this.#stage.drawable();
    this.draw(frame);
    const { canvas } = this.#stage.graphics;
    const scale = Math.min(canvas.width / width, canvas.height / height);
    const [wide, high] = [Math.round(scale * width), Math.round(scale * height)];
    const left = (canvas.width - wide) >> 1;
    const top = (canvas.height - high) >> 1;
    // The drawn pixels are read before this thread yields, and made smaller elsewhere.
    return createImageBitmap(canvas, left, top, wide, high, {
      ...{ resizeWidth: width, resizeHeight: height, resizeQuality: 'medium' },
    });
  }

  /** The numbers of geometries and textures on the graphics card, for tests. */
  get memory(): { geometries: number; textures: number } {
    return { ...this.#stage.webgl.renderer.info.memory };
  }

  /** The id of the three.js object that draws particles, for tests; undefined when there is none. */
  get particlePoints(): string | undefined {
    let found: string | undefined;
    this.#stage.scene.traverse((object) => {
      const { geometry } = object as { geometry?: { attributes: Record<string, unknown> } };
      const { born, particle } = geometry?.attributes ?? {};
      if ((born ?? particle) !== undefined) found = object.uuid;
    });
    return found;
  }

  /** Simulates the loss of the graphics card, for tests. Returns a function that restores it. */
  lose(): () => void {
    return this.#stage.graphics.lose();
  }

  #of(run: number): RunToPaint {
    const found = this.#runs.get(run);
    if (found === undefined) throw new Error(`Run ${run} has not begun, or is over.`);
    return found;
  }

  #update(frame: Frame): void {
    if (this.#shown === undefined) return;
    const { device } = this.#shown.card?.() ?? {};
    this.#choice.follow(frame.graphics, this.#shown.source.world.count, device);
    this.#mesh = frame.look.mesh;
    if (this.#shown === undefined) return;
    const { scenery, particles, marks, state } = this.#shown;
    const { pixelsPerMeter, seconds, lag, look } = frame;
    const view: FrameView = { pixelsPerMeter, seconds, lag, look, camera: this.#stage.camera };
    state.paint.flash = look.flash;
    scenery.update(state, view);
    particles.update(state, view);
    marks.update(frame, state, view);
  }

  #bloomOf({ bloom }: Frame): Frame['bloom'] {
    const count = this.#shown?.source.world.count ?? 0;
    return bloom === 'auto' && count > MAX_GLOWING ? 'off' : bloom;
  }

  /**
   * Switches to `graphics`, or to WebGL if `graphics` is undefined. Creates all objects of the scene again for this
   * graphics interface.
   */
  #drawBy(graphics: Graphics | undefined): void {
    const run = this.#shown?.run;
    this.show(undefined);
    this.#stage.use(graphics);
    this.#host.onGraphics(this.#stage.graphics.kind);
    this.show(run);
  }

  #putUp(run: number): Shown {
    const to = this.#of(run);
    const { source, state, feed } = to;
    const { scenario } = source.world;
    const { graphics } = this.#stage;
    const card = to.card?.();
    const isThere = card !== undefined && graphics.device === card.device;
    const copy = isThere ? graphics.copyCard?.(card) : undefined;
    if (copy !== undefined) {
      to.whenIdle?.(() => {
        if (this.#shown?.copy === copy) copy.update();
      });
    }
    const scenery = new Scenery(this.#stage, scenario, state, this.#host, copy);
    const particles = new ParticleLayer(this.#stage.graphics.brushes, {
      team: source,
      colors: scenario.species.map((_, index) => speciesColor(scenario, index)),
      threads: { feed, onEvaluated: (ms) => this.#host.onParticles(ms) },
    });
    this.#stage.add(particles.object);
    const marks = new AgentMarks(this.#stage, scenario);
    return { ...to, run, scenery, particles, marks, copy };
  }
}

function pngOf(canvas: AnyCanvas): Promise<Blob> {
  if ('convertToBlob' in canvas) return canvas.convertToBlob({ type: 'image/png' });
  return new Promise((resolve, reject) => {
    canvas.toBlob((png) => {
      if (png === null) reject(new Error('The browser could not encode the picture.'));
      else resolve(png);
    }, 'image/png');
  });
}

function colorsOf({ paint: { by, scale, kinds, title, flat } }: DrawnState): Colors {
  return { by, scale, kinds, title, flat };
}
