import type { World } from '@skein/core';
import { isLight } from '../light/is-light.ts';
import { Births } from './births.ts';
import type { AgentRoom } from './drawn-agents.ts';
import { DrawnField } from './drawn-field.ts';
import { DrawnScalar } from './drawn-scalar.ts';
import { Paint } from './paint.ts';
import { MAX_POSED, Poses } from './poses.ts';
import { SeenState } from './seen-state.ts';
import { TrailRecorder } from './trail-recorder.ts';

/** Trails fade out over this time, s. */
export const TRAIL_SECONDS = 1.8;
/** Distance between the joints of a trail, at most, m. */
const TRAIL_SPACING = 0.55;
/** Segments of all trails together; bounds the memory of a scene with very many beams. */
const MAX_SEGMENTS = 65_536;

/** What is drawn: the last finished state, and what of those before it is still to be seen. */
export class DrawnState extends SeenState {
  /** Flow fields of the map. */
  readonly fields: readonly DrawnField[];
  /** Scalar fields of the scenario. */
  readonly scalars: readonly DrawnScalar[];
  readonly trails: TrailRecorder;
  readonly births: Births;
  /** How bodies stand; undefined where there are too many of them. */
  readonly poses: Poses | undefined;
  readonly paint: Paint;

  /** `room`: where another thread has its points, to be shared with it. */
  constructor(world: World, room?: AgentRoom) {
    super(world, room);
    const { scenario, count } = world;
    this.trails = new TrailRecorder(world, {
      leaves: scenario.species.map((one) => isLight(scenario, one)),
      seconds: TRAIL_SECONDS,
      spacing: TRAIL_SPACING,
      maxSegments: MAX_SEGMENTS,
      relief: this.relief,
    });
    this.births = new Births(world);
    this.fields = DrawnField.allOf(world);
    this.scalars = DrawnScalar.allOf(world);
    this.poses = count <= MAX_POSED ? new Poses(world) : undefined;
    this.paint = new Paint(world, this);
    this.copyFrom(world);
  }

  /** Takes over the world's state, whose points the threads have `packed`, or not. Only between runs. */
  override copyFrom(world: World, packed = false): void {
    super.copyFrom(world, packed);
    for (const field of this.fields) field.copyFrom(world);
    for (const field of this.scalars) field.copyFrom(world);
    this.poses?.copyFrom(world, this.living);
    this.paint.copyFrom(world, this.living);
    this.trails.copyFrom(world);
    this.births.copyFrom(world);
  }
}
