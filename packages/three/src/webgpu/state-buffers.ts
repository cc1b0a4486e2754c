import { type BufferAttribute, DynamicDrawUsage } from 'three';
import { instanceIndex, storage, uint, vec4 } from 'three/tsl';
import { type Node, StorageInstancedBufferAttribute } from 'three/webgpu';
import type { DrawnState } from '../sync/drawn-state.ts';

/** The values of an agent that a shader reads. */
export interface NodeAgent {
  readonly place: Node<'vec3'>;
  readonly velocity: Node<'vec3'>;
  readonly species: Node<'uint'>;
  /** The color of the agent in the drawn state, if colors show anything but the species. */
  readonly paint: Node<'vec3'>;
}

/**
 * The pose of a body. `pose` holds the direction that the body faces (a unit vector) and its roll, both in the drawn
 * state. `before` holds both values one tick earlier. `beat` holds the beat time and the effort of the wings.
 */
export interface NodePose {
  readonly pose: Node<'vec4'>;
  readonly before: Node<'vec4'>;
  readonly beat: Node<'vec2'>;
}

/** The number of values of an agent in each buffer: x y z and the species, or vx vy vz and padding. */
const PER_AGENT = 4;

/**
 * Storage buffers with the data of bodies. The bodies of all shapes share the buffers, and a shader reads the row of
 * its instance. There are few buffers, because a shader in WebGPU may read only eight. Only living agents are uploaded.
 * An upload happens only when the state or its colors have changed.
 */
export class StateBuffers {
  readonly agent: NodeAgent;
  readonly pose: NodePose | undefined;
  readonly #places: StorageInstancedBufferAttribute;
  readonly #velocities: StorageInstancedBufferAttribute;
  readonly #poses: readonly StorageInstancedBufferAttribute[];
  readonly #paint: StorageInstancedBufferAttribute;
  #version = -1;
  #painted = -1;

  constructor({ x, paint, poses }: DrawnState) {
    const count = Math.max(1, x.length);
    this.#places = bufferOf(new Float32Array(PER_AGENT * count), PER_AGENT);
    this.#velocities = bufferOf(new Float32Array(PER_AGENT * count), PER_AGENT);
    this.#paint = bufferOf(wordsOf(paint.colors), 1);
    const place = vec4(rowOf<'vec4'>(this.#places, 'vec4')).toVar();
    this.agent = {
      place: place.xyz,
      velocity: rowOf<'vec4'>(this.#velocities, 'vec4').xyz,
      species: uint(place.w.add(0.5)),
      paint: bytesOf(rowOf<'uint'>(this.#paint, 'uint')),
    };
    if (poses === undefined) {
      this.#poses = [];
      return;
    }
    const buffers = [bufferOf(poses.pose, 4), bufferOf(poses.before, 4), bufferOf(poses.beat, 2)];
    this.#poses = buffers;
    this.pose = {
      pose: rowOf(buffers[0]!, 'vec4'),
      before: rowOf(buffers[1]!, 'vec4'),
      beat: rowOf(buffers[2]!, 'vec2'),
    };
  }

  update(state: DrawnState): void {
    const { living } = state;
    if (living === 0) return;
    if (state.version !== this.#version) {
      this.#version = state.version;
      this.#copy(state);
      for (const one of [this.#places, this.#velocities, ...this.#poses])
        upload(one, living * one.itemSize);
    }
    if (state.paint.version !== this.#painted) {
      this.#painted = state.paint.version;
      this.#paint.array = wordsOf(state.paint.colors);
      upload(this.#paint, living);
    }
  }

  #copy({ x, y, z, vx, vy, vz, species, living }: DrawnState): void {
    const places = this.#places.array as Float32Array;
    const velocities = this.#velocities.array as Float32Array;
    for (let i = 0, at = 0; i < living; i++, at += PER_AGENT) {
      places[at] = x[i]!;
      places[at + 1] = y[i]!;
      places[at + 2] = z[i]!;
      places[at + 3] = species[i]!;
      velocities[at] = vx[i]!;
      velocities[at + 1] = vy[i]!;
      velocities[at + 2] = vz[i]!;
    }
  }
}

function bufferOf(
  array: Float32Array | Uint32Array,
  size: number,
): StorageInstancedBufferAttribute {
  const buffer = new StorageInstancedBufferAttribute(array as Float32Array, size);
  buffer.setUsage(DynamicDrawUsage);
  return buffer;
}

function rowOf<T extends 'vec4' | 'vec2' | 'uint'>(
  buffer: StorageInstancedBufferAttribute,
  type: T,
): Node<T> {
  const rows = storage(buffer, type, buffer.count).toReadOnly();
  return rows.element(instanceIndex) as unknown as Node<T>;
}

/** Extracts red, green and blue (0 to 1) from the first three bytes of a word. */
function bytesOf(word: Node<'uint'>): Node<'vec3'> {
  const bytes = [0, 8, 16].map((bit) => word.shiftRight(uint(bit)).bitAnd(uint(255)));
  return vec4(bytes[0]!, bytes[1]!, bytes[2]!, 255).div(255).xyz;
}

export function wordsOf({ buffer, byteOffset, byteLength }: Uint8Array): Uint32Array {
  return new Uint32Array(buffer, byteOffset, byteLength / 4);
}

export function upload(buffer: BufferAttribute, numbers: number): void {
  buffer.clearUpdateRanges();
  buffer.addUpdateRange(0, numbers);
  buffer.needsUpdate = true;
}
