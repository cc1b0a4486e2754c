import type { Driver } from '../driver.ts';
import { fastestOf, lightColorOf } from '../light/color.ts';
import { Relief } from '../sync/relief.ts';
import { TrailRecorder } from '../sync/trail-recorder.ts';
import type { TrailsOptions } from './options.ts';
import type { RibbonsLook } from './ribbons.ts';

/** The width of the trails of agents without a radius, in m. */
const WIDTH_OF_POINTS = 0.5;
/** The maximum distance between two joints of a trail, as a multiple of the width of the trail. */
const SPACING = 0.6;

/** Records the paths of the agents in a driver's world, state by state, for the object that draws the trails. */
export class TrailFollower {
  readonly driver: Driver;
  readonly look: RibbonsLook;
  /** The speed at the upper end of the color scale, in m/s; 0 if colors show the species. */
  readonly fastest: number;
  readonly #recorder: TrailRecorder;
  #unlisten: readonly (() => void)[] = [];

  constructor(driver: Driver, options: TrailsOptions) {
    const { world } = driver;
    const { species } = world.scenario;
    const { length = 1.8, fade = 2, color = 'species', maxSegments = 65_536 } = options;
    const leaves = species.map(({ name }) => (options.species ?? name) === name);
    const drawn = species.filter((_, index) => leaves[index]);
    const widest = 4 * Math.max(...drawn.map(({ radius }) => radius));
    const width = options.width ?? (widest > 0 ? widest : WIDTH_OF_POINTS);
    this.driver = driver;
    this.#recorder = new TrailRecorder(world, {
      leaves,
      seconds: length,
      spacing: SPACING * width,
      maxSegments,
      relief: Relief.of(world),
    });
    const colors = species.map((species) => lightColorOf(species, color));
    this.look = { colors, seconds: length, width, fade, lag: driver.lag };
    this.fastest = fastestOf(drawn, world.scenario, color);
  }

  get ring(): TrailRecorder['ring'] {
    return this.#recorder.ring;
  }

  /**
   * Starts to record. From now on, calls `onRecorded` for each new state, with the simulated time of the state in s.
   */
  follow(onRecorded: (seconds: number) => void): void {
    const { driver } = this;
    const recorder = this.#recorder;
    const onState = () => {
      recorder.copyFrom(driver.world);
      onRecorded(recorder.seconds);
    };
    this.#unlisten = [
      driver.listen({ onState }),
      driver.team.on('event', (event) => {
        if (event.type !== 'orbit' && 'id' in event) {
          recorder.end(event.id, event.position, event.tick);
        }
      }),
    ];
    void driver.whenIdle(onState);
  }

  dispose(): void {
    for (const unlisten of this.#unlisten) unlisten();
  }
}
