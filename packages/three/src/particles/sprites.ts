import type { World } from '@skein/core';
import {
  type Color,
  Group,
  type IUniform,
  OneMinusSrcAlphaFactor,
  Points,
  type ShaderMaterial,
  type WebGLRenderer,
} from 'three';
import { knowView, lightMaterial } from '../light/light.ts';
import { scaleTexture } from '../light/scale-texture.ts';
import type { Births } from '../sync/births.ts';
import { BirthSource } from './birth-source.ts';
import type { EvaluatedParticles, Feed, TakeParticles } from './feed.ts';
import { kindsOf, THREADS, threadColors } from './kinds.ts';
import { RecordSource } from './record-source.ts';
import { BIRTH_VERTEX, RECORD_VERTEX, SPRITE_FRAGMENT } from './shader.ts';

/** What sprites need from a team: its world, and an event. The event occurs when the world moves to another memory. */
export interface WorldSource {
  readonly world: World;
  /**
   * Adds a listener, which is called when the world moves to another memory. Returns a function that removes the
   * listener.
   */
  on(type: 'moved', listener: () => void): () => void;
}

export interface SpritesOptions {
  readonly team: WorldSource;
  /** The color of each species. */
  readonly colors: readonly Color[];
  /** Called before the particles are drawn. It may call `moveTo`. */
  readonly onDraw?: () => void;
  /** Options that are needed only if the threads may evaluate the particles. */
  readonly threads?: {
    readonly renderer: WebGLRenderer;
    /**
     * Creates the object that asks the threads to evaluate particles. This object calls `take` with the evaluated
     * particles.
     */
    readonly feed: (take: TakeParticles) => Feed;
    /** Called after each evaluation, with its duration in ms. */
    readonly onEvaluated: (ms: number) => void;
  };
}

/** Which particles are visible, and at which moment. */
export interface SpritesView {
  /** The drawn moment: a tick plus a fraction. */
  readonly shown: number;
  /** For a species, given by its index: whether its trails are drawn, and whether its sparks are drawn. */
  readonly trails: (species: number) => boolean;
  readonly sparks: (species: number) => boolean;
  /** The speed at the end of the color scale, in m/s; 0 if colors show the species. */
  readonly fastest: number;
  /** How much the colors show the threads that stepped the agents at the births, 0 to 1. Default: 0. */
  readonly byThread?: number;
  readonly onThreads: boolean;
}

/** A source of particles, and the object that draws the particles from it. */
interface Drawn<Source> {
  readonly source: Source;
  readonly points: Points;
  readonly material: ShaderMaterial;
}

/**
 * Draws trails and sparks, with one sprite of light for each particle. Either the GPU computes the positions from the
 * uploaded births, or the threads compute positions that are then uploaded.
 */
export class Sprites extends Group {
  readonly #team: WorldSource;
  readonly #threads: SpritesOptions['threads'];
  readonly #onDraw: (() => void) | undefined;
  readonly #feed: Feed | undefined;
  readonly #unlisten: () => void;
  readonly #uniforms;
  readonly #scale = scaleTexture();
  readonly #kinds: number;
  #records: Drawn<RecordSource> | undefined;
  #births: Drawn<BirthSource> | undefined;
  #shown = 0;
  /** The threads of the births, see `Births`. */
  #bornOn: Births['threads'] | undefined;
  #onThreads = false;

