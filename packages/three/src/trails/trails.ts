import type { Driver } from '../driver.ts';
import { TrailFollower } from './follower.ts';
import { checkTrails, type TrailsOptions } from './options.ts';
import { Ribbons } from './ribbons.ts';

/**
 * Creates the trails of agents: glowing lines along their paths, which fade. They are light: it is added to the
 * picture, fog dims it, and it casts no shadows.
 *
 * @throws ThreeError OPTION_INVALID
 */
export function createTrails(driver: Driver, options: TrailsOptions = {}): Trails {
  checkTrails(driver, options);
  return new Trails(driver, options);
}

/** The trails in a scene. They update by themselves when the driver is updated. */
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

  /** Frees the GPU resources of this object. */
  override dispose(): void {
    this.#follower.dispose();
    this.removeFromParent();
    super.dispose();
  }
}
