import type { Driver } from '../driver.ts';
import { TrailFollower } from '../trails/follower.ts';
import { checkTrails, type TrailsOptions } from '../trails/options.ts';
import { NodeRibbons } from './ribbons.ts';

/**
 * The ways that agents have flown, as lines that glow and fade, for `WebGPURenderer`: on WebGPU and on WebGL 2. They
 * are light: it adds up, `scene.fog` swallows it, and nothing casts a shadow.
 *
 * @throws ThreeError OPTION_INVALID
 */
export function createTrails(driver: Driver, options: TrailsOptions = {}): NodeTrails {
  checkTrails(driver, options);
  return new NodeTrails(driver, options);
}

/** Trails in a scene of WebGPURenderer; they follow the agents by themselves, once the driver is updated. */
export class NodeTrails extends NodeRibbons {
  readonly isNodeTrails = true;
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
