import type { Meeting } from './course.ts';
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
  readonly normal = new Float64Array(3);

  clear(): void {
    this.distance = Number.POSITIVE_INFINITY;
    this.kind = HIT.none;
    this.id = NO_AGENT;
    this.way = Number.POSITIVE_INFINITY;
    this.normal.fill(0);
  }

  /** Takes a meeting up, `before` it (m) being gone already; what is farther than `length` (m) is none. */
  offer({ distance, normal }: Meeting, before: number, length: number, kind: number, id: number) {
    const way = before + distance;
    if (!(way <= length)) return;
    const rounded = fround(way);
    if (!this.#isAfter(rounded, kind, id, way)) return;
    this.distance = rounded;
    this.kind = kind;
    this.id = id;
    this.way = way;
    this.normal.set(normal);
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
