import { createCourse } from '../query/course.ts';
import { polygonsAlong, type Surface, surfaceOf } from '../query/surface.ts';
import {
  createTriangle,
  heightOver,
  isCrossed,
  isWithin,
  readTriangle,
  sinking,
} from '../query/triangle.ts';
import type { Bounds } from '../scenario/schema.ts';
import { speciesSlotOf } from '../scenario/slots.ts';
import { RECORD } from '../world/layout.ts';
import { STATUS } from '../world/status.ts';
import type { SharedWorld } from '../world/world.ts';

const fround = Math.fround;
const sqrt = Math.sqrt;

const BODY_RADIUS = speciesSlotOf('radius');

/** The number of agents between two signs of life. */
const LIVE_AGENTS = 256;
/** The maximum number of contacts in a step. An agent with more of them stops on the way. */
const MOST_CONTACTS = 4;
/**
 * The least distance (m) that agents keep from the ground, as a multiple of the distance up to which agents count as
 * on it. So no rounding puts them on it.
 */
const APART = 32;
/**
 * How far beside a triangle agents still touch it, as a multiple of the same distance. Without it, agents could come
 * onto it at the bounds, where rounding decides whether they are beside it.
 */
const RIM = 64;
/** A course counts as parallel to a plane if it sinks by less than this part of its length. */
const PARALLEL = 1e-9;

type Vector = Float64Array;

const vector = (): Vector => new Float64Array(3);
const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** Adds `share` times `b` to `a`. */
function add(a: Vector, b: Vector, share: number): void {
  for (let axis = 0; axis < 3; axis++) a[axis] += share * b[axis];
}

const course = createCourse();
const triangle = createTriangle();
/** The rest of the way of an agent in this step (m), and its velocity (m/s). */
const rest = vector();
const velocity = vector();
/** The normals at the contacts of this step. They point to the side of the agent. */
const normals = Array.from({ length: MOST_CONTACTS }, vector);
/** The next contact: its distance along the course (m), and how far the center then is from the plane (m). */
const contact = { way: 0, gap: 0, normal: vector() };

/**
 * Keeps the flyers in places [begin, end) on their side of the ground, if their species slides at it. The center of an
 * agent never passes through a triangle, however fast it is. Faces that it flies against keep it at the distance of its
 * radius. It loses the part of its velocity that points into the ground.
 *
 * reads front.position (m), constants.mesh*; changes staged position (m) and velocity (m/s) of these agents
 */
export function keepOffGround(world: SharedWorld, begin: number, end: number): void {
  const { plan, front } = world;
  if (!plan.species.some(({ atGround }) => atGround === 'slide')) return;
  const surface = surfaceOf(world)!;
  for (let i = begin; i < end; i++) {
    if (i % LIVE_AGENTS === 0) world.live();
    const species = front.species[i];
    if (front.status[i] !== STATUS.alive || plan.species[species].atGround !== 'slide') continue;
    const radius = front.speciesParameters[species * RECORD + BODY_RADIUS];
    slide(world, surface, i, Math.max(radius, APART * surface.level));
  }
}

function slide(world: SharedWorld, surface: Surface, i: number, body: number): void {
  const { stagedPosition: p, stagedVelocity: v } = world.scratch;
  const { bounds } = world.plan;
  begin(world, i);
  course.radius = body;
  velocity[0] = v.x[i];
  velocity[1] = v.y[i];
  velocity[2] = v.z[i];
  for (let count = 1; count <= MOST_CONTACTS; count++) {
    // At first the way leads into the bounds. Along the ground it may leave them.
    if (!aim() || !findContact(surface, count > 1 ? bounds : undefined)) {
      // Most agents touch nothing.
      if (count === 1) return;
      follow(rest, 1, bounds);
      break;
    }
    const { way, gap, normal } = contact;
    follow(course.direction, way, bounds);
    add(rest, course.direction, -way);
    normals[count - 1].set(normal);
    const pressing = -dot(rest, normal);
    turnAside(rest, count);
    turnAside(velocity, count);
    add(rest, normal, Math.min(Math.max(0, body - gap), pressing));
  }
  [p.x[i], p.y[i], p.z[i]] = course.from;
  [v.x[i], v.y[i], v.z[i]] = velocity;
}

/** Sets the course to the start of the agent at place `i`, and `rest` to its way in this step. */
function begin({ front: { position }, scratch: { stagedPosition: p } }: SharedWorld, i: number) {
  course.from[0] = position.x[i];
  course.from[1] = position.y[i];
  course.from[2] = position.z[i];
  rest[0] = p.x[i] - position.x[i];
  rest[1] = p.y[i] - position.y[i];
  rest[2] = p.z[i] - position.z[i];
}

/**
 * Directs the course along `rest`. Returns false if `rest` is 0 or not finite. Agents that are not finite are
 * quarantined elsewhere.
 */
