/** The number of bits of a key by which one pass sorts. */
const DIGIT_BITS = 11;
const DIGITS = 1 << DIGIT_BITS;
const PASSES = 3;
/** The maximum length of lists that are sorted by insertion. */
const FEW = 48;

/** Buffers for sorting, which grow when needed. A thread sorts only one list at a time. */
let keyColumn = new Uint32Array(0);
let otherKeys = new Uint32Array(0);
let otherValues = new Uint32Array(0);
const counts = new Uint32Array(PASSES * DIGITS);

/**
 * Sorts whole numbers in place by their keys. `keyOf` returns the key of a value. The key is an unsigned 32-bit number.
 * The sort is stable. It sorts by digits, beginning with the lowest, in time proportional to the length of the list.
 */
export function sortByKey(values: Uint32Array, keyOf: (value: number) => number): void {
  const count = values.length;
  if (count < 2) return;
  if (keyColumn.length < count) {
    keyColumn = new Uint32Array(2 * count);
    otherKeys = new Uint32Array(2 * count);
    otherValues = new Uint32Array(2 * count);
  }
  for (let k = 0; k < count; k++) keyColumn[k] = keyOf(values[k]);
  if (count <= FEW) insert(values, count);
  else distribute(values, count);
}

function insert(values: Uint32Array, count: number): void {
  for (let k = 1; k < count; k++) {
    const key = keyColumn[k];
    const value = values[k];
    let at = k;
    for (; at > 0 && keyColumn[at - 1] > key; at--) {
      keyColumn[at] = keyColumn[at - 1];
      values[at] = values[at - 1];
    }
    keyColumn[at] = key;
    values[at] = value;
  }
}

function distribute(values: Uint32Array, count: number): void {
  counts.fill(0);
  for (let k = 0; k < count; k++) {
    const key = keyColumn[k];
    counts[key & (DIGITS - 1)]++;
    counts[DIGITS + ((key >>> DIGIT_BITS) & (DIGITS - 1))]++;
    counts[2 * DIGITS + (key >>> (2 * DIGIT_BITS))]++;
  }
  let [keys, others] = [keyColumn, otherKeys];
  let [from, to]: [Uint32Array, Uint32Array] = [values, otherValues];
  for (let pass = 0; pass < PASSES; pass++) {
    const shift = pass * DIGIT_BITS;
    const begins = counts.subarray(pass * DIGITS, (pass + 1) * DIGITS);
    // All keys have the same digit here.
    if (begins[(keys[0] >>> shift) & (DIGITS - 1)] === count) continue;
    let begin = 0;
    for (let digit = 0; digit < DIGITS; digit++) {
      const own = begins[digit];
      begins[digit] = begin;
      begin += own;
    }
    for (let k = 0; k < count; k++) {
      const key = keys[k];
      const at = begins[(key >>> shift) & (DIGITS - 1)]++;
      others[at] = key;
      to[at] = from[k];
    }
    [keys, others] = [others, keys];
    [from, to] = [to, from];
  }
  if (from !== values) values.set(from.subarray(0, count));
}
