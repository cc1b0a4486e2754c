/**
 * This file writes WebAssembly: the bytes of a module with an imported memory, and with functions whose parameters are
 * i32.
 *
 * source: WebAssembly Core Specification 2.0, binary format
 */

/**
 * Opcodes of plain instructions, by name. Opcodes of 128-bit vector instructions are listed separately, because they
 * follow a prefix byte.
 */
const PLAIN = {
  block: 0x02,
  loop: 0x03,
  end: 0x0b,
  select: 0x1b,
  br: 0x0c,
  brIf: 0x0d,
  'local.get': 0x20,
  'local.set': 0x21,
  'local.tee': 0x22,
  'i32.load': 0x28,
  'i32.load8_u': 0x2d,
  'i32.store': 0x36,
  'i32.const': 0x41,
  'i32.eqz': 0x45,
  'i32.lt_s': 0x48,
  'i32.lt_u': 0x49,
  'i32.ge_s': 0x4e,
  'i32.ge_u': 0x4f,
  'i32.add': 0x6a,
  'i32.sub': 0x6b,
  'i32.mul': 0x6c,
  'i32.div_u': 0x6e,
  'i32.rem_u': 0x70,
  'i32.and': 0x71,
  'i32.or': 0x72,
  'i32.shl': 0x74,
  'i32.shr_u': 0x76,
} as const;

const VECTOR = {
  'v128.load': 0x00,
  'v128.load32_splat': 0x09,
  'v128.store': 0x0b,
  'v128.const': 0x0c,
  'i8x16.shuffle': 0x0d,
  'i32x4.splat': 0x11,
  'i32x4.extract_lane': 0x1b,
  'i32x4.replace_lane': 0x1c,
  'i32x4.eq': 0x37,
  'i32x4.ne': 0x38,
  'i32x4.lt_u': 0x3a,
  'f32x4.eq': 0x41,
  'f32x4.lt': 0x43,
  'f32x4.gt': 0x44,
  'f32x4.le': 0x45,
  'v128.not': 0x4d,
  'v128.and': 0x4e,
  'v128.andnot': 0x4f,
  'v128.or': 0x50,
  'v128.xor': 0x51,
  'v128.bitselect': 0x52,
  'v128.any_true': 0x53,
  'v128.load32_lane': 0x56,
  'v128.load64_lane': 0x57,
  'v128.load32_zero': 0x5c,
  'v128.load64_zero': 0x5d,
  'f32x4.ceil': 0x67,
  'f32x4.floor': 0x68,
  'i16x8.extend_low_i8x16_u': 0x89,
  'i32x4.all_true': 0xa3,
  'i32x4.extend_low_i16x8_u': 0xa9,
  'i32x4.shl': 0xab,
  'i32x4.shr_u': 0xad,
  'i32x4.add': 0xae,
  'i32x4.sub': 0xb1,
  'i32x4.mul': 0xb5,
  'f32x4.abs': 0xe0,
  'f32x4.neg': 0xe1,
  'f32x4.sqrt': 0xe3,
  'f32x4.add': 0xe4,
  'f32x4.sub': 0xe5,
  'f32x4.mul': 0xe6,
  'f32x4.div': 0xe7,
  'f32x4.min': 0xe8,
  'f32x4.max': 0xe9,
  'i32x4.trunc_sat_f32x4_u': 0xf9,
  'f32x4.convert_i32x4_u': 0xfb,
} as const;

export type PlainName = keyof typeof PLAIN;
export type VectorName = keyof typeof VECTOR;

const [I32, V128, EMPTY] = [0x7f, 0x7b, 0x40];
const SIMD_PREFIX = 0xfd;

/** The code of one function. Its first locals are its parameters, which are i32. */
export class Code {
  readonly name: string;
  readonly parameters: number;
  readonly #bytes: number[] = [];
  readonly #locals: number[] = [];

  constructor(name: string, parameters: number) {
    this.name = name;
    this.parameters = parameters;
  }

  /** Declares a new local, which is a vector by default, or an i32. Returns the index of the local. */
  local(kind: 'v128' | 'i32' = 'v128'): number {
    return this.parameters + this.#locals.push(kind === 'v128' ? V128 : I32) - 1;
  }

  /** Writes instructions that have no immediate operands. */
  op(...names: readonly (PlainName | VectorName)[]): this {
    for (const name of names) this.#instruction(name);
    return this;
  }

  get(local: number): this {
    return this.#with('local.get', local);
  }

  set(local: number): this {
    return this.#with('local.set', local);
  }

  tee(local: number): this {
    return this.#with('local.tee', local);
  }

  whole(value: number): this {
    this.#instruction('i32.const');
    this.#bytes.push(...signed(value | 0));
    return this;
  }

  /** Writes a vector constant that contains the same 32 bits four times. */
  constant(bits: number): this {
    this.#instruction('v128.const');
    return this.#four([bits, bits, bits, bits]);
  }

  /** Writes a vector constant that contains four whole numbers. */
  constants(four: readonly [number, number, number, number]): this {
    this.#instruction('v128.const');
    return this.#four(four);
  }

