import { readdirSync, readFileSync } from 'node:fs';
import { parseScenario, type Scenario } from '@skein/core';
import { LIMITS } from '@skein/core/describe';
import { generator } from '../workload.ts';

const FOLDER = new URL('../../../scenarios/', import.meta.url);

type Point = readonly number[];
type Json = Readonly<Record<string, unknown>>;

/** Lists the names of the scenes that come with Skein. */
export function sceneNames(): string[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith('.json') && !file.endsWith('.schema.json'))
    .map((file) => file.replace(/\.json$/, ''))
    .sort();
}

/**
 * Changes the number of agents of a scene to about the given number. All counts are multiplied by the same factor. The
 * world grows such that the density stays the same. The ranges of behaviors do not change.
 *
 * @throws ScenarioError when the result exceeds the limits of a scenario
 */
export function scaledScene(name: string, agents: number): Scenario {
  const text = readFileSync(new URL(`${name}.json`, FOLDER), 'utf8');
  const scene = JSON.parse(text) as Json & { species: (Json & { count: number })[] };
  const own = scene.species.reduce((sum, { count }) => sum + count, 0);
  return parseScenario(new Scaling(scene, agents / own).scene(scene));
}

/** Reads heights as they appear in a scenario: as a list of numbers, or as base64 text that encodes f32 values. */
function heightsOf(values: readonly number[] | string): Float32Array {
  if (typeof values !== 'string') return Float32Array.from(values);
  return new Float32Array(Uint8Array.from(Buffer.from(values, 'base64')).buffer);
}

/**
 * A `spawn` of this type puts agents on the surface of a ball, or on the edge of a disc. At equal density, their number
 * grows with the surface or the edge, not with the volume or the area.
 */
const SURFACE = 'shell';

class Scaling {
  readonly #factor: number;
  readonly #dimensions: number;
  readonly #hasGround: boolean;
  /** The factor by which all lengths in the world are multiplied. */
  readonly #length: number;

  constructor(scene: Json, factor: number) {
    this.#factor = factor;
    this.#dimensions = scene.dimensions === 2 ? 2 : 3;
    this.#hasGround = scene.ground !== undefined;
    const isSurface = (scene.species as Json[]).some(
      ({ spawn }) => (spawn as Json).type === SURFACE,
    );
    this.#length = factor ** (1 / (this.#dimensions - (isSurface ? 1 : 0)));
  }

