import type { ParticleViews } from '@skein/core';
import type { DrawnState, Stepper } from '@skein/three/parts';
import type { Team } from '@skein/worker';
import {
  CustomBlending,
  Group,
  type Object3D,
  OneFactor,
  OneMinusSrcAlphaFactor,
  Points,
  ShaderMaterial,
  type WebGLRenderer,
} from 'three';
import type { FrameView, Layer } from '../scene/layer.ts';
import { scaleTexture } from '../scene/scale-texture.ts';
import { BirthSource } from './birth-source.ts';
import { ParticleFeed } from './feed.ts';
import { kindsOf } from './kinds.ts';
import { RecordSource } from './record-source.ts';
import { BIRTH_VERTEX, RECORD_VERTEX, SPRITE_FRAGMENT } from './shader.ts';

/** Larger points cost more than they show, and some cards have none, pixels. */
const LARGEST = 256;

/** What particles are drawn of and by. */
export interface ParticleLayerOptions {
  readonly renderer: WebGLRenderer;
  readonly team: Team;
  readonly stepper: Stepper;
  /** The threads have worked out where each particle is, in so many milliseconds. */
  readonly onEvaluated: (ms: number) => void;
}

/** Particles of a source, and what draws them. */
interface Drawn<Source> {
  readonly source: Source;
  readonly points: Object3D;
  readonly material: ShaderMaterial;
}

/**
 * Trails and sparks, a sprite of light for each particle. Either the threads work out where each is,
 * and all of that is uploaded; or the births alone are uploaded, and the graphics card works it out.
 */
export class ParticleLayer implements Layer {
  readonly object = new Group();
  readonly #canvas: HTMLCanvasElement;
  readonly #gl: WebGL2RenderingContext;
  readonly #team: Team;
  readonly #onEvaluated: (ms: number) => void;
  readonly #feed: ParticleFeed;
  readonly #unlisten: () => void;
  readonly #uniforms;
  readonly #scale = scaleTexture();
  readonly #defines: Record<string, number>;
  #records: Drawn<RecordSource> | undefined;
  #births: Drawn<BirthSource> | undefined;
  /** Tick and share of the next at which the picture stands. */
  #shown = 0;
  #onThreads = false;

  constructor({ renderer, team, stepper, onEvaluated }: ParticleLayerOptions) {
    this.#canvas = renderer.domElement;
    this.#gl = renderer.getContext() as WebGL2RenderingContext;
    this.#team = team;
    this.#onEvaluated = onEvaluated;
    this.#feed = new ParticleFeed(stepper, (views, ms) => this.#takeRecords(views, ms));
    const { scenario } = team.world;
    const kinds = kindsOf(scenario);
    const [, most] = this.#gl.getParameter(this.#gl.ALIASED_POINT_SIZE_RANGE) as Float32Array;
    this.#defines = { KINDS: kinds.count };
    this.#uniforms = {
      tick: { value: 0 },
      alpha: { value: 0 },
      dt: { value: scenario.dt },
      depth: { value: scenario.dimensions === 3 ? 1 : 0 },
      flights: { value: kinds.flights },
      walks: { value: kinds.walks },
      looks: { value: kinds.looks },
      colors: { value: kinds.colors },
      pixelsPerMeter: { value: 1 },
      largest: { value: Math.min(LARGEST, most) },
      trails: { value: 1 },
      fastest: { value: 0 },
      scale: { value: this.#scale },
    };
    this.#canvas.addEventListener('webglcontextlost', this.#forget);
    this.#unlisten = team.on('moved', this.#forget);
  }

  update(state: DrawnState, view: FrameView): void {
    const { births } = state;
    if (births.capacity === 0 || this.#gl.isContextLost()) return;
    this.#shown = Math.max(0, state.tick - view.lag / this.#team.world.scenario.dt);
    this.#onThreads = view.look.particles === 'threads';
    this.#uniforms.trails.value = view.look.trails === 'sprites' ? 1 : 0;
    const speed = view.look.color === 'speed';
    const fastest = speed ? (state.paint.scale?.to ?? 0) : 0;
    // What was evaluated last came without its velocities.
    if (fastest > 0 && this.#uniforms.fastest.value === 0) this.#feed.forget();
    this.#uniforms.fastest.value = fastest;
    this.#uniforms.pixelsPerMeter.value = view.pixelsPerMeter;
    if (!this.#onThreads) this.#takeBirths(state);
  }

  /** The picture is drawn. */
  drawn(): void {
    if (this.#onThreads && !this.#gl.isContextLost()) this.#feed.ask(this.#shown);
  }

  dispose(): void {
    this.#canvas.removeEventListener('webglcontextlost', this.#forget);
    this.#unlisten();
    this.object.removeFromParent();
    this.#scale.dispose();
    this.#onThreads = false;
    this.#forget();
  }

  /**
   * Frees what the graphics card holds, or has lost, and what was taken from a memory that the world has
   * left; the next frame puts it there anew.
   */
  readonly #forget = (): void => {
    for (const each of [this.#records, this.#births]) {
      if (each === undefined) continue;
      each.source.dispose();
      each.material.dispose();
      this.object.remove(each.points);
    }
    this.#records = undefined;
    this.#births = undefined;
    this.#feed.forget();
  };

  #takeRecords(views: ParticleViews, ms: number): void {
    // An evaluation may come when nobody wants it any more.
    if (!this.#onThreads || this.#gl.isContextLost()) return;
    this.#records ??= this.#draw(new RecordSource(this.#gl, this.#team.world), RECORD_VERTEX);
    this.#records.source.update(views, this.#uniforms.fastest.value > 0);
    this.#onEvaluated(ms);
    this.#show(this.#records.points);
  }

  #takeBirths({ births }: DrawnState): void {
    if (this.#births === undefined) {
      births.renew();
      this.#births = this.#draw(new BirthSource(this.#gl, this.#team.world), BIRTH_VERTEX);
    }
    this.#births.source.update(births);
    this.#uniforms.tick.value = Math.floor(this.#shown);
    this.#uniforms.alpha.value = this.#shown - Math.floor(this.#shown);
    this.#feed.forget();
    this.#show(this.#births.points);
  }

  /** One of the two is drawn: the other only until the first picture of this one is there. */
  #show(points: Object3D): void {
    for (const child of this.object.children) child.visible = child === points;
  }

  #draw<Source extends RecordSource | BirthSource>(
    source: Source,
    vertexShader: string,
  ): Drawn<Source> {
    const material = new ShaderMaterial({
      vertexShader,
      fragmentShader: SPRITE_FRAGMENT,
      uniforms: this.#uniforms,
      defines: this.#defines,
      blending: CustomBlending,
      blendSrc: OneFactor,
      blendDst: OneMinusSrcAlphaFactor,
      transparent: true,
      depthWrite: false,
    });
    const { geometry } = source;
    // Only a list of materials makes three.js draw the groups of a geometry.
    const points = new Points(geometry, geometry.groups.length > 0 ? [material] : material);
    points.frustumCulled = false;
    this.object.add(points);
    return { source, points, material };
  }
}
