import type { Problem, World } from '@skein/core';
import { show } from '@skein/core/internal';
import {
  type BufferGeometry,
  Color,
  DynamicDrawUsage,
  InstancedBufferAttribute,
  type InstancedBufferGeometry,
  type Intersection,
  type Material,
  Matrix4,
  Mesh,
  MeshDepthMaterial,
  MeshDistanceMaterial,
  Ray,
  type Raycaster,
  RGBADepthPacking,
  Sphere,
  Vector3,
} from 'three';
import type { Driver } from '../driver.ts';
import {
  colorProblems,
  frameProblems,
  materialProblems,
  nameProblems,
  speciesProblems,
} from '../option-checks.ts';
import { ThreeError } from '../option-error.ts';
import { materialAlias } from './aliases.ts';
import { type AgentColumns, columnsOf, upload } from './columns.ts';
import { type Agent, type AgentsOptions, bodiesOf, looksOf } from './look.ts';
import { drawBy, keepGeometry } from './replace.ts';
import { drawAgents } from './shader.ts';

/** An intersection of a ray with an agent, as `raycast` reports it. */
export interface AgentIntersection extends Intersection {
  /** The id of the agent that the ray intersects. */
  readonly agent: number;
}

/** The first agent that a ray hits, as `pick` returns it. */
export interface Picked {
  readonly id: number;
  /** The name of the agent's species. */
  readonly species: string;
  /** The point at which the ray hits the agent, in world space. */
  readonly position: Vector3;
  /** The distance from the origin of the ray to `position`. */
  readonly distance: number;
}

const OPTIONS = ['species', 'body', 'ahead', 'material', 'color', 'orient', 'scale'];
const AXES = ['x', 'y', 'z'];
const ORIENTS = ['velocity', 'heading', 'none'];

/**
 * Creates a mesh that draws all agents of a driver's world in one draw call. Lights, shadows, fog, tone mapping and
 * color spaces work as for any other mesh.
 *
 * @throws ThreeError OPTION_INVALID
 */
export function createAgents(driver: Driver, options: AgentsOptions): Agents {
  const problems = checkAgents(driver, options);
  if (problems.length > 0) throw new ThreeError(problems);
  return new Agents(driver, options);
}

/**
 * The mesh that draws the agents of a world. It updates by itself when the driver is updated.
 *
 * You may set `material` to another material. The agents are drawn with a material derived from the one you set.
 * Reading `material` returns this derived material. Setting `geometry` throws ThreeError OPTION_INVALID.
 */
export class Agents extends Mesh<InstancedBufferGeometry, Material> {
  readonly isAgents = true;
  readonly driver: Driver;
  /** A sphere around all living agents. It is null until three.js needs it, for example for frustum culling. */
  boundingSphere: Sphere | null = null;
  readonly #columns: AgentColumns;
  readonly #scales: readonly number[];
  readonly #orient: 'velocity' | 'heading' | 'none';
  readonly #upright: Vector3;
  readonly #body: BufferGeometry;
  readonly #one = new Mesh();
  readonly #unlisten: () => void;
  readonly #paint: ((agent: Agent, color: Color) => void) | undefined;
  readonly #tint: InstancedBufferAttribute | undefined;
  #disposed = false;

