import { lawScratchWords } from '../world/sizes.ts';
import type { SharedWorld } from '../world/world.ts';

/**
 * The scratch memory in which one worker computes laws. It consists of 4-byte words, numbered from 0 for each worker.
 */
export class LawScratch {
  readonly #world: SharedWorld;
  /** The scratch memory of all workers. */
  #words: Uint32Array = new Uint32Array(0);
  #numbers: Float32Array = new Float32Array(0);
  /** The number of words that each worker has. */
  #each = 0;
  #first = 0;

  constructor(world: SharedWorld) {
    this.#world = world;
  }

  /** Selects the scratch memory of a worker. */
  open(worker: number): void {
    const { lawScratch } = this.#world.scratch;
    // When a world moves to another memory, it gets its kernels before its views. So the views are checked here.
    if (this.#words !== lawScratch) {
      this.#words = lawScratch;
      this.#numbers = new Float32Array(lawScratch.buffer, lawScratch.byteOffset, lawScratch.length);
      this.#each = lawScratchWords(this.#world.plan);
    }
    this.#first = this.#each * worker;
  }

  /** The address of a word, in bytes. */
  addressOf(word: number): number {
    return this.#words.byteOffset + 4 * (this.#first + word);
  }

  writeWord(word: number, value: number): void {
    this.#words[this.#first + word] = value;
  }

  writeNumber(word: number, value: number): void {
    this.#numbers[this.#first + word] = value;
  }

  fillNumbers(word: number, count: number, value: number): void {
    this.#numbers.fill(value, this.#first + word, this.#first + word + count);
  }
}
