const float = new Float32Array(1);
const word = new Int32Array(float.buffer);

/** The bits of an f32, so that 0 and -0 differ and NaN equals itself. */
export function bitsOf(value: number): number {
  float[0] = value;
  return word[0];
}

/** Vectors as text that shows every bit, for comparisons that print the difference. */
export function exact(values: Iterable<number>): string {
  return Array.from(values, (value) => `${value}/${(bitsOf(value) >>> 0).toString(16)}`).join(' ');
}