  constructor(driver: Driver, options: AgentsOptions) {
    const { body, geometry } = bodiesOf(options);
    super(geometry, options.material);
    const { scenario, count } = driver.world;
    const { looks, upright } = looksOf(scenario, options);
    this.driver = driver;
    this.#columns = columnsOf(driver);
    this.#columns.users += 1;
    this.#body = body;
    this.#orient = options.orient ?? (this.#columns.headed ? 'heading' : 'velocity');
    this.#upright = upright;
    this.#scales = looks.map(({ scale }) => scale);
    for (const [key, attribute] of this.#columns.attributes) {
      this.geometry.setAttribute(key, attribute);
    }
    if (typeof options.color === 'function') {
      this.#paint = options.color;
      this.#tint = new InstancedBufferAttribute(new Float32Array(3 * count), 3);
      this.geometry.setAttribute('tint', this.#tint.setUsage(DynamicDrawUsage));
    }
    const uniforms = {
      agentLag: driver.lag,
      agentUpright: { value: this.#upright },
      agentScales: { value: this.#scales },
      agentColors: { value: looks.map(({ color }) => color) },
    };
    const defines = {
      AGENT_SPECIES: scenario.species.length,
      ...(this.#orient === 'velocity' && { AGENT_VELOCITY: '' }),
      ...(this.#orient === 'heading' && { AGENT_HEADING: '' }),
      ...(this.#tint !== undefined && { AGENT_TINT: '' }),
    };
    // Before three.js 0.182, shadow maps were color textures with packed depths.
    this.customDepthMaterial = new MeshDepthMaterial({ depthPacking: RGBADepthPacking });
    this.customDistanceMaterial = new MeshDistanceMaterial();
    for (const material of [this.customDepthMaterial, this.customDistanceMaterial]) {
      drawAgents(material, uniforms, defines);
    }
    keepGeometry(this);
    drawBy(this, options.material, (given) => {
      const alias = materialAlias(given);
      drawAgents(alias, uniforms, defines);
      return alias;
    });
    this.#unlisten = driver.listen({ onState: () => this.#show() });
    this.#show();
  }

  /**
   * Sets `matrix` to the transform of the agent with instance number `index`, relative to this object. It is the
   * transform at the drawn moment, which may be between two ticks.
   */
  getMatrixAt(index: number, matrix: Matrix4): void {
    const [x, y, z] = this.#placeOf(index);
    const scale = this.#scales[this.#columns.plane('species')[index]!]!;
    if (this.#orient === 'none') matrix.identity();
    else {
      const [side, top, ahead] = this.#frameOf(index);
      matrix.makeBasis(side, top, ahead);
    }
    matrix.scale(new Vector3(scale, scale, scale)).setPosition(x, y, z);
  }

  /**
   * Copies the drawn position of an agent into `target`, relative to this object, and returns `target`. If the agent is
   * not drawn, returns undefined. An agent is not drawn if it has died, was never born, or is of another species.
   */
  positionOf(id: number, target: Vector3): Vector3 | undefined {
    const index = this.#columns.ids.subarray(0, this.#columns.living).indexOf(id);
    if (index < 0 || this.#scales[this.#columns.plane('species')[index]!] === 0) return undefined;
    return target.set(...this.#placeOf(index));
  }

  /** Returns the first agent that the ray of `raycaster` hits; undefined if the ray hits no agent. */
  pick(raycaster: Raycaster): Picked | undefined {
    const hits: Intersection[] = [];
    // Calls the original method: a replacement of `raycast` may report other indices.
    Agents.prototype.raycast.call(this, raycaster, hits);
    let first: Intersection | undefined;
    for (const hit of hits) if (first === undefined || hit.distance < first.distance) first = hit;
    if (first === undefined) return undefined;
    const { species } = this.driver.world.scenario;
    return {
      id: (first as AgentIntersection).agent,
      species: species[this.#columns.plane('species')[first.instanceId!]!]!.name,
      position: first.point,
      distance: first.distance,
    };
  }

  /**
   * Works like `raycast` of other meshes. The intersections that it adds are of type `AgentIntersection`. Their
   * `instanceId` is the instance number of the agent, which changes from tick to tick.
   */
  override raycast(raycaster: Raycaster, intersects: Intersection[]): void {
    const { living } = this.#columns;
    const species = this.#columns.plane('species');
    const ray = new Ray().copy(raycaster.ray).applyMatrix4(this.matrixWorld.clone().invert());
    // If the object is scaled, the transformed direction is no longer a unit vector.
    ray.direction.normalize();
    const reach = this.#reach();
    const center = new Vector3();
    const matrix = new Matrix4();
    const mesh = this.#one;
    mesh.geometry = this.#body;
    mesh.material = this.material;
    for (let i = 0; i < living; i++) {
      const scale = this.#scales[species[i]!]!;
      if (scale === 0) continue;
      center.set(...this.#placeOf(i));
      if (ray.distanceSqToPoint(center) > (reach * scale) ** 2) continue;
      this.getMatrixAt(i, matrix);
      mesh.matrixWorld.multiplyMatrices(this.matrixWorld, matrix);
      const hits: Intersection[] = [];
      mesh.raycast(raycaster, hits);
      for (const hit of hits) {
        const found: AgentIntersection = {
          ...hit,
          object: this,
          instanceId: i,
          agent: this.#columns.ids[i]!,
        };
        intersects.push(found);
      }
    }
  }

  /** Computes `boundingSphere`, a sphere around all living agents, relative to this object. */
  computeBoundingSphere(): void {
    const { living } = this.#columns;
    const species = this.#columns.plane('species');
    const [vx, vy, vz] = ['vx', 'vy', 'vz'].map((name) => this.#columns.plane(name));
    const [x, y, z] = ['x', 'y', 'z'].map((name) => this.#columns.plane(name));
    const low = new Vector3(Infinity, Infinity, Infinity);
    const high = new Vector3(-Infinity, -Infinity, -Infinity);
    const center = new Vector3();
    const velocity = new Vector3();
    let size = 0;
    let fastest = 0;
    for (let i = 0; i < living; i++) {
      const scale = this.#scales[species[i]!]!;
      if (scale === 0) continue;
      if (scale > size) size = scale;
      center.set(x![i]!, y![i]!, z![i]!);
      fastest = Math.max(fastest, velocity.set(vx![i]!, vy![i]!, vz![i]!).lengthSq());
      low.min(center);
      high.max(center);
    }
    const sphere = new Sphere();
    if (size > 0) {
      sphere.center.addVectors(low, high).multiplyScalar(0.5);
      // The sphere is valid until the next state, so it includes a step of movement before and after this one.
      const way = Math.sqrt(fastest) * this.driver.world.scenario.dt;
      sphere.radius = high.distanceTo(low) / 2 + size * this.#reach() + way;
    } else sphere.makeEmpty();
    this.boundingSphere = sphere;
  }

  /**
   * Always throws, because agents cannot be cloned.
   * @throws ThreeError always
   */
  override clone(): never {
    const expected = 'no call; to get another object, call createAgents';
    throw new ThreeError([{ path: '$clone', found: 'a call', expected }]);
  }

  /** Frees the GPU resources of this object. The body and the material belong to you and are not disposed of. */
  override dispose(): void {
    this.#unlisten();
    this.removeFromParent();
    if (this.#disposed) return;
    this.#disposed = true;
    this.#columns.users -= 1;
    // Disposing of the geometry frees the attributes, so shared attributes are removed from it first.
    if (this.#columns.users > 0) {
      for (const key of this.#columns.attributes.keys()) this.geometry.deleteAttribute(key);
    }
    this.geometry.dispose();
    this.material.dispose();
    this.customDepthMaterial?.dispose();
    this.customDistanceMaterial?.dispose();
  }

  #show(): void {
    const { living } = this.#columns;
    this.geometry.instanceCount = living;
    this.boundingSphere = null;
    if (this.#paint === undefined || this.#tint === undefined) return;
    const { species } = this.driver.world.scenario;
    const kinds = this.#columns.plane('species');
    const [vx, vy, vz] = ['vx', 'vy', 'vz'].map((name) => this.#columns.plane(name));
    const [x, y, z] = ['x', 'y', 'z'].map((name) => this.#columns.plane(name));
    const agent = { id: 0, species: species[0]!, position: new Vector3(), velocity: new Vector3() };
    const color = new Color();
    for (let i = 0; i < living; i++) {
      if (this.#scales[kinds[i]!] === 0) continue;
      agent.id = this.#columns.ids[i]!;
      agent.species = species[kinds[i]!]!;
      agent.position.set(x![i]!, y![i]!, z![i]!);
      agent.velocity.set(vx![i]!, vy![i]!, vz![i]!);
      this.#paint(agent, color.setRGB(1, 1, 1));
      color.toArray(this.#tint.array, 3 * i);
    }
    upload(this.#tint, living);
  }

  #placeOf(i: number): [x: number, y: number, z: number] {
    const { value: lag } = this.driver.lag;
    const at = (name: string, rate: string) =>
      this.#columns.plane(name)[i]! - lag * this.#columns.plane(rate)[i]!;
    return [at('x', 'vx'), at('y', 'vy'), at('z', 'vz')];
  }

  /**
   * Computes the axes of the agent with instance number `i`: unit vectors to its left side, up and ahead. The shader
   * computes the same axes.
   */
  #frameOf(i: number): [side: Vector3, top: Vector3, ahead: Vector3] {
    if (this.#orient === 'heading') {
      const ahead = new Vector3().fromArray(this.#columns.plane('heading'), 3 * i);
      const top = new Vector3().fromArray(this.#columns.plane('up'), 3 * i);
      return [new Vector3().crossVectors(top, ahead), top, ahead];
    }
    const [vx, vy, vz] = ['vx', 'vy', 'vz'].map((name) => this.#columns.plane(name)[i]!);
    const ahead = new Vector3(vx, vy, vz);
    if (ahead.lengthSq() > 1e-12) ahead.normalize();
    else ahead.set(1, 0, 0);
    const side = new Vector3().crossVectors(this.#upright, ahead);
    if (side.lengthSq() <= 1e-6) {
      side.set(ahead.y + 0.1, ahead.z + 0.1, ahead.x + 0.1).cross(ahead);
    }
    side.normalize();
    return [side, new Vector3().crossVectors(ahead, side), ahead];
  }

  /** The distance from the origin of the body to its farthest point, in m, at scale 1. */
  #reach(): number {
    if (this.#body.boundingSphere === null) this.#body.computeBoundingSphere();
    const { center, radius } = this.#body.boundingSphere!;
    return center.length() + radius;
  }
}

/** Finds the problems in the options of agents. */
export function checkAgents(driver: Driver, options: AgentsOptions): Problem[] {
  const problems = frameProblems(driver, options);
  return problems.length > 0 ? problems : lookProblems(driver.world, options);
}

/** Finds the problems in options that are an object. */
export function lookProblems(
  { scenario: { species }, views }: World,
  options: AgentsOptions,
): Problem[] {
  const { body, ahead = 'z', material, color, orient, scale = 1 } = options;
  const problems = nameProblems(options, OPTIONS);
  problems.push(...speciesProblems(species, options.species));
  if (body?.isBufferGeometry !== true || body.attributes.position === undefined) {
    problems.push({
      path: '$.body',
      found: show(body),
      expected: 'a BufferGeometry with positions',
    });
  }
  if (!AXES.includes(ahead)) {
    problems.push({ path: '$.ahead', found: show(ahead), expected: `one of ${AXES.join(', ')}` });
  }
  problems.push(...materialProblems(material));
  if (typeof color !== 'function') problems.push(...colorProblems(color, ['species']));
  if (orient !== undefined && !ORIENTS.includes(orient)) {
    problems.push({
      path: '$.orient',
      found: show(orient),
      expected: `one of ${ORIENTS.join(', ')}`,
    });
  } else if (orient === 'heading' && views.heading.x.length === 0) {
    const expected = '"velocity" or "none", because agents of this scenario have no heading';
    problems.push({ path: '$.orient', found: '"heading"', expected });
  }
  const scales = typeof scale === 'function' ? species.map(scale) : [scale];
  for (const one of scales) {
    if (one > 0 && Number.isFinite(one)) continue;
    problems.push({ path: '$.scale', found: show(one), expected: 'a number above 0' });
  }
  return problems;
}
