import type { World } from '@skein/core';
import { DynamicDrawUsage, InstancedBufferAttribute } from 'three';
import type { Driver } from '../driver.ts';
import { Relief } from '../sync/relief.ts';
import { countLiving } from '../sync/seen-state.ts';

type Plane = Float32Array | Uint8Array;

const PLANES = ['x', 'y', 'z', 'vx', 'vy', 'vz', 'species'] as const;

/**
 * The last state of a world as instanced attributes. All objects of a driver share one set of attributes on the GPU.
 *
 * Two kinds of values are always copied: headings, and heights of the ground. The attributes of all other values use
 * the memory of the world directly. During a run of a single tick, this is safe, because the tick writes to other
 * memory. A longer run also overwrites the memory that the attributes use. Before such a run, the values are therefore
 * copied.
 */
export class AgentColumns {
  /**
   * The attributes by name: x, y, z (m), vx, vy, vz (m/s) and species (index). If agents have a heading, also `heading`
   * and `up` (unit vectors).
   */
  readonly attributes: ReadonlyMap<string, InstancedBufferAttribute>;
  readonly relief: Relief | undefined;
  /** Whether agents have a heading that does not depend on their velocity. */
  readonly headed: boolean;
  /** The number of living agents. They are the first instances. */
  living = 0;
  /**
   * The number of objects that use the attributes. When the last of these objects is disposed of, the GPU buffers are
   * freed.
   */
  users = 0;
  /** The ids of the agents, in the order of the instances. */
  ids: Uint32Array;
  readonly #driver: Driver;
  readonly #copies = new Map<string, Plane>();

  constructor(driver: Driver) {
    const { world } = driver;
    this.#driver = driver;
    this.ids = world.views.id;
    this.relief = Relief.of(world);
    this.headed = world.views.heading.x.length > 0;
    const attributes = new Map(
      PLANES.map((name) => [name as string, columnOf(planeOf(world, name), 1)]),
    );
    if (this.headed) {
      for (const name of ['heading', 'up']) {
        attributes.set(name, columnOf(new Float32Array(3 * world.count), 3));
      }
    }
    this.attributes = attributes;
    driver.listen(this);
    this.onState();
  }

  plane(name: string): Plane {
    return this.attributes.get(name)!.array as Plane;
  }

  onState(): void {
    const { world } = this.#driver;
    this.living = countLiving(world.views.status);
    this.ids = world.views.id;
    for (const name of PLANES) this.attributes.get(name)!.array = planeOf(world, name);
    if (this.relief !== undefined) {
      const z = this.#copyOf('z');
      const { x, y } = world.views.position;
      this.relief.lift({ x, y, z: z as Float32Array }, this.living);
      this.attributes.get('z')!.array = z;
    }
    if (this.headed) {
      for (const name of ['heading', 'up'] as const) {
        const { x, y, z } = world.views[name];
        const into = this.plane(name);
        for (let i = 0; i < this.living; i++) {
          into[3 * i] = x[i];
          into[3 * i + 1] = y[i];
          into[3 * i + 2] = z[i];
        }
      }
    }
    for (const attribute of this.attributes.values()) upload(attribute, this.living);
  }

  onRun(ticks: number): void {
    if (ticks === 1) return;
    this.ids = this.ids.slice(0, this.living);
    for (const name of PLANES) {
      const attribute = this.attributes.get(name)!;
      const copy = this.#copyOf(name);
      if (attribute.array === copy) continue;
      copy.set((attribute.array as Plane).subarray(0, this.living));
      attribute.array = copy;
    }
  }

  #copyOf(name: string): Plane {
    let copy = this.#copies.get(name);
    if (copy === undefined) {
      const { count } = this.#driver.world;
      copy = name === 'species' ? new Uint8Array(count) : new Float32Array(count);
      this.#copies.set(name, copy);
    }
    return copy;
  }
}

const columns = new WeakMap<Driver, AgentColumns>();

/** Returns the attributes of a driver's world. All objects of the driver get the same attributes. */
export function columnsOf(driver: Driver): AgentColumns {
  let found = columns.get(driver);
  if (found === undefined) {
    found = new AgentColumns(driver);
    columns.set(driver, found);
  }
  return found;
}

function planeOf({ views }: World, name: (typeof PLANES)[number]): Plane {
  if (name === 'species') return views.species;
  return name.length === 1
    ? views.position[name as 'x' | 'y' | 'z']
    : views.velocity[name[1] as 'x' | 'y' | 'z'];
}

function columnOf(array: Plane, size: number): InstancedBufferAttribute {
  return new InstancedBufferAttribute(array, size).setUsage(DynamicDrawUsage);
}

/**
 * Marks an attribute for upload with the next frame that shows it. Only the values of the living agents are uploaded.
 */
export function upload(attribute: InstancedBufferAttribute, living: number): void {
  if (living === 0) return;
  attribute.clearUpdateRanges();
  attribute.addUpdateRange(0, living * attribute.itemSize);
  attribute.needsUpdate = true;
}
