import type { Driver } from '../driver.ts';
import { TrailFollower } from './follower.ts';
import { checkTrails, type TrailsOptions } from './options.ts';
import { Ribbons } from './ribbons.ts';

/**
 * Creates the object that draws the trails of agents: glowing lines along their paths, which fade with time. Trails
 * consist of light, which brightens the picture behind the trails. Fog dims the trails, and they cast no shadows.
 *
 * @throws ThreeError OPTION_INVALID
 */
export function createTrails(driver: Driver, options: TrailsOptions = {}): Trails {
  checkTrails(driver, options);
  return new Trails(driver, options);
}

/** The object that draws the trails of agents. It updates by itself when the driver is updated. */
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
