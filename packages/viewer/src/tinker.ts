import { type Command, type CommandInput, type Insight, stateHash } from '@skein/core';
import { innerOf } from '@skein/core/supervise';
import { Vector3 } from 'three';
import type { Viewer } from './viewer.ts';

/**
 * `window.skein`, for tests and for the console:
 *
 *   skein.tick                 tick of the last finished state
 *   skein.hits                 hits since the run began
 *   skein.orbits               flights all around a target that came no nearer, since the run began
 *   skein.world, skein.team    what runs: see @skein/core and @skein/worker. Between two runs only;
 *                              `await skein.idle(() => ...)` waits for that moment
 *   skein.inner                the inner half of the world, for tests
 *   skein.camera, skein.canvas where it is seen from, and where
 *   await skein.drawn()        a picture of how everything stands now is drawn
 *   await skein.still()        the picture as PNG
 *   skein.drawing              what draws it, for tests
 *   skein.graphics             what draws: 'webgl' or 'webgpu'
 *   skein.log                  the commands given so far; with scene and seed they replay the run
 *   await skein.hash()         { tick, hash } of where the run stands
 *   await skein.fire(16)       the command as it was stamped
 *   skein.pause(), skein.resume(), skein.step(10), await skein.restart()
 *   await skein.command({...})  any command, as the page gives it; skein.targets: where they are
 *   await skein.goTo(300)      to that tick, back or ahead, at full speed
 *   await skein.threads(3)     another number of threads
 *   skein.select(7)            looks at agent 7, at none without a number; skein.selected is its id, and
 *                              skein.insight what is known of it
 *   skein.heads()              where living agents are drawn: [{ id, x, y, z, left, top }], at most 1,000;
 *                              left and top in CSS pixels, absent when out of the picture
 */
export class Tinker {
  readonly #viewer: Viewer;

  constructor(viewer: Viewer) {
    this.#viewer = viewer;
  }

  get world() {
    return this.#viewer.session?.world;
  }
  get inner() {
    return this.world && innerOf(this.world);
  }
  get team() {
    return this.#viewer.session?.team;
  }
  get camera() {
    return this.#viewer.view.camera;
  }
  get canvas() {
    return this.#viewer.view.canvas;
  }
  get drawing() {
    return this.#viewer.picture.drawing.tests;
  }
  get graphics(): 'webgl' | 'webgpu' {
    return this.#viewer.picture.graphics;
  }
  still(): Promise<Blob> {
    return this.#viewer.picture.still();
  }
  drawn(): Promise<void> {
    return this.#viewer.picture.drawn();
  }
  get tick(): number {
    return this.#viewer.session?.state.tick ?? 0;
  }
  get orbits(): number {
    return this.#viewer.session?.orbits ?? 0;
  }

  get hits(): number {
    return this.#viewer.session?.hits ?? 0;
  }
  get log(): readonly Command[] {
    return this.world?.log ?? [];
  }
  get seed(): number | undefined {
    return this.#viewer.session?.seed;
  }

  idle<T>(action: () => T): Promise<T> {
    const session = this.#viewer.session;
    if (session === undefined) return Promise.reject(new Error('Nothing runs yet.'));
    return session.stepper.whenIdle(action);
  }

  hash(): Promise<{ tick: number; hash: string }> {
    return this.idle(() => {
      const world = this.world!;
      return { tick: world.tick, hash: stateHash(world) };
    });
  }

  fire(count = 1): Promise<Command> {
    return this.#viewer.fire(count);
  }
  pause(): void {
    this.#viewer.setPaused(true);
  }
  resume(): void {
    this.#viewer.setPaused(false);
  }
  step(ticks = 1): void {
    this.#viewer.step(ticks);
  }
  restart(): Promise<void> {
    return this.#viewer.restart();
  }
  command(input: CommandInput): Promise<Command> {
    return this.#viewer.command(input);
  }
  /** x, y, z of each target, m. */
  get targets(): Float32Array {
    return this.#viewer.session?.state.targets ?? new Float32Array();
  }
  goTo(tick: number): Promise<void> {
    return this.#viewer.goTo(tick);
  }
  threads(workers: number): Promise<void> {
    return this.#viewer.setWorkers(workers);
  }

  get selected(): number | undefined {
    return this.#viewer.insight.selection.id;
  }
  get insight(): Insight | undefined {
    return this.#viewer.insight.selection.insight;
  }
  select(id?: number): void {
    this.#viewer.insight.selection.select(id);
  }

  heads(): Array<{ id: number; x: number; y: number; z: number; left?: number; top?: number }> {
    const state = this.#viewer.session?.state;
    if (state === undefined) return [];
    const { camera, canvas } = this.#viewer.view;
    const { clientWidth, clientHeight } = canvas;
    return Array.from({ length: Math.min(state.living, 1000) }, (_, i) => {
      const { x, y, z } = state.agents.positionInto(new Vector3(), i);
      const place = { id: state.id[i], x, y, z };
      const seen = new Vector3(place.x, place.y, place.z).project(camera);
      if (Math.max(Math.abs(seen.x), Math.abs(seen.y), Math.abs(seen.z)) > 1) return place;
      const left = ((seen.x + 1) / 2) * clientWidth;
      const top = ((1 - seen.y) / 2) * clientHeight;
      return { ...place, left, top };
    });
  }
}

declare global {
  interface Window {
    skein?: Tinker;
  }
}
