import type { Problem } from '@skein/core';
import { show } from '@skein/core/supervise';
import type { Driver } from '../driver.ts';
import { lightColorOf } from '../light/color.ts';
import {
  colorProblems,
  frameProblems,
  type LightColor,
  nameProblems,
  speciesProblems,
} from '../option-checks.ts';
import { ThreeError } from '../option-error.ts';
import { Births } from '../sync/births.ts';
import { Sprites } from './sprites.ts';

/** What species may leave behind. */
export type ParticleKind = 'trail' | 'sparks';

/** Which particles are drawn, and how. */
export interface ParticlesOptions {
  /** Name of the species whose particles are drawn. Default: all of them. */
  readonly species?: string;
  /** What it leaves behind as it flies (`trail`), and where it hits (`sparks`). Default: both. */
  readonly kinds?: readonly ParticleKind[];
  /**
   * `'species'`, the color that the scenario gives each species, or white; `'speed'`, a scale from rest to full speed;
   * or one color for all. Sparks glow hot at first. Default: `'species'`.
   */
  readonly color?: LightColor;
}

const OPTIONS = ['species', 'kinds', 'color'];
const KINDS: readonly ParticleKind[] = ['trail', 'sparks'];

/**
 * The particles of a driver's world, each a round sprite of light. The threads tell only where each is born; the
 * graphics card works out where it is, up to the share of a tick. Fog swallows their light.
 *
 * @throws ThreeError OPTION_INVALID
 */
export function createParticles(driver: Driver, options: ParticlesOptions = {}): Particles {
  const problems = problemsOf(driver, options);
  if (problems.length > 0) throw new ThreeError(problems);
  return new Particles(driver, options);
}

/** Particles in a scene; they show the last state by themselves, once the driver is updated. */
export class Particles extends Sprites {
  readonly isParticles = true;
  readonly driver: Driver;
  readonly #births: Births;
  readonly #fastest: number;
  readonly #isShown: (kind: ParticleKind, species: number) => boolean;
  readonly #unlisten: () => void;
  #disposed = false;
  #tick = 0;

  constructor(driver: Driver, options: ParticlesOptions) {
    const { species, launchers } = driver.world.scenario;
    const { species: name, kinds = KINDS, color = 'species' } = options;
    super({
      team: driver.team,
      colors: species.map((one) => lightColorOf(one, color)),
      onDraw: () => this.moveTo(this.#shown),
    });
    this.driver = driver;
    this.#births = new Births(driver.world);
    const speeds = [
      ...species.map(({ maxSpeed }) => maxSpeed ?? 0),
      ...launchers.map((l) => l.speed),
    ];
    this.#fastest = color === 'speed' ? Math.max(...speeds) : 0;
    this.#isShown = (kind, index) =>
      kinds.includes(kind) && (name === undefined || species[index].name === name);
    const onState = () => this.#take();
    this.#unlisten = driver.listen({ onState });
    void driver.whenIdle(onState);
  }

  /** Frees what the graphics card holds of this object. */
  override dispose(): void {
    this.#disposed = true;
    this.#unlisten();
    super.dispose();
  }

  /** Tick and share of the next at which the picture stands. */
  get #shown(): number {
    return Math.max(0, this.#tick - this.driver.lag.value / this.driver.world.scenario.dt);
  }

  #take(): void {
    if (this.#disposed) return;
    const { world } = this.driver;
    this.#tick = world.tick;
    this.#births.copyFrom(world);
    this.update(this.#births, {
      shown: this.#shown,
      trails: (index) => this.#isShown('trail', index),
      sparks: (index) => this.#isShown('sparks', index),
      fastest: this.#fastest,
      onThreads: false,
    });
  }
}

function problemsOf(driver: Driver, options: ParticlesOptions): Problem[] {
  const problems = frameProblems(driver, options);
  if (problems.length > 0) return problems;
  const { species } = driver.world.scenario;
  const { species: name, kinds = KINDS, color } = options;
  problems.push(...nameProblems(options, OPTIONS), ...speciesProblems(species, name));
  const known = Array.isArray(kinds) && kinds.every((one) => KINDS.includes(one));
  if (!known || kinds.length === 0) {
    problems.push({
      path: '$.kinds',
      found: show(kinds),
      expected: "a list of 'trail' and 'sparks'",
    });
  }
  problems.push(...colorProblems(color));
  if (problems.length > 0) return problems;
  const drawn = species.filter((one) => name === undefined || one.name === name);
  if (!drawn.some((one) => kinds.some((kind) => one[kind] !== undefined))) {
    const expected = `a species with ${kinds.join(' or ')} in the scenario`;
    problems.push({ path: '$driver', found: 'no particles of that kind', expected });
  }
  return problems;
}
