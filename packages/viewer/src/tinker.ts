import { type Command, type CommandInput, type Insight, stateHash } from '@skein/core';
import { innerOf } from '@skein/core/internal';
import { Vector3 } from 'three';
import type { Viewer } from './viewer.ts';

/**
 * `window.skein`, for tests and for the console:
 *
 *   skein.tick                 the tick of the latest state
 *   skein.hits                 the number of hits since the run began
 *   skein.orbits               the number of agents that circled their target without getting nearer
 *   skein.world, skein.team    the world and the team: see @skein/core and @skein/worker. Use them only
 *                              while no tick is being computed: `await skein.idle(() => ...)` waits for that
 *   skein.inner                the internal part of the world, for tests
 *   skein.camera, skein.canvas the camera, and the canvas that takes input
 *   await skein.drawn()        resolves when the current state has been drawn
 *   await skein.still()        the picture as a PNG
 *   skein.drawing              the renderer, for tests
 *   skein.graphics             the graphics interface: 'webgl' or 'webgpu'
 *   skein.log                  the commands given so far; scene, seed and log together repeat the run
 *   await skein.hash()         the current tick, and the hash of its state: { tick, hash }
 *   await skein.fire(16)       fires 16 agents; resolves to the command, which contains its tick
 *   skein.pause(), skein.resume(), skein.step(10), await skein.restart()
 *   await skein.command({...})  gives any command
 *   skein.targets              the positions of all targets: x, y and z of each, in m
 *   await skein.goTo(300)      moves the run to that tick, back or ahead, at full speed
 *   await skein.threads(3)     changes the number of threads
 *   skein.select(7)            selects agent 7; without a number, selects no agent. skein.selected is the
 *                              id of the selected agent, and skein.insight describes it
 *   skein.heads()              the drawn positions of at most 1,000 living agents: [{ id, x, y, z, left, top }].
 *                              left and top are in CSS pixels, and absent for agents outside the picture
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
    if (session === undefined) return Promise.reject(new Error('No run is open yet.'));
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
  /** The positions of all targets: x, y and z of each, in m. */
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
