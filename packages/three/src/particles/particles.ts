import type { Driver } from '../driver.ts';
import { BirthFollower } from './follower.ts';
import { checkParticles, type ParticlesOptions } from './options.ts';
import { Sprites } from './sprites.ts';

/**
 * Creates the object that draws the particles of a driver's world. Each particle is a round sprite of light, which fog
 * dims. The threads only record when and where particles are born. The GPU computes each position, also between two
 * ticks.
 *
 * @throws ThreeError OPTION_INVALID
 */
export function createParticles(driver: Driver, options: ParticlesOptions = {}): Particles {
  checkParticles(driver, options);
  return new Particles(driver, options);
}

/** The object that draws the particles of a world. It updates by itself when the driver is updated. */
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

  /** Frees the GPU resources of this object. */
  override dispose(): void {
    this.#follower.dispose();
    super.dispose();
  }
}
