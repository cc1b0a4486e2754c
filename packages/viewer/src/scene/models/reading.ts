import { ModelError } from './model-error.ts';

/**
 * A part of the JSON of a model, with the path of this part. The methods read only own properties, and refuse values of
 * the wrong type with a ModelError.
 */
export class Reading {
  readonly path: string;
  readonly #value: Readonly<Record<string, unknown>>;

  constructor(value: unknown, path: string) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw new ModelError(path, kindOf(value), 'an object');
    }
    this.#value = value as Record<string, unknown>;
    this.path = path;
  }

  has(key: string): boolean {
    return Object.hasOwn(this.#value, key) && this.#value[key] !== undefined;
  }

  part(key: string): Reading {
    return new Reading(this.#own(key), this.#at(key));
  }

  /**
   * Reads an array of objects. `most` is the maximum length of the array. If the array is absent, the result is empty.
   */
  parts(key: string, most: number): readonly Reading[] {
    return this.#list(key, most).map((value, at) => new Reading(value, `${this.#at(key)}[${at}]`));
  }

  /** Reads a whole number from 0 to `end - 1`. When the number is absent, the result is `otherwise`. */
  whole(key: string, end: number, otherwise?: number): number {
    const value = this.#own(key) ?? otherwise;
    if (Number.isInteger(value) && (value as number) >= 0 && (value as number) < end) {
      return value as number;
    }
    throw new ModelError(this.#at(key), kindOf(value), `a whole number from 0 to ${end - 1}`);
  }

  oneOf<const T extends string | number>(key: string, values: readonly T[], otherwise?: T): T {
    const value = this.#own(key) ?? otherwise;
    if (values.includes(value as T)) return value as T;
    throw new ModelError(this.#at(key), kindOf(value), `one of ${values.join(', ')}`);
  }

  isTrue(key: string): boolean {
    return this.#own(key) === true;
  }

  /** Reads a list of `count` finite numbers; undefined when the list is absent. */
  numbers(key: string, count: number): number[] | undefined {
    if (!this.has(key)) return undefined;
    const list = this.#list(key, count);
    if (list.length === count && list.every((value) => Number.isFinite(value)))
      return list as number[];
    throw new ModelError(this.#at(key), 'something else', `${count} numbers`);
  }

  /**
   * Reads a list of whole numbers from 0 to `end - 1`. `most` is the maximum length of the list. If the list is absent,
   * the result is empty.
   */
  wholes(key: string, most: number, end: number): number[] {
    const list = this.#list(key, most);
    list.forEach((value, at) => {
      if (Number.isInteger(value) && (value as number) >= 0 && (value as number) < end) return;
      const path = `${this.#at(key)}[${at}]`;
      throw new ModelError(path, kindOf(value), `a whole number from 0 to ${end - 1}`);
    });
    return list as number[];
  }

  texts(key: string, most: number): string[] {
    return this.#list(key, most).map(String);
  }

  #list(key: string, most: number): readonly unknown[] {
    const list = this.#own(key) ?? [];
    if (!Array.isArray(list)) throw new ModelError(this.#at(key), kindOf(list), 'an array');
    if (list.length <= most) return list;
    throw new ModelError(this.#at(key), `${list.length} entries`, `at most ${most}`);
  }

  #own(key: string): unknown {
    return this.has(key) ? this.#value[key] : undefined;
  }

  #at(key: string): string {
    return `${this.path}.${key}`;
  }
}

function kindOf(value: unknown): string {
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return JSON.stringify(value.slice(0, 40));
  if (value === undefined) return 'nothing';
  return Array.isArray(value) ? 'an array' : value === null ? 'null' : `a ${typeof value}`;
}