  /** Writes a load or store. The address is taken from the stack, and `offset` is added to it. */
  memory(name: PlainName | VectorName, offset = 0): this {
    this.#instruction(name);
    // Alignment of one byte, which allows any address.
    this.#bytes.push(0, ...unsigned(offset));
    return this;
  }

  /** Writes an instruction that extracts or replaces one of the four whole numbers of a vector. */
  lane(name: 'i32x4.extract_lane' | 'i32x4.replace_lane', lane: number): this {
    this.#instruction(name);
    this.#bytes.push(lane);
    return this;
  }

  /**
   * Writes an instruction that loads 32 or 64 bits from memory into one lane of a vector. The instruction takes the
   * address and the vector from the stack.
   */
  loadLane(name: 'v128.load32_lane' | 'v128.load64_lane', lane: number): this {
    this.memory(name);
    this.#bytes.push(lane);
    return this;
  }

  /** Writes a shuffle, which takes four of the eight numbers in the two vectors on the stack. */
  shuffle(...numbers: readonly [number, number, number, number]): this {
    this.#instruction('i8x16.shuffle');
    for (const number of numbers) {
      for (let byte = 0; byte < 4; byte++) this.#bytes.push(4 * number + byte);
    }
    return this;
  }

  /**
   * Opens a block or a loop, which extends to its `end`. In a block, `br` jumps to the end; in a loop, `br` jumps back
   * to the start.
   */
  open(name: 'block' | 'loop'): this {
    this.#instruction(name);
    this.#bytes.push(EMPTY);
    return this;
  }

  branch(name: 'br' | 'brIf', depth: number): this {
    return this.#with(name, depth);
  }

  /** Returns the body of the function, with the declarations of its locals. */
  bytes(): number[] {
    const locals = runsOf(this.#locals);
    const groups = locals.flatMap(([count, type]) => [...unsigned(count), type]);
    const body = [...unsigned(locals.length), ...groups, ...this.#bytes, PLAIN.end];
    return [...unsigned(body.length), ...body];
  }

  #with(name: PlainName, value: number): this {
    this.#instruction(name);
    this.#bytes.push(...unsigned(value));
    return this;
  }

  #four(words: readonly number[]): this {
    for (const word of words) {
      this.#bytes.push(word & 255, (word >>> 8) & 255, (word >>> 16) & 255, word >>> 24);
    }
    return this;
  }

  #instruction(name: PlainName | VectorName): void {
    if (name in PLAIN) this.#bytes.push(PLAIN[name as PlainName]);
    else this.#bytes.push(SIMD_PREFIX, ...unsigned(VECTOR[name as VectorName]));
  }
}

/** Run-length encodes a list. Returns how often each value is repeated. */
function runsOf(list: readonly number[]): [count: number, value: number][] {
  const runs: [number, number][] = [];
  for (const value of list) {
    const last = runs.at(-1);
    if (last?.[1] === value) last[0]++;
    else runs.push([1, value]);
  }
  return runs;
}

const MAX_PAGES = 65536;

/**
 * Returns the bytes of a module with these functions. It exports each function by its name, and imports the memory
 * `env.memory`.
 */
export function moduleOf(functions: readonly Code[], shared: boolean): Uint8Array<ArrayBuffer> {
  const types = functions.map(({ parameters }) => [
    0x60,
    ...vector(new Array<number[]>(parameters).fill([I32])),
    0,
  ]);
  const memory = [
    ...text('env'),
    ...text('memory'),
    0x02,
    shared ? 3 : 1,
    1,
    ...unsigned(MAX_PAGES),
  ];
  const sections: [id: number, content: number[]][] = [
    [1, vector(types)],
    [2, vector([memory])],
    [3, vector(functions.map((_, index) => unsigned(index)))],
    [7, vector(functions.map(({ name }, index) => [...text(name), 0, ...unsigned(index)]))],
    [10, vector(functions.map((code) => code.bytes()))],
  ];
  const parts = sections.flatMap(([id, content]) => [[id, ...unsigned(content.length)], content]);
  return new Uint8Array([[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0], ...parts].flat());
}

function vector(items: readonly (readonly number[])[]): number[] {
  return [...unsigned(items.length), ...items.flat()];
}

function text(value: string): number[] {
  const bytes = [...value].map((letter) => letter.charCodeAt(0));
  return [...unsigned(bytes.length), ...bytes];
}

/** Encodes an unsigned number in LEB128. */
function unsigned(value: number): number[] {
  const bytes: number[] = [];
  let rest = value >>> 0;
  do {
    const low = rest & 127;
    rest >>>= 7;
    bytes.push(rest === 0 ? low : low | 128);
  } while (rest !== 0);
  return bytes;
}

function signed(value: number): number[] {
  const bytes: number[] = [];
  for (let rest = value; ; rest >>= 7) {
    const low = rest & 127;
    const isLast = (rest < 64 && rest >= 0) || (rest >= -64 && rest < 0);
    bytes.push(isLast ? low : low | 128);
    if (isLast) return bytes;
  }
}
