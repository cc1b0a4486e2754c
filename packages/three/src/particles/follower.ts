import type { Color } from 'three';
import type { Driver } from '../driver.ts';
import { fastestOf, lightColorOf } from '../light/color.ts';
import { Births } from '../sync/births.ts';
import { PARTICLE_KINDS, type ParticleKind, type ParticlesOptions } from './options.ts';
import type { SpritesView } from './sprites.ts';

/**
 * Follows the states of a driver's world for an object that draws particles. In each new state, it reads which
 * particles were born.
 */
export class BirthFollower {
  readonly births: Births;
  /** The color of each species. */
  readonly colors: readonly Color[];
  /** The speed at the upper end of the color scale, in m/s; 0 if colors show the species. */
  readonly fastest: number;
  readonly #driver: Driver;
  readonly #isShown: (kind: ParticleKind, species: number) => boolean;
  #unlisten: (() => void) | undefined;
  #disposed = false;
  #tick = 0;

  constructor(driver: Driver, options: ParticlesOptions) {
    const { species } = driver.world.scenario;
    const { species: name, kinds = PARTICLE_KINDS, color = 'species' } = options;
    this.births = new Births(driver.world);
    this.colors = species.map((species) => lightColorOf(species, color));
    this.#driver = driver;
    this.#isShown = (kind, index) =>
      kinds.includes(kind) && (name === undefined || species[index].name === name);
    this.fastest = fastestOf(species, driver.world.scenario, color);
  }

  /** The drawn moment: a tick plus a fraction. */
  get shown(): number {
    const { lag, world } = this.#driver;
    return Math.max(0, this.#tick - lag.value / world.scenario.dt);
  }

  /** From now on, calls `onBorn` for each new state. The argument of `onBorn` says which particles are visible. */
  follow(onBorn: (view: SpritesView) => void): void {
    const onState = () => {
      if (this.#disposed) return;
      const { world } = this.#driver;
      this.#tick = world.tick;
      this.births.copyFrom(world);
      onBorn({
        shown: this.shown,
        trails: (index) => this.#isShown('trail', index),
        sparks: (index) => this.#isShown('sparks', index),
        fastest: this.fastest,
        onThreads: false,
      });
    };
    this.#unlisten = this.#driver.listen({ onState });
    void this.#driver.whenIdle(onState);
  }

  dispose(): void {
    this.#disposed = true;
    this.#unlisten?.();
  }
}