function aim(): boolean {
  course.length = sqrt(dot(rest, rest));
  if (!(course.length > 0) || course.length === Number.POSITIVE_INFINITY) return false;
  for (let axis = 0; axis < 3; axis++) course.direction[axis] = rest[axis] / course.length;
  return true;
}

/**
 * Moves the start of the course by `share` times a vector. Rounding does not move it out of bounds that contain agents.
 */
function follow(way: Vector, share: number, bounds: Bounds): void {
  const { from } = course;
  add(from, way, share);
  if (bounds.type !== 'contain') return;
  for (let axis = 0; axis < 3; axis++) {
    const low = Math.max(from[axis], fround(bounds.min[axis]));
    from[axis] = Math.min(low, fround(bounds.max[axis]));
  }
}

/**
 * Finds the first contact along the course, with the ground or with bounds that contain agents. Returns false if there
 * is none.
 */
function findContact(surface: Surface, bounds?: Bounds): boolean {
  const { mesh, level } = surface;
  contact.way = Number.POSITIVE_INFINITY;
  polygonsAlong(
    surface,
    course,
    (way) => way <= contact.way,
    (polygon) => {
      for (let b = mesh.first[polygon] + 1; b + 1 < mesh.first[polygon + 1]; b++) {
        if (readTriangle(triangle, mesh, polygon, b)) touch(level);
      }
    },
  );
  if (bounds?.type === 'contain') touchBounds(bounds.min, bounds.max);
  return contact.way <= course.length;
}

function touchBounds(min: readonly number[], max: readonly number[]): void {
  const { from, direction, radius } = course;
  for (let axis = 0; axis < 3; axis++) {
    const n = direction[axis];
    if (n === 0) continue;
    const room = n > 0 ? fround(max[axis]) - from[axis] : from[axis] - fround(min[axis]);
    const way = Math.max(0, room) / Math.abs(n);
    if (!(way < contact.way)) continue;
    contact.way = way;
    contact.gap = radius;
    contact.normal.fill(0);
    contact.normal[axis] = n > 0 ? -1 : 1;
  }
}

/** Takes the contact with the triangle if it is the first so far. Who is on the triangle is above it. */
function touch(level: number): void {
  const { from, direction, radius: body } = course;
  const { normal } = triangle;
  const height = heightOver(triangle, from);
  const side = height >= -level ? 1 : -1;
  const closing = side * sinking(triangle, course);
  if (!(closing > PARALLEL)) return;
  const over = Math.max(0, side * height);
  const passes = isCrossed(triangle, course);
  let way = passes ? Math.max(0, over - APART * level) / closing : Number.POSITIVE_INFINITY;
  // The point of the body that touches the plane first.
  const near = Math.max(0, over - body) / closing;
  const down = side * Math.min(over, body);
  const [x, y, z] = [0, 1, 2].map((k) => from[k] + near * direction[k] - down * normal[k]);
  if (near < way && isWithin(triangle, x, y, z, RIM * level)) way = near;
  if (!(way < contact.way)) return;
  contact.way = way;
  contact.gap = over - way * closing;
  for (let axis = 0; axis < 3; axis++) contact.normal[axis] = side * normal[axis];
}

const line = vector();

/** Takes from a vector what leads into the planes of the contacts. The last contact is new. */
function turnAside(a: Vector, count: number): void {
  const last = normals[count - 1];
  add(a, last, Math.max(0, -dot(a, last)));
  for (let k = 0; k < count - 1; k++) {
    if (!leadsInto(a, normals[k])) continue;
    // Between two planes there is a way along both. In a corner of three there is none.
    const [bx, by, bz] = normals[k];
    line[0] = last[1] * bz - last[2] * by;
    line[1] = last[2] * bx - last[0] * bz;
    line[2] = last[0] * by - last[1] * bx;
    const size = dot(line, line);
    const share = size > PARALLEL ? dot(a, line) / size : 0;
    a.fill(0);
    add(a, line, share);
    for (let j = 0; j < count - 1; j++) if (j !== k && leadsInto(a, normals[j])) a.fill(0);
    return;
  }
}

function leadsInto(a: Vector, normal: Vector): boolean {
  return dot(a, normal) < -PARALLEL * sqrt(dot(a, a));
}

/**
 * Ends the way of the agent at place `i` where its center meets the ground in this step. Returns false if it does not
 * meet the ground.
 */
export function stopAtGround(world: SharedWorld, i: number): boolean {
  const surface = surfaceOf(world)!;
  begin(world, i);
  course.radius = APART * surface.level;
  if (!aim() || !findContact(surface)) return false;
  const { way, gap, normal } = contact;
  const further = gap / -dot(course.direction, normal);
  follow(course.direction, Math.min(way + further, course.length), world.plan.bounds);
  const { stagedPosition: p } = world.scratch;
  [p.x[i], p.y[i], p.z[i]] = course.from;
  return true;
}