  constructor({ team, colors, onDraw, threads }: SpritesOptions) {
    super();
    this.#team = team;
    this.#threads = threads;
    this.#onDraw = onDraw;
    const { scenario } = team.world;
    const kinds = kindsOf(scenario, colors);
    this.#kinds = kinds.count;
    this.#uniforms = {
      viewHeight: { value: 1 },
      tick: { value: 0 },
      alpha: { value: 0 },
      dt: { value: scenario.dt },
      depth: { value: scenario.dimensions === 3 ? 1 : 0 },
      flights: { value: kinds.flights },
      walks: { value: kinds.walks },
      looks: { value: kinds.looks },
      colors: { value: kinds.colors },
      shown: { value: new Array<number>(kinds.count).fill(1) },
      fastest: { value: 0 },
      scale: { value: this.#scale },
      byThread: { value: 0 },
      threadColors: { value: threadColors() },
    } satisfies Record<string, IUniform>;
    if (threads !== undefined) {
      this.#feed = threads.feed((views, ms) => this.#takeRecords(views, ms));
      threads.renderer.domElement.addEventListener('webglcontextlost', this.#forget);
    }
    this.#unlisten = team.on('moved', this.#forget);
  }

  /** Shows the visible particles of the current state. */
  update(births: Births, view: SpritesView): void {
    if (births.capacity === 0 || this.#isLost) return;
    this.moveTo(view.shown);
    this.#onThreads = view.onThreads && this.#threads !== undefined;
    const { shown, fastest, byThread } = this.#uniforms;
    for (let kind = 0; kind < this.#kinds; kind++) {
      const isShown = (kind & 1) === 1 ? view.sparks : view.trails;
      shown.value[kind] = isShown(kind >> 1) ? 1 : 0;
    }
    const threaded = view.byThread ?? 0;
    // The last evaluation did not upload velocities, or threads.
    if (view.fastest > 0 && fastest.value === 0) this.#feed?.forget();
    if (threaded > 0 && byThread.value === 0) this.#feed?.forget();
    fastest.value = view.fastest;
    byThread.value = threaded;
    this.#bornOn = births.threads;
    if (!this.#onThreads) this.#takeBirths(births);
  }

  /** Moves the picture to another moment: a tick plus a fraction. */
  moveTo(shown: number): void {
    this.#shown = shown;
    this.#uniforms.tick.value = Math.floor(shown);
    this.#uniforms.alpha.value = shown - Math.floor(shown);
  }

  /**
   * Call this method after the particles have been drawn. If the threads evaluate the particles, the method requests
   * the particles for the next frame.
   */
  drawn(): void {
    if (this.#onThreads && !this.#isLost) this.#feed?.ask(this.#shown);
  }

  override dispose(): void {
    this.#threads?.renderer.domElement.removeEventListener('webglcontextlost', this.#forget);
    this.#unlisten();
    this.removeFromParent();
    this.#scale.dispose();
    this.#onThreads = false;
    this.#forget();
  }

  get #isLost(): boolean {
    return this.#threads?.renderer.getContext().isContextLost() ?? false;
  }

  /**
   * Frees the GPU resources. Also called when the context is lost, or when the world moves to another memory. The next
   * frame then creates the resources again.
   */
  readonly #forget = (): void => {
    for (const each of [this.#records, this.#births]) {
      if (each === undefined) continue;
      each.source.dispose();
      each.material.dispose();
      this.remove(each.points);
    }
    this.#records = undefined;
    this.#births = undefined;
    this.#feed?.forget();
  };

  #takeRecords(views: EvaluatedParticles, ms: number): void {
    // An evaluation may arrive after it is no longer needed.
    const born = this.#bornOn;
    if (!this.#onThreads || !born || this.#threads === undefined || this.#isLost) return;
    if (this.#records === undefined) {
      const gl = this.#threads.renderer.getContext() as WebGL2RenderingContext;
      this.#records = this.#draw(new RecordSource(gl, this.#team.world, born), RECORD_VERTEX);
    }
    const { fastest, byThread } = this.#uniforms;
    this.#records.source.update(views, fastest.value > 0, byThread.value > 0);
    this.#threads.onEvaluated(ms);
    this.#show(this.#records.points);
  }

  #takeBirths(births: Births): void {
    if (this.#births === undefined) {
      births.renew();
      this.#births = this.#draw(new BirthSource(this.#team.world, births.threads), BIRTH_VERTEX);
    }
    this.#births.source.update(births);
    this.#feed?.forget();
    this.#show(this.#births.points);
  }

  /** Shows the given points, and hides all other points. */
  #show(points: Points): void {
    for (const child of this.children) child.visible = child === points;
  }

  #draw<Source extends RecordSource | BirthSource>(
    source: Source,
    vertexShader: string,
  ): Drawn<Source> {
    const uniforms = this.#uniforms;
    const defines = { KINDS: this.#kinds, THREADS };
    const shaders = { vertexShader, fragmentShader: SPRITE_FRAGMENT };
    const material = lightMaterial({ ...shaders, uniforms, defines }, OneMinusSrcAlphaFactor);
    const { geometry } = source;
    // three.js draws the groups of a geometry only if the material is a list.
    const points = new Points(
      geometry as BirthSource['geometry'],
      geometry.groups.length > 0 ? [material] : material,
    );
    points.frustumCulled = false;
    knowView(points, uniforms, this.#onDraw);
    this.add(points);
    return { source, points: points as Points, material };
  }
}
