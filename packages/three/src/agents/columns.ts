import type { World } from '@skein/core';
import { DynamicDrawUsage, InstancedBufferAttribute } from 'three';
import type { Driver } from '../driver.ts';
import { Relief } from '../sync/relief.ts';
import { countLiving } from '../sync/seen-state.ts';

type Plane = Float32Array | Uint8Array;

const PLANES = ['x', 'y', 'z', 'vx', 'vy', 'vz', 'species'] as const;

/**
 * The last state of a world as instanced attributes, one set on the graphics card for all objects of a driver.
 *
 * The attributes stand on the world's own planes: nothing is copied before it is uploaded. That is safe while the
 * threads do one tick, which reads the planes of this state and writes others. A run of more ticks would write over
 * them, so what is drawn is copied before it. The heights of the ground, and where bodies face, are copied always.
 */
export class AgentColumns {
  /** By name: x y z (m), vx vy vz (m/s), species (index); with headings also heading and up (unit vectors). */
  readonly attributes: ReadonlyMap<string, InstancedBufferAttribute>;
  readonly relief: Relief | undefined;
  /** Whether bodies have a heading of their own. */
  readonly headed: boolean;
  /** The first so many instances are alive. */
  living = 0;
  /** Objects that draw from the attributes; the last of them frees their buffers on the graphics card. */
  users = 0;
  /** Ids of the agents, in the order of the instances. */
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

/** The columns of a driver; all objects share them. */
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

/** Only the living are uploaded, and only once, with the next picture that shows them. */
export function upload(attribute: InstancedBufferAttribute, living: number): void {
  if (living === 0) return;
  attribute.clearUpdateRanges();
  attribute.addUpdateRange(0, living * attribute.itemSize);
  attribute.needsUpdate = true;
}
