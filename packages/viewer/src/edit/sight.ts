import type { Scenario } from '@skein/core';
import { Vector3 } from 'three';
import { type PagePlace, PictureRay } from '../controls/picture-ray.ts';
import { extentOf } from '../scene/extent.ts';
import type { View } from '../view.ts';
import type { Triple } from './edit.ts';
import { grainOf, rounded } from './grain.ts';

export type Point = readonly [x: number, y: number];
type Axis = 0 | 1 | 2;

/** One of the two directions of an axis of the world. `sign` is 1 for the positive direction. */
export interface Way {
  readonly axis: Axis;
  readonly sign: 1 | -1;
}

/** Converts positions in the scene to places on the page, and places on the page to positions in the scene. */
export class Sight {
  readonly #view: View;
  readonly #scenario: Scenario;
  readonly #ray: PictureRay;
  readonly #seen = new Vector3();
  readonly center: Triple;
  /** The radius of the scene, in m. */
  readonly radius: number;
  readonly grain: number;

  constructor(view: View, scenario: Scenario) {
    this.#view = view;
    this.#scenario = scenario;
    this.#ray = new PictureRay(view);
    const { center, radius } = extentOf(scenario);
    this.radius = radius;
    this.grain = grainOf(radius);
    this.center = this.settle([center.x, center.y, center.z]);
  }

  /**
   * The place on the page at which a point is visible, in CSS pixels; undefined if the point is nearer or farther than
   * the depth range of the camera.
   */
  project(point: readonly number[]): Point | undefined {
    return this.projector()(point[0], point[1], point[2] ?? 0);
  }

  /**
   * Returns a function that does the same as `project`, but faster for many points. Call `projector` again when the
   * camera or the canvas has moved.
   */
  projector(): (x: number, y: number, z: number) => Point | undefined {
    const { camera, canvas } = this.#view;
    camera.updateMatrixWorld();
    const { left, top, width, height } = canvas.getBoundingClientRect();
    const seen = this.#seen;
    return (px, py, pz) => {
      const { x, y, z } = seen.set(px, py, pz).project(camera);
      if (Math.abs(z) > 1) return undefined;
      return [left + ((x + 1) / 2) * width, top + ((1 - y) / 2) * height];
    };
  }

  /**
   * Converts a place on the page to a position in the scene; undefined if there is none. In a flat world, the position
   * lies in the plane of the world. Otherwise it lies in a plane that faces the camera and contains the point
   * `through`. The position is rounded and clamped by `settle`.
   */
  at(place: PagePlace, through: readonly number[]): Triple | undefined {
    const plane = this.#ray.planeThrough(through, this.#scenario);
    const found = this.#ray.positionAt(place, plane, this.#scenario);
    return found && this.settle(found);
  }

  /** Rounds the coordinates of a point to multiples of `grain`, and clamps them to the bounds. */
  settle(point: readonly number[]): Triple {
    const { bounds, dimensions } = this.#scenario;
    return [0, 1, 2].map((axis) => {
      if (axis >= dimensions) return 0;
      const value = this.round(point[axis] ?? 0);
      if (bounds.type === 'open') return value;
      return Math.min(bounds.max[axis], Math.max(bounds.min[axis], value));
    }) as Triple;
  }

  round = (value: number): number => rounded(value, this.grain);

  /** The number of CSS pixels that one meter covers at a point. */
  pixelsPerMeter(point: readonly number[]): number {
    const { camera, pixelRatio, pixelsPerMeter } = this.#view;
    const distance = this.#seen.fromArray([...point, 0]).distanceTo(camera.position);
    return pixelsPerMeter / pixelRatio / Math.max(distance, 1e-6);
  }

  /**
   * For each of three directions, returns the axis of the world that is closest to the direction. The directions are
   * right, up, and away from the camera. No axis is returned twice.
   */
  ways(): { across: Way; up: Way; away: Way } {
    const { camera } = this.#view;
    camera.updateMatrixWorld();
    const right = new Vector3();
    const up = new Vector3();
    const back = new Vector3();
    camera.matrixWorld.extractBasis(right, up, back);
    const free = new Set<Axis>(this.#scenario.dimensions === 2 ? [0, 1] : [0, 1, 2]);
    const nearest = (way: Vector3): Way => {
      const parts = way.toArray();
      const [axis = 2] = [...free].sort((a, b) => Math.abs(parts[b]) - Math.abs(parts[a]));
      free.delete(axis);
      return { axis, sign: parts[axis] < 0 ? -1 : 1 };
    };
    return { across: nearest(right), up: nearest(up), away: nearest(back.negate()) };
  }

  /** Returns two unit vectors of the scene. In the picture, the first points to the right, and the second points up. */
  plane(): [Triple, Triple] {
    if (this.#scenario.dimensions === 2) {
      return [
        [1, 0, 0],
        [0, 1, 0],
      ];
    }
    const { elements: m } = this.#view.camera.matrixWorld;
    return [
      [m[0], m[1], m[2]],
      [m[4], m[5], m[6]],
    ];
  }
}
