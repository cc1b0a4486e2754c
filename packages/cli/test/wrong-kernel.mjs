// Loaded into a command and its processes with `node --import`: the TypeScript kernel has the last bit of some
// roundings flipped, depending on the value. What it steps is wrong, and what WebAssembly steps is right.
const { fround } = Math;
const bits = new Int32Array(1);
const value = new Float32Array(bits.buffer);
Math.fround = (x) => {
  // Few enough that creating a world has none of them.
  if (!(x > 0.5 && x < 0.51)) return fround(x);
  value[0] = x;
  bits[0] ^= 1;
  return value[0];
};
