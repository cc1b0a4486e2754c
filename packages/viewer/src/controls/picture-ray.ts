import type { Scenario } from '@skein/core';
import { Plane, Raycaster, Vector2, Vector3 } from 'three';
import { POINTER } from '../changes.ts';
import { nearestOnScreen } from '../insight/nearest-on-screen.ts';
import type { Session } from '../session.ts';
import type { View } from '../view.ts';

/** A place on the page, in CSS pixels. */
export interface PagePlace {
  readonly clientX: number;
  readonly clientY: number;
}

export type Position = [x: number, y: number, z: number];

/**
 * The radius around a target's center within which the target can be grabbed, in CSS pixels. Larger targets can be
 * grabbed anywhere inside.
 */
const GRIP_PX = 22;

/** Finds what is visible in the picture at a place on the page. */
export class PictureRay {
  readonly #view: View;
  readonly #ray = new Raycaster();
  readonly #spot = new Vector2();
  readonly #center = new Vector3();
  readonly #along = new Vector3();
  readonly #hit = new Vector3();

  constructor(view: View) {
    this.#view = view;
  }

  /**
   * The index of the target at a place on the page; -1 if there is none. If several targets are there, the result is
   * the one nearest to the camera.
   */
  targetAt(place: PagePlace, { scenario, state }: Session): number {
    this.#aim(place);
    const { ray } = this.#ray;
    const gripPerMeter = (GRIP_PX * devicePixelRatio) / this.#view.pixelsPerMeter;
    let found = -1;
    let nearest = Number.POSITIVE_INFINITY;
    scenario.targets.forEach((target, index) => {
      if (target.name === POINTER) return;
      this.#center.fromArray(state.targets, 3 * index);
      const distance = this.#along.copy(this.#center).sub(ray.origin).dot(ray.direction);
      if (distance <= 0 || distance >= nearest) return;
      const grip = Math.max(target.radius, distance * gripPerMeter);
      if (ray.distanceSqToPoint(this.#center) > grip * grip) return;
      nearest = distance;
      found = index;
    });
    return found;
  }

  /** The place on the page where the center of a target is visible. */
  placeOf(target: number, { state }: Session): PagePlace {
    const { camera, canvas } = this.#view;
    const { left, top, width, height } = canvas.getBoundingClientRect();
    camera.updateMatrixWorld();
    const { x, y } = this.#center.fromArray(state.targets, 3 * target).project(camera);
    return { clientX: left + ((x + 1) / 2) * width, clientY: top + ((1 - y) / 2) * height };
  }

  /**
   * The plane in which a target is dragged. In a flat world it is the plane of the world. Otherwise it faces the camera
   * and goes through the center of the target.
   */
  planeOfTarget(target: number, { scenario, state }: Session): Plane {
    return this.#facing(this.#center.fromArray(state.targets, 3 * target), scenario);
  }

  /**
   * The plane in which agents are pulled. In a flat world it is the plane of the world. Otherwise it faces the camera
   * and goes through the agent that appears nearest to a place on the page.
   */
  planeOfAgents(place: PagePlace, { scenario, state, stepper }: Session): Plane {
    const { camera, canvas } = this.#view;
    const box = canvas.getBoundingClientRect();
    camera.updateMatrixWorld();
    const matrix = camera.projectionMatrix.clone().multiply(camera.matrixWorldInverse);
    const spot = {
      left: place.clientX - box.left,
      top: place.clientY - box.top,
      width: box.width,
      height: box.height,
      matrix: matrix.elements,
    };
    const row = nearestOnScreen(state, stepper.lag, spot, Number.POSITIVE_INFINITY);
    if (row < 0) this.#center.set(0, 0, 0);
    else state.agents.positionInto(this.#center, row);
    return this.#facing(this.#center, scenario);
  }

  /**
   * Returns the position where the line of sight through a place on the page meets a plane. The position is rounded to
   * millimeters and limited to the bounds. If the line of sight misses the plane, returns undefined.
   */
  positionAt(
    place: PagePlace,
    plane: Plane,
    { bounds, dimensions }: Scenario,
  ): Position | undefined {
    this.#aim(place);
    if (this.#ray.ray.intersectPlane(plane, this.#hit) === null) return undefined;
    const inside = (value: number, axis: 0 | 1 | 2): number => {
      if (axis >= dimensions) return 0;
      if (bounds.type === 'open') return value;
      return Math.min(bounds.max[axis], Math.max(bounds.min[axis], value));
    };
    const { x, y, z } = this.#hit;
    return [inside(x, 0), inside(y, 1), inside(z, 2)].map(
      (value) => Math.round(value * 1000) / 1000 + 0,
    ) as Position;
  }

  /**
   * In a flat world, returns the plane of the world. Otherwise, returns the plane that faces the camera and goes
   * through `point`.
   */
  planeThrough(point: readonly number[], scenario: Scenario): Plane {
    return this.#facing(this.#center.fromArray(point), scenario);
  }

  #facing(through: Vector3, { dimensions }: Scenario): Plane {
    const normal = new Vector3(0, 0, 1);
    if (dimensions === 2) return new Plane(normal, 0);
    this.#view.camera.getWorldDirection(normal);
    return new Plane().setFromNormalAndCoplanarPoint(normal, through);
  }

  #aim({ clientX, clientY }: PagePlace): void {
    const { camera, canvas } = this.#view;
    const { left, top, width, height } = canvas.getBoundingClientRect();
    this.#spot.set(((clientX - left) / width) * 2 - 1, 1 - ((clientY - top) / height) * 2);
    camera.updateMatrixWorld();
    this.#ray.setFromCamera(this.#spot, camera);
  }
}
