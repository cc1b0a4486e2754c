import type { Driver } from '../driver.ts';
import { TrailFollower } from '../trails/follower.ts';
import { checkTrails, type TrailsOptions } from '../trails/options.ts';
import { NodeRibbons } from './ribbons.ts';

/**
 * Creates the object that draws the trails of agents, for `WebGPURenderer` with WebGPU or WebGL 2. Trails are glowing,
 * fading lines along the paths of agents. Trails consist of light: they are added to the picture, and cast no shadows.
 * `scene.fog` dims them.
 *
 * @throws ThreeError OPTION_INVALID
 */
export function createTrails(driver: Driver, options: TrailsOptions = {}): NodeTrails {
  checkTrails(driver, options);
  return new NodeTrails(driver, options);
}

/** The object that draws the trails of agents with WebGPURenderer. It updates by itself when the driver is updated. */
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
