import type { Driver } from '../driver.ts';
import { TrailFollower } from '../trails/follower.ts';
import { checkTrails, type TrailsOptions } from '../trails/options.ts';
import { NodeRibbons } from './ribbons.ts';

/**
 * Creates the trails of agents for `WebGPURenderer` on WebGPU and WebGL 2: glowing lines along their paths, which fade.
 * They are light: it is added to the picture, `scene.fog` dims it, and it casts no shadows.
 *
 * @throws ThreeError OPTION_INVALID
 */
export function createTrails(driver: Driver, options: TrailsOptions = {}): NodeTrails {
  checkTrails(driver, options);
  return new NodeTrails(driver, options);
}

/** The trails in a scene of WebGPURenderer. They update by themselves when the driver is updated. */
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

  /** Frees the GPU resources of this object. */
  override dispose(): void {
    this.#follower.dispose();
    this.removeFromParent();
    super.dispose();
  }
}
