import type { Driver } from '../driver.ts';
import { BirthFollower } from './follower.ts';
import { checkParticles, type ParticlesOptions } from './options.ts';
import { Sprites } from './sprites.ts';

/**
 * The particles of a driver's world, each a round sprite of light. The threads tell only where each is born; the
 * graphics card works out where it is, up to the share of a tick. Fog swallows their light.
 *
 * @throws ThreeError OPTION_INVALID
 */
export function createParticles(driver: Driver, options: ParticlesOptions = {}): Particles {
  checkParticles(driver, options);
  return new Particles(driver, options);
}

/** Particles in a scene; they show the last state by themselves, once the driver is updated. */
export class Particles extends Sprites {
  readonly isParticles = true;
  readonly driver: Driver;
  readonly #follower: BirthFollower;

  constructor(driver: Driver, options: ParticlesOptions) {
    const follower = new BirthFollower(driver, options);
    const onDraw = () => this.moveTo(follower.shown);
    super({ team: driver.team, colors: follower.colors, onDraw });
    this.driver = driver;
    this.#follower = follower;
    follower.follow((view) => this.update(follower.births, view));
  }

  /** Frees what the graphics card holds of this object. */
  override dispose(): void {
    this.#follower.dispose();
    super.dispose();
  }
}
