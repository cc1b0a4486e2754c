const number = new Float32Array(1);
const word = new Uint32Array(number.buffer);

/** The bits of a number as an f32, as WGSL of the type u32. */
export function wgslBits(value: number): string {
  number[0] = value;
  return `${word[0]}u`;
}

/** A number, as WGSL of the type F. */
export function wgslNumber(value: number): string {
  const isSubnormal = value !== 0 && Math.abs(value) < 2 ** -126;
  return `${isSubnormal ? 'fOf' : 'fConst'}(${wgslBits(value)})`;
}

/** The squared length of a vector in three variables, added from the left. */
export function wgslSquared(x: string, y: string, z: string): string {
  return `fAdd(fAdd(fMul(${x}, ${x}), fMul(${y}, ${y})), fMul(${z}, ${z}))`;
}

export const AXES = ['x', 'y', 'z'] as const;
/** The axes as they end the names of variables. */
export const CAPITALS = ['X', 'Y', 'Z'] as const;

/** A word, for messages. */
export function hex(bits: number): string {
  return `0x${bits.toString(16).padStart(8, '0')}`;
}
