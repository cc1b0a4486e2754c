import type { World } from '@skein/core';
import { bitcast, storage, uint, vec3 } from 'three/tsl';
import { type Node, StorageBufferAttribute, type WebGPURenderer } from 'three/webgpu';

/** The state of a world on a graphics card, as a `GpuStepper` of `@skein/gpu` has it. */
export interface CardState {
  /** The planes, one after the other. Each has a word for each agent. */
  readonly planes: GPUBuffer;
  /** The species (bits 0 to 7) and the status (bits 8 to 15) of each agent. */
  readonly kinds: GPUBuffer;
}

/** What steps a world on a graphics card: a `GpuStepper` of `@skein/gpu`, or `team.card` of a team. */
export interface CardStepper {
  readonly world: World;
  readonly device: GPUDevice;
  /** The index of the first word of a plane in the buffer `planes` of a state. */
  wordOf(plane: string): number | undefined;
  state(): CardState;
}

const AXES = ['x', 'y', 'z'];
/** `GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_DST` */
const USAGE = 128 | 8;

/**
 * A copy of planes of the state on a card, which does not change while the next run changes the state. Behind the planes
 * are the species and the status of the agents.
 */
export class CardColumns {
  readonly #stepper: CardStepper;
  readonly #planes: readonly string[];
  readonly #buffer: GPUBuffer;
  /** Stands for the buffer. Its own array is not used. */
  readonly #words = new StorageBufferAttribute(new Uint32Array(1), 1);

  /**
   * There is no agent until `update` is called.
   *
   * @param vectors names such as "position", each of three planes
   * @param words names of further planes
   */
  constructor(stepper: CardStepper, vectors: readonly string[], words: readonly string[] = []) {
    this.#stepper = stepper;
    const parts = vectors.flatMap((vector) => AXES.map((axis) => `${vector}.${axis}`));
    this.#planes = [...parts, ...words];
    const size = 4 * stepper.world.count * (this.#planes.length + 1);
    this.#buffer = stepper.device.createBuffer({ size, usage: USAGE });
  }

  /** Copies the present state of the stepper. @throws WorldError WORLD_BUSY during a run */
  update(): void {
    const { device, world } = this.#stepper;
    const { planes, kinds } = this.#stepper.state();
    const encoder = device.createCommandEncoder();
    const size = 4 * world.count;
    this.#planes.forEach((plane, k) => {
      encoder.copyBufferToBuffer(
        planes,
        4 * this.#stepper.wordOf(plane)!,
        this.#buffer,
        k * size,
        size,
      );
    });
    encoder.copyBufferToBuffer(kinds, 0, this.#buffer, this.#planes.length * size, size);
    device.queue.submit([encoder.finish()]);
  }

  /** Nodes of the values of the agent in a row, for a renderer that has the device. */
  at(renderer: WebGPURenderer, row: Node<'uint'>) {
    // For an attribute that has a buffer, three.js creates none.
    backendOf(renderer).get(this.#words).buffer = this.#buffer;
    const words = storage(this.#words, 'uint', this.#words.count).toReadOnly();
    const word = (plane: number) =>
      words.element(row.add(uint(plane * this.#stepper.world.count))) as unknown as Node<'uint'>;
    const number = (plane: number) => bitcast(word(plane), 'float') as unknown as Node<'float'>;
    const placeOf = (name: string) => this.#planes.indexOf(name);
    const kind = word(this.#planes.length).toVar();
    return {
      vector: (name: string) => {
        const from = placeOf(`${name}.x`);
        return vec3(number(from), number(from + 1), number(from + 2)) as Node<'vec3'>;
      },
      word: (name: string) => word(placeOf(name)),
      species: kind.bitAnd(uint(255)) as Node<'uint'>,
      isAlive: kind.shiftRight(uint(8)).bitAnd(uint(255)).equal(uint(1)) as Node<'bool'>,
    };
  }

  dispose(): void {
    this.#words.dispose();
    // For three.js, the buffer exists only after the first frame.
    this.#buffer.destroy();
  }
}

/** The part of the backend of a renderer that is used here. */
export function backendOf({ backend }: WebGPURenderer) {
  return backend as unknown as {
    readonly device?: GPUDevice;
    get(attribute: StorageBufferAttribute): { buffer?: GPUBuffer };
  };
}
