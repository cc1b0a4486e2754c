import { type Stretch, stretchesOf } from './ring.ts';

/**
 * The number of vertices of a segment. There are two at each end, so that lines and ribbons can use the same buffers.
 * The order is from-left, from-right, to-left, to-right.
 */
export const VERTICES = 4;
/** The maximum number of segments into which one step of an agent is divided, however long the step is. */
const MAX_PARTS = 32;
/**
 * An agent has jumped if it moved farther than this multiple of (speed * time), plus `spacing`. The speed is the one
 * before or after the movement, whichever is higher. Agents jump when a command moves them, or when they cross the edge
 * of a torus.
 */
const LEAP = 4;

type Vector = readonly [x: number, y: number, z: number];

/** The end of an agent's path so far. The next segment starts there. */
interface Pen {
  birth: number;
  kind: number;
  place: Vector;
  /** The velocity at the end of the path; undefined at the muzzle of a launcher, where the velocity is not known. */
  velocity: Vector | undefined;
  seconds: number;
}

/**
 * Stores the paths of agents as segments in one ring. New segments overwrite the oldest.
 *
 * Every vertex has a time, from which the shader computes how far the vertex has faded. So a segment is written and
 * uploaded only once. A path begins when an agent is born, and ends when the agent dies. So no segment joins two lives.
 * If an agent jumps, no segment joins the two ends of the jump.
 *
 * Between two known states, the path is a cubic curve with the known positions and velocities. The curve is smooth,
 * however many ticks are between the states.
 */
export class TrailRing {
  readonly capacity: number;
  /** The approximate maximum length of a segment, in m. */
  readonly spacing: number;
  /** The position of each vertex: x, y, z, in m. */
  readonly places: Float32Array;
  /** The velocity at each vertex, in m/s. It points along the path. */
  readonly velocities: Float32Array;
  /** The simulated time of each vertex, in s. */
  readonly times: Float32Array;
  /** The kind of each vertex, as it was passed to `begin`. */
  readonly kinds: Float32Array;
  readonly #pens = new Map<number, Pen>();
  #written = 0;
  #taken = 0;

  constructor(capacity: number, spacing = Number.POSITIVE_INFINITY) {
    this.capacity = capacity;
    this.spacing = spacing;
    this.places = new Float32Array(capacity * VERTICES * 3);
    this.velocities = new Float32Array(capacity * VERTICES * 3);
    this.kinds = new Float32Array(capacity * VERTICES);
    // A time long ago: segments that were never written count as faded.
    this.times = new Float32Array(capacity * VERTICES).fill(-1e6);
  }

  /** The number of segments that were ever written, including those that were overwritten. */
  get written(): number {
    return this.#written;
  }

  /** Begins the path of an agent that was born at `place`. */
  begin(id: number, birth: number, place: Vector, seconds: number, kind = 0): void {
    this.#pens.set(id, { birth, kind, place, velocity: undefined, seconds });
  }

  /**
   * Whether the path of this agent is being recorded. `birth` is the tick at which the agent was born. An agent that
   * was born again at a later tick counts as another agent.
   */
  follows(id: number, birth: number): boolean {
    const pen = this.#pens.get(id);
    return pen?.birth === birth;
  }

  /**
   * Extends the path of an agent to the point `place`. If the velocity there is not known, the new part of the path is
   * straight.
   */
  extend(id: number, place: Vector, velocity: Vector | undefined, seconds: number): void {
    const pen = this.#pens.get(id);
    if (pen === undefined) return;
    const span = seconds - pen.seconds;
    const chord = minus(place, pen.place);
    if (this.#leaps(pen, chord, velocity, span)) {
      this.#pens.set(id, { ...pen, place, velocity, seconds });
      return;
    }
    const straight = span > 0 ? times(chord, 1 / span) : chord;
    const from = pen.velocity ?? straight;
    const to = velocity ?? straight;
    const parts = Math.min(MAX_PARTS, Math.max(1, Math.ceil(Math.hypot(...chord) / this.spacing)));
    const start = { place: pen.place, seconds: pen.seconds };
    let passed = from;
    for (let part = 1; part <= parts; part++) {
      const s = part / parts;
      const next = hermite(start.place, times(from, span), place, times(to, span), s);
      const speed = part === parts || span <= 0 ? to : times(next.slope, 1 / span);
      this.#write(
        pen,
        passed,
        part === parts ? place : next.place,
        speed,
        start.seconds + span * s,
      );
      passed = speed;
    }
    pen.velocity = velocity;
  }

  /**
   * Whether an agent jumped instead of flying. The velocities before and after the movement must be known. If one of
   * them is undefined, the result is false.
   */
  #leaps(pen: Pen, chord: Vector, velocity: Vector | undefined, span: number): boolean {
    if (pen.velocity === undefined || velocity === undefined) return false;
    const fastest = Math.max(Math.hypot(...pen.velocity), Math.hypot(...velocity));
    return Math.hypot(...chord) > LEAP * fastest * span + this.spacing;
  }

  /** Ends the path of an agent that has died. */
  end(id: number): void {
    this.#pens.delete(id);
  }

  /**
   * Returns the segments that were written since the last call, as at most two stretches of slots. A second stretch is
   * needed if the segments wrap around to slot 0.
   */
  takeFresh(): Stretch[] {
    const count = Math.min(this.#written - this.#taken, this.capacity);
    const first = (this.#written - count) % this.capacity;
    this.#taken = this.#written;
    return stretchesOf(this.capacity, first, count);
  }

  #write(pen: Pen, from: Vector, place: Vector, to: Vector, seconds: number): void {
    const first = (this.#written % this.capacity) * VERTICES;
    for (let i = 0; i < VERTICES; i++) {
      const atStart = i < 2;
      this.places.set(atStart ? pen.place : place, (first + i) * 3);
      this.velocities.set(atStart ? from : to, (first + i) * 3);
      this.kinds[first + i] = pen.kind;
      this.times[first + i] = atStart ? pen.seconds : seconds;
    }
    this.#written += 1;
    pen.place = place;
    pen.seconds = seconds;
  }
}

/**
 * Returns a point of a cubic curve from `a` to `b`, and the slope of the curve at this point. `s` goes from 0 at `a` to
 * 1 at `b`. The slope is `u` at `a`, and `v` at `b`.
 */
function hermite(a: Vector, u: Vector, b: Vector, v: Vector, s: number) {
  const r = 1 - s;
  const at = (i: 0 | 1 | 2) =>
    a[i] * (1 + 2 * s) * r * r + u[i] * s * r * r + b[i] * s * s * (3 - 2 * s) - v[i] * s * s * r;
  const along = (i: 0 | 1 | 2) =>
    6 * s * r * (b[i] - a[i]) + u[i] * r * (1 - 3 * s) - v[i] * s * (2 - 3 * s);
  const place: Vector = [at(0), at(1), at(2)];
  const slope: Vector = [along(0), along(1), along(2)];
  return { place, slope };
}

function minus(a: Vector, b: Vector): Vector {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

function times(a: Vector, factor: number): Vector {
  return [a[0] * factor, a[1] * factor, a[2] * factor];
}