  scene(scene: Json): Json {
    const list = (key: string, scale: (one: Json) => Json) =>
      scene[key] === undefined ? {} : { [key]: (scene[key] as Json[]).map(scale) };
    const particles = (scene.particles as Json | undefined) ?? { capacity: 100_000 };
    return {
      ...scene,
      ...(scene.bounds !== undefined && { bounds: this.#place(scene.bounds as Json) }),
      ...(scene.map !== undefined && { map: this.#map(scene.map as Json) }),
      ...(scene.heights !== undefined && { heights: this.#heights(scene.heights as Json) }),
      ...(scene.mesh !== undefined && { mesh: this.#mesh(scene.mesh as Json) }),
      ...(scene.ground !== undefined && { ground: this.#ground(scene.ground as Json) }),
      ...list('fields', (one) => ({ ...one, cells: this.#cells(one.cells as number[]) })),
      ...list('species', (one) => this.#species(one)),
      ...list('targets', (one) => this.#place(one)),
      ...list('obstacles', (one) => this.#obstacle(one)),
      ...list('launchers', (one) => this.#place(one)),
      ...list('paths', (one) => ({ ...one, points: this.#points(one.points as Point[]) })),
      ...(scene.commands !== undefined && {
        commands: (scene.commands as Json[]).flatMap((command) => this.#command(command)),
      }),
      particles: { capacity: this.#count(particles.capacity as number, LIMITS.particles) },
    };
  }

  #count(count: number, most: number = LIMITS.agents): number {
    return Math.min(most, Math.max(1, Math.round(count * this.#factor)));
  }

  #point(point: Point): Point {
    return point.map((coordinate) => coordinate * this.#length);
  }

  /**
   * Chooses the number of cells of a field along each axis. Cells keep their size or become larger, so diffusion is not
   * faster than in the unscaled scene.
   */
  #cells(cells: readonly number[]): number[] {
    const most = Math.floor(LIMITS.fieldCells ** (1 / cells.length));
    return cells.map((count) => Math.min(most, Math.max(1, Math.floor(count * this.#length))));
  }

  #points(points: readonly Point[]): Point[] {
    return points.map((point) => this.#point(point));
  }

  /** Scales the coordinates that place an object in the world. */
  #place(object: Json): Json {
    const scaled: Record<string, unknown> = { ...object };
    for (const key of ['min', 'max', 'center', 'position', 'point', 'origin']) {
      if (object[key] !== undefined) scaled[key] = this.#point(object[key] as Point);
    }
    if (object.motion !== undefined) scaled.motion = this.#place(object.motion as Json);
    return scaled;
  }

  #map(map: Json): Json {
    const cellSize = ((map.cellSize as number | undefined) ?? 1) * this.#length;
    return { ...this.#place(map), cellSize };
  }

  /** Scales heights by the same factor as other lengths, so that slopes stay the same. */
  #heights(heights: Json): Json {
    const values = heightsOf(heights.values as readonly number[] | string);
    return { ...this.#map(heights), values: values.map((height) => height * this.#length) };
  }

  #mesh(mesh: Json): Json {
    return { ...mesh, vertices: this.#points(mesh.vertices as Point[]) };
  }

  #ground(ground: Json): Json {
    const { links = [] } = ground as { links?: Json[] };
    const moved = links.map((link) => ({
      ...link,
      from: this.#point(link.from as Point),
      to: this.#point(link.to as Point),
    }));
    return { ...this.#mesh(ground), links: moved };
  }

  #obstacle(obstacle: Json): Json {
    const { radius } = obstacle as { radius?: number };
    const scaled = this.#place(obstacle);
    return radius === undefined ? scaled : { ...scaled, radius: radius * this.#length };
  }

  #species(species: Json): Json {
    const count = this.#count(species.count as number);
    const goals = species.goals as Json | undefined;
    const { capacity } = species as { capacity?: number };
    return {
      ...species,
      count,
      ...(capacity !== undefined && { capacity: this.#count(capacity) }),
      spawn: this.#spawn(species.spawn as Json, count),
      ...(goals !== undefined && { goals: this.#place(goals) }),
    };
  }

  #spawn(spawn: Json, count: number): Json {
    if (spawn.type === 'points') return this.#spread(spawn, count);
    const { radius } = spawn as { radius?: number };
    const scaled = this.#place(spawn);
    return radius === undefined ? scaled : { ...scaled, radius: radius * this.#length };
  }

  /**
   * Keeps the points that the scene gives, and adds more points near these until there are `count` points. On a ground,
   * they are at the same places, because others may lie beside it.
   */
  #spread(spawn: Json, count: number): Json {
    const random = generator(1);
    const given = this.#points(spawn.positions as Point[]);
    const speeds = spawn.velocities as Point[] | undefined;
    const near = (at: number) => (this.#hasGround ? at : at * (0.75 + 0.2 * random()));
    const positions = Array.from({ length: count }, (_, k) =>
      k < given.length ? given[k] : given[k % given.length].map(near),
    );
    const velocities = speeds && positions.map((_, k) => speeds[k % speeds.length]);
    return { ...spawn, positions, ...(velocities !== undefined && { velocities }) };
  }

  /** Splits a command into several commands if it fires more agents than the maximum for one command. */
  #command(command: Json): Json[] {
    const scaled = this.#place(command);
    if (command.type !== 'fire') return [scaled];
    const all = this.#count((command.count as number | undefined) ?? 1);
    const most = 65_536;
    return Array.from({ length: Math.ceil(all / most) }, (_, k) => ({
      ...scaled,
      count: Math.min(most, all - k * most),
    }));
  }
}
