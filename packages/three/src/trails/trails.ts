import type { Driver } from '../driver.ts';
import { TrailFollower } from './follower.ts';
import { checkTrails, type TrailsOptions } from './options.ts';
import { Ribbons } from './ribbons.ts';

/**
 * The ways that agents have flown, as lines that glow and fade. They are light: it adds up, fog swallows it, and
 * nothing casts a shadow.
 *
 * @throws ThreeError OPTION_INVALID
 */
export function createTrails(driver: Driver, options: TrailsOptions = {}): Trails {
  checkTrails(driver, options);
  return new Trails(driver, options);
}

/** Trails in a scene; they follow the agents by themselves, once the driver is updated. */
export class Trails extends Ribbons {
  readonly isTrails = true;
  readonly driver: Driver;
  readonly #follower: TrailFollower;

  constructor(driver: Driver, options: TrailsOptions) {
    const follower = new TrailFollower(driver, options);
    super(follower.ring, follower.look);
    this.driver = driver;
    this.#follower = follower;
    follower.follow((seconds) => this.update(seconds, follower.fastest));
  }

  /** Frees what the graphics card holds of this object. */
  override dispose(): void {
    this.#follower.dispose();
    this.removeFromParent();
    super.dispose();
  }
}
