import type { Course, Meeting } from './course.ts';
import { HIT, NO_AGENT } from './request.ts';

const fround = Math.fround;

/**
 * The first hit of a course: the least by (distance in f32, kind, id), in whatever order hits are offered.
 */
export class FirstHit {
  /** f32 (m). */
  distance = Number.POSITIVE_INFINITY;
  kind: number = HIT.none;
  id = NO_AGENT;
  /** The same distance before it was rounded (m). */
  way = Number.POSITIVE_INFINITY;
  /** The point that was hit (m), as what was hit stands in the world; inside of it the center of the sphere. */
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
   * Takes up what a course, or a stretch of one, meets; `before` it (m) is gone already. What is farther than
   * its length is none.
   */
  offer(
    { distance, inside, normal }: Meeting,
    { from, direction, length, radius }: Course,
    before: number,
    kind: number,
    id: number,
  ): void {
    if (!(distance <= length)) return;
    const way = before + distance;
    const rounded = fround(way);
    if (!this.#isAfter(rounded, kind, id, way)) return;
    this.distance = rounded;
    this.kind = kind;
    this.id = id;
    this.way = way;
    this.normal.set(normal);
    // Of a sphere the point that touches; where it is inside there is none.
    const back = inside ? 0 : radius;
    for (let axis = 0; axis < 3; axis++) {
      this.position[axis] = from[axis] + distance * direction[axis] - back * normal[axis];
    }
  }

  /** Whether a hit that is so far may be first. */
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
