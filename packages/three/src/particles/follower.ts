import type { Color } from 'three';
import type { Driver } from '../driver.ts';
import { fastestOf, lightColorOf } from '../light/color.ts';
import { Births } from '../sync/births.ts';
import { PARTICLE_KINDS, type ParticleKind, type ParticlesOptions } from './options.ts';
import type { SpritesView } from './sprites.ts';

/** Takes what a driver's agents leave behind, state by state, for whichever object draws it. */
export class BirthFollower {
  readonly births: Births;
  /** By species. */
  readonly colors: readonly Color[];
  /** m/s, the end of the scale of colors; 0 when colors tell species. */
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
    this.colors = species.map((one) => lightColorOf(one, color));
    this.#driver = driver;
    this.#isShown = (kind, index) =>
      kinds.includes(kind) && (name === undefined || species[index].name === name);
    this.fastest = fastestOf(species, driver.world.scenario, color);
  }

  /** Tick and share of the next at which the picture stands. */
  get shown(): number {
    const { lag, world } = this.#driver;
    return Math.max(0, this.#tick - lag.value / world.scenario.dt);
  }

  /** Calls `onBorn` with what is to be seen of each state from now on. */
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
