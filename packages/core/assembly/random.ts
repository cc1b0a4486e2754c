/**
 * WebAssembly twin of src/math/random.ts: the hash function pcg4d. `draw` writes the first three numbers of its result
 * to `randomX`, `randomY` and `randomZ`.
 */
const MULTIPLIER: i32 = 1664525;
const INCREMENT: i32 = 1013904223;

export let randomX: i32 = 0;
export let randomY: i32 = 0;
export let randomZ: i32 = 0;

export function draw(seed: i32, tick: i32, id: i32, stream: i32): void {
  let x = seed * MULTIPLIER + INCREMENT;
  let y = tick * MULTIPLIER + INCREMENT;
  let z = id * MULTIPLIER + INCREMENT;
  let w = stream * MULTIPLIER + INCREMENT;
  x += y * w;
  y += z * x;
  z += x * y;
  w += y * z;
  x ^= x >>> 16;
  y ^= y >>> 16;
  z ^= z >>> 16;
  w ^= w >>> 16;
  x += y * w;
  y += z * x;
  z += x * y;
  randomX = x;
  randomY = y;
  randomZ = z;
}

/** Maps 32 random bits to a number in [-1, 1) that f32 represents exactly. */
export function signed(bits: i32): f64 {
  return <f64>((bits >>> 8) - 0x800000) * (1.0 / 8388608.0);
}
