import type { WorldEvent } from '@skein/core';
import type { ColorBy, DrawnState, Feed, TakeParticles, WorldSource } from '@skein/three/parts';
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
import type { Frame, FrameReport } from './frame.ts';

/** The light of more agents than these would add up to white. */
const MAX_GLOWING = 20_000;

/** What is heard of the painter. */
export interface PainterEvents {
  /** These draw from now on: by WebGPU, on the canvas that was lent. */
  onGraphics(kind: Graphics['kind']): void;
  /** WebGPU was asked for, or drew until now, and WebGL draws. */
  onRefused(why: string): void;
  /** The graphics card has taken the picture away; or gives it back. */
  onLost(): void;
  onRestored(): void;
  /** The threads have worked out where particles are, in so many ms. */
  onParticles(ms: number): void;
}

/** What the painter asks of the page. */
export interface PainterHost extends SceneHost, PainterEvents {
  /** A second canvas, for WebGPU. */
  lendCanvas(): AnyCanvas | Promise<AnyCanvas>;
}

/** A run, as the painter is given it. */
export interface RunToPaint {
  readonly source: WorldSource;
  readonly state: DrawnState;
  /** What has its threads evaluate particles. */
  readonly feed: (take: TakeParticles) => Feed;
}

/** The run that is seen, and all that stands in its picture. */
interface Shown extends RunToPaint {
  readonly run: number;
  readonly scenery: Scenery;
  readonly particles: ParticleLayer;
  readonly marks: AgentMarks;
}

/**
 * Draws runs on a canvas, one at a time, from what the page says of each frame. It knows nothing of the page but its
 * host, so it works on the page's own thread and on another.
 */
export class Painter {
  readonly #stage: Stage;
  readonly #host: PainterHost;
  readonly #glow: Glow;
  readonly #choice: GraphicsChoice;
  readonly #runs = new Map<number, RunToPaint>();
  #shown: Shown | undefined;

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

  /** A run begins; its number is new. */
  begin(run: number, to: RunToPaint): void {
    this.#runs.set(run, to);
  }

  /** Takes over where the world of a run stands, whose points the threads have `packed`, or not. Only between runs of the threads. */
  copy(run: number, packed: boolean): void {
    const { state, source } = this.#of(run);
    state.copyFrom(source.world, packed);
  }

  /** What the colors of agents tell from now on. Only between runs of the threads. */
  colorBy(run: number, by: ColorBy): void {
    const { state, source } = this.#of(run);
    state.paint.by = by;
    state.paint.copyFrom(source.world, state.living);
  }

  /** What an event is about lights up, and trails end. */
  event(run: number, event: WorldEvent): void {
    const { state } = this.#of(run);
    if (event.type !== 'orbit' && 'id' in event) {
      state.trails.end(event.id, event.position, event.tick);
    }
    if (run === this.#shown?.run) this.#shown.scenery.show(event);
  }

  /** Draws a run from now on, or none. */
  show(run: number | undefined): void {
    if (this.#shown !== undefined) {
      const { scenery, particles, marks } = this.#shown;
      scenery.dispose();
      particles.dispose();
      marks.dispose();
      this.#shown = undefined;
    }
    if (run !== undefined) this.#shown = this.#putUp(run);
  }

  /** A run is over, and is not seen any more. */
  end(run: number): void {
    if (run === this.#shown?.run) this.show(undefined);
    this.#runs.delete(run);
  }

  /** Draws a picture. */
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

  /** Draws a picture, as PNG. */
  still(frame: Frame): Promise<Blob> {
    this.draw(frame);
    // What the graphics card has drawn is there to be read until this thread has its next turn.
    return pngOf(this.#stage.graphics.canvas);
  }

  /** What the graphics card holds for the picture, for tests. */
  get memory(): { geometries: number; textures: number } {
    return { ...this.#stage.webgl.renderer.info.memory };
  }

  /** What draws particles, by its number, for tests; undefined while nothing does. */
  get particlePoints(): string | undefined {
    let found: string | undefined;
    this.#stage.scene.traverse((object) => {
      const { geometry } = object as { geometry?: { attributes: Record<string, unknown> } };
      const { born, particle } = geometry?.attributes ?? {};
      if ((born ?? particle) !== undefined) found = object.uuid;
    });
    return found;
  }

  /** Takes the picture away as a graphics card may do, for tests; what it returns gives it back. */
  lose(): () => void {
    const gl = this.#stage.webgl.renderer.getContext();
    const extension = gl.getExtension('WEBGL_lose_context');
    extension?.loseContext();
    return () => extension?.restoreContext();
  }

  #of(run: number): RunToPaint {
    const found = this.#runs.get(run);
    if (found === undefined) throw new Error(`Run ${run} has not begun, or is over.`);
    return found;
  }

  #update(frame: Frame): void {
    if (this.#shown === undefined) return;
    this.#choice.follow(frame.graphics, this.#shown.source.world.count);
    const { scenery, particles, marks, state } = this.#shown;
    const { pixelsPerMeter, seconds, lag, look } = frame;
    const view: FrameView = { pixelsPerMeter, seconds, lag, look, camera: this.#stage.camera };
    scenery.update(state, view);
    particles.update(state, view);
    marks.update(frame.agent, state, view);
  }

  #bloomOf({ bloom }: Frame): Frame['bloom'] {
    const count = this.#shown?.source.world.count ?? 0;
    return bloom === 'auto' && count > MAX_GLOWING ? 'off' : bloom;
  }

  /** All that stands in the scene is made again, by other brushes. */
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
    const scenery = new Scenery(this.#stage, scenario, state, this.#host);
    const particles = new ParticleLayer(this.#stage.graphics.brushes, {
      team: source,
      colors: scenario.species.map((_, index) => speciesColor(scenario, index)),
      threads: { feed, onEvaluated: (ms) => this.#host.onParticles(ms) },
    });
    this.#stage.add(particles.object);
    return { ...to, run, scenery, particles, marks: new AgentMarks(this.#stage, scenario) };
  }
}

function pngOf(canvas: AnyCanvas): Promise<Blob> {
  if ('convertToBlob' in canvas) return canvas.convertToBlob({ type: 'image/png' });
  return new Promise((resolve, reject) => {
    canvas.toBlob((png) => {
      if (png === null) reject(new Error('The browser could not make a picture.'));
      else resolve(png);
    }, 'image/png');
  });
}

function colorsOf({ paint: { by, scale, flat } }: DrawnState) {
  return { by, scale, flat };
}
