import type { Driver } from '../driver.ts';
import { BirthFollower } from '../particles/follower.ts';
import { checkParticles, type ParticlesOptions } from '../particles/options.ts';
import { NodeSprites } from './sprites.ts';

/**
 * The particles of a driver's world, each a round sprite of light, for `WebGPURenderer`, on WebGPU or WebGL2. The
 * threads tell only where each is born; the graphics card works out where it is. `scene.fog` swallows their light.
 *
 * @throws ThreeError OPTION_INVALID
 */
export function createParticles(driver: Driver, options: ParticlesOptions = {}): NodeParticles {
  checkParticles(driver, options);
  return new NodeParticles(driver, options);
}

/** Particles in a scene of WebGPURenderer; they show the last state by themselves, once the driver is updated. */
export class NodeParticles extends NodeSprites {
  readonly isNodeParticles = true;
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
