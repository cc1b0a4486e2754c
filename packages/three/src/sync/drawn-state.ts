import type { World } from '@skein/core';
import { isLight } from '../light/is-light.ts';
import { Births } from './births.ts';
import type { AgentBuffers } from './drawn-agents.ts';
import { DrawnField } from './drawn-field.ts';
import { DrawnScalar } from './drawn-scalar.ts';
import { Paint } from './paint.ts';
import { MAX_POSED, Poses } from './poses.ts';
import { SeenState } from './seen-state.ts';
import { TrailRecorder } from './trail-recorder.ts';

/** How long trails are visible, in s. */
export const TRAIL_SECONDS = 1.8;
/** The maximum distance between two joints of a trail, in m. */
const TRAIL_SPACING = 0.55;
/** The maximum number of segments of all trails together. It limits the memory in scenes with very many beams. */
const MAX_SEGMENTS = 65_536;

/**
 * Everything that is drawn: the last finished state, and the trails and particles of earlier states that are still
 * visible.
 */
export class DrawnState extends SeenState {
  /** Copies of the flow fields of the map. */
  readonly fields: readonly DrawnField[];
  /** Copies of the scalar fields of the scenario. */
  readonly scalars: readonly DrawnScalar[];
  readonly trails: TrailRecorder;
  readonly births: Births;
  /** The poses of the agents' bodies; undefined if there are too many agents. */
  readonly poses: Poses | undefined;
  readonly paint: Paint;

  /** @param buffers the point buffers that this object shares with another thread */
  constructor(world: World, buffers?: AgentBuffers) {
    super(world, buffers);
    const { scenario, count } = world;
    this.trails = new TrailRecorder(world, {
      leaves: scenario.species.map((species) => isLight(scenario, species)),
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

  /**
   * Copies the current state of the world. `packed` tells whether the threads have already packed the points of this
   * state. Call this method only while no run is in progress.
   */
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
