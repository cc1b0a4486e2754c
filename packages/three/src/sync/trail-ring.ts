import { type Stretch, stretchesOf } from './ring.ts';

/**
 * A segment has four vertices, two at either end, so that it can be drawn as a line and as a ribbon
 * from the same buffers: from-left, from-right, to-left, to-right.
 */
export const VERTICES = 4;
/** One step is cut into at most so many segments, however long it is. */
const MAX_PARTS = 32;
/** Farther than this many times what its velocities allow, an agent did not fly: it was put there, or went around a torus. */
const LEAP = 4;

type Vector = readonly [x: number, y: number, z: number];

/** Where the recording of one agent stands. */
interface Pen {
  birth: number;
  kind: number;
  place: Vector;
  /** Undefined at the muzzle, where the velocity was never seen. */
  velocity: Vector | undefined;
  seconds: number;
}

/**
 * The paths that agents drew, as segments in one ring, oldest overwritten first.
 *
 * Every vertex carries its time, so that fading is left to the shader and a segment is written (and
 * uploaded) once. A pen is put down where the agent was born and lifted when it dies or is born
 * again: no segment ever joins two lives, nor the places that an agent was put from and to. Between two known states the path is the cubic that has
 * their places and velocities: it is smooth however many ticks lie between them.
 */
export class TrailRing {
  readonly capacity: number;
  /** No segment is longer than about this, m. */
  readonly spacing: number;
  /** x y z of each vertex, m. */
  readonly places: Float32Array;
  /** Velocity at each vertex, m/s: which way the path runs there. */
  readonly velocities: Float32Array;
  /** Time of each vertex, s since tick 0. */
  readonly times: Float32Array;
  /** What drew each vertex: a number that `begin` was given. */
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
    // Long ago: what was never written is faded out from the start.
    this.times = new Float32Array(capacity * VERTICES).fill(-1e6);
  }

  /** Segments ever written, those since overwritten too. */
  get written(): number {
    return this.#written;
  }

  /** The agent was born (or born again) at this place: its path begins here. */
  begin(id: number, birth: number, place: Vector, seconds: number, kind = 0): void {
    this.#pens.set(id, { birth, kind, place, velocity: undefined, seconds });
  }

  /** Whether the path of this life of the agent is being drawn. */
  follows(id: number, birth: number): boolean {
    const pen = this.#pens.get(id);
    return pen?.birth === birth;
  }

  /** The agent flew to this place; where its velocity there is not known, it flew straight. */
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

  /** Whether an agent came by without flying; not known of its first step, nor of its last. */
  #leaps(pen: Pen, chord: Vector, velocity: Vector | undefined, span: number): boolean {
    if (pen.velocity === undefined || velocity === undefined) return false;
    const fastest = Math.max(Math.hypot(...pen.velocity), Math.hypot(...velocity));
    return Math.hypot(...chord) > LEAP * fastest * span + this.spacing;
  }

  /** The agent died: its path ends where it is. */
  end(id: number): void {
    this.#pens.delete(id);
  }

  /** The stretches written since the last call: none, one, or two where the ring wrapped. */
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

/** The cubic from a to b with slopes u and v there: its place and slope at s, 0 to 1. */
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
