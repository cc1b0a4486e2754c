import type { Course, Meeting } from './course.ts';
import { HIT, NO_AGENT } from './request.ts';

const fround = Math.fround;

/**
 * Keeps the hit that is first along a course, among the hits that are offered. Hits are compared by distance in f32,
 * then by kind, then by id. So the order in which they are offered does not matter.
 */
export class FirstHit {
  /** The distance of the first hit (m), rounded to f32. */
  distance = Number.POSITIVE_INFINITY;
  kind: number = HIT.none;
  id = NO_AGENT;
  /** The distance of the first hit (m) before rounding. */
  way = Number.POSITIVE_INFINITY;
  /**
   * The point of contact in the coordinates of the world (m). For a sphere that starts inside a solid, this is the
   * center of the sphere.
   */
  readonly position = new Float64Array(3);
  readonly normal = new Float64Array(3);

  clear(): void {
    this.distance = Number.POSITIVE_INFINITY;
    this.kind = HIT.none;
    this.id = NO_AGENT;
    this.way = Number.POSITIVE_INFINITY;
    this.position.fill(0);
    this.normal.fill(0);
  }

  /**
   * Offers a hit on a course. The hit is kept if it is the first so far. The course may be part of a longer course, and
   * `before` is the distance (m) at which this part begins. A hit beyond the end of the part is ignored.
   */
  offer(
    { distance, inside, normal }: Meeting,
    { from, direction, length, radius }: Course,
    before: number,
    kind: number,
    id: number,
  ): void {
    if (!(distance <= length) || distance === Number.POSITIVE_INFINITY) return;
    const way = before + distance;
    const rounded = fround(way);
    if (!this.#isAfter(rounded, kind, id, way)) return;
    this.distance = rounded;
    this.kind = kind;
    this.id = id;
    this.way = way;
    this.normal.set(normal);
    // For a sphere, the point where it touches the surface. A sphere that starts inside touches none.
    const back = inside ? 0 : radius;
    for (let axis = 0; axis < 3; axis++) {
      this.position[axis] = from[axis] + distance * direction[axis] - back * normal[axis];
    }
  }

  /** `way` is the distance of a hit (m). Returns whether this hit can still be the first hit. */
  admits(way: number): boolean {
    return fround(way) <= this.distance;
  }

  #isAfter(distance: number, kind: number, id: number, way: number): boolean {
    if (this.distance !== distance) return this.distance > distance;
    if (this.kind !== kind) return this.kind > kind || this.kind === HIT.none;
    if (this.id !== id) return this.id > id;
    return this.way > way;
  }
}
